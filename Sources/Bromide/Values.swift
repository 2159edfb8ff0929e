public import BromideCodecs
public import BromideDevelop
public import BromidePhotos
public import BromideRuns
public import BromideSampling
public import BromideTimelines
public import BromideValues
public import SystemPackage

// Names for the library's parameter and result types, so that one import is enough.

/// A path as the system has it, which need not be UTF-8.
public typealias FilePath = SystemPackage.FilePath

/// Width and height in pixels.
public typealias Size = BromideValues.Size
/// A point in an upright picture, from (0, 0) at the top left corner to (1, 1) at the bottom right.
public typealias NormalizedPoint = BromideValues.NormalizedPoint

/// An RGB colour space: `.srgb`, `.displayP3`, `.adobeRGB`, `.rec2020`, `.prophoto`, `.linearSRGB`.
public typealias RGBSpace = BromideValues.RGBSpace
/// A colour in CIE L\*a\*b\* under D50.
public typealias Lab = BromideValues.Lab
/// Lens and sensor corrections: `.none`, or `.standard` as in `bromide convert`.
public typealias OpticsSettings = BromideDevelop.OpticsSettings
/// A white balance: the camera's, daylight, a temperature, or multipliers.
public typealias WhiteBalance = BromideValues.WhiteBalance
/// The matrix of YCbCr: `.bt601`, `.bt709`, `.bt2020` and others.
public typealias YCbCrMatrix = BromideValues.YCbCrMatrix
/// The range of YCbCr codes: `.limited` or `.full`.
public typealias YCbCrRange = BromideValues.YCbCrRange
/// The layout of a frame's planes: `.nv12`, `.i420` and others.
public typealias YCbCrLayout = BromideCodecs.YCbCrLayout

/// All settings that affect the look of a photo.
public typealias DevelopRecipe = BromideDevelop.DevelopRecipe
/// The values of photographic parameters that are not at their defaults.
public typealias FilterSettings = BromideDevelop.FilterSettings
/// A photographic parameter: `.exposure`, `.contrast`, `.saturation` and others.
public typealias Parameter = BromideDevelop.Parameter
/// A request for a size of the picture.
public typealias SizeRequest = BromideDevelop.SizeRequest
/// The format of a picture's samples: `.uint8`, `.uint16` or, for files with floats, `.float32`.
public typealias SampleFormat = BromideValues.SampleFormat
/// The method that interpolates a full-colour picture from the sensor's mosaic.
public typealias DemosaicMethod = BromideDevelop.DemosaicMethod
/// The tone mode: `.standard` or `.linear`.
public typealias ToneMode = BromideValues.ToneMode
/// The look of a picture: `.standard`, `.flat`, `.classic`, or `.fitted` with a curve.
public typealias Look = BromideValues.Look
/// A tone curve that was fitted to a camera's pictures.
public typealias LookCurve = BromideValues.LookCurve
/// The camera profile to use: the file's profile, a profile from another file, or none.
public typealias ProfileChoice = BromideValues.ProfileChoice
/// The part of the sensor that a picture shows.
public typealias CropArea = BromideDevelop.CropArea
/// How to apply a photo's orientation.
public typealias OrientationHandling = BromideDevelop.OrientationHandling
/// How to handle channels that the sensor clipped.
public typealias HighlightMode = BromideDevelop.HighlightMode

/// The averaged area around a point, and its statistic.
public typealias SampleWindow = BromideSampling.SampleWindow
/// A colour space for sampled numbers.
public typealias SampleSpace = BromideSampling.SampleSpace

/// The metadata of a photo.
public typealias PhotoMetadata = BromideCodecs.PhotoMetadata
/// How to handle photos with damaged data.
public typealias DamagePolicy = BromidePhotos.DamagePolicy
/// How to compress a TIFF's strips, and how hard.
public typealias TIFFCompression = BromideCodecs.TIFFCompression
/// The format of a picture: `.png`, `.jpeg`, `.tiff`, `.jxl`, `.avif` or `.webp`.
public typealias PictureFormat = BromideCodecs.PictureFormat
/// Settings for JPEG files: quality and subsampling.
public typealias JPEGOptions = BromideCodecs.JPEGOptions
/// How many luma samples of a JPEG share one of chroma.
public typealias JPEGSubsampling = BromideCodecs.JPEGSubsampling
/// Settings for JPEG XL files: quality and effort.
public typealias JXLOptions = BromideCodecs.JXLOptions
/// Settings for AVIF files: quality, bits, subsampling and effort.
public typealias AVIFOptions = BromideCodecs.AVIFOptions
/// Settings for WebP files: quality.
public typealias WebPOptions = BromideCodecs.WebPOptions
/// How hard to compress a PNG, JPEG XL or AVIF.
public typealias CodingEffort = BromideCodecs.CodingEffort
/// The photo's metadata to copy to its picture.
public typealias MetadataChoice = BromideRuns.MetadataChoice
/// The policy for outputs that exist.
public typealias ExistingPolicy = BromideRuns.ExistingPolicy

extension TimelineSource.Content {
  /// One photo.
  public static func photo(_ path: String) -> Self { .photo(FilePath(path)) }

  /// A clip of YCbCr frames, in Y4M or as raw planes.
  public static func clip(_ path: String) -> Self { .clip(FilePath(path)) }
}

extension PhotoList {
  /// Creates a list from strings, like the initialiser with `FilePath`s.
  ///
  /// It is generic, so that `[]` is not ambiguous.
  public init(_ paths: [some StringProtocol], order: Order = .time) {
    self.init(paths.map { FilePath(String($0)) }, order: order)
  }
}
