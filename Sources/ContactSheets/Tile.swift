public import Color
public import Compositing
public import Develop
public import Metadata
public import PhotoLoading
public import Pixels
public import SystemPackage

/// What is known of a photo before its pixels are.
public struct TilePhoto: Sendable {
  /// As it was named.
  public var path: FilePath
  /// The upright picture's; 3:2 where the photo cannot be opened.
  public var size: Size
  /// What the file says of itself.
  public var metadata: PhotoMetadata
  /// Why it cannot be opened; nil where it can.
  public var failure: String?
}

/// A photo made small.
public struct Tile: Sendable {
  /// At most as large as was asked for.
  public var picture: LightPicture
  /// The mean light, linear in the sheet's space.
  public var mean: SIMD3<Double>
  /// What it was developed by, with a white balance that holds for its negative too.
  public var recipe: DevelopRecipe
  /// For developments with other parameters; nil where none were asked for.
  public var negative: TileNegative?
  /// What was wrong with the photo's data; nil for a sound one.
  public var damage: String?
  /// `raw`, `half` or `preview`.
  public var source: String

  /// Luminance of the mean, 0…1.
  public func brightness(in space: RGBSpace) -> Double { (space.toXYZ * mean).y }

  /// The hue of the mean in degrees, 0 at red, by Oklab; NaN where there is hardly a colour.
  public func hue(in space: RGBSpace) -> Double {
    func color(_ light: SIMD3<Double>) -> LCh { Oklab(xyz: RGBSpace.srgb.toXYZ * light).lch }
    let own = color(space.matrix(to: .srgb) * mean)
    guard own.c > 0.005 else { return .nan }
    let angle = own.h - color(SIMD3(1, 0, 0)).h
    return angle < 0 ? angle + 360 : angle
  }
}

/// The reason why a tile could not be made.
public struct TileFailure: Error, Sendable, Hashable {
  /// A sentence without the file's name.
  public var reason: String
  /// The photo that could not be loaded, if that is the cause.
  public var photo: PhotoError?

  package init(_ reason: String) { self.reason = reason }

  init(_ error: PhotoError) {
    reason = error.reason
    photo = error
  }
}
