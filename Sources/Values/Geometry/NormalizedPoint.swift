/// A point in an upright picture of any resolution, from (0, 0) at its top left corner to (1, 1) at
/// its bottom right corner. The centre of pixel i of n is at (i + 0.5) / n.
public struct NormalizedPoint: Sendable, Hashable, Codable {
  /// The fraction of the width from the left edge. Values below 0 or above 1 are outside the
  /// picture.
  public var x: Double
  /// The fraction of the height from the top edge.
  public var y: Double

  /// Creates any point, even outside the picture.
  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }
}
