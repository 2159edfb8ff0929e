/// A place in an upright picture, whatever its resolution: (0, 0) its top left, (1, 1) its bottom
/// right corner; the centre of pixel i of n lies at (i + 0.5) / n.
public struct NormalizedPoint: Sendable, Hashable, Codable {
  public var x: Double
  public var y: Double

  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }
}
