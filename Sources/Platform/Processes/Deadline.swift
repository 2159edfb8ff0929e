internal import CPlatform

#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// The end of a time that another process has, by the clock from when this was made.
///
/// A wait that took much longer than it was meant to does not count in full, because this process was stopped then (Ctrl-Z).
package struct Deadline {
  private let watch = Stopwatch()
  /// Milliseconds that are left; `nil` without an end.
  private var left: Double?
  /// The clock when `left` was right.
  private var seen = 0.0
  private static let step = 250.0

  /// A time that begins now.
  ///
  /// - Parameter seconds: How long it is; `nil` for a time without an end.
  package init(seconds: Double? = nil) {
    left = seconds.map { min(max($0, 0) * 1000, 1e12) }
  }

  /// Waits until a channel can be read, or has room, or has ended.
  ///
  /// - Returns: Whether that was in time.
  mutating func waits(for descriptor: Int32, room: Bool = false) -> Bool {
    while true {
      let step = min(max(left ?? Self.step, 0), Self.step)
      let result = bromide_await(descriptor, room, Int32(step.rounded(.up)))
      let isInterrupted = result < 0 && errno == EINTR
      let now = watch.milliseconds
      if let left { self.left = left - min(now - seen, 2 * Self.step) }
      seen = now
      if let left, left <= 0 { return false }
      // An error is what reading or writing then reports.
      if result != 0, !isInterrupted { return true }
    }
  }
}
