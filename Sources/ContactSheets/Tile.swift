public import Color
public import Compositing
public import Develop
public import Metadata
public import PhotoLoading
public import Pixels
public import Sampling
public import Sidecars
public import SystemPackage

/// The facts about a photo that are known before its pixels.
public struct TilePhoto: Sendable {
  /// As it was named.
  public var path: FilePath
  /// Its name on the sheet, if that is not the file's.
  public var label: String?
  /// The size of the upright picture; 3:2 if the photo cannot be opened.
  public var size: Size
  /// The file's metadata.
  public var metadata: PhotoMetadata
  /// Whether it is a finished picture: a JPEG, PNG or TIFF.
  public var isStill = false
  /// The reason why it cannot be opened; nil if it can.
  public var failure: String?
  /// The settings of this photo, if it has a sidecar; nil for those of all.
  public var settings: PhotoSettings?
  /// What became of its sidecar; nil if there is none, or none was to be read.
  public var sidecar: SidecarReport?
}

/// A photo made small.
public struct Tile: Sendable {
  /// The picture, at most as large as requested.
  public var picture: LightPicture
  /// The mean light, linear in the sheet's space.
  public var mean: SIMD3<Double>
  /// The recipe that it was developed by, with a white balance that also holds for its negative.
  public var recipe: DevelopRecipe
  /// The negative for other parameters; nil if no parameters move.
  public var negative: TileNegative?
  /// The damage in the photo's data; nil for a sound photo.
  public var damage: String?
  /// `raw`, `half`, `preview` or `picture`.
  public var source: String
  /// The source of the colour matrix, as the report names it; nil for a preview.
  public var matrix: String?
  /// The look of the camera's picture; nil if none was asked for.
  public var look: CameraLook?

  /// Luminance of the mean, 0…1.
  public func brightness(in space: RGBSpace) -> Double { (space.toXYZ * mean).y }

  /// The hue of the mean in degrees by Oklab, 0 at red; NaN if it has hardly any colour.
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
