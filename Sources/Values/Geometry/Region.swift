/// A rectangle of pixels: the columns `x ..< x + width` in the rows `y ..< y + height`.
public struct Region: Sendable, Hashable, Codable {
  /// The first column. It is negative to the left of the picture's origin.
  public var x: Int
  /// The first row. It is negative above the picture's origin.
  public var y: Int
  /// The number of columns. If it is not positive, the region is empty.
  public var width: Int
  /// The number of rows. If it is not positive, the region is empty.
  public var height: Int

  /// Creates a region without checking the four numbers.
  public init(x: Int, y: Int, width: Int, height: Int) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  /// Creates the region of a full picture with this size.
  public init(_ size: Size) {
    self.init(x: 0, y: 0, width: size.width, height: size.height)
  }

  /// Width and height in pixels.
  public var size: Size { Size(width: width, height: height) }
  /// Whether the region does not contain pixels.
  public var isEmpty: Bool { width <= 0 || height <= 0 }
  /// The column after the last one.
  public var endX: Int { x + width }
  /// The row after the last one.
  public var endY: Int { y + height }

  /// Returns whether every pixel of `other` is in this region.
  public func contains(_ other: Region) -> Bool {
    other.x >= x && other.y >= y && other.endX <= endX && other.endY <= endY
  }

  /// Returns the pixels that are in both regions. The result can be empty.
  public func intersection(_ other: Region) -> Region {
    let left = max(x, other.x)
    let top = max(y, other.y)
    return Region(
      x: left, y: top,
      width: max(0, min(endX, other.endX) - left),
      height: max(0, min(endY, other.endY) - top))
  }

  /// Returns this region, moved by `dx` columns and `dy` rows.
  public func translated(x dx: Int, y dy: Int) -> Region {
    Region(x: x + dx, y: y + dy, width: width, height: height)
  }

  /// Returns this region with `margin` more rows and columns on every side, or fewer if it is
  /// negative.
  public func grown(by margin: Int) -> Region { grown(x: margin, y: margin) }

  /// Returns this region with `marginX` more columns on the left and right and `marginY` more rows
  /// above and below, or fewer if they are negative.
  public func grown(x marginX: Int, y marginY: Int) -> Region {
    Region(
      x: x - marginX, y: y - marginY, width: width + 2 * marginX, height: height + 2 * marginY)
  }
}

extension Region: CustomStringConvertible {
  /// The size, then the position: `300×200+10+20`.
  public var description: String { "\(width)×\(height)+\(x)+\(y)" }
}

extension Region {
  /// The centre, with fractions of pixels.
  package var center: SIMD2<Double> {
    SIMD2(Double(x) + Double(width) / 2, Double(y) + Double(height) / 2)
  }
}
