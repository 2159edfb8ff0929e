public import Tweening

/// An area and the points of the items in it.
///
/// The area's top left corner is (0, 0). x grows to the right and y downwards. The caller chooses
/// the unit, usually pixels. Items are identified by their index.
public struct Stage: Sendable {
  /// Width and height of the area.
  public let area: Extent
  /// The items' centres.
  public let points: [Point]
  /// The unit of distance in linear, cornered and radial orders. Items move together if their
  /// distances have the same integer part in this unit.
  public let step: Double
  /// Values to sort the items by: one number for each item, or NaN if it is unknown.
  public let keys: [SortKey: [Double]]

  /// - Parameters:
  ///   - area: Width and height, 0 to a billion.
  ///   - points: The items' centres. They can be outside the area, by up to a billion.
  ///   - step: The unit of distance, above 0. 1 works for pixels. For normalised coordinates, use
  ///     the distance between neighbours.
  ///   - keys: For each key, as many numbers as there are points.
  public init(
    area: Extent, points: [Point], step: Double = 1, keys: [SortKey: [Double]] = [:]
  ) {
    let isFinite = points.allSatisfy { abs($0.x) <= Stage.reach && abs($0.y) <= Stage.reach }
    precondition(isFinite, "points must be finite, at most a billion away")
    precondition(
      (0...Stage.reach).contains(area.width) && (0...Stage.reach).contains(area.height),
      "the area must be finite, at most a billion wide and high")
    precondition(step > 0, "the step must be above 0")
    precondition(keys.values.allSatisfy { $0.count == points.count }, "a key needs all items")
    self.area = area
    self.points = points
    self.step = step
    self.keys = keys
  }

  /// The limit of coordinates. Larger ones do not have a precision of a millionth.
  private static let reach = 1e9
}

extension Stage {
  /// Returns the cells of a grid that fills the area, row by row.
  ///
  /// - Parameters:
  ///   - columns: Number of columns, 1 to 100 000.
  ///   - rows: Number of rows, 1 to 100 000. The grid can have at most 10 000 000 cells.
  ///   - area: Width and height, above 0 and at most a billion.
  ///   - keys: For each key, as many numbers as there are cells.
  /// - Throws: `ChoreographyError` for a value out of its range.
  public static func grid(
    columns: Int, rows: Int, area: Extent, keys: [SortKey: [Double]] = [:]
  ) throws(ChoreographyError) -> Stage {
    for (parameter, count) in [("columns", columns), ("rows", rows)]
    where !(1...100_000).contains(count) {
      throw ChoreographyError(
        name: "grid", parameter: parameter, found: "\(count)",
        accepted: "a whole number from 1 to 100000")
    }
    guard columns * rows <= 10_000_000 else {
      throw ChoreographyError(
        name: "grid", parameter: "columns × rows", found: "\(columns * rows)",
        accepted: "at most 10000000")
    }
    for (parameter, length) in [("width", area.width), ("height", area.height)]
    where !(length > 0 && length <= reach) {
      throw ChoreographyError(
        name: "grid", parameter: parameter, found: CurveText.number(length),
        accepted: ParameterRange.positive(reach).description)
    }
    var points: [Point] = []
    points.reserveCapacity(columns * rows)
    for row in 0..<rows {
      for column in 0..<columns {
        points.append(
          Point(
            x: area.width * (Double(column) + 0.5) / Double(columns),
            y: area.height * (Double(row) + 0.5) / Double(rows)))
      }
    }
    return Stage(area: area, points: points, keys: keys)
  }

  /// A rectangle in a tree of nested rectangles.
  public struct Node: Sendable {
    /// The rectangle in the coordinates of its parent. The parent's top left corner is (0, 0).
    public var frame: Rectangle
    /// The nodes inside it.
    public var children: [Node]

    /// Creates a rectangle in its parent, with the nodes inside it.
    public init(frame: Rectangle, children: [Node] = []) {
      self.frame = frame
      self.children = children
    }
  }

  /// Creates a stage with the centres of nested rectangles, in the coordinates of the area.
  ///
  /// Items are numbered in pre-order: first a node, then the nodes inside it, then its next
  /// sibling.
  ///
  /// - Parameters:
  ///   - area: Width and height, 0 to a billion.
  ///   - nodes: The nodes directly in the area.
  ///   - depth: The number of further levels with nodes that are also items.
  ///   - step: The unit of distance, above 0.
  public init(area: Extent, nodes: [Node], depth: Int = 0, step: Double = 1) {
    var points: [Point] = []
    func add(_ nodes: [Node], at origin: Point, levels: Int) {
      for node in nodes {
        let corner = Point(x: origin.x + node.frame.origin.x, y: origin.y + node.frame.origin.y)
        points.append(
          Point(
            x: corner.x + node.frame.extent.width / 2, y: corner.y + node.frame.extent.height / 2))
        if levels > 0 { add(node.children, at: corner, levels: levels - 1) }
      }
    }
    add(nodes, at: Point(x: 0, y: 0), levels: depth)
    self.init(area: area, points: points, step: step)
  }
}

extension Stage {
  /// Returns the position of the item closest to an anchor, so that one item has distance 0. Among
  /// equal distances, the first item is used. Without items, returns the anchor itself.
  func nearestPoint(to position: Position) -> Point {
    let anchor = position.point(in: area)
    var nearest = anchor
    var least = Double.infinity
    for point in points {
      let (dx, dy) = (point.x - anchor.x, point.y - anchor.y)
      let square = dx * dx + dy * dy
      if square < least { (nearest, least) = (point, square) }
    }
    return nearest
  }
}
