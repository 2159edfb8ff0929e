/// A value that can move towards another one of its type.
///
/// One function makes a type `Interpolatable`. A structure of interpolatable parts passes it on:
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
/// A type whose components are plain numbers conforms to `VectorInterpolatable` instead, which
/// also gives it smooth keyframe tracks and detours along a curve.
public protocol Interpolatable: Sendable {
  /// The value `share` of the way from here to `end`.
  ///
  /// The share is not limited: 1.2 lies beyond the end. It must give `self` at 0 and `end` at 1.
  func interpolated(to end: Self, at share: Double) -> Self

  /// This value moved towards two others: `self + a·(first − self) + b·(second − self)`.
  ///
  /// The default suits every flat space; a type that wraps around, such as an angle, implements its
  /// own.
  func moved(towards first: Self, by a: Double, and second: Self, by b: Double) -> Self

  /// The factor f with `next − self = f·(target − self)`: the part of the way to a target that a
  /// step covers, negative if it leads away.
  ///
  /// Nil if the step leaves the straight line or the target is already here. The default is nil.
  func progress(of next: Self, towards target: Self) -> Double?
}

extension Interpolatable {
  /// The default: twice the way to the middle of the two single moves.
  @inlinable
  public func moved(towards first: Self, by a: Double, and second: Self, by b: Double) -> Self {
    let middle = interpolated(to: first, at: a)
      .interpolated(to: interpolated(to: second, at: b), at: 0.5)
    return interpolated(to: middle, at: 2)
  }

  /// The default: nil.
  @inlinable
  public func progress(of next: Self, towards target: Self) -> Double? { nil }
}

/// An `Interpolatable` made of numbers that are added and multiplied component by component.
///
/// It needs one function, from which the others follow:
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
  /// The value whose components are `body` of each pair of components, taken in a fixed order.
  func zipped(_ other: Self, _ body: (Double, Double) -> Double) -> Self
}

extension VectorInterpolatable {
  /// Component by component `self + (end − self)·share`; exactly `end` at 1.
  @inlinable public func interpolated(to end: Self, at share: Double) -> Self {
    zipped(end) { share == 1 ? $1 : $0 + ($1 - $0) * share }
  }

  /// Component by component `self + a·(first − self) + b·(second − self)`.
  @inlinable
  public func moved(towards first: Self, by a: Double, and second: Self, by b: Double) -> Self {
    zipped(first) { a * ($1 - $0) }.zipped(zipped(second) { $0 + b * ($1 - $0) }) { $0 + $1 }
  }

  /// The default, by least squares: a step is straight if it is so to within a billionth of its
  /// length.
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
