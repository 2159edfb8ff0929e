internal import BromideRaw
internal import Foundation

/// Decodes files twice with LibRaw and once with Bromide. Each runs in a separate process, because
/// LibRaw can crash or read stale memory on damaged files.
struct Comparison {
  var ours = 0
  var fellBack = 0
  /// Number of files with a coding that only Bromide supports.
  var oursOnly = 0
  var rejected = 0
  /// Number of files for which LibRaw crashed, hung or gave different results.
  var uncounted = 0
  var differences = 0

  var summary: String {
    "\(ours) by Bromide, \(oursOnly) only by Bromide, \(fellBack) by LibRaw, \(rejected) rejected, \(uncounted) not counted, "
      + "\(differences) different"
  }

  /// A file that Bromide decodes differently from LibRaw.
  struct Failure {
    var path: String
    var text: String
  }

  /// Compares a batch and returns the differences.
  mutating func add(paths: [String], names: [String]) throws -> [Failure] {
    var failures: [Failure] = []
    let first = try Self.lines(paths, .libraw, fill: Self.fills[0])
    let second = try Self.lines(paths.reversed(), .libraw, fill: 165).reversed() as [String?]
    let mine = try Self.lines(paths, .auto, fill: Self.fills[0])
    for (i, path) in paths.enumerated() {
      guard let expected = first[i], expected == second[i],
        mine[i]?.contains(Describe.unsteady) != true
      else {
        uncounted += 1
        continue
      }
      // If LibRaw cannot decode a file, only check that Bromide returns a picture or an error. Also
      // skip pictures that LibRaw does not find, and JPEGs that it decodes only in part: grey JPEGs
      // with several components.
      let isMissed =
        expected.contains("which LibRaw itself does not decode")
        || expected.contains("LibRaw does not find the picture that the DNG calls its raw")
        || (mine[i]?.hasSuffix("\tauto") == true && Self.missesComponents(expected))
      if isMissed, let line = mine[i] {
        if line.split(separator: "\t").last == "auto" { oursOnly += 1 } else { rejected += 1 }
        continue
      }
      // If Bromide rejects the file, LibRaw is not tried.
      let isDamagedFuji =
        mine[i]?.contains(": damaged: ") == true
        && expected.hasPrefix("fuji_compressed_load_raw") && expected.contains("data error")
      if isDamagedFuji || mine[i]?.contains("irregular Canon CR3") == true {
        rejected += 1
        continue
      }
      let parts = mine[i]?.split(separator: "\t")
      guard let parts, parts.dropLast() == expected.split(separator: "\t").dropLast() else {
        // If LibRaw only decodes, it finds different leftovers in memory, which depend on the fill
        // byte. LibRaw identifies a file with them, also for Bromide's decoders.
        let isSteady = try Self.fills.allSatisfy {
          guard try Self.lines([path], .libraw, fill: $0)[0] == expected else { return false }
          let ours = try Self.lines([path], .auto, fill: $0)[0]?.split(separator: "\t")
          return parts == nil || ours?.first == parts?.first
        }
        let isUnknown =
          expected.contains("this LibRaw does not know")
          || expected.contains("this build of LibRaw lacks")
        if isUnknown, parts?.last == "auto" {
          oursOnly += 1
          continue
        }
        let isLibRaws = try parts?.last == "libraw" && Self.lines([path], .auto)[0] == expected
        if !isSteady || isLibRaws {
          uncounted += 1
          continue
        }
        let text = "\(names[i])\n  LibRaw  \(expected)\n  Bromide \(mine[i] ?? "crash")"
        failures.append(Failure(path: path, text: text))
        continue
      }
      switch parts.last {
      case "auto": ours += 1
      case "libraw": fellBack += 1
      default: rejected += 1
      }
    }
    differences += failures.count
    return failures
  }

  /// Returns whether LibRaw omitted most columns of a lossless grey JPEG. It uses the components of
  /// such a JPEG as samples of one pixel.
  private static func missesComponents(_ line: String) -> Bool {
    let parts = line.split(separator: "\t")
    guard parts.count == 3, parts[0].hasPrefix("lossless_dng_load_raw linear ") else {
      return false
    }
    let words = parts[0].split(separator: " ")
    return words.count > 3 && words[3] == "1" && parts[1].contains("of its pixels are missing")
  }

  /// Bytes for filling memory.
  private static let fills: [UInt8] = [1, 0, 90, 254]

  /// Returns a process's results for paths. A result is `nil` if the process died.
  ///
  /// - Parameter fill: A byte for filling fresh memory (if the C library supports it) and the
  ///   stack, so that reading stale memory has an effect. 0 disables filling.
  private static func lines(
    _ paths: [String], _ unpacker: Unpacker, fill: UInt8 = 0
  ) throws -> [String?] {
    var lines: [String?] = []
    while lines.count < paths.count {
      let process = Process()
      process.executableURL = URL(fileURLWithPath: CommandLine.arguments[0])
      process.arguments = ["--describe", unpacker.rawValue, "\(fill)"]
      var environment = ProcessInfo.processInfo.environment
      environment["MALLOC_PERTURB_"] = fill == 0 ? nil : "\(fill)"
      process.environment = environment
      let (input, output) = (Pipe(), Pipe())
      process.standardInput = input
      process.standardOutput = output
      process.standardError = FileHandle.nullDevice
      try process.run()
      let text = paths[lines.count...].joined(separator: "\n") + "\n"
      // Less than a pipe's buffer, so that neither side waits.
      input.fileHandleForWriting.write(Data(text.utf8))
      try input.fileHandleForWriting.close()
      let answer = output.fileHandleForReading.readDataToEndOfFile()
      process.waitUntilExit()
      let new = String(decoding: answer, as: UTF8.self)
        .split(separator: "\n", omittingEmptySubsequences: false).dropLast()
      lines += new.map { String($0) }
      if lines.count < paths.count { lines.append(nil) }
    }
    return lines
  }
}
