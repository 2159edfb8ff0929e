/// A direction, which turns the short way: from 350° to 10° through 0°.
///
/// Of two equally short ways it takes the one of growing angles. Values between are not brought
/// back into one turn: halfway from 350° to 10° is 360°. For turns by more than half a circle
/// interpolate plain numbers.
public struct Angle: Hashable, Codable, Interpolatable {
  public var radians: Double

  @inlinable public init(radians: Double) { self.radians = radians }
  @inlinable public init(degrees: Double) { radians = degrees * (.pi / 180) }

  @inlinable public var degrees: Double { radians * (180 / .pi) }

  /// The turn to `end` in −π < turn ≤ π.
  @inlinable public func turn(to end: Angle) -> Double {
    let turn = (end.radians - radians).remainder(dividingBy: 2 * .pi)
    return turn == -.pi ? .pi : turn
  }

  @inlinable public func interpolated(to end: Angle, at share: Double) -> Angle {
    share == 1 ? end : Angle(radians: radians + turn(to: end) * share)
  }

  @inlinable
  public func moved(towards first: Angle, by a: Double, and second: Angle, by b: Double) -> Angle {
    Angle(radians: radians + turn(to: first) * a + turn(to: second) * b)
  }

  @inlinable public func progress(of next: Angle, towards target: Angle) -> Double? {
    let way = turn(to: target)
    return way == 0 ? nil : turn(to: next) / way
  }
}
