import BromideValues
import Foundation
import TestSupport
import Testing

/// Workers from outside: what a crash in LibRaw costs.
@Suite struct IsolationTests {
  private let tree = CommandTree.fresh
  /// Skip steps that are slow in debug and do not depend on the decoder's process.
  private static let quick = ["--plain", "--size", "48"]

  private func run(_ arguments: String...) throws -> CommandRun {
    try tree.run(arguments, environment: TroubledLibRaw.environment)
  }

  private func makeBatch(_ trouble: TroubledLibRaw.Trouble, _ step: TroubledLibRaw.Step) throws {
    let sound = SyntheticPhoto(.chart, size: Size(width: 64, height: 48)).file()
    for name in ["a", "c", "d"] { try tree.write(sound, to: "in/\(name).dng") }
    try tree.write(TroubledLibRaw.photo(trouble, at: step), to: "in/b.dng")
  }

  @Test(
    .enabled(if: TroubledLibRaw.library != nil), arguments: TroubledLibRaw.Trouble.allCases,
    TroubledLibRaw.Step.allCases)
  func troubleCostsOnePhoto(trouble: TroubledLibRaw.Trouble, step: TroubledLibRaw.Step) throws {
    try makeBatch(trouble, step)
    let run = try run(
      "convert", "in", "-o", "out", "--timeout", trouble == .hang ? "15" : "60", "--report", "r"
    ).expect(1)
    #expect(tree.entries("out").sorted() == ["a.png", "c.png", "d.png"])
    let message =
      switch trouble {
      case .fault: "LibRaw crashed (SIGSEGV) on it"
      case .abort, .grow: "LibRaw crashed (SIGABRT) on it"
      case .escape: "LibRaw ended its process (status 10) on it"
      case .exit: "LibRaw ended its process (status 3) on it"
      case .hang: "LibRaw was not done with it in 15 s (--timeout)"
      }
    let stage = step == .open ? "open" : "decode"
    let lines = try tree.text("r").split(separator: "\n")
      .filter { $0.contains("\"input\":\"in/b.dng\"") }
    #expect(lines.count == 1)
    #expect(lines.first?.contains("\"reason\":\"\(message)\"") == true, "\(lines)")
    #expect(lines.first?.contains("\"stage\":\"\(stage)\"") == true, "\(lines)")
    // A log names it once.
    #expect(run.errors.components(separatedBy: "in/b.dng: failed (\(message))").count == 2)
  }

  @Test(.enabled(if: TroubledLibRaw.library != nil))
  func shortTimeoutIsPrintedAsTyped() throws {
    try makeBatch(.hang, .open)
    try run("convert", "in/b.dng", "-o", "b.png", "--timeout", "0.5").expect(
      nil, "not done with it in 0.5 s (--timeout)")
  }

  /// The library crashes as the other tests assume.
  @Test(.enabled(if: TroubledLibRaw.library != nil))
  func withoutWorkersACrashEndsTheRun() throws {
    try makeBatch(.fault, .unpack)
    let folder = try run("convert", "in", "-o", "out", "--isolation", "off")
    #expect(folder.signal == SIGSEGV, "\(folder.errors)")
    let alone = try run("convert", "in/b.dng", "-o", "b.png")
    #expect(alone.signal == SIGSEGV)
    try run("convert", "in/b.dng", "-o", "b.png", "--isolation", "process").expect(
      1, "LibRaw crashed (SIGSEGV) on it")
  }

  @Test(.enabled(if: TroubledLibRaw.library != nil))
  func otherCommandsContinueAfterACrash() throws {
    try makeBatch(.fault, .unpack)
    let sampled = try run("sample", "in", "--at", "0.5,0.5", "--format", "csv").expect(1)
    #expect(sampled.text.contains("in/a.dng") && sampled.text.contains("in/d.dng"))
    #expect(sampled.errors.contains("in/b.dng"), "\(sampled.errors)")
    try run("sheet", "in", "-o", "sheet.png", "--tile", "40").expect(1, "in/b.dng")
    #expect(tree.exists("sheet.png"))
    try run("render", "in", "-o", "frames", "--on-missing", "hold", "--size", "48x32").expect(1)
    #expect(tree.entries("frames").filter { $0.hasSuffix(".png") }.count == 4)
  }

