import BromideValues
import Foundation
import TestSupport
import Testing

#if os(Linux)
  /// The visible progress of a run, read from a separate terminal (from `script`, if the system has
  /// it).
  @Suite(.enabled(if: FileManager.default.fileExists(atPath: "/dev/pts/ptmx")))
  struct ProgressBarTests {
    private let tree: CommandTree

    init() throws {
      tree = try CommandTree()
      let photo = SyntheticPhoto(.chart, size: Size(width: 1200, height: 800)).file()
      for name in 0..<6 { try tree.write(photo, to: "in/\(name).dng") }
    }

    /// A line that wraps would leave its first part on screen.
    @Test(arguments: [10, 34, 100]) func noLineIsWiderThanTheTerminal(columns: Int) throws {
      let run = try tree.run(
        ["-qec", "stty cols \(columns); \(CommandRun.binary) convert in -o out -y", "/dev/null"],
        binary: "/usr/bin/script",
        environment: ["TERM": "xterm", "SHELL": "/bin/sh", "NO_COLOR": "1"], status: 0)
      let bars = run.text.components(separatedBy: "\r\u{1B}[2K").dropFirst().map {
        $0.prefix { !$0.isNewline }
      }.filter { $0.contains("/6") }
      #expect(!bars.isEmpty, "\(run.text)")
      for bar in bars { #expect(bar.count < columns, "\(bar)") }
      #expect(bars.contains { $0.hasPrefix("[") } == (columns > 10), "\(bars)")
    }
  }
#endif
