internal import BromideLibc
internal import CBromideSystem
package import SystemPackage

/// A worker process, started with a channel and without standard streams. It ends with this object.
///
/// It does not have a terminal and inherits only the channel's descriptor. It never runs longer than
/// its parent, even if the parent is killed: it ends when the channel is closed (`endsWithParent`).
/// Linux also kills it, which a file that controls it cannot prevent.
package final class ChildProcess {
  /// How a process ended.
  package enum Ending: Sendable, Hashable {
    case exit(status: Int32)
    case signal(Int32)

    /// A clause without a subject, for example `was ended by SIGSEGV`.
    package var text: String {
      switch self {
      case .exit(let status): "ended with status \(status)"
      case .signal(let signal): "was ended by \(SignalName.text(signal))"
      }
    }
  }

  /// The connection to the process.
  package let channel: MessageChannel
  private let process: Int32
  private var ending: Ending?

  private struct Started: Sendable {
    var (process, channel) = (Int32(0), Int32(0))
    var code: Int32 = 0
  }

  /// Starts a program. The corresponding C functions are `vfork` and `execve`, or `posix_spawn`.
  package init(program: FilePath, arguments: [String]) throws(SystemError) {
    // The system kills the program when the thread that started it ends.
    let started = LastingThread.shared.perform { Self.start(program, arguments) }
    guard started.code == 0 else {
      throw SystemError(operation: "start", path: program, code: started.code)
    }
    process = started.process
    channel = MessageChannel(descriptor: started.channel)
  }

  private static func start(_ program: FilePath, _ arguments: [String]) -> Started {
    let texts = unsafe (["bromide"] + arguments).map { unsafe strdup($0) } + [nil]
    defer { for index in unsafe texts.indices { unsafe free(texts[index]) } }
    var started = Started()
    started.code = unsafe program.withPlatformString { program in
      unsafe texts.withUnsafeBufferPointer {
        unsafe bromide_start(program, $0.baseAddress!, &started.process, &started.channel)
      }
    }
    return started
  }

  deinit { _ = end() }

  /// Whether the system reports that the process is limited to a list of system calls
  /// (`ParentProcess.confine`).
  package var isConfined: Bool {
    let bytes = (try? FileSystem.contents(of: FilePath("/proc/\(process)/status"))) ?? []
    return String(decoding: bytes, as: UTF8.self).contains("\nSeccomp:\t2\n")
  }

  /// Waits until the process has ended.
  ///
  /// - Parameter byForce: Whether to kill the process. Use false if it has ended or ends soon.
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

/// The child's view of its parent process.
package enum ParentProcess {
  /// Returns the channel from `ChildProcess`, or `nil` if this process was started in another way.
  package static func channel() -> MessageChannel? {
    let descriptor: Int32 = 3
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFSOCK else {
      return nil
    }
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    return MessageChannel(descriptor: descriptor)
  }

  /// Ends this process when the other end of the channel is closed, without waiting for its
  /// threads.
  package static func endsWithParent() {
    _ = WorkerThread {
      bromide_await_end(3)
      _exit(0)
    }
  }

  /// Limits this process to system calls for its memory, its threads, and its open descriptors, so
  /// that it cannot open files.
  ///
  /// Call it before you create threads. Only Linux supports it. The rules use seccomp, and also
  /// Landlock if the system supports it.
  package static func confine() { _ = bromide_confine() }

  /// Limits the memory of this process and disables core dumps. The corresponding C function is
  /// `setrlimit`.
  package static func limit(memory bytes: Int) { bromide_limit_memory(bytes) }

  /// Limits the processor time of this process to that many more seconds, over all threads.
  package static func limit(seconds: Double) {
    bromide_limit_time(Int(min(max(seconds, 1), 1e9).rounded(.up)))
  }
}

/// Names of signals, as in `kill -l` and manuals.
package enum SignalName {
  /// Returns the name, or the number of a rare signal.
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
