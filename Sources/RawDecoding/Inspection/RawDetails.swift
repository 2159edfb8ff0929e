package import Metadata
public import Pixels

/// What a raw's header tells of its picture and its colours. Nothing of it needs the pixels.
public struct RawDetails: Sendable, Hashable, Codable {
  /// A matrix from XYZ to camera values.
  public struct Matrix: Sendable, Hashable, Codable {
    /// The light that it is for, in kelvin; 0 for one that has no temperature.
    public var temperature: Double
    /// Its rows.
    public var rows: [[Double]]
  }

  /// The DNG version, its four numbers; nil for other raws.
  public var dngVersion: [Int]?
  /// LibRaw's name of the decoder for its coding.
  public var decoder: String
  /// Whether Bromide has a decoder of its own for that coding, which is used as long as the data are regular.
  public var hasOwnDecoder: Bool
  /// TIFF's number of the compression; 0 where none is stated.
  public var compression: Int
  /// Bits of a sample; 0 where none are stated.
  public var bits: Int
  /// Whether samples are floating-point numbers.
  public var isFloatingPoint: Bool
  /// All of the sensor's picture, borders included.
  public var rawSize: Size
  /// The part of it that shows the scene.
  public var activeArea: Region
  /// The maker's crop, in pixels of the active area.
  public var crop: Region
  /// The photographer's crop, in pixels of the active area; nil if the file states none.
  public var userCrop: Region?
  /// Width of a pixel over its height.
  public var pixelAspect: Double
  /// Colours of a pixel or of the pattern: 1, 3 or 4.
  public var colors: Int
  /// The colour filters: `RGGB` and its turns, `X-Trans`, or nil where there are none or others.
  public var pattern: String?
  /// Black level of each site of its pattern, and white, in raw code values. Of some cameras black is measured in a
  /// masked border only when the photo is decoded.
  public var black: [Double]
  /// Code value of a saturated site.
  public var white: Double
  /// Code value up to which the maker vouches for linearity; nil if not stated.
  public var linearMaximum: Double?
  /// Multipliers of camera red, green and blue as shot; green is 1. Nil if the file records none.
  public var multipliers: [Double]?
  /// Their correlated colour temperature in kelvin, and their tint; nil where no matrix tells.
  public var temperature: Double?
  /// 3000 × Duv.
  public var tint: Double?
  /// Who knows the matrices.
  public var matrixSource: ColorMatrixSource
  /// The matrices, one or two.
  public var matrices: [Matrix]
  /// Exposure in EV that the file asks for.
  public var baselineExposure: Double
  /// The source of the photo's exposure: `file`, `model` (the table of camera models), `preview` if neither states it and the file has
  /// a preview, or `none`.
  public var exposureFrom: String
  /// The name of the camera profile in the file; nil without one.
  public var profileName: String?
  /// The corrections of lens and sensor that the file brings, as DNG names them.
  public var corrections: [String]
  /// The embedded preview that LibRaw prefers; nil without one.
  public var preview: RawPreview?
  /// Who names the format of a file without a header; nil for one with it.
  package internal(set) var headerless: HeaderlessRaw.Source?
}

/// All that a raw's header tells, as far as it can be read; processes pass it on.
package struct RawInspection: Sendable, Hashable, Codable {
  /// What its fields say. Of a file that is refused, those that were met before.
  package var metadata: PhotoMetadata
  /// What its maker's note says of the camera's sensors.
  package var readings: CameraReadings
  /// EXIF's LensSerialNumber.
  package var lensSerial: String?
  /// Its picture; nil if it was not identified.
  package var details: RawDetails?
  /// Why it is no raw, or no whole one; nil for one that looks sound.
  package var failure: RawError?

  /// - Parameters:
  ///   - details: Its picture; nil if it was not identified.
  ///   - failure: Why it is no raw, or no whole one.
  package init(
    metadata: PhotoMetadata, readings: CameraReadings, lensSerial: String? = nil,
    details: RawDetails? = nil, failure: RawError?
  ) {
    self.metadata = metadata
    self.readings = readings
    self.lensSerial = lensSerial
    self.details = details
    self.failure = failure
  }
}
