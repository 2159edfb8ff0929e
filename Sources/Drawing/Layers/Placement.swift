/// The position, angle, scale and opacity of a picture on a frame.
public struct Placement: Sendable, Hashable {
  /// The position of the picture's top left corner in the frame, in pixels. (0, 0) is the frame's
  /// top left corner.
  public var origin: SIMD2<Double>
  /// Clockwise rotation about this corner, in radians.
  public var angle: Double
  /// Frame pixels per pixel of the picture. With 0 or less, the picture is not visible.
  public var scale: Double
  /// Opacity from 0 (invisible) to 1.
  public var opacity: Double

  /// Creates a placement. By default, the picture has its size and is upright and opaque.
  public init(
    origin: SIMD2<Double> = SIMD2(), angle: Double = 0, scale: Double = 1, opacity: Double = 1
  ) {
    self.origin = origin
    self.angle = angle
    self.scale = scale
    self.opacity = opacity
  }
}

/// A picture with its placement.
public struct PlacedPicture: Sendable {
  /// The picture to draw.
  public var picture: LightPicture
  /// The position, angle, scale and opacity.
  public var placement: Placement

  /// Creates a placed picture.
  public init(_ picture: LightPicture, _ placement: Placement = Placement()) {
    self.picture = picture
    self.placement = placement
  }
}
