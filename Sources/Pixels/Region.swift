/// A rectangle of whole pixels: the columns `x ..< x + width` of the rows `y ..< y + height`.
public struct Region: Sendable, Hashable, Codable {
  /// The first column; negative ones lie left of the picture's origin.
  public var x: Int
  /// The first row; negative ones lie above the picture's origin.
  public var y: Int
  /// Columns, at least 0 for a region that means something.
  public var width: Int
  /// Rows, at least 0 likewise.
  public var height: Int

  /// Any four numbers; nothing is checked.
  public init(x: Int, y: Int, width: Int, height: Int) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  /// All of a picture of the given size.
  public init(_ size: Size) {
    self.init(x: 0, y: 0, width: size.width, height: size.height)
  }

  /// Width and height in pixels.
  public var size: Size { Size(width: width, height: height) }
  /// Whether there is no pixel in it.
  public var isEmpty: Bool { width <= 0 || height <= 0 }
  /// The column after the last.
  public var endX: Int { x + width }
  /// The row after the last.
  public var endY: Int { y + height }

  /// Whether every pixel of `other` is also in this region.
  public func contains(_ other: Region) -> Bool {
    other.x >= x && other.y >= y && other.endX <= endX && other.endY <= endY
  }

  /// The pixels that both regions share; empty where there is none.
  public func intersection(_ other: Region) -> Region {
    let left = max(x, other.x)
    let top = max(y, other.y)
    return Region(
      x: left, y: top,
      width: max(0, min(endX, other.endX) - left),
      height: max(0, min(endY, other.endY) - top))
  }

  /// The same rectangle moved.
  public func translated(x dx: Int, y dy: Int) -> Region {
    Region(x: x + dx, y: y + dy, width: width, height: height)
  }

  /// The rectangle with `margin` more rows and columns on every side; fewer where it is negative.
  public func grown(by margin: Int) -> Region { grown(x: margin, y: margin) }

  /// The rectangle with `marginX` more columns on the left and on the right, and `marginY` more rows above and below;
  /// fewer where they are negative.
  public func grown(x marginX: Int, y marginY: Int) -> Region {
    Region(
      x: x - marginX, y: y - marginY, width: width + 2 * marginX, height: height + 2 * marginY)
  }
}

extension Region: CustomStringConvertible {
  /// Size, then position: `300×200+10+20`.
  public var description: String { "\(width)×\(height)+\(x)+\(y)" }
}

extension Region {
  /// The middle, in fractions of pixels.
  package var center: SIMD2<Double> {
    SIMD2(Double(x) + Double(width) / 2, Double(y) + Double(height) / 2)
  }
}
