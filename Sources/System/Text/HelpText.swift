/// A command's help text in two lengths.
///
/// ArgumentParser prints one text for `-h` and `--help`. This type parses that text: names of flags
/// start in column 2, the first line of their help in column 26, and their details in column 8.
package struct HelpText: Sendable {
  /// Flags that few people need. `-h` skips them, and `--help` prints them last.
  package static let expertFlags: Set<String> = [
    "--watch-every", "--headerless", "--look-save", "--camera-exposure", "--optics",
    "--optics-save", "--lens-names", "--intent", "--black-point", "--stride", "--offset",
    "--siting", "--chroma", "--exact", "--isa", "--unpack",
    "--isolation", "--timeout", "--sync", "--trace", "--most-body", "--cors",
  ]

  /// The least columns for ArgumentParser. In fewer, it omits the help of flags, whose names take 26.
  package static let leastColumns = 60

  private var header: [Substring] = []
  private var sections: [(title: Substring, entries: [Entry])] = []
  private var footer: [Substring] = []

  /// Returns the text to print for the arguments of a process. Text that is not a help page is
  /// unchanged.
  package static func printed(_ text: String, for arguments: [String]) -> String {
    guard let help = HelpText(text) else { return text }
    let flags = arguments.prefix { $0 != "--" }
    return flags.contains("-h") && !flags.contains("--help") ? help.short : help.long
  }

  /// Parses the text of ArgumentParser, or returns `nil` if it is not a help page.
  init?(_ text: String) {
    guard text.hasPrefix(Self.overview) else { return nil }
    var isInSection = false
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasSuffix(":"), line.first?.isUppercase == true, line == line.uppercased() {
        sections.append((line, []))
        isInSection = true
      } else if line.isEmpty, isInSection {
        isInSection = false
      } else if isInSection {
        let last = sections.count - 1
        if line.prefix(while: { $0 == " " }).count == 2 {
          sections[last].entries.append(Entry(lines: [line]))
        } else if !sections[last].entries.isEmpty {
          sections[last].entries[sections[last].entries.count - 1].lines.append(line)
        }
      } else if sections.isEmpty {
        header.append(line)
      } else if !line.isEmpty {
        footer.append(line)
      }
    }
  }

  /// One line for each common flag, after the usage and the examples.
  var short: String {
    let paragraphs = header.split(separator: "", omittingEmptySubsequences: true)
    var blocks = paragraphs.compactMap { paragraph -> String? in
      let first = paragraph[paragraph.startIndex]
      if first.hasPrefix(Self.overview) {
        return paragraph.joined(separator: " ").dropFirst(Self.overview.count).description
      }
      let isShort = first.hasPrefix("USAGE:") || first == "Examples:"
      return isShort ? paragraph.joined(separator: "\n") : nil
    }
    for section in sections {
      let lines = section.entries.filter { !$0.isExpert }.map(\.line)
      if !lines.isEmpty { blocks.append(([String(section.title)] + lines).joined(separator: "\n")) }
    }
    return (blocks + ["Use --help for details and for all flags."]).joined(separator: "\n\n")
  }

  /// The text with the flags for experts in a last section.
  var long: String {
    let experts = sections.flatMap(\.entries).filter(\.isExpert)
    var parts = sections.map { ($0.title, $0.entries.filter { !$0.isExpert }) }
    parts.append(("EXPERT:", experts))
    let texts = parts.compactMap { (title: Substring, entries: [Entry]) -> String? in
      guard !entries.isEmpty else { return nil }
      return ([title] + entries.flatMap(\.lines)).joined(separator: "\n")
    }
    return header.joined(separator: "\n") + "\n" + texts.joined(separator: "\n\n")
      + footer.map { "\n\n" + $0 }.joined()
  }

  private static let overview = "OVERVIEW: "
}

extension HelpText {
  /// A flag, an argument or a subcommand.
  struct Entry: Sendable, Hashable {
    var lines: [Substring]

    /// The first column of the help. Longer names have a separate line.
    private static let column = 26

    /// Names and the first line of help, without line breaks.
    var line: String {
      let first = lines[0]
      let isAlone = first.count < Self.column || !first.dropFirst(Self.column - 1).hasPrefix(" ")
      let names = isAlone ? String(first) : Self.trimmed(first.prefix(Self.column))
      let rest = lines.dropFirst().prefix { $0.hasPrefix(Self.indentation) }
      let help =
        (isAlone ? [] : [first.dropFirst(Self.column)])
        + rest.map { $0.dropFirst(Self.column) }
      let gap = String(repeating: " ", count: max(2, Self.column + 2 - names.count))
      return names + gap + help.joined(separator: " ")
    }

    var isExpert: Bool {
      // `  --sync/--no-sync        Wait`
      lines[0].prefix(Self.column).split { " ,/".contains($0) }
        .contains { HelpText.expertFlags.contains(String($0)) }
    }

    private static func trimmed(_ text: Substring) -> String {
      String(
        text.prefix(upTo: text.lastIndex { $0 != " " }.map(text.index(after:)) ?? text.startIndex))
    }

    private static let indentation = String(repeating: " ", count: column)
  }
}
