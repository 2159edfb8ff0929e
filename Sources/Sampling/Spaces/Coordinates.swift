public import BromideValues

extension NormalizedPoint {
  /// Creates the point at a pixel's centre. Fractional coordinates are between centres.
  public init(pixelX x: Double, y: Double, in size: Size) {
    self.init(x: (x + 0.5) / Double(size.width), y: (y + 0.5) / Double(size.height))
  }

  /// The position in pixels, where the centre of pixel i is i.
  public func pixelPosition(in size: Size) -> (x: Double, y: Double) {
    (x * Double(size.width) - 0.5, y * Double(size.height) - 0.5)
  }

  /// Returns the pixel that contains the point. A coordinate of exactly 1 belongs to the last
  /// pixel.
  ///
  /// - Precondition: 0 ≤ x, y ≤ 1, and the picture has pixels.
  public func pixel(in size: Size) -> (x: Int, y: Int) {
    (
      min(Int(x * Double(size.width)), size.width - 1),
      min(Int(y * Double(size.height)), size.height - 1)
    )
  }

  /// Whether the point is in the picture or on its edges.
  public var isInside: Bool { x >= 0 && x <= 1 && y >= 0 && y <= 1 }

  /// The nearest place in the picture. NaN becomes 0.
  public var clamped: NormalizedPoint {
    NormalizedPoint(x: x > 0 ? min(x, 1) : 0, y: y > 0 ? min(y, 1) : 0)
  }

  /// Returns the pixel of a stored picture that contains a point of the upright picture.
  ///
  /// The half-open cell is chosen in the upright picture and then rotated. A point between two
  /// pixels therefore belongs to the pixel on its right, or below it, as you see the picture, for
  /// any stored orientation.
  ///
  /// - Parameter size: Size of the stored picture.
  /// - Precondition: 0 ≤ x, y ≤ 1, and the picture has pixels.
  @inline(__always)
  public func storedPixel(_ orientation: Orientation, in size: Size) -> (x: Int, y: Int) {
    let (column, row) = pixel(in: orientation.upright(size))
    return orientation.storedPosition(x: column, y: row, in: size)
  }
}
