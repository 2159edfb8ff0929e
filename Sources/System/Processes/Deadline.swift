internal import BromideLibc
internal import CBromideSystem

/// The time limit for another process, measured from the creation of this value.
///
/// If a wait takes much longer than planned, this process was stopped (Ctrl-Z). Then only a part of
/// the wait is included.
package struct Deadline {
  private let watch = Stopwatch()
  /// The remaining milliseconds, or `nil` without a limit.
  private var left: Double?
  /// The clock time for which `left` is correct.
  private var seen = 0.0
  private static let step = 250.0

  /// Creates a limit that begins now.
  ///
  /// - Parameter seconds: The length, or `nil` for no limit.
  package init(seconds: Double? = nil) {
    left = seconds.map { min(max($0, 0) * 1000, 1e12) }
  }

  /// Waits until a channel is readable, has room, or is closed.
  ///
  /// - Returns: Whether this happened before the limit.
  mutating func waits(for descriptor: Int32, room: Bool = false) -> Bool {
    while true {
      let step = min(max(left ?? Self.step, 0), Self.step)
      let result = bromide_await(descriptor, room, Int32(step.rounded(.up)))
      let isInterrupted = result < 0 && errno == EINTR
      let now = watch.milliseconds
      if let left { self.left = left - min(now - seen, 2 * Self.step) }
      seen = now
      if let left, left <= 0 { return false }
      // If there is an error, the next read or write reports it.
      if result != 0, !isInterrupted { return true }
    }
  }
}
