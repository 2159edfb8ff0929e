import Foundation
import TestSupport
import Testing

/// Limits of the system, and programs that hang.
@Suite struct LimitTests {
  private let tree = CommandTree.fresh

  #if os(Linux)
    @Test func smallStackCausesError() throws {
      try tree.copy("night/night_1.dng", to: "a.dng")
      let run = try tree.shell("ulimit -s 128; \"$0\" convert a.dng -o out --plain --size 48")
      #expect(run.status == 1 && run.signal == nil)
      #expect(
        run.errors
          == "Error: the stack may have 128 kB, and Bromide needs 1024 kB; ulimit -s sets it\n")
      try tree.shell("ulimit -s 1024; \"$0\" convert a.dng -o out --plain --size 48").expect(0)
      #expect(tree.entries("out") == ["a.png"])
    }
  #endif

  #if os(Linux)
    private static let setpriv = ForeignProgram("setpriv")

    /// libgomp, which LibRaw uses to interpolate, ends a process if it cannot start a thread. root
    /// does not have this limit, and the system counts all processes of a user. So each case has
    /// a user without other processes.
    @Test(.enabled(if: getuid() == 0 && setpriv != nil), arguments: [("off", 1), ("process", 5)])
    func runsWithFewerThreadsThanRequested(isolation: String, processes: Int) throws {
      try tree.copy("night/night_1.dng", to: "a.dng")
      for folder in ["", "out"] {
        try Files.makeFolder(tree.path(folder))
        try FileManager.default.setAttributes(
          [.posixPermissions: 0o777], ofItemAtPath: tree.path(folder))
      }
      let user = 60_000 + Int(getpid()) % 500 * 2 + (isolation == "process" ? 1 : 0)
      try tree.run(
        [
          "--reuid=\(user)", "--clear-groups", "/bin/sh", "-c",
          "ulimit -u \(processes) 2>/dev/null || ulimit -p \(processes); exec \"$0\" \"$@\"",
          CommandRun.binary, "convert", "a.dng", "-o", "out", "--plain", "--size", "48",
          "--demosaic", "libraw:ahd", "-j", "2", "--isolation", isolation,
        ], binary: Self.setpriv?.path ?? "", status: 0)
      #expect(tree.entries("out") == ["a.png"])
    }
  #endif

  /// Programs in the place of ffmpeg's that never say anything.
  private func hang(_ names: String...) throws -> [String: String] {
    for name in names {
      try tree.write(
        "#!/bin/sh\necho $$ >> '\(tree.path("pids"))'\nexec sleep 600\n", to: "bin/" + name)
      try FileManager.default.setAttributes(
        [.posixPermissions: 0o755], ofItemAtPath: tree.path("bin/" + name))
    }
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    return ["PATH": tree.path("bin") + ":" + path]
  }

  private var pids: [Int32] {
    ((try? tree.read("pids")).map { String(decoding: $0, as: UTF8.self) } ?? "")
      .split(separator: "\n").compactMap { Int32($0) }
  }

  @Test(.timeLimit(.minutes(10))) func aHungProgramHasADeadline() throws {
    let environment = try hang("ffmpeg", "ffprobe")
    // Bytes that need ffprobe.
    try tree.write(
      Array("\0\0\0\u{18}ftypmp42".utf8) + [UInt8](repeating: 0, count: 100), to: "a.mp4")
    try whenStarted { timeout in
      try tree.run(
        ["sample", "a.mp4", "--at", ".5,.5", "--timeout", timeout], environment: environment,
        status: 1, errors: "ffprobe: it stopped after the time limit (--timeout)")
    }
    try tree.copy("night/night_1.dng", to: "in/a.dng")
    try tree.copy("night/night_2.dng", to: "in/b.dng")
    try whenStarted { timeout in
      try tree.run(
        [
          "render", "in", "-o", "film.mkv", "--codec", "ffv1", "--size", "640x480", "--timeout",
          timeout,
        ], environment: environment, status: 1)
      #expect(!tree.exists("film.mkv"))
      #expect(tree.entries().filter { $0.hasSuffix(".part") }.isEmpty)
    }
  }

  /// Runs a command whose time limit ends a program, with longer limits until the program has
  /// started before the limit. A loaded machine may need long to start it.
  private func whenStarted(_ run: (String) throws -> Void) throws {
    for timeout in ["1", "5", "25", "125"] {
      Files.remove(tree.path("pids"))
      try run(timeout)
      #expect(pids.allSatisfy { kill($0, 0) != 0 })
      if !pids.isEmpty { return }
    }
    Issue.record("the program never started")
  }

  #if os(Linux)
    @Test(.timeLimit(.minutes(10))) func aProgramEndsWithAKilledRun() throws {
      let environment = try hang("ffmpeg", "ffprobe")
      try tree.write(
        Array("\0\0\0\u{18}ftypmp42".utf8) + [UInt8](repeating: 0, count: 100), to: "a.mp4")
      let process = try tree.start(["sample", "a.mp4", "--at", ".5,.5"], environment: environment)
      while pids.isEmpty { usleep(10_000) }
      let child = try #require(pids.first)
      #expect(kill(child, 0) == 0)
      kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()
      #expect(RunningProcess.ends(child))
    }
  #endif
}
