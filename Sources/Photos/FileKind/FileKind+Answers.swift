/// The support of each file kind by each command.
extension FileKind {
  /// The commands that read pictures.
  ///
  /// The preview and `--watch` support the same files as `render`, `convert` and `sample`.
  package enum Command: String, Sendable, CaseIterable {
    case info, sample, convert, sheet, render, serve, verify
  }

  /// The support of a file by a command.
  package enum Answer: String, Sendable {
    /// The command reads files that the user named and files in folders.
    case reads = "yes"
    /// The command reads files that the user named, and skips files in folders.
    case readsNamed = "named"
    /// The command shows the frames of the file.
    case readsClip = "clip"
    /// The command rejects the file and reports its kind.
    case rejects = "no"
  }

  /// Returns the support by a command.
  package func answer(of command: Command) -> Answer {
    switch (reading, command) {
    case (.none, _): .rejects
    case (.raw, .verify): .rejects
    case (.raw, _), (_, .info): .reads
    case (.video, .sample): .readsNamed
    case (_, .sample): .reads
    case (_, .convert) where isStill: .readsNamed
    case (_, .render) where isStill: isFilm ? .readsClip : .reads
    case (.png, .serve) where isFilm: .rejects
    case _ where isStill: .reads
    case (.y4m, .render), (.planes, .render), (.video, .render): .readsClip
    default: .rejects
    }
  }

  /// Returns the reason for rejecting files of this kind, as a sentence without the file's name, or
  /// `nil` if they are supported.
  package func rejection(by command: Command) -> String? {
    guard answer(of: command) == .rejects else { return nil }
    return "it is \(phrase); \(command.rawValue) reads \(Self.accepted(by: command))"
  }

  /// Returns a sentence part with the kinds that a command supports.
  private static func accepted(by command: Command) -> String {
    var names: [String] = []
    for kind in all where kind.answer(of: command) != .rejects {
      let name =
        kind.reading == .raw ? "raw photos" : kind.isFilm && kind != apng ? "video" : kind.name
      if !names.contains(name), kind != apng { names.append(name) }
    }
    return names.dropLast().joined(separator: ", ") + " and " + (names.last ?? "")
  }

  /// The table of supported kinds for `Documentation/formats.md`: a row for all kinds with the same
  /// answers.
  package static var supportTable: String {
    let commands = Command.allCases
    var groups: [(answers: [String], names: [String])] = []
    for kind in all {
      let answers = commands.map { kind.answer(of: $0).rawValue }
      if let index = groups.firstIndex(where: { $0.answers == answers }) {
        groups[index].names.append(kind.name)
      } else {
        groups.append((answers, [kind.name]))
      }
    }
    return table(
      ["kinds"] + commands.map { "`\($0.rawValue)`" },
      groups.map { [$0.names.joined(separator: ", ")] + $0.answers })
  }

  /// The table of suffixes and signatures for `Documentation/formats.md`.
  package static var signatureTable: String {
    table(
      ["kind", "suffixes", "recognised by"],
      all.map { [$0.name, $0.suffixes.joined(separator: " "), $0.mark] })
  }

  /// Returns a table in Markdown.
  private static func table(_ head: [String], _ rows: [[String]]) -> String {
    let rule = "|" + String(repeating: "---|", count: head.count)
    let lines = [head] + rows
    var texts = lines.map { "| " + $0.joined(separator: " | ") + " |" }
    texts.insert(rule, at: 1)
    return texts.joined(separator: "\n") + "\n"
  }

  /// The signature or rule that identifies the kind, for the table.
  private var mark: String {
    switch self {
    case _ where name == "CR2": "TIFF, `CR` at 8"
    case _ where name == "IIQ": "TIFF, `IIII` or `MMMM` at 8"
    case .dng: "TIFF with the tag DNGVersion"
    case .gpr: "DNG, suffix"
    case .tiffRaw: "TIFF and LibRaw"
    case .otherRaw: "LibRaw"
    case .headerless: "suffix raw or crw, or `--headerless`"
    case .planes: "layout in the name"
    case .animatedWebP: "WebP with the animation bit"
    case .netpbm: "`P1` to `P7`, `PF`, `Pf`"
    case .empty: "no bytes"
    case .text: "no control characters"
    case .unknown: "everything else"
    default:
      signatures.isEmpty
        ? reading == .raw && self != Self.siblings["RW2"]
          ? "TIFF, suffix" : "as \(Self.siblings.first { $0.value == self }?.key ?? ""), suffix"
        : signatures.map(\.text).joined(separator: " or ")
    }
  }
}

extension FileKind.Signature {
  /// The bytes to show to a person: `RIFF, WEBP at 8`.
  fileprivate var text: String {
    parts.map { place, bytes in
      let isPlain = bytes.allSatisfy { (32..<127).contains($0) && $0 != 0x7C && $0 != 0x60 }
      let shown =
        isPlain
        ? String(decoding: bytes, as: UTF8.self)
        : bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true) }
          .joined(separator: " ")
      return "`\(shown)`" + (place == 0 ? "" : " at \(place)")
    }.joined(separator: ", ")
  }
}
