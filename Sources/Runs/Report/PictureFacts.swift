internal import BromideCodecs
public import BromideDevelop
public import BromidePhotos
public import BromideValues

/// The facts about a picture and its photo in a report. Each stage adds its facts when it ends.
public struct PictureFacts: Sendable, Hashable, Encodable {
  /// The decoder's name in LibRaw.
  public var decoder: String?
  /// The library that unpacked the raw: `bromide` or `libraw`.
  public var unpacker: String?
  /// The source of the format if a raw has no header: `suffix`, which is a guess, or `flag`. It is
  /// `nil` for files with a header.
  public var headerless: String?
  /// The source of the colour matrix: `dng`, `table`, `libraw`, `file`, `guessed`, or `none` if
  /// colours are not converted.
  public var matrix: String?
  /// The name of the camera profile, or `none` if the photo only has matrices.
  public var profile: String?
  /// The visible part of the sensor image, before orientation.
  public var crop: Region?
  /// The size of the finished picture.
  public var size: Size?
  /// The demosaic method, or `nil` if it was not used.
  public var demosaic: String?
  /// The photo's baseline exposure, in EV.
  public var baselineExposure: Double?
  /// The source of the exposure: `file`, `model` (the table of camera models), `preview`, `set`
  /// (`--camera-exposure EV`) or `none`.
  public var exposureFrom: String?
  /// The number of photos for an exposure from previews, or `nil` for other sources.
  public var exposurePhotos: Int?
  /// The multipliers of camera red, green and blue, with green at 1.
  public var multipliers: [Double]?
  /// The correlated colour temperature of the multipliers, in kelvin.
  public var temperature: Double?
  /// The tint of the multipliers: 3000 × Duv.
  public var tint: Double?
  /// `preview`, `auto` or `daylight` if it replaces a missing white balance. Also `auto` if the
  /// user set it.
  public var whiteBalanceFrom: String?
  /// The confidence of an estimated white balance, from 0 to 1.
  public var whiteBalanceConfidence: Double?
  /// The reason for replacing the white balance, or `nil` if it is recorded or set.
  public var whiteBalanceReason: String?
  /// The corrections of noise and blur, or `nil` if they were skipped.
  public var optics: OpticsReport?
  /// `camera`, or `standard` if the fit failed. It is `nil` unless a fitted look was requested.
  public var look: String?
  /// The file name of the photo for the fitted look.
  public var lookFrom: String?
  /// The reason for using the standard look instead of the camera's look.
  public var lookReason: String?
  /// The brightness of the fitted look relative to the standard look, in EV.
  public var lookOffset: Double?
  /// The photo with the black and white levels, if they come from another photo.
  public var levelsFrom: String?
  /// The file name of the photo with the lens and sensor measurements, if they come from another
  /// photo.
  public var opticsFrom: String?
  /// The source of the lens's name: `set`, `sidecar`, `xmp`, `exiftool` or `exiv2`. It is `nil` for
  /// a field of the file. It is `specification` for a lens without a name, or `lensfun` if lensfun
  /// has a correction for its numbers. Then the name is only in `optics`.
  public var lensFrom: String?
  /// The result of reading the sidecar, or `nil` if it is missing or not requested.
  public var sidecar: SidecarReport?
  /// The metadata that the picture keeps, or `nil` if the photo has only Exif.
  public var metadata: MetadataReport?
  /// The format of the picture: `png`, `jpeg` or `tiff`.
  public var format: String?
  /// The quality of a JPEG, 1 to 100.
  public var quality: Int?
  /// The subsampling of a JPEG: `444`, `422` or `420`.
  public var subsampling: String?
  /// Maximum stops that a JPEG's gain map adds. It is 0 if there is too little light above white,
  /// and `nil` unless a gain map was requested.
  public var gainMap: Double?

  /// Creates facts that are all `nil`.
  package init() {}
}

extension PictureFacts {
  /// Records the format and its options.
  mutating func note(_ encoding: PictureEncoding) {
    format = encoding.format.rawValue
    switch encoding {
    case .png, .tiff: return
    case .jpeg(let options):
      quality = options.quality
      subsampling = options.effectiveSubsampling.rawValue
    case .jxl(let options): quality = options.quality
    case .avif(let options):
      quality = options.quality
      subsampling = options.effectiveSubsampling.rawValue
    case .webp(let options): quality = options.isLossless ? nil : options.quality
    }
  }

  /// Records the fitted look of a photo and its source.
  ///
  /// - Parameters:
  ///   - recipe: The recipe of the photo.
  ///   - look: The look of the camera's picture, or `nil` unless it was requested.
  package mutating func note(_ recipe: DevelopRecipe, _ look: CameraLook?) {
    guard case .fitted(let curve)? = recipe.rendering else {
      guard let look else { return }
      self.look = look.look.name
      lookFrom = look.photo.isEmpty ? nil : look.photo
      lookReason = look.obstacle
      return
    }
    self.look = recipe.look.name
    lookFrom = curve.origin.photo
    lookOffset = curve.offset.map { ($0 * 100).rounded() / 100 }
  }
}
