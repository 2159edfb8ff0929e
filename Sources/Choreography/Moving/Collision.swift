public import Tweening

/// Two boxes run into each other until they overlap, then spring back to where they touch.
public enum Collision: String, Sendable, CaseIterable {
  /// Overlaps by 4 after .65 s.
  case light
  /// Overlaps by 8 after .25 s.
  case medium
  /// Overlaps by 16 after .1 s.
  case heavy

  /// Distance that each box goes beyond the place where they touch, in the stage's units: half of
  /// the greatest overlap.
  public var offset: Double {
    switch self {
    case .light: 2
    case .medium: 4
    case .heavy: 8
    }
  }

  /// Seconds of running together.
  public var run: Double {
    switch self {
    case .light: 0.65
    case .medium: 0.25
    case .heavy: 0.10
    }
  }

  /// Seconds of springing back.
  public static let recovery = 1.0

  /// Seconds in all.
  public var duration: Double { run + Collision.recovery }

  /// One box's way: from −`distance` to `offset` with growing speed, then by a spring to 0, where
  /// the boxes touch. Positive is towards the other box.
  ///
  /// - Parameters:
  ///   - distance: Distance at which the box starts.
  ///   - startTime: Time at which it starts, in seconds.
  public func animation(from distance: Double, startTime: Double = 0) -> Animation<Double, Curve> {
    Animation(
      [
        Segment(from: -distance, to: offset, duration: run, timing: .quadraticIn),
        Segment(from: offset, to: 0, duration: Collision.recovery, timing: Collision.spring),
      ], startTime: startTime)
  }

  /// Starts at rest, as the boxes turn around there.
  private static let spring = (try? Curve.spring(damping: 0.5)) ?? .cubicOut
}
