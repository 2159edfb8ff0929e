import BromideValues
import Foundation
import TestSupport
import Testing

/// Runs in which the k-th allocation, thread or write fails.
@Suite struct FailingCallTests {
  private let tree = CommandTree.fresh
  private static let names = ["a", "b", "c"]

  init() throws {
    let photo = SyntheticPhoto(.chart, size: Size(width: 64, height: 48)).file()
    for name in Self.names { try tree.write(photo, to: "in/\(name).dng") }
  }

  private func convert(_ rejection: String, _ isolation: String) throws -> CommandRun {
    try tree.run(
      [
        "convert", "in", "-o", "out", "-j", "2", "--plain", "--isolation", isolation, "--report",
        "r",
      ], environment: ["BROMIDE_FAIL": rejection])
  }

  /// Every photo has a complete picture or an error with a reason. No other files remain, and a
  /// rerun converts missing photos.
  private func check(_ run: CommandRun, reason: String, failures: ClosedRange<Int>) throws {
    #expect(run.signal == nil, "\(run.errors)")
    let made = Set(tree.entries("out"))
    #expect(made.isSubset(of: Self.names.map { $0 + ".png" }), "\(made)")
    let missing = Self.names.filter { !made.contains($0 + ".png") }
    #expect(failures.contains(missing.count), "\(run.errors)")
    for name in missing {
      #expect(run.errors.contains("in/\(name).dng: failed ("), "\(run.errors)")
    }
    #expect(run.status == (missing.isEmpty ? 0 : 1), "\(run.errors)")
    if !missing.isEmpty {
      #expect(run.errors.contains(reason), "\(run.errors)")
      #expect(!run.errors.contains("damaged"), "\(run.errors)")
    }
    try tree.run("convert", "in", "-o", "out", "--plain", status: 0)
    #expect(tree.entries("out").count == 3)
    #expect(try tree.run("verify", "out").status == 0)
  }

  @Test(arguments: 1...5, ["off", "process"])
  func memoryThatCannotBeHadIsThatPhotosError(turn: Int, isolation: String) throws {
    let run = try convert("memory:\(turn)", isolation)
    try check(run, reason: "not enough memory: needs ", failures: turn <= 3 ? 1...1 : 0...1)
  }

  @Test(arguments: 1...6, ["off", "process"])
  func threadsThatCannotBeStartedAreDoneWithout(turn: Int, isolation: String) throws {
    try check(try convert("thread:\(turn)", isolation), reason: "", failures: 0...0)
  }

