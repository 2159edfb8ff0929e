public import BromideCodecs
public import BromideDevelop
public import BromideDrawing
public import BromidePhotos
public import BromideSampling
public import BromideValues
public import SystemPackage

/// Facts about a photo that are known before its pixels are decoded.
public struct TilePhoto: Sendable {
  /// The path from the command line or a folder.
  public var path: FilePath
  /// The name on the sheet, or `nil` to use the file's name.
  public var label: String?
  /// The size of the upright picture, or 3:2 if the photo cannot be opened.
  public var size: Size
  /// The file's metadata.
  public var metadata: PhotoMetadata
  /// Whether it is a finished picture, such as a JPEG.
  public var isStill = false
  /// The error if the photo cannot be opened, or `nil`.
  public var failure: String?
  /// The settings of this photo from its sidecar, or `nil` to use the general settings.
  public var settings: PhotoSettings?
  /// The result of reading the sidecar, or `nil` if it is missing or not requested.
  public var sidecar: SidecarReport?
}

/// A reduced photo.
public struct Tile: Sendable {
  /// The picture, at most as large as requested.
  public var picture: LightPicture
  /// The mean linear light, in the sheet's space.
  public var mean: SIMD3<Double>
  /// The recipe of the tile. Its white balance also works for the negative.
  public var recipe: DevelopRecipe
  /// The negative for developing with other parameters, or `nil` if parameters do not move.
  public var negative: TileNegative?
  /// The damage in the photo's data, or `nil` if it is intact.
  public var damage: String?
  /// `raw`, `half`, `preview` or `picture`.
  public var source: String
  /// The source of the colour matrix for reports, or `nil` for a preview.
  public var matrix: String?
  /// Problems that did not prevent the tile, such as guessed colours.
  public var warnings: [Warning] = []
  /// The fitted camera look, or `nil` unless it was requested.
  public var look: CameraLook?

  /// Returns the luminance of the mean, from 0 to 1.
  public func brightness(in space: RGBSpace) -> Double { (space.toXYZ * mean).y }

  /// Returns the hue of the mean in degrees of Oklab, with red at 0, or NaN if it is almost grey.
  public func hue(in space: RGBSpace) -> Double {
    func color(_ light: SIMD3<Double>) -> LCh { Oklab(xyz: RGBSpace.srgb.toXYZ * light).lch }
    let own = color(space.matrix(to: .srgb) * mean)
    guard own.c > 0.005 else { return .nan }
    let angle = own.h - color(SIMD3(1, 0, 0)).h
    return angle < 0 ? angle + 360 : angle
  }
}

/// The reason for a missing tile.
public struct TileFailure: Error, Sendable, Hashable {
  /// A sentence without the file's name.
  public var reason: String
  /// The error of loading the photo, if this is the cause.
  public var photo: PhotoError?

  package init(_ reason: String) { self.reason = reason }

  init(_ error: PhotoError) {
    reason = error.reason
    photo = error
  }
}
