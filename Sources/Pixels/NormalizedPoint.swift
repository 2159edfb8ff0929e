/// A place in an upright picture of any resolution, from (0, 0) at its top left corner to (1, 1) at
/// its bottom right one. The centre of pixel i of n lies at (i + 0.5) / n.
public struct NormalizedPoint: Sendable, Hashable, Codable {
  /// Fraction of the width from the left edge; values below 0 or above 1 lie outside the picture.
  public var x: Double
  /// Fraction of the height from the top edge.
  public var y: Double

  /// Any place, even outside the picture.
  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }
}
