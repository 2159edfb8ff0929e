public import Color
public import Develop
public import JPEGCoding
public import Metadata
public import Outputs
public import PNGCoding
public import PhotoLoading
public import PictureFiles
public import Pixels
public import Sampling
public import SystemPackage
public import TIFFCoding
public import YCbCr

// The values that the library takes and gives, under names that need no other import.

/// A path as the system has it, which need not be UTF-8.
public typealias FilePath = SystemPackage.FilePath

/// Width and height in pixels.
public typealias Size = Pixels.Size
/// A place in an upright picture, from (0, 0) at its top left corner to (1, 1) at its bottom right.
public typealias NormalizedPoint = Pixels.NormalizedPoint

/// An RGB colour space: `.srgb`, `.displayP3`, `.adobeRGB`, `.rec2020`, `.prophoto`, `.linearSRGB`.
public typealias RGBSpace = Color.RGBSpace
/// A colour in CIE L\*a\*b\* under D50.
public typealias Lab = Color.Lab
/// The corrections of lens and sensor: `.none`, or `.standard` as `bromide convert` has them.
public typealias OpticsSettings = Develop.OpticsSettings
/// A white balance: the camera's, daylight, a temperature, or multipliers.
public typealias WhiteBalance = Color.WhiteBalance
/// The matrix of YCbCr: `.bt601`, `.bt709`, `.bt2020` and others.
public typealias YCbCrMatrix = Color.YCbCrMatrix
/// The range of YCbCr codes: `.limited` or `.full`.
public typealias YCbCrRange = Color.YCbCrRange
/// The layout of a frame's planes: `.nv12`, `.i420` and others.
public typealias YCbCrLayout = YCbCr.YCbCrLayout

/// Everything that decides how a photo looks.
public typealias DevelopRecipe = Develop.DevelopRecipe
/// The values of photographic parameters that are not at their defaults.
public typealias FilterSettings = Develop.FilterSettings
/// A photographic parameter: `.exposure`, `.contrast`, `.saturation` and others.
public typealias Parameter = Develop.Parameter
/// A request for a size of the picture.
public typealias SizeRequest = Develop.SizeRequest
/// The format of a picture's samples: `.uint8`, `.uint16` or, in files that hold floats, `.float32`.
public typealias SampleFormat = Pixels.SampleFormat
/// The method that makes full colour of a mosaic.
public typealias DemosaicMethod = Develop.DemosaicMethod
/// The tone mode: `.standard` or `.linear`.
public typealias ToneMode = Color.ToneMode
/// The look of a picture: `.standard`, `.flat`, `.classic`, or `.fitted` with a curve.
public typealias Look = Color.Look
/// A tone curve that was fitted to a camera's pictures.
public typealias LookCurve = Color.LookCurve
/// Whose camera profile a photo is developed with: its own, none, or a file's.
public typealias ProfileChoice = Color.ProfileChoice
/// The part of the sensor that a picture shows.
public typealias CropArea = Develop.CropArea
/// The treatment of a photo's orientation.
public typealias OrientationHandling = Develop.OrientationHandling
/// The treatment of channels that the sensor clipped.
public typealias HighlightMode = Develop.HighlightMode

/// The pixels around a place that count, and their statistic.
public typealias SampleWindow = Sampling.SampleWindow
/// The numbers in which a colour is expressed.
public typealias SampleSpace = Sampling.SampleSpace

/// The metadata of a photo.
public typealias PhotoMetadata = Metadata.PhotoMetadata
/// The treatment of photos with damaged data.
public typealias DamagePolicy = PhotoLoading.DamagePolicy
/// The effort spent on making a PNG small.
public typealias PNGCompression = PNGCoding.PNGCompression
/// The coding of a TIFF's strips, and the effort spent on it.
public typealias TIFFCompression = TIFFCoding.TIFFCompression
/// The format of a picture: `.png`, `.jpeg` or `.tiff`.
public typealias PictureFormat = PictureFiles.PictureFormat
/// How a JPEG is written: its quality and subsampling.
public typealias JPEGOptions = JPEGCoding.JPEGOptions
/// How many luma samples of a JPEG share one of chroma.
public typealias JPEGSubsampling = JPEGCoding.JPEGSubsampling
/// The metadata of a photo that go into its picture.
public typealias MetadataChoice = Outputs.MetadataChoice
/// The policy for outputs that exist.
public typealias ExistingPolicy = Outputs.ExistingPolicy
