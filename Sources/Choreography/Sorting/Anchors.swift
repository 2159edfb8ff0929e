public import Tweening

/// The nine anchors of an area: its corners, the middles of its edges, and its centre.
public enum Position: String, Sendable, CaseIterable {
  case topLeft
  case topMiddle
  case topRight
  case left
  case middle
  case right
  case bottomLeft
  case bottomMiddle
  case bottomRight

  /// Returns the anchor in an area. The area's top left corner is (0, 0), and y grows downwards.
  public func point(in area: Extent) -> Point {
    let x =
      switch self {
      case .topLeft, .left, .bottomLeft: 0.0
      case .topMiddle, .middle, .bottomMiddle: 0.5
      case .topRight, .right, .bottomRight: 1.0
      }
    let y =
      switch self {
      case .topLeft, .topMiddle, .topRight: 0.0
      case .left, .middle, .right: 0.5
      case .bottomLeft, .bottomMiddle, .bottomRight: 1.0
      }
    return Point(x: x * area.width, y: y * area.height)
  }
}

/// The four corners of an area.
public enum Corner: String, Sendable, CaseIterable {
  case topLeft
  case topRight
  case bottomLeft
  case bottomRight

  /// This corner as one of the nine anchors.
  public var position: Position {
    switch self {
    case .topLeft: .topLeft
    case .topRight: .topRight
    case .bottomLeft: .bottomLeft
    case .bottomRight: .bottomRight
    }
  }
}

/// The first and last edge of a linear order.
public enum LinearDirection: String, Sendable, CaseIterable {
  case topToBottom
  case bottomToTop
  case leftToRight
  case rightToLeft

  /// Returns the distance of a point in the area from the first edge.
  func distance(_ point: Point, in area: Extent) -> Double {
    switch self {
    case .topToBottom: point.y
    case .bottomToTop: area.height - point.y
    case .leftToRight: point.x
    case .rightToLeft: area.width - point.x
    }
  }
}
