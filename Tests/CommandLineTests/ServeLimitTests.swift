import Foundation
import TestSupport
import Testing

#if os(Linux)
  /// Limits of a server's whole process: its end and its memory. Documentation/security.md names
  /// these tests.
  @Suite(.serialized, .enabled(if: ServeCommandTests.hasCurl)) struct ServeLimitTests {
    /// Requests that run at once, each on its own connection.
    private final class Requests {
      private let process = Process()
      private let output = Pipe()

      init(_ targets: [String], port: Int) throws {
        process.executableURL = URL(fileURLWithPath: "/usr/bin/curl")
        process.arguments =
          ["-s", "--parallel", "--parallel-immediate", "-w", "%{http_code}\\n"]
          + targets.flatMap { ["-o", "/dev/null", "http://127.0.0.1:\(port)\($0)"] }
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
      }

      /// Waits for all answers and returns their statuses, 0 without an answer.
      func statuses() -> [Int] {
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return String(decoding: data, as: UTF8.self).split(separator: "\n").compactMap { Int($0) }
      }
    }

    /// Waits until so many requests wait or are worked on.
    private func wait(for count: Int, _ served: ServeCommandTests.Served) throws {
      var waits = 0
      // The request for the number is one of them.
      while try requestsInHand(served) < count + 1, waits < 10_000 {
        usleep(10_000)
        waits += 1
      }
      try #require(waits < 10_000)
    }

    private func requestsInHand(_ served: ServeCommandTests.Served) throws -> Int {
      let text = String(decoding: try served.get("/metrics").body, as: UTF8.self)
      let line = text.split(separator: "\n").first { $0.hasPrefix("bromide_active_requests ") }
      return line.flatMap { Int($0.split(separator: " ")[1]) } ?? 0
    }

    /// The only thread is stuck in a photo, so queued requests could only start after it. The time
    /// is measured by scripts/test-serve.
    @Test(.enabled(if: TroubledLibRaw.library != nil), .timeLimit(.minutes(10)))
    func queuedRequestsNeverStartAfterTheSignal() throws {
      let tree = try CommandTree()
      try tree.copy("chart_rggb_12bit.dng", to: "photos/a.dng")
      try tree.write(TroubledLibRaw.photo(.hang, at: .unpack), to: "photos/b.dng")
      let served = try ServeCommandTests.Served(
        tree, ["--jobs", "1", "--isolation", "process"], environment: TroubledLibRaw.environment)
      let stuck = try Requests(["/iiif/b.dng/full/40,/0/default.png"], port: served.port)
      try wait(for: 1, served)
      let queued = try Requests(
        (40..<46).map { "/iiif/a.dng/full/\($0),/0/default.png" }, port: served.port)
      try wait(for: 7, served)
      served.process.terminate()
      served.process.waitUntilExit()
      #expect(served.process.terminationReason == .exit)
      #expect(served.process.terminationStatus == 0)
      #expect(queued.statuses() == Array(repeating: 503, count: 6))
      #expect(stuck.statuses() == [0])
    }

    /// Returns the bytes of a line in `/proc/PID/status`, such as `VmHWM`.
    private func memory(_ name: String, of process: Int32) throws -> Int {
      let text = try String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
      let line = try #require(text.split(separator: "\n").first { $0.hasPrefix(name + ":") })
      return try #require(Int(line.split(separator: " ")[1])) * 1024
    }

    /// Returns the peak of a server's memory above its memory at rest while it makes eight pictures
    /// at once.
    private func peak(memory limit: String) throws -> (bytes: Int, statuses: [Int]) {
      let served = try ServeCommandTests.Served(
        "--jobs", "8", "--isolation", "off", "--cache", "1M", "--memory", limit)
      defer { withExtendedLifetime(served) {} }
      func target(_ exposure: Double) -> String {
        "/iiif/a.dng/full/%5E2400,/0/default.png?exposure=\(exposure)"
      }
      // Libraries, threads and tables stay in memory.
      #expect(try served.get(target(0)).status == 200)
      let process = served.process.processIdentifier
      // 5 resets VmHWM to VmRSS (proc_pid_clear_refs(5)).
      try Data("5".utf8).write(to: URL(fileURLWithPath: "/proc/\(process)/clear_refs"))
      let before = try memory("VmRSS", of: process)
      let statuses = try Requests((1...8).map { target(Double($0) / 10) }, port: served.port)
        .statuses()
      return (try memory("VmHWM", of: process) - before, statuses)
    }

    /// The kernel measures the memory. The photo is small, and each picture has 3.8 megapixels.
    @Test(.timeLimit(.minutes(20))) func picturesAtOnceStayBelowTheMemory() throws {
      let free = try peak(memory: "2G")
      #expect(free.statuses == Array(repeating: 200, count: 8))
      let limited = try peak(memory: "40M")
      // A picture that waits longer than 10 s gets 503.
      #expect(limited.statuses.contains(200))
      #expect(limited.statuses.allSatisfy { [200, 503].contains($0) }, "\(limited.statuses)")
      #expect(limited.bytes <= 40_000_000, "\(limited.bytes)")
      // Without the limit, they take more together.
      #expect(free.bytes > 40_000_000, "\(free.bytes)")
    }
  }
#endif
