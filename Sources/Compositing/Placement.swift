/// Where a picture goes on a frame, and how: scaled, turned, moved, and how much of it shows.
public struct Placement: Sendable, Hashable {
  /// Where in the frame the picture's top left corner goes, in pixels; (0, 0) is the frame's own.
  public var origin: SIMD2<Double>
  /// By how much it is turned about that corner, in radians, clockwise.
  public var angle: Double
  /// Pixels of the frame in one of the picture's; 0 and less shows nothing.
  public var scale: Double
  /// 0 nothing to 1 all of it.
  public var opacity: Double

  /// A picture in its own size, upright and whole unless said otherwise.
  public init(
    origin: SIMD2<Double> = SIMD2(), angle: Double = 0, scale: Double = 1, opacity: Double = 1
  ) {
    self.origin = origin
    self.angle = angle
    self.scale = scale
    self.opacity = opacity
  }
}

/// A picture with its place.
public struct PlacedPicture: Sendable {
  /// What is drawn.
  public var picture: LightPicture
  /// Where and how.
  public var placement: Placement

  /// A picture with its place.
  public init(_ picture: LightPicture, _ placement: Placement = Placement()) {
    self.picture = picture
    self.placement = placement
  }
}
