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

// Names for the library's parameter and result types, so that you need no other import.

/// A path as the system has it, which need not be UTF-8.
public typealias FilePath = SystemPackage.FilePath

/// Width and height in pixels.
public typealias Size = Pixels.Size
/// A point in an upright picture, from (0, 0) at the top left corner to (1, 1) at the bottom right.
public typealias NormalizedPoint = Pixels.NormalizedPoint

/// An RGB colour space: `.srgb`, `.displayP3`, `.adobeRGB`, `.rec2020`, `.prophoto`, `.linearSRGB`.
public typealias RGBSpace = Color.RGBSpace
/// A colour in CIE L\*a\*b\* under D50.
public typealias Lab = Color.Lab
/// Lens and sensor corrections: `.none`, or `.standard` as in `bromide convert`.
public typealias OpticsSettings = Develop.OpticsSettings
/// A white balance: the camera's, daylight, a temperature, or multipliers.
public typealias WhiteBalance = Color.WhiteBalance
/// The matrix of YCbCr: `.bt601`, `.bt709`, `.bt2020` and others.
public typealias YCbCrMatrix = Color.YCbCrMatrix
/// The range of YCbCr codes: `.limited` or `.full`.
public typealias YCbCrRange = Color.YCbCrRange
/// The layout of a frame's planes: `.nv12`, `.i420` and others.
public typealias YCbCrLayout = YCbCr.YCbCrLayout

/// All settings that affect the look of a photo.
public typealias DevelopRecipe = Develop.DevelopRecipe
/// The values of photographic parameters that are not at their defaults.
public typealias FilterSettings = Develop.FilterSettings
/// A photographic parameter: `.exposure`, `.contrast`, `.saturation` and others.
public typealias Parameter = Develop.Parameter
/// A request for a size of the picture.
public typealias SizeRequest = Develop.SizeRequest
/// The format of a picture's samples: `.uint8`, `.uint16` or, for files with floats, `.float32`.
public typealias SampleFormat = Pixels.SampleFormat
/// The method that interpolates a full-colour picture from the sensor's mosaic.
public typealias DemosaicMethod = Develop.DemosaicMethod
/// The tone mode: `.standard` or `.linear`.
public typealias ToneMode = Color.ToneMode
/// The look of a picture: `.standard`, `.flat`, `.classic`, or `.fitted` with a curve.
public typealias Look = Color.Look
/// A tone curve that was fitted to a camera's pictures.
public typealias LookCurve = Color.LookCurve
/// The camera profile to use: the file's profile, a profile from another file, or none.
public typealias ProfileChoice = Color.ProfileChoice
/// The part of the sensor that a picture shows.
public typealias CropArea = Develop.CropArea
/// How to apply a photo's orientation.
public typealias OrientationHandling = Develop.OrientationHandling
/// How to handle channels that the sensor clipped.
public typealias HighlightMode = Develop.HighlightMode

/// The averaged area around a point, and its statistic.
public typealias SampleWindow = Sampling.SampleWindow
/// A colour space for sampled numbers.
public typealias SampleSpace = Sampling.SampleSpace

/// The metadata of a photo.
public typealias PhotoMetadata = Metadata.PhotoMetadata
/// How to handle photos with damaged data.
public typealias DamagePolicy = PhotoLoading.DamagePolicy
/// How hard to compress a PNG.
public typealias PNGCompression = PNGCoding.PNGCompression
/// How to compress a TIFF's strips, and how hard.
public typealias TIFFCompression = TIFFCoding.TIFFCompression
/// The format of a picture: `.png`, `.jpeg` or `.tiff`.
public typealias PictureFormat = PictureFiles.PictureFormat
/// Settings for JPEG files: quality and subsampling.
public typealias JPEGOptions = JPEGCoding.JPEGOptions
/// How many luma samples of a JPEG share one of chroma.
public typealias JPEGSubsampling = JPEGCoding.JPEGSubsampling
/// The photo's metadata to copy to its picture.
public typealias MetadataChoice = Outputs.MetadataChoice
/// The policy for outputs that exist.
public typealias ExistingPolicy = Outputs.ExistingPolicy
