internal import BromideLibc
internal import Synchronization

/// Handles Ctrl-C and similar signals on a thread that waits for them, so that signal handlers do
/// not run code.
///
/// The first signal calls `stop`. The second calls `clean`, which removes temporary files, and ends
/// the process.
package enum Interruption {
  /// The exit status of an interrupted run.
  private static let status: Int32 = 130
  private static let stopper = Mutex<(@Sendable () -> Void)?>(nil)
  private static let cleaner = Mutex<(@Sendable () -> Void)?>(nil)
  private static let isWatching = Atomic<Bool>(false)
  private static let count = Atomic<Int>(0)

  /// Whether a signal has arrived.
  package static var hasCome: Bool { count.load(ordering: .acquiring) > 0 }

  /// Calls `stop` when a signal arrives, or immediately if one has arrived. Call this on the main
  /// thread before you create other threads, because threads inherit the set of blocked signals.
  package static func watch(
    cleaningBy clean: @escaping @Sendable () -> Void, _ stop: @escaping @Sendable () -> Void
  ) {
    cleaner.withLock { $0 = clean }
    stopper.withLock { $0 = stop }
    if hasCome { stop() }
    guard !isWatching.exchange(true, ordering: .acquiringAndReleasing) else { return }
    var signals = signals
    unsafe pthread_sigmask(SIG_BLOCK, &signals, nil)
    guard WorkerThread({ waitForSignals() }) == nil else { return }
    // The watching thread does not exist, so restore the default: signals end the process.
    unsafe pthread_sigmask(SIG_UNBLOCK, &signals, nil)
    isWatching.store(false, ordering: .releasing)
  }

  /// Ends the process immediately, without waiting for other threads. The corresponding C function
  /// is `_exit`.
  package static func end(_ status: Int32) -> Never { _exit(status) }

  /// Stops calling `stop`.
  package static func unwatch() { stopper.withLock { $0 = nil } }

  private static var signals: sigset_t {
    var set = sigset_t()
    unsafe sigemptyset(&set)
    for signal in [SIGINT, SIGTERM] { unsafe sigaddset(&set, signal) }
    if !isHangUpIgnored { unsafe sigaddset(&set, SIGHUP) }
    return set
  }

  /// Whether the process was started with `nohup`, so that it continues after its terminal closes.
  private static let isHangUpIgnored: Bool = {
    var action = sigaction()
    guard unsafe sigaction(SIGHUP, nil, &action) == 0 else { return false }
    #if canImport(Darwin)
      let handler = unsafe action.__sigaction_u.__sa_handler
    #elseif canImport(Musl)
      let handler = unsafe action.__sa_handler.sa_handler
    #else
      let handler = unsafe action.__sigaction_handler.sa_handler
    #endif
    let ignored = unsafe unsafeBitCast(SIG_IGN, to: Int.self)
    return unsafe unsafeBitCast(handler, to: Int.self) == ignored
  }()

  private static func waitForSignals() {
    var set = signals
    var signal: Int32 = 0
    while true {
      guard unsafe sigwait(&set, &signal) == 0 else { continue }
      if count.add(1, ordering: .acquiringAndReleasing).newValue > 1 {
        cleaner.withLock { $0 }?()
        _exit(status)
      }
      stopper.withLock { $0 }?()
    }
  }
}

/// Turns two signals that end the process into errors of `write`: a closed pipe, and a file at the
/// size limit. Call it first.
public func ignoreWritingSignals() {
  signal(SIGPIPE, SIG_IGN)
  signal(SIGXFSZ, SIG_IGN)
}

/// Opens descriptors for standard streams that are closed. Reading or writing them fails.
///
/// Otherwise, the first opened file would become standard error, and messages would be written into
/// a picture. Call it before you open any file.
public func occupyClosedStreams() {
  for (descriptor, access) in [(Int32(0), O_WRONLY), (1, O_RDONLY), (2, O_RDONLY)]
  where fcntl(descriptor, F_GETFD) < 0 {
    // The system uses the lowest free descriptor, which is the missing one.
    _ = unsafe open("/dev/null", access)
  }
}
