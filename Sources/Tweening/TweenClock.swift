/// Where a tweener that is not told the time reads it.
public protocol TweenClock {
  /// Seconds since a moment of the clock's own; it never runs backwards.
  var now: Double { get }
}

/// The time that passes, whether or not the machine sleeps.
public struct SystemClock: TweenClock {
  private let start = ContinuousClock.now

  /// A clock that starts at 0 now.
  public init() {}

  /// Seconds since the clock was made.
  public var now: Double {
    let (seconds, attoseconds) = start.duration(to: .now).components
    return Double(seconds) + Double(attoseconds) * 1e-18
  }
}

/// A clock that is set by hand, for tests and for exports that run faster than time.
public final class ManualClock: TweenClock {
  /// Set it forwards only.
  public var now: Double

  /// A clock that shows `now`, in seconds.
  public init(now: Double = 0) { self.now = now }
}
