/// Width and height of a picture in whole pixels.
public struct Size: Sendable, Hashable, Codable {
  /// Pixels in a row.
  public var width: Int
  /// Rows.
  public var height: Int

  /// Any two numbers; what has no pixel `isEmpty`.
  public init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }

  /// Pixels in the picture.
  public var area: Int { width * height }

  /// The longer of the two sides.
  public var longEdge: Int { max(width, height) }

  /// The shorter of the two sides.
  public var shortEdge: Int { min(width, height) }

  /// Width and height exchanged.
  public var transposed: Size { Size(width: height, height: width) }

  /// Whether there is no pixel in it.
  public var isEmpty: Bool { width <= 0 || height <= 0 }
}

extension Size: CustomStringConvertible {
  /// `6000×4000`.
  public var description: String { "\(width)×\(height)" }
}