  static let ways: [[String]] = [[], ["--unpack", "libraw"], ["--demosaic", "libraw:ahd"]]

  /// Samples, levels, metadata and errors match LibRaw in the command's process.
  @Test(arguments: ways) func picturesAreTheSame(way: [String]) throws {
    for name in Files.names(in: Package.testImages) where name.hasSuffix(".dng") {
      try tree.copy(name, to: "in/\(name)")
    }
    let photo = try tree.read("in/landscape_rggb_gps_ambient_exif.dng")
    try tree.write(Array(photo.prefix(70_000)), to: "in/cut.dng")
    try tree.write("no raw", to: "in/text.dng")
    var message: [Set<Substring>] = []
    for isolation in ["off", "process"] {
      let run = try tree.run(
        ["convert", "in", "-o", isolation, "--isolation", isolation, "--damaged", "keep"]
          + Self.quick + way, status: 1)
      message.append(
        Set(
          run.errors.replacing("→ \(isolation)/", with: "→ ").split(separator: "\n").filter {
            $0.contains(": failed") || $0.contains(": damaged")
          }))
    }
    #expect(message[0] == message[1])
    let names = tree.entries("off")
    // LibRaw's methods reject photos with different black levels.
    #expect(names.count >= (way.contains("libraw:ahd") ? 9 : 10))
    #expect(tree.entries("process") == names)
    for name in names {
      #expect(try tree.read("off/" + name) == tree.read("process/" + name), "\(name)")
    }
  }

  @Test func samplesAndSheetsAreTheSame() throws {
    for name in Files.names(in: Package.testImages) where name.hasSuffix(".dng") {
      try tree.copy(name, to: "in/\(name)")
    }
    for command in [
      ["sample", "in", "--at", "0.3,0.4", "--window", "9"],
      ["sample", "in", "--from", "preview", "--at", "0.5,0.5"],
      ["sheet", "in", "--tile", "60", "-o", "-"],
    ] {
      let runs = try ["off", "process"].map {
        try tree.run(command + ["--isolation", $0])
      }
      #expect(runs[0].output == runs[1].output, "\(command)")
      #expect(runs[0].status == runs[1].status)
      #expect(!runs[0].output.isEmpty)
    }
  }

  #if os(Linux)
    /// A parent that is killed takes its workers along, even one that hangs.
    @Test(.enabled(if: TroubledLibRaw.library != nil)) func workersEndWithTheirParent() throws {
      try makeBatch(.hang, .unpack)
      let process = try tree.start(
        ["convert", "in", "-o", "out"], environment: TroubledLibRaw.environment)
      let parent = process.processIdentifier
      while tree.entries("out").filter({ $0.hasSuffix(".png") }).count < 3 {
        guard process.isRunning else { break }
        usleep(20_000)
      }
      let workers = RunningProcess.children(of: parent)
      #expect(!workers.isEmpty)
      kill(parent, SIGKILL)
      process.waitUntilExit()
      // A worker that stays would keep this test from ending.
      while workers.contains(where: RunningProcess.isAlive) { usleep(20_000) }
    }
  #endif

  @Test func invalidIsolationOptionsFail() throws {
    try tree.write([], to: "a.dng")
    try run("convert", "a.dng", "-o", "a.png", "--isolation", "off", "--timeout", "5").expect(
      64, "--timeout requires worker processes")
    #expect(try run("convert", "a.dng", "--timeout", "0").status == 64)
    #expect(try run("convert", "a.dng", "--isolation", "maybe").status == 64)
    // Only the command itself can start a worker.
    #expect(try run("photo-worker").status == 64)
  }
}
