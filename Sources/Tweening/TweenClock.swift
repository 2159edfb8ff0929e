/// A clock for a tweener. You do not need it if you call `tick(by:)`.
public protocol TweenClock {
  /// Seconds since any fixed moment. They never decrease.
  var now: Double { get }
}

/// A clock of real time, which continues while the machine sleeps.
public struct SystemClock: TweenClock {
  private let start = ContinuousClock.now

  /// Creates a clock that is now at 0.
  public init() {}

  /// Seconds since the clock was created.
  public var now: Double {
    let (seconds, attoseconds) = start.duration(to: .now).components
    return Double(seconds) + Double(attoseconds) * 1e-18
  }
}

/// A clock that you set yourself, for tests and for exports that run faster than real time.
public final class ManualClock: TweenClock {
  /// Seconds. Never set them to an earlier time.
  public var now: Double

  /// Creates a clock at `now`, in seconds.
  public init(now: Double = 0) { self.now = now }
}
