/// A point in the plane, in any unit.
public struct Point: Hashable, Codable, VectorInterpolatable {
  /// The first coordinate.
  public var x: Double
  /// The second coordinate.
  public var y: Double

  /// A point at these coordinates.
  @inlinable public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }

  /// Applies `body` to both `x`, then to both `y`.
  @inlinable public func zipped(_ other: Point, _ body: (Double, Double) -> Double) -> Point {
    Point(x: body(x, other.x), y: body(y, other.y))
  }
}

/// A width and a height, in any unit. They can become negative if a curve overshoots.
public struct Extent: Hashable, Codable, VectorInterpolatable {
  /// The size along x.
  public var width: Double
  /// The size along y.
  public var height: Double

  /// An extent of this width and height.
  @inlinable public init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }

  /// Applies `body` to both widths, then to both heights.
  @inlinable public func zipped(_ other: Extent, _ body: (Double, Double) -> Double) -> Extent {
    Extent(width: body(width, other.width), height: body(height, other.height))
  }
}

/// An upright rectangle, defined by the corner with the least coordinates and its extent.
public struct Rectangle: Hashable, Codable, VectorInterpolatable {
  /// The corner with the least coordinates.
  public var origin: Point
  /// The width and height.
  public var extent: Extent

  /// A rectangle with this corner and extent.
  @inlinable public init(origin: Point, extent: Extent) {
    self.origin = origin
    self.extent = extent
  }

  /// A rectangle with this corner, width and height.
  @inlinable public init(x: Double, y: Double, width: Double, height: Double) {
    self.init(origin: Point(x: x, y: y), extent: Extent(width: width, height: height))
  }

  /// Applies `body` to the origins' components, then to the extents' components.
  @inlinable
  public func zipped(_ other: Rectangle, _ body: (Double, Double) -> Double) -> Rectangle {
    Rectangle(
      origin: origin.zipped(other.origin, body), extent: extent.zipped(other.extent, body))
  }
}
