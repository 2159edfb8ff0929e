import BromideSystem
import CBromideSystem
import Foundation
import SystemPackage
import Testing

#if os(Linux)
  /// Programs that this one starts.
  @Suite struct PipedProcessTests {
    private static var files: FileManager { .default }

    private func output(of script: String) throws -> [Substring] {
      let process = try PipedProcess(
        program: "/bin/sh", arguments: ["-c", script], pipe: .output, timeout: nil)
      let bytes = try process.readAll(atMost: 1 << 20)
      #expect(process.end() == .exit(status: 0), "\(process.complaints)")
      return String(decoding: bytes, as: UTF8.self).split(separator: "\n")
    }

    /// A descriptor that anybody opened to be inherited, as libraries and callers do, is not.
    @Test func programsInheritNoDescriptors() throws {
      let (file, number) = (unsafe open("/dev/null", O_RDONLY), Int32(177))
      try #require(dup2(file, number) == number)
      defer {
        close(file)
        close(number)
      }
      try #require(fcntl(number, F_GETFD) == 0)
      let found = try output(of: "for name in /proc/$$/fd/*; do echo ${name##*/}; done")
      #expect(found.contains("1") && found.contains("2"))
      #expect(!found.contains("177"), "\(found)")
    }

    /// Two users of the library do not share their limits.
    @Test func eachProgramHasItsOwnTimeLimit() throws {
      func start(_ timeout: Double?) throws -> PipedProcess {
        try PipedProcess(
          program: "/bin/sh", arguments: ["-c", "echo done"], pipe: .output, timeout: timeout)
      }
      let (hasty, patient) = (try start(0), try start(nil))
      let error = #expect(throws: SystemError.self) { try hasty.readAll(atMost: 100) }
      #expect(error?.code == ETIME)
      #expect(try patient.readAll(atMost: 100) == Array("done\n".utf8))
    }

    /// The system must not kill a program because the thread that started it ends.
    @Test func programsOutliveTheThreadThatStartsThem() throws {
      final class Started: @unchecked Sendable {
        var (process, pipe, messages) = (Int32(0), Int32(0), Int32(0))
        var code: Int32 = -1
        var place = ""
      }
      let started = Started()
      let thread = try #require(
        WorkerThread {
          let arguments = unsafe ["/bin/cat", nil].map { unsafe $0.map { unsafe strdup($0)! } }
          started.code = unsafe bromide_start_piped(
            "/bin/cat", arguments, &started.process, &started.pipe, &started.messages)
          started.place =
            (try? Self.files.destinationOfSymbolicLink(atPath: "/proc/thread-self")) ?? ""
        })
      thread.join()
      try #require(started.code == 0 && started.place.contains("/task/"))
      // The system signals programs after `join` returns, and then removes the thread.
      while Self.files.fileExists(atPath: "/proc/" + started.place) { sched_yield() }
      close(started.pipe)
      var (signal, status) = (Int32(-1), Int32(-1))
      unsafe bromide_wait(started.process, &signal, &status)
      #expect(signal == 0 && status == 0)
      close(started.messages)
    }

    @Test func programsHaveSessionsWithoutTerminal() throws {
      let stat = try #require(try output(of: "echo $$ $(cat /proc/$$/stat)").first)
        .split(separator: " ")
      // Its number, then that again, its name and state, its parent, group, session and terminal.
      #expect(stat.count > 7 && stat[6] == stat[0] && stat[7] == "0", "\(stat)")
    }
  }
#endif
