/// A rectangle of whole pixels: the columns `x ..< x + width` of the rows `y ..< y + height`.
public struct Region: Sendable, Hashable, Codable {
  public var x: Int
  public var y: Int
  public var width: Int
  public var height: Int

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

  public var size: Size { Size(width: width, height: height) }
  public var isEmpty: Bool { width <= 0 || height <= 0 }
  public var endX: Int { x + width }
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
}

extension Region: CustomStringConvertible {
  public var description: String { "\(width)×\(height)+\(x)+\(y)" }
}
