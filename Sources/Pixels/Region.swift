/// A rectangle of whole pixels: the columns `x ..< x + width` of the rows `y ..< y + height`.
public struct Region: Sendable, Hashable, Codable {
  /// First column; negative if it lies to the left of the picture's origin.
  public var x: Int
  /// First row; negative if it lies above the picture's origin.
  public var y: Int
  /// Number of columns; the region is empty if it is not positive.
  public var width: Int
  /// Number of rows; the region is empty if it is not positive.
  public var height: Int

  /// A region of any four numbers, which are not checked.
  public init(x: Int, y: Int, width: Int, height: Int) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  /// The region of a whole picture of the given size.
  public init(_ size: Size) {
    self.init(x: 0, y: 0, width: size.width, height: size.height)
  }

  /// Width and height in pixels.
  public var size: Size { Size(width: width, height: height) }
  /// Whether the region has no pixels.
  public var isEmpty: Bool { width <= 0 || height <= 0 }
  /// Column after the last one.
  public var endX: Int { x + width }
  /// Row after the last one.
  public var endY: Int { y + height }

  /// Whether every pixel of `other` is in this region.
  public func contains(_ other: Region) -> Bool {
    other.x >= x && other.y >= y && other.endX <= endX && other.endY <= endY
  }

  /// The pixels that both regions share; empty if there are none.
  public func intersection(_ other: Region) -> Region {
    let left = max(x, other.x)
    let top = max(y, other.y)
    return Region(
      x: left, y: top,
      width: max(0, min(endX, other.endX) - left),
      height: max(0, min(endY, other.endY) - top))
  }

  /// This region, moved by `dx` columns and `dy` rows.
  public func translated(x dx: Int, y dy: Int) -> Region {
    Region(x: x + dx, y: y + dy, width: width, height: height)
  }

  /// This region with `margin` more rows and columns on every side, or fewer if it is negative.
  public func grown(by margin: Int) -> Region { grown(x: margin, y: margin) }

  /// This region with `marginX` more columns on the left and right and `marginY` more rows above
  /// and below, or fewer if they are negative.
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
  /// The middle, in fractions of pixels.
  package var center: SIMD2<Double> {
    SIMD2(Double(x) + Double(width) / 2, Double(y) + Double(height) / 2)
  }
}
