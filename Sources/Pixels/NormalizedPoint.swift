/// A place in an upright picture, whatever its resolution: (0, 0) its top left, (1, 1) its bottom
/// right corner; the centre of pixel i of n lies at (i + 0.5) / n.
public struct NormalizedPoint: Sendable, Hashable, Codable {
  /// Share of the width from the left edge; below 0 and above 1 lie outside the picture.
  public var x: Double
  /// Share of the height from the top edge.
  public var y: Double

  /// Any place, outside the picture too.
  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }
}
