internal import ArgumentParser
internal import BromideRuns
internal import BromideSystem
internal import SystemPackage

/// `bromide report`.
struct ReportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "report",
    abstract: "Merge the reports of several runs.",
    subcommands: [ReportMergeCommand.self])
}

/// `bromide report merge`.
struct ReportMergeCommand: ParsableCommand, SubordinateCommand {
  static let fullName = "report merge"

  static let configuration = CommandConfiguration(
    commandName: "merge",
    abstract: "Print the totals and the missing shares of a run.",
    discussion: """
      If several reports contain an input, Bromide counts its best result only.

      Examples:
        bromide report merge r-*.jsonl
        bromide report merge r-*.jsonl -o all.jsonl

      Exit status: 0 success, 1 an input failed or is missing, 64 wrong usage.
      """)

  @Argument(help: "Reports from --report", completion: .file())
  var reports: [String] = []

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("Write one line per input to this file", valueName: "file.jsonl"),
    completion: .file())
  var output: String?

  enum Format: String, CaseIterable {
    case text, json
  }

  @Option(choice: "Format", standard: "text")
  var format = Format.text

  mutating func run() throws { try end(after: merge) }

  private func merge() throws -> ExitStatus {
    let merge: ReportMerge
    let paths = reports.map { FilePath(reversible: $0) }
    do throws(ReportMerge.Problem) { merge = try ReportMerge(paths) } catch {
      throw UsageError(error.description)
    }
    if let output {
      let path = FilePath(reversible: output)
      guard InputKeys(paths).problem(with: [path]) == nil else {
        throw UsageError("-o \(path) is an input; choose another name")
      }
      do throws(ReportError) { try Report.check(path, nextTo: []) } catch {
        throw UsageError(error.description)
      }
      do throws(SystemError) {
        try FileSystem.replace(path, with: Array(merge.lines.map { $0 + "\n" }.joined().utf8))
      } catch {
        Console.message("\(path) cannot be written: \(error.reason)\n")
        return .inputsFailed
      }
    }
    let text = format == .json ? Self.json(merge) + "\n" : Self.lines(merge)
    if let status = ExitStatus.put(text), status != .done { return status }
    return merge.isWhole ? .done : .inputsFailed
  }

  private static func lines(_ merge: ReportMerge) -> String {
    var lines = merge.failures.map { failure in
      let input = ByteText.visible(Array(failure.input.utf8), escapesControls: true)
      return "\(input): \(failure.status)" + (failure.reason.map { " (\($0))" } ?? "")
    }
    for gap in merge.gaps {
      let what = gap.missing.map { "\($0) of its inputs are missing" } ?? "report missing"
      lines.append("share \(gap.shard)/\(merge.shards ?? 0): \(what)")
    }
    lines += merge.incomplete.map { "\($0): the last line is incomplete, and is not counted" }
    let counts = merge.counts.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }
    lines.append(counts.isEmpty ? "no inputs" : counts.joined(separator: ", "))
    if let costs = merge.costs, costs.megapixels > 0 {
      let perThousand = costs.processorSeconds / max(Double(merge.lines.count), 1) * 1000
      lines.append(
        "\(costs.processorSeconds.text(decimals: 1)) s of processor time for \(costs.megapixels.text(decimals: 1)) megapixels, \(perThousand.text(decimals: 0)) s per 1000 photos, up to \(Formatted.bytes(costs.memory)) per task"
      )
    }
    return lines.map { $0 + "\n" }.joined()
  }

  private static func json(_ merge: ReportMerge) -> String {
    var fields: [(String, JSONValue)] = [
      (
        "counts",
        .object(
          merge.counts.sorted { $0.key < $1.key }.map { ($0.key, JSONValue.number("\($0.value)")) })
      ),
      ("whole", .boolean(merge.isWhole)),
    ]
    if !merge.incomplete.isEmpty {
      fields.append(("incomplete", .array(merge.incomplete.map { .text($0.string) })))
    }
    if let shards = merge.shards { fields.append(("shards", .number("\(shards)"))) }
    fields.append(
      (
        "missing",
        .array(
          merge.gaps.map { gap in
            .object(
              [("shard", JSONValue.number("\(gap.shard)"))]
                + (gap.missing.map { [("inputs", JSONValue.number("\($0)"))] } ?? []))
          })
      ))
    return JSONValue.object(fields).text
  }
}
