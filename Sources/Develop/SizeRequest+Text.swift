internal import Pixels

extension SizeRequest.Bounds {
  /// Reads `1920x1080` or `2048`, sides of 1 to 100 000; nil for anything else.
  public init?(_ text: String) {
    let sides = text.split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
    switch sides.count {
    case 1:
      guard let edge = sides[0], Self.sides.contains(edge) else { return nil }
      self = .longEdge(edge)
    case 2:
      guard let width = sides[0], let height = sides[1], Self.sides.contains(width),
        Self.sides.contains(height)
      else { return nil }
      self = .box(Size(width: width, height: height))
    default: return nil
    }
  }

  /// Accepted pixels per side. PNG allows more, but such a picture does not fit in memory.
  public static let sides = 1...100_000
}
