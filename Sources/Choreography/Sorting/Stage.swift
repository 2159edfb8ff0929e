public import Tweening

/// Where things happen: an area and the points of the items in it.
///
/// The area's top left corner is (0, 0), x grows to the right and y downwards. Units are those of
/// the caller, as a rule pixels. An item is known by its index.
public struct Stage: Sendable {
  /// Width and height of the area.
  public let area: Extent
  /// The items' points of reference, their centres.
  public let points: [Point]
  /// Distances are told apart in steps of this: items whose distances lie in the same step move
  /// together in linear, cornered and radial orders.
  public let step: Double
  /// What the items can be sorted by, a number for each; NaN where one is not known.
  public let keys: [SortKey: [Double]]

  /// - Parameters:
  ///   - area: width and height, 0 or more and finite.
  ///   - points: the items' centres, finite; they may lie outside the area.
  ///   - step: above 0; 1 is right for pixels. For normalised coordinates take the distance of
  ///     neighbours.
  ///   - keys: for each key as many numbers as there are points.
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

  /// Farther away nothing can be told apart to a millionth.
  private static let reach = 1e9
}

extension Stage {
  /// The cells of a grid that fills the area, row by row.
  ///
  /// - Parameters:
  ///   - columns: 1 to 100 000.
  ///   - rows: 1 to 100 000; at most 10 000 000 cells in all.
  ///   - area: width and height, above 0, at most a billion.
  ///   - keys: for each key as many numbers as there are cells.
  /// - Throws: what is out of its range.
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

  /// A tree of frames.
  public struct Node: Sendable {
    /// In the coordinates of its parent, whose top left corner is (0, 0).
    public var frame: Rectangle
    /// What lies in it.
    public var children: [Node]

    /// A frame in its parent with what lies in it.
    public init(frame: Rectangle, children: [Node] = []) {
      self.frame = frame
      self.children = children
    }
  }

  /// The centres of nested frames, in the coordinates of the area.
  ///
  /// Items are numbered in pre-order: each frame before what lies in it, and that before the frame's
  /// next sibling.
  ///
  /// - Parameters:
  ///   - area: width and height, 0 or more and finite.
  ///   - nodes: what lies in the area directly.
  ///   - depth: how many levels below these join in as items of their own; 0 for none.
  ///   - step: as for points.
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
  /// The translated anchor: the point of the item that is nearest to the anchor, of equally near
  /// ones the first, so that some item has distance 0; without items the anchor itself.
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
