/// The width and height of a picture in pixels.
public struct Size: Sendable, Hashable, Codable {
  /// Pixels per row.
  public var width: Int
  /// Number of rows.
  public var height: Int

  /// Creates a size from any two numbers. It `isEmpty` unless both are positive.
  public init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }

  /// Number of pixels.
  public var area: Int { width * height }

  /// Returns the bytes of a picture of this size, at most 2⁵⁰. The limit prevents overflow, because
  /// a file can contain any size.
  public func byteCount(_ bytesPerPixel: Int) -> Int {
    min(Checked.product(width, height, bytesPerPixel) ?? .max, 1 << 50)
  }

  /// The longer of the two sides.
  public var longEdge: Int { max(width, height) }

  /// The shorter of the two sides.
  public var shortEdge: Int { min(width, height) }

  /// The size with width and height exchanged.
  public var transposed: Size { Size(width: height, height: width) }

  /// Whether the picture does not contain pixels.
  public var isEmpty: Bool { width <= 0 || height <= 0 }
}

extension Size: CustomStringConvertible {
  /// Width and height: `6000×4000`.
  public var description: String { "\(width)×\(height)" }
}
