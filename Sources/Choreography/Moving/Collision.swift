public import Tweening

/// Two boxes collide until they overlap, then spring back until they only touch.
public enum Collision: String, Sendable, CaseIterable {
  /// Overlaps by 4 units after .65 s.
  case light
  /// Overlaps by 8 units after .25 s.
  case medium
  /// Overlaps by 16 units after .1 s.
  case heavy

  /// Half of the greatest overlap, in the stage's units: how far each box passes the touching
  /// position.
  public var offset: Double {
    switch self {
    case .light: 2
    case .medium: 4
    case .heavy: 8
    }
  }

  /// Seconds until the greatest overlap.
  public var run: Double {
    switch self {
    case .light: 0.65
    case .medium: 0.25
    case .heavy: 0.10
    }
  }

  /// Seconds of springing back.
  public static let recovery = 1.0

  /// Total seconds.
  public var duration: Double { run + Collision.recovery }

  /// Returns the movement of one box: from −`distance` to `offset` with growing speed, then with a
  /// spring to 0, where the boxes touch. Positive is towards the other box.
  ///
  /// - Parameters:
  ///   - distance: The distance of the box when it starts.
  ///   - startTime: The start time in seconds.
  public func animation(from distance: Double, startTime: Double = 0) -> Animation<Double, Curve> {
    Animation(
      [
        Segment(from: -distance, to: offset, duration: run, timing: .quadraticIn),
        Segment(from: offset, to: 0, duration: Collision.recovery, timing: Collision.spring),
      ], startTime: startTime)
  }

  /// The spring starts at rest, because the boxes turn around there.
  private static let spring = (try? Curve.spring(damping: 0.5)) ?? .cubicOut
}
