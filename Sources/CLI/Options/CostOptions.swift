internal import ArgumentParser
internal import BromideSystem
internal import SystemPackage

/// Options for printing resource usage.
struct CostOptions: ParsableArguments {
  @Flag(
    help: ArgumentHelp(
      "Print time, memory and I/O per stage at the end",
      discussion: "A report also contains these numbers.")
  )
  var costs = false

  @Option(
    help: ArgumentHelp(
      "Write a timeline of all threads for Perfetto or chrome://tracing",
      valueName: "file.json"),
    completion: .file())
  var trace: String?

  mutating func validate() throws {
    guard let trace else { return }
    guard trace.hasSuffix(".json") else {
      throw ValidationError("--trace \(trace): expected a name that ends in .json")
    }
  }

  /// Rejects the options if the command does not process files.
  ///
  /// - Parameter reason: The reason, such as `--schema does not process files`.
  func reject(_ reason: String) throws(UsageError) {
    let given = [costs ? "--costs" : nil, trace == nil ? nil : "--trace"].compactMap(\.self)
    guard let name = given.first else { return }
    throw UsageError("\(name) has no effect, because \(reason); remove it")
  }

  /// Returns an error if a command does not support the options, or `nil` if it does or they are
  /// not set.
  static func rejection(_ arguments: [String]) -> String? {
    guard let command = arguments.first, let what = idle[command] else { return nil }
    let options = arguments.dropFirst().prefix { $0 != "--" }
    guard
      let name = options.first(where: {
        $0 == "--costs" || $0 == "--trace" || $0.hasPrefix("--trace=")
      })
    else { return nil }
    let flag = name.prefix { $0 != "=" }
    return "\(flag) is not supported by \(command), which \(what); "
      + "use it with convert, info, render, sample, sheet or verify"
  }

  /// Commands without these options, and the reason.
  private static let idle = [
    "curves": "does not read files", "filters": "does not read files",
    "report": "merges reports",
    "look": "measures one curve", "serve": "runs until you stop it",
  ]

  /// Starts to collect resource usage, if an option requests it.
  ///
  /// - Parameters:
  ///   - outputs: Files that the trace must not replace.
  ///   - gathers: Whether `Trace.note` provides the stage times.
  /// - Throws: `UsageError` if the trace would replace a file that is not a trace.
  func begin(
    stages: [String], threads: Int, nextTo outputs: [FilePath], gathers: Bool = false
  ) throws(UsageError) -> RunCosts? {
    if let trace {
      let path = FilePath(reversible: trace)
      let isInTheWay =
        outputs.contains { $0.collisionKey == path.collisionKey } || !Self.mayReplace(path)
      if isInTheWay {
        throw UsageError(
          "--trace would overwrite \(path), which is not a trace; choose another name")
      }
      Trace.begin()
    }
    return costs ? RunCosts(stages: stages, threads: threads, gathers: gathers) : nil
  }

  /// Prints resource usage and writes the trace.
  ///
  /// - Returns: Whether all files were written.
  func end(_ costs: RunCosts?, unit: String, messages: Messages) -> Bool {
    if let costs {
      for line in ["costs:"] + costs.lines(unit: unit, bytes: Formatted.bytes) {
        messages.error(line)
      }
    }
    guard let trace, Trace.isKept else { return true }
    let (json, lost) = Trace.end()
    if lost > 0 {
      messages.warning("--trace: \(lost) spans are missing, because the trace is full")
    }
    let path = FilePath(reversible: trace)
    do throws(SystemError) {
      try FileSystem.replace(path, with: Array(json.utf8))
      return true
    } catch {
      messages.error("the trace \(path) cannot be written: \(error.reason)")
      return false
    }
  }

  /// Returns whether a file is missing, empty, or a trace.
  private static func mayReplace(_ path: FilePath) -> Bool {
    guard let status = try? FileSystem.status(path), status.size > 0 else { return true }
    let start = (try? FileSystem.bytes(of: path, at: 0, count: 40)) ?? []
    return start.starts(with: Array("{\"displayTimeUnit\":\"ms\",\"traceEvents\":".utf8))
  }
}
