public import Tweening

/// Two boxes run against each other until they overlap, and spring back to where they touch.
public enum Collision: String, Sendable, CaseIterable {
  /// Overlaps by 4 after .65 s.
  case light
  /// Overlaps by 8 after .25 s.
  case medium
  /// Overlaps by 16 after .1 s.
  case heavy

  /// How far each box goes beyond the place where they touch, in the stage's units: half of the
  /// greatest overlap.
  public var offset: Double {
    switch self {
    case .light: 2
    case .medium: 4
    case .heavy: 8
    }
  }

  /// Seconds of the run.
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
  ///   - distance: how far away the box starts.
  ///   - startTime: when it starts, in seconds.
  public func animation(from distance: Double, startTime: Double = 0) -> Animation<Double, Curve> {
    Animation(
      [
        Segment(from: -distance, to: offset, duration: run, timing: .quadraticIn),
        Segment(from: offset, to: 0, duration: Collision.recovery, timing: Collision.spring),
      ], startTime: startTime)
  }

  /// At rest at first, for there the boxes turn round.
  private static let spring = (try? Curve.spring(damping: 0.5)) ?? .cubicOut
}
