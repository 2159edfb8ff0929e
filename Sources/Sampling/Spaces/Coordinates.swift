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

/// A view that shows a picture, and the mapping between places in the two.
public struct PictureView: Sendable, Hashable {
  /// The way a picture is fitted to a view.
  public enum Mode: String, Sendable, Hashable, CaseIterable {
    /// Shows the entire picture, with borders at the sides.
    case fitted
    /// Covers the entire view and cuts off the picture's edges.
    case filled
  }

  /// The picture's left edge in the view's coordinates. It can be outside the view.
  public let x: Double
  /// The picture's top edge in the view's coordinates.
  public let y: Double
  /// Width of the entire picture in the view's unit.
  public let width: Double
  /// Height of the entire picture in the view's unit.
  public let height: Double

  /// - Parameters:
  ///   - picture: The upright picture.
  ///   - width: Width of the view, in any unit, above 0.
  ///   - height: Height of the view in the same unit, above 0.
  public init(_ picture: Size, width: Double, height: Double, mode: Mode) {
    precondition(!picture.isEmpty && width > 0 && height > 0, "a picture and a view have an area")
    let ratios = (width / Double(picture.width), height / Double(picture.height))
    let scale = mode == .fitted ? min(ratios.0, ratios.1) : max(ratios.0, ratios.1)
    self.width = Double(picture.width) * scale
    self.height = Double(picture.height) * scale
    x = (width - self.width) / 2
    y = (height - self.height) / 2
  }

  /// Returns the point in the picture at a point of the view. It is outside 0…1 if the view shows a
  /// border there.
  public func picturePoint(x: Double, y: Double) -> NormalizedPoint {
    NormalizedPoint(x: (x - self.x) / width, y: (y - self.y) / height)
  }

  /// The point of the view that shows a place in the picture.
  public func viewPoint(_ point: NormalizedPoint) -> (x: Double, y: Double) {
    (x + point.x * width, y + point.y * height)
  }
}
