/// A clock for a tweener that is not told the time by `tick(by:)`.
public protocol TweenClock {
  /// Seconds since a moment of the clock's choosing; it never runs backwards.
  var now: Double { get }
}

/// A clock of real time, which passes even while the machine sleeps.
public struct SystemClock: TweenClock {
  private let start = ContinuousClock.now

  /// A clock that shows 0 now.
  public init() {}

  /// Seconds since the clock was made.
  public var now: Double {
    let (seconds, attoseconds) = start.duration(to: .now).components
    return Double(seconds) + Double(attoseconds) * 1e-18
  }
}

/// A clock set by hand, for tests and for exports that run faster than real time.
public final class ManualClock: TweenClock {
  /// Seconds; set it forwards only.
  public var now: Double

  /// A clock that shows `now`, in seconds.
  public init(now: Double = 0) { self.now = now }
}
