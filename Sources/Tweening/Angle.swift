/// A direction that turns the short way: from 350° to 10° through 0°.
///
/// If both ways are equally short, the angle grows. Values in between can exceed one turn: halfway
/// from 350° to 10° is 360°. To turn by more than half a circle, interpolate plain numbers instead.
public struct Angle: Hashable, Codable, Interpolatable {
  /// Radians, in any number of turns.
  public var radians: Double

  /// An angle in radians.
  @inlinable public init(radians: Double) { self.radians = radians }
  /// An angle in degrees.
  @inlinable public init(degrees: Double) { radians = degrees * (.pi / 180) }

  /// The angle in degrees, in any number of turns.
  @inlinable public var degrees: Double { radians * (180 / .pi) }

  /// Returns the turn to `end`, in −π < turn ≤ π.
  @inlinable public func turn(to end: Angle) -> Double {
    let turn = (end.radians - radians).remainder(dividingBy: 2 * .pi)
    return turn == -.pi ? .pi : turn
  }

  /// Turns by the fraction `share` of the short way to `end`. At 1 the result is exactly `end`.
  @inlinable public func interpolated(to end: Angle, at share: Double) -> Angle {
    share == 1 ? end : Angle(radians: radians + turn(to: end) * share)
  }

  /// Returns this angle, turned by `a` times the short way to `first` and `b` times the short way
  /// to `second`.
  @inlinable
  public func moved(towards first: Angle, by a: Double, and second: Angle, by b: Double) -> Angle {
    Angle(radians: radians + turn(to: first) * a + turn(to: second) * b)
  }

  /// Returns the turn to `next` as a fraction of the turn to `target`, or `nil` if `target` is
  /// equal.
  @inlinable public func progress(of next: Angle, towards target: Angle) -> Double? {
    let way = turn(to: target)
    return way == 0 ? nil : turn(to: next) / way
  }
}