  /// Pango ends a process if it cannot start a thread.
  @Test(arguments: 1...4) func drawingsWithoutThreadsEndInASentence(turn: Int) throws {
    var rejected = 0
    for command in [
      ["curves", "ease", "-o", "e.png", "-y"], ["sheet", "in", "-o", "s.png", "-y", "-j", "2"],
    ] {
      let run = try tree.run(command, environment: ["BROMIDE_FAIL": "thread:\(turn)"])
      #expect(run.signal == nil && [0, 1].contains(run.status), "\(command): \(run.errors)")
      if run.status == 1 {
        rejected += 1
        #expect(run.errors.contains("the system starts no more threads"), "\(run.errors)")
      }
    }
    if turn == 1 { #expect(rejected > 0) }
  }

  @Test(arguments: 1...16) func aWriteThatFailsIsThatPhotosError(turn: Int) throws {
    let run = try convert("write:\(turn)", "off")
    #expect(run.signal == nil, "\(run.errors)")
    #expect([0, 1].contains(run.status), "\(run.errors)")
    if run.status == 1 { #expect(run.errors.contains("No space left on device"), "\(run.errors)") }
    #expect(!tree.entries("out").contains { $0.hasSuffix(".part") })
    try tree.run("convert", "in", "-o", "out", "--plain", status: 0)
    #expect(tree.entries("out").sorted() == Self.names.map { $0 + ".png" })
    #expect(try tree.run("verify", "out").status == 0)
  }

  /// A full disk fails every later picture too, so no more photos are decoded. A current picture
  /// needs no space. Eight pictures at most wait for the disk, so most photos are not tried.
  @Test(
    .enabled(if: FailingCalls.program != nil),
    arguments: [
      ("ENOSPC", "No space left on device"), ("EDQUOT", "Disk quota exceeded"),
      ("EROFS", "Read-only file system"), ("EIO", "Input/output error"),
    ])
  func aFullDiskEndsTheRun(code: String, words: String) throws {
    let photo = try tree.read("in/a.dng")
    for index in 10..<50 { try tree.write(photo, to: "many/\(index).dng") }
    let command = ["convert", "many", "-o", "out", "--plain", "-j", "1"]
    try tree.run("convert", "many/49.dng", "-o", "out", "--plain", status: 0)
    let run = try tree.run(
      ["fdatasync", code, "fsync", code, "--", CommandRun.binary] + command + ["--report", "r"],
      binary: FailingCalls.program ?? "", status: 1, errors: words)
    #expect(tree.entries("out") == ["49.png"])
    let lines = try tree.lines("r").map { try object($0) }
    func inputs(_ status: String) -> [[String: Any]] {
      lines.filter { $0["status"] as? String == status }
    }
    let (failed, left) = (inputs("failed"), inputs("interrupted"))
    #expect(lines.count == 40 && inputs("skipped").count == 1 && !failed.isEmpty)
    #expect(failed.count + left.count == 39, "\(run.errors)")
    if code == "EIO" {
      // Another photo can have better luck.
      #expect(left.isEmpty && !run.errors.contains("not tried"), "\(run.errors)")
    } else {
      #expect(left.count >= 20, "\(run.errors)")
      let ending = run.errors.split(separator: "\n").filter { $0.contains("photos were not tried") }
      #expect(ending.count == 1 && ending[0].hasSuffix(": \(words)"), "\(ending)")
      #expect(ending[0].hasPrefix("\(left.count) photos were not tried: cannot "), "\(ending)")
      #expect(left.allSatisfy { ($0["reason"] as? String)?.hasPrefix("not tried: ") ?? false })
    }
    try tree.run(command, status: 0, errors: "39 converted, 1 skipped")
    #expect(tree.entries("out").count == 40)
  }

  /// The same for pictures. A worker reuses its memory between pictures, so it allocates once.
  @Test(arguments: ["off", "process"])
  func memoryOfPicturesIsTheirError(isolation: String) throws {
    for name in Self.names {
      try tree.run("convert", "in/\(name).dng", "-o", "p/\(name).png", "--plain", status: 0)
    }
    let run = try tree.run(
      ["sample", "p", "--at", "0.5,0.5", "--isolation", isolation],
      environment: ["BROMIDE_FAIL": "memory:1"])
    #expect(run.signal == nil && run.status == 1, "\(run.errors)")
    #expect(run.errors.contains("not enough memory: needs "), "\(run.errors)")
    #expect(run.text.contains("p/a.png") || run.text.contains("p/c.png"))
  }

  #if os(Linux)
    /// An intact photo under a limit on memory is not damaged, and the message names both numbers.
    @Test func aLimitOnMemoryIsNamed() throws {
      try tree.write(
        SyntheticPhoto(.chart, size: Size(width: 6000, height: 4000)).file(), to: "large.dng")
      // Enough to start, and too little for the photo.
      let run = try tree.shell("ulimit -v 120000; \"$0\" convert large.dng -o l.png -j 1")
      #expect(run.signal == nil && run.status == 1, "\(run.status) \(run.errors)")
      #expect(run.errors.contains("not enough memory: needs "), "\(run.errors)")
      #expect(run.errors.contains("limit of 123 MB"), "\(run.errors)")
      #expect(!run.errors.contains("damaged"), "\(run.errors)")
      #expect(!tree.exists("l.png"))
    }

    /// A document of 20 000 sources needs 60 times its size.
    @Test(arguments: ["curves --timeline many.yaml -o c.png", "render many.yaml -o out"])
    func aLimitThatDocumentsReachIsNamed(command: String) throws {
      let source =
        "  - {photo: a.dng, start: 0s, frames: 1, tracks: {opacity: [{at: 0, value: 0.5}]}}\n"
      let text = "size: 96x64\nsources:\n" + String(repeating: source, count: 20_000)
      try tree.write(text, to: "many.yaml")
      for kibibytes in [130_000, 160_000, 200_000] {
        let run = try tree.shell("ulimit -v \(kibibytes); \"$0\" \(command)")
        #expect(run.signal == nil && run.status == 64, "\(kibibytes): \(run.status)")
        #expect(
          run.errors.contains("many.yaml: not enough memory: needs "), "\(kibibytes) \(run.errors)")
      }
      // With enough memory, the document itself is wrong.
      try tree.shell("\"$0\" \(command)").expect(nil, "a frame shows at most")
    }

    /// Memory for passes over the entire picture, and for uncompressed bands.
    @Test(arguments: [
      "--denoise 0.5", "--rotation 3 --sharpen 1", "--to tiff", "--to tiff --compression none",
    ])
    func aLimitThatPassesReachIsNamed(options: String) throws {
      try tree.write(
        SyntheticPhoto(.chart, size: Size(width: 4000, height: 3000)).file(), to: "large.dng")
      var isRejected = false
      for kibibytes in stride(from: 120_000, through: 480_000, by: 40_000) {
        let run = try tree.shell(
          "ulimit -v \(kibibytes); \"$0\" convert large.dng -o out -j 2 -y --plain \(options)")
        #expect(run.signal == nil, "\(kibibytes): \(run.errors)")
        #expect([0, 1].contains(run.status), "\(kibibytes): \(run.status) \(run.errors)")
        guard run.status == 1 else { continue }
        isRejected = true
        #expect(run.errors.contains("not enough memory: needs "), "\(kibibytes): \(run.errors)")
        #expect(tree.entries("out").isEmpty)
      }
      #expect(isRejected)
    }

    /// From the smallest limit under which the command starts, every command ends in a sentence or
    /// does its work.
    @Test(arguments: ["off", "process"]) func everyCommandEndsInASentence(isolation: String) throws
    {
      for name in Self.names {
        let format = name == "b" ? "jpg" : "png"
        try tree.run("convert", "in/\(name).dng", "-o", "p/\(name).\(format)", "--plain", status: 0)
      }
      let commands = [
        "convert in -o out/c", "render in -o out/r --size 300x200",
        "render in --y4m out/r.y4m --size 300x200", "render p/a.png -o out/p.png --size 100x80",
        "sheet in -o out/s.png --tile 200", "sheet p -o out/t.png --tile 200",
        "sample in --at .5,.5 --as convert", "sample p --at .5,.5", "info in p",
      ]
      // If the system can load the command, the run does not crash.
      let least = try #require(
        try stride(from: 20_000, through: 100_000, by: 500).first {
          try tree.shell("ulimit -v \($0); \"$0\" --help").status == 0
        })
      let limits =
        Array(stride(from: least, to: least + 16_000, by: 1000))
        + stride(from: least + 16_000, through: 180_000, by: 10_000)
      var (ends, starts) = ([Int32: Int](), 0)
      for kibibytes in limits {
        for command in commands {
          let run = try tree.shell(
            "ulimit -v \(kibibytes); \"$0\" \(command) -j 2 --isolation \(isolation)")
          starts += 1
          ends[run.status, default: 0] += 1
          let reported = "\(kibibytes) \(command): \(run.errors)"
          #expect(run.signal == nil && [0, 1].contains(run.status), "\(reported)")
          #expect(run.status == 0 || !run.errors.isEmpty, "\(reported)")
          #expect(!run.errors.contains("damaged") && !run.errors.contains("Fatal"), "\(reported)")
          #expect(!tree.entries("out").contains { $0.hasSuffix(".part") }, "\(reported)")
        }
        let drawn = try tree.shell("ulimit -v \(kibibytes); \"$0\" curves ease -o out/e.png -y")
        #expect(drawn.signal == nil, "\(kibibytes): \(drawn.errors)")
        try? FileManager.default.removeItem(atPath: tree.path("out"))
      }
      #expect(starts > 50 && ends[0, default: 0] > 0 && ends[1, default: 0] > 0, "\(ends)")
    }
  #endif
}
