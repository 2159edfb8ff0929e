/// A direction that turns the short way: from 350° to 10° through 0°.
///
/// Of two equally short ways it takes the one of growing angles. Values in between are not wrapped
/// into one turn: halfway from 350° to 10° is 360°. For turns of more than half a circle,
/// interpolate plain numbers.
public struct Angle: Hashable, Codable, Interpolatable {
  /// Radians, in any number of turns.
  public var radians: Double

  /// An angle in radians.
  @inlinable public init(radians: Double) { self.radians = radians }
  /// An angle in degrees.
  @inlinable public init(degrees: Double) { radians = degrees * (.pi / 180) }

  /// The angle in degrees, in any number of turns.
  @inlinable public var degrees: Double { radians * (180 / .pi) }

  /// The turn to `end` in −π < turn ≤ π.
  @inlinable public func turn(to end: Angle) -> Double {
    let turn = (end.radians - radians).remainder(dividingBy: 2 * .pi)
    return turn == -.pi ? .pi : turn
  }

  /// Turns `share` of the short way to `end`; at 1 it is `end` itself.
  @inlinable public func interpolated(to end: Angle, at share: Double) -> Angle {
    share == 1 ? end : Angle(radians: radians + turn(to: end) * share)
  }

  /// This angle turned by `a` times the short way to `first` and `b` times the short way to
  /// `second`.
  @inlinable
  public func moved(towards first: Angle, by a: Double, and second: Angle, by b: Double) -> Angle {
    Angle(radians: radians + turn(to: first) * a + turn(to: second) * b)
  }

  /// The turn to `next` in proportion to the turn to `target`; nil if `target` is already here.
  @inlinable public func progress(of next: Angle, towards target: Angle) -> Double? {
    let way = turn(to: target)
    return way == 0 ? nil : turn(to: next) / way
  }
}
