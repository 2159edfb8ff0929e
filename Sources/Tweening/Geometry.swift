/// A point of the plane, in any unit.
public struct Point: Hashable, Codable, VectorInterpolatable {
  public var x: Double
  public var y: Double

  @inlinable public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }

  @inlinable public func zipped(_ other: Point, _ body: (Double, Double) -> Double) -> Point {
    Point(x: body(x, other.x), y: body(y, other.y))
  }
}

/// A width and a height, in any unit; nothing keeps them from becoming negative when a curve
/// goes beyond its ends.
public struct Extent: Hashable, Codable, VectorInterpolatable {
  public var width: Double
  public var height: Double

  @inlinable public init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }

  @inlinable public func zipped(_ other: Extent, _ body: (Double, Double) -> Double) -> Extent {
    Extent(width: body(width, other.width), height: body(height, other.height))
  }
}

/// An upright rectangle, by the corner with the least coordinates and its extent.
public struct Rectangle: Hashable, Codable, VectorInterpolatable {
  public var origin: Point
  public var extent: Extent

  @inlinable public init(origin: Point, extent: Extent) {
    self.origin = origin
    self.extent = extent
  }

  @inlinable public init(x: Double, y: Double, width: Double, height: Double) {
    self.init(origin: Point(x: x, y: y), extent: Extent(width: width, height: height))
  }

  @inlinable
  public func zipped(_ other: Rectangle, _ body: (Double, Double) -> Double) -> Rectangle {
    Rectangle(
      origin: origin.zipped(other.origin, body), extent: extent.zipped(other.extent, body))
  }
}
