import Foundation
import TestSupport
import Testing

/// Texts that are too long or start unexpectedly, and outputs that cannot be written.
@Suite struct BoundsTests {
  private let tree = CommandTree.fresh(["a.dng": "chart_rggb_12bit.dng"])

  @Test(
    .enabled(if: FileManager.default.fileExists(atPath: "/dev/zero"), "needs /dev/zero"),
    arguments: [
      ["convert", "@/dev/zero"], ["sample", "a.dng", "--points", "/dev/zero"],
      ["curves", "--timeline", "/dev/zero"],
    ])
  func textsWithoutAnEnd(_ arguments: [String]) throws {
    let run = try tree.run(arguments)
    #expect(run.status == 1 || run.status == 64, "\(run.errors)")
    #expect(run.errors.contains("/dev/zero"), "\(run.errors)")
    #expect(tree.entries() == ["a.dng"])
  }

  /// The initial inputs of scripts/fuzz, and inputs that it found.
  @Test func fuzzInputsNeverCrash() throws {
    let root = Package.root + "/Tools/Fuzz/Inputs"
    let files = Files.names(in: root).flatMap { parser in
      Files.names(in: "\(root)/\(parser)").map { "\(root)/\(parser)/\($0)" }
    }
    #expect(files.count > 80)
    let fuzz = URL(fileURLWithPath: CommandRun.binary).deletingLastPathComponent()
      .appendingPathComponent("Fuzz").path
    try tree.run(files, binary: fuzz, environment: ["TMPDIR": tree.root], status: 0)
  }

  /// As some editors on Windows write text.
  @Test func aByteOrderMarkIsNotPartOfTheFirstLine() throws {
    try tree.write([0xEF, 0xBB, 0xBF] + Array("a.dng\r\n".utf8), to: "list.txt")
    try tree.run("convert", "@list.txt", status: 0)
    #expect(tree.exists("a.png"))
    try tree.write([0xEF, 0xBB, 0xBF] + Array("0.5,0.5\n".utf8), to: "points.txt")
    try tree.run("sample", "a.dng", "--points", "points.txt", status: 0)
  }

  @Test(
    .enabled(if: FileManager.default.fileExists(atPath: "/dev/full"), "needs /dev/full"),
    arguments: [["--help"], ["--version"], ["convert", "--help"]])
  func helpThatCannotBeWritten(_ arguments: [String]) throws {
    let shell = Process()
    shell.executableURL = URL(fileURLWithPath: "/bin/sh")
    shell.arguments =
      ["-c", "exec \"$0\" \"$@\" >/dev/full 2>/dev/null", CommandRun.binary] + arguments
    try shell.run()
    shell.waitUntilExit()
    #expect(shell.terminationStatus == 1)
  }
}
