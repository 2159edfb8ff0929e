import BromideSystem
import TestSupport
import Testing

/// `-h` and `--help` of every command.
@Suite struct HelpCommandTests {
  private static let commands = [
    [], ["convert"], ["sample"], ["sample", "chart"], ["sample", "line"], ["sample", "palette"],
    ["render"], ["sheet"], ["verify"], ["info"], ["curves"],
    ["filters"], ["cameras"], ["look"], ["look", "fit"], ["report"], ["report", "merge"], ["serve"],
    ["preview"], ["colour"], ["profile"], ["thumbnail"], ["--cameras"],
  ]

  /// The lines of help pages below their first section title.
  private func lines(_ command: [String], _ flag: String, columns: Int = 80) throws -> [Substring] {
    let run = try CommandRun(
      ["-c", "COLUMNS=\(columns) exec \"$0\" \"$@\"", CommandRun.binary] + command + [flag],
      folder: Package.root, binary: "/bin/sh")
    #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
    return run.text.split(separator: "\n", omittingEmptySubsequences: false)
  }

  private func flags(_ lines: some Sequence<Substring>) -> [String] {
    lines.filter { $0.hasPrefix("  -") }.flatMap { line in
      line.prefix(25).split { " ,/".contains($0) }.map(String.init).filter { $0.hasPrefix("-") }
    }
  }

  @Test(arguments: commands) func shortHelpHasOneShortLinePerFlag(_ command: [String]) throws {
    let lines = try lines(command, "-h")
    for line in lines { #expect(line.count <= 100, "\(line)") }
    let start = try #require(lines.firstIndex { $0.hasSuffix(":") && $0 == $0.uppercased() })
    for line in lines[start...] where line.hasPrefix(" ") {
      let text = line.drop { $0 == " " }
      #expect(line.count - text.count == 2, "details: \(line)")
      #expect(text.contains("  "), "no help: \(line)")
    }
    let flags = flags(lines)
    #expect(flags.contains("--help"))
    #expect(Set(flags).count == flags.count)
  }

  /// No flag is lost: the long help has all, those for experts in a last section.
  @Test(arguments: commands) func longHelpHasEveryFlag(_ command: [String]) throws {
    let short = flags(try lines(command, "-h"))
    let long = try lines(command, "--help")
    let all = flags(long)
    #expect(Set(all).count == all.count)
    #expect(Array(all.prefix(short.count)) == short)
    let experts = all.dropFirst(short.count)
    guard !experts.isEmpty else { return }
    let title = try #require(long.firstIndex(of: "EXPERT:"))
    #expect(flags(long[title...]) == Array(experts))
  }

  /// Lines that a narrow terminal breaks become one again.
  @Test(arguments: commands) func shortHelpDoesNotDependOnTheTerminal(_ command: [String]) throws {
    let sections = try [0, 60, 1000].map { columns in
      try lines(command, "-h", columns: columns).drop { !$0.hasSuffix(":") || $0 == "Examples:" }
    }
    let wide = sections[2].filter { $0.hasPrefix("  -") }
    for narrow in sections.prefix(2) {
      #expect(flags(narrow) == flags(sections[2]))
      #expect(narrow.filter { $0.hasPrefix("  -") } == wide)
    }
  }

  @Test func everyFlagForExpertsExists() throws {
    let all = try Self.commands.flatMap { flags(try lines($0, "--help")) }
    #expect(HelpText.expertFlags.subtracting(all).isEmpty)
    #expect(flags(try lines(["convert"], "-h")).count > 80)
  }

  @Test func helpKeepsChoicesAndDefaults() throws {
    let short = try lines(["convert"], "-h")
    let long = try lines(["convert"], "--help").joined(separator: "\n")
    #expect(
      short.contains {
        $0.hasPrefix("  --depth <name>") && $0.hasSuffix("(default: 8, for TIFF 16, for AVIF 10)")
      })
    #expect(!short.contains { $0.contains("--isa") })
    for name in ["libraw:dht", "overwrite", "lensfun", "camera:each", "no-place"] {
      #expect(long.contains(name))
    }
  }
}
