/// A value that can move towards another value of its type.
///
/// To conform, implement one function. A structure with interpolatable parts calls the function of
/// each part:
///
/// ```swift
/// struct Tile: Interpolatable {
///   var place: Point
///   var turn: Angle
///   func interpolated(to end: Tile, at share: Double) -> Tile {
///     Tile(
///       place: place.interpolated(to: end.place, at: share),
///       turn: turn.interpolated(to: end.turn, at: share))
///   }
/// }
/// ```
///
/// If the components are plain numbers, conform to `VectorInterpolatable` instead. It also supports
/// smooth keyframe tracks and detours along a curve.
public protocol Interpolatable: Sendable {
  /// Returns the value at the fraction `share` of the distance from here to `end`.
  ///
  /// The fraction can be outside 0…1: 1.2 is after the end. The result must be `self` at 0 and
  /// `end` at 1.
  func interpolated(to end: Self, at share: Double) -> Self

  /// Returns this value, moved towards two others: `self + a·(first − self) + b·(second − self)`.
  ///
  /// The default is correct for every flat space. A type that wraps around, for example an angle,
  /// needs a separate implementation.
  func moved(towards first: Self, by a: Double, and second: Self, by b: Double) -> Self

  /// Returns the factor f with `next − self = f·(target − self)`, or `nil` if there is none.
  ///
  /// f is the fraction of the distance to `target` that the step covers. It is negative if the step
  /// leads away. The result is `nil` if the step is not on the straight line or `target` equals
  /// this value. The default is `nil`.
  func progress(of next: Self, towards target: Self) -> Double?
}

extension Interpolatable {
  /// Returns the default: twice the distance to the middle of the two single moves.
  @inlinable
  public func moved(towards first: Self, by a: Double, and second: Self, by b: Double) -> Self {
    let middle = interpolated(to: first, at: a)
      .interpolated(to: interpolated(to: second, at: b), at: 0.5)
    return interpolated(to: middle, at: 2)
  }

  /// Returns the default, `nil`.
  @inlinable
  public func progress(of next: Self, towards target: Self) -> Double? { nil }
}

/// An `Interpolatable` that consists of numbers. Each component is added and multiplied separately.
///
/// Implement one function. The others use it:
///
/// ```swift
/// struct Exposure: VectorInterpolatable {
///   var stops: Double
///   func zipped(_ other: Exposure, _ body: (Double, Double) -> Double) -> Exposure {
///     Exposure(stops: body(stops, other.stops))
///   }
/// }
/// ```
public protocol VectorInterpolatable: Interpolatable {
  /// Returns the value with `body` applied to each pair of components, always in the same order.
  func zipped(_ other: Self, _ body: (Double, Double) -> Double) -> Self
}

extension VectorInterpolatable {
  /// Returns `self + (end − self)·share` for each component. At 1 it is exactly `end`.
  @inlinable public func interpolated(to end: Self, at share: Double) -> Self {
    zipped(end) { share == 1 ? $1 : $0 + ($1 - $0) * share }
  }

  /// Returns `self + a·(first − self) + b·(second − self)` for each component.
  @inlinable
  public func moved(towards first: Self, by a: Double, and second: Self, by b: Double) -> Self {
    zipped(first) { a * ($1 - $0) }.zipped(zipped(second) { $0 + b * ($1 - $0) }) { $0 + $1 }
  }

  /// Returns the default, by least squares. A step is straight if its distance from the line is at
  /// most a billionth of its length.
  @inlinable public func progress(of next: Self, towards target: Self) -> Double? {
    let step = zipped(next) { $1 - $0 }
    let way = zipped(target) { $1 - $0 }
    var product = 0.0
    var square = 0.0
    var length = 0.0
    _ = step.zipped(way) { s, w in
      product += s * w
      square += w * w
      length += s * s
      return 0
    }
    guard square > 0, square.isFinite else { return nil }
    let factor = product / square
    var astray = 0.0
    _ = step.zipped(way) { s, w in
      astray += (s - factor * w) * (s - factor * w)
      return 0
    }
    return astray <= 1e-18 * length ? factor : nil
  }
}
