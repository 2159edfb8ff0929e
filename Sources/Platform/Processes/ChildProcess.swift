internal import CPlatform
package import SystemPackage

#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// A process that works for this one: started with a channel and without standard streams, gone with its last reference.
///
/// It has no terminal, and inherits no descriptor but the channel. It ends when its channel does (`endsWithParent`), so that it never outlives
/// who started it, even one that was killed.
package final class ChildProcess {
  /// The way a process ended.
  package enum Ending: Sendable, Hashable {
    case exit(status: Int32)
    case signal(Int32)

    /// A clause without a subject: `was ended by SIGSEGV`.
    package var text: String {
      switch self {
      case .exit(let status): "ended with status \(status)"
      case .signal(let signal): "was ended by \(SignalName.text(signal))"
      }
    }
  }

  /// The connection to it.
  package let channel: MessageChannel
  private let process: Int32
  private var ending: Ending?

  /// Starts a program. The corresponding C function is `posix_spawn`.
  package init(program: FilePath, arguments: [String]) throws(SystemError) {
    let texts = unsafe (["bromide"] + arguments).map { unsafe strdup($0) } + [nil]
    defer { for index in unsafe texts.indices { unsafe free(texts[index]) } }
    var (process, channel) = (Int32(0), Int32(0))
    let code = unsafe program.withPlatformString { program in
      unsafe texts.withUnsafeBufferPointer {
        unsafe bromide_start(program, $0.baseAddress!, &process, &channel)
      }
    }
    guard code == 0 else { throw SystemError(operation: "start", path: program, code: code) }
    self.process = process
    self.channel = MessageChannel(descriptor: channel)
  }

  deinit { _ = end() }

  /// Whether the system says that the process is confined to a list of system calls (`ParentProcess.confine`).
  package var isConfined: Bool {
    let bytes = (try? FileSystem.contents(of: FilePath("/proc/\(process)/status"))) ?? []
    return String(decoding: bytes, as: UTF8.self).contains("\nSeccomp:\t2\n")
  }

  /// Ends the process if it runs, and waits for it.
  ///
  /// - Parameter byForce: Whether it is killed; otherwise it has ended, or is about to.
  @discardableResult package func end(byForce: Bool = true) -> Ending {
    if let ending { return ending }
    if byForce { kill(process, SIGKILL) }
    var (signal, status) = (Int32(0), Int32(0))
    let isKnown = unsafe bromide_wait(process, &signal, &status) == 0
    let ending: Ending = isKnown && signal != 0 ? .signal(signal) : .exit(status: status)
    self.ending = ending
    return ending
  }
}

/// The other side: this process as the child of one like it.
package enum ParentProcess {
  /// The channel that `ChildProcess` gave this process; nil if it was not started so.
  package static func channel() -> MessageChannel? {
    let descriptor: Int32 = 3
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFSOCK else {
      return nil
    }
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    return MessageChannel(descriptor: descriptor)
  }

  /// Ends this process as soon as the other end of the channel is closed, whatever its threads do.
  package static func endsWithParent() {
    _ = WorkerThread {
      bromide_await_end(3)
      _exit(0)
    }
  }

  /// Takes from this process every system call but those for its memory, its threads, and descriptors that it has: it can open
  /// no file. Call it before there are threads. Linux alone; there the rules are seccomp's, and Landlock's as well if the system has
  /// it.
  package static func confine() { _ = bromide_confine() }

  /// Keeps this process to that much memory of its own; it leaves no core dumps. The corresponding C function is
  /// `setrlimit`.
  package static func limit(memory bytes: Int) { bromide_limit_memory(bytes) }

  /// Lets this process use that many more seconds of processor time, over all threads.
  package static func limit(seconds: Double) {
    bromide_limit_time(Int(min(max(seconds, 1), 1e9).rounded(.up)))
  }
}

/// Names of signals as `kill -l` and manuals have them.
package enum SignalName {
  /// The name, or the number of one that is rarely met.
  package static func text(_ signal: Int32) -> String {
    names.first { $0.0 == signal }.map(\.1) ?? "signal \(signal)"
  }

  private static let names: [(Int32, String)] = [
    (SIGABRT, "SIGABRT"), (SIGBUS, "SIGBUS"), (SIGFPE, "SIGFPE"), (SIGHUP, "SIGHUP"),
    (SIGILL, "SIGILL"), (SIGINT, "SIGINT"), (SIGKILL, "SIGKILL"), (SIGPIPE, "SIGPIPE"),
    (SIGSEGV, "SIGSEGV"), (SIGSYS, "SIGSYS"), (SIGTERM, "SIGTERM"), (SIGTRAP, "SIGTRAP"),
    (SIGXCPU, "SIGXCPU"), (SIGXFSZ, "SIGXFSZ"),
  ]
}
