public import Pixels

extension NormalizedPoint {
  /// The centre of a pixel; fractions lie between centres.
  public init(pixelX x: Double, y: Double, in size: Size) {
    self.init(x: (x + 0.5) / Double(size.width), y: (y + 0.5) / Double(size.height))
  }

  /// Where it lies between the centres of pixels: the centre of pixel i is i.
  public func pixelPosition(in size: Size) -> (x: Double, y: Double) {
    (x * Double(size.width) - 0.5, y * Double(size.height) - 0.5)
  }

  /// The pixel that contains it; exactly 1 is in the last one.
  ///
  /// - Precondition: 0 ≤ x, y ≤ 1, and the picture has pixels.
  public func pixel(in size: Size) -> (x: Int, y: Int) {
    (
      min(Int(x * Double(size.width)), size.width - 1),
      min(Int(y * Double(size.height)), size.height - 1)
    )
  }

  /// Whether it lies in the picture, edges included.
  public var isInside: Bool { x >= 0 && x <= 1 && y >= 0 && y <= 1 }

  /// The nearest place of the picture. NaN becomes 0.
  public var clamped: NormalizedPoint {
    NormalizedPoint(x: x > 0 ? min(x, 1) : 0, y: y > 0 ? min(y, 1) : 0)
  }

  /// Where a place of the upright picture lies in the stored one.
  ///
  /// The continuous coordinate is turned, before a pixel is chosen: 0.25 of the upright picture is 0.75 of one
  /// stored the other way round.
  public func stored(_ orientation: Orientation) -> NormalizedPoint {
    switch orientation {
    case .topLeft: self
    case .topRight: NormalizedPoint(x: 1 - x, y: y)
    case .bottomRight: NormalizedPoint(x: 1 - x, y: 1 - y)
    case .bottomLeft: NormalizedPoint(x: x, y: 1 - y)
    case .leftTop: NormalizedPoint(x: y, y: x)
    case .rightTop: NormalizedPoint(x: y, y: 1 - x)
    case .rightBottom: NormalizedPoint(x: 1 - y, y: 1 - x)
    case .leftBottom: NormalizedPoint(x: 1 - y, y: x)
    }
  }
}

/// A view that shows a picture: where a place of one lies in the other.
public struct PictureView: Sendable, Hashable {
  /// How the picture meets the view.
  public enum Mode: String, Sendable, Hashable, CaseIterable {
    /// All of the picture, borders beside it.
    case fitted
    /// All of the view, the picture's edges cut off.
    case filled
  }

  /// Where the picture lies, in the view's coordinates; beyond the view where it fills.
  public let x: Double
  /// The picture's top edge, as `x` is its left one.
  public let y: Double
  /// The width of the whole picture in the view's unit.
  public let width: Double
  /// The height of the whole picture in the view's unit.
  public let height: Double

  /// - Parameters:
  ///   - picture: The upright picture.
  ///   - width: The view's width, in any unit, above 0.
  ///   - height: Its height in the same unit, above 0.
  public init(_ picture: Size, width: Double, height: Double, mode: Mode) {
    precondition(!picture.isEmpty && width > 0 && height > 0, "a picture and a view have an area")
    let ratios = (width / Double(picture.width), height / Double(picture.height))
    let scale = mode == .fitted ? min(ratios.0, ratios.1) : max(ratios.0, ratios.1)
    self.width = Double(picture.width) * scale
    self.height = Double(picture.height) * scale
    x = (width - self.width) / 2
    y = (height - self.height) / 2
  }

  /// The place of the picture at a point of the view; outside 0…1 where the view shows its border.
  public func picturePoint(x: Double, y: Double) -> NormalizedPoint {
    NormalizedPoint(x: (x - self.x) / width, y: (y - self.y) / height)
  }

  /// The point of the view that shows a place of the picture.
  public func viewPoint(_ point: NormalizedPoint) -> (x: Double, y: Double) {
    (x + point.x * width, y + point.y * height)
  }
}
