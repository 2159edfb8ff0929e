/// An upright rectangle on a canvas, in units. The y axis points down.
public struct Box: Sendable, Hashable {
  /// The left edge.
  public var x: Double
  /// The top edge.
  public var y: Double
  /// The width.
  public var width: Double
  /// The height.
  public var height: Double

  /// Creates a box from its left and top edges, width and height, in units.
  public init(x: Double, y: Double, width: Double, height: Double) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  /// The right edge.
  public var maxX: Double { x + width }
  /// The bottom edge.
  public var maxY: Double { y + height }
  /// The centre.
  public var center: SIMD2<Double> { [x + width / 2, y + height / 2] }

  /// Returns the box without these margins.
  public func inset(
    left: Double = 0, top: Double = 0, right: Double = 0, bottom: Double = 0
  ) -> Box {
    Box(
      x: x + left, y: y + top, width: max(0, width - left - right),
      height: max(0, height - top - bottom))
  }

  /// Returns the box without a margin on all sides.
  public func inset(by margin: Double) -> Box {
    inset(left: margin, top: margin, right: margin, bottom: margin)
  }

  /// Returns a grid of `count` equal boxes with gaps.
  public func grid(count: Int, columns: Int, gap: (x: Double, y: Double)) -> [Box] {
    precondition(columns > 0, "a grid has columns")
    let rows = (count + columns - 1) / columns
    let cellWidth = (width - gap.x * Double(columns - 1)) / Double(columns)
    let cellHeight = (height - gap.y * Double(rows - 1)) / Double(max(rows, 1))
    return (0..<count).map { index in
      Box(
        x: x + Double(index % columns) * (cellWidth + gap.x),
        y: y + Double(index / columns) * (cellHeight + gap.y), width: cellWidth, height: cellHeight)
    }
  }

  /// Returns the largest centred box with these proportions.
  public func fitting(width: Double, height: Double) -> Box {
    let scale = min(self.width / width, self.height / height)
    return Box(
      x: x + (self.width - width * scale) / 2, y: y + (self.height - height * scale) / 2,
      width: width * scale, height: height * scale)
  }
}
