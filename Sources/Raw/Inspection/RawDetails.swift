package import BromideCodecs
public import BromideValues

/// A raw's picture and colours, from its header. Reading it does not need the pixels.
public struct RawDetails: Sendable, Hashable, Codable {
  /// A matrix from XYZ to camera values.
  public struct Matrix: Sendable, Hashable, Codable {
    /// The temperature of its illuminant in kelvin, or 0 for an illuminant without a temperature.
    public var temperature: Double
    /// Its rows.
    public var rows: [[Double]]
  }

  /// The four numbers of the DNG version, or `nil` for other raws.
  public var dngVersion: [Int]?
  /// LibRaw's name of the decoder for its compression.
  public var decoder: String
  /// Whether Bromide has a decoder for this compression. It is used if the data are regular.
  public var hasOwnDecoder: Bool
  /// TIFF's number of the compression, or 0 if it is missing.
  public var compression: Int
  /// The bits of a sample, or 0 if they are unknown.
  public var bits: Int
  /// Whether samples are floating-point numbers.
  public var isFloatingPoint: Bool
  /// The size of the sensor's picture, including borders.
  public var rawSize: Size
  /// The part of the sensor's picture that shows the scene.
  public var activeArea: Region
  /// The maker's crop, in pixels of the active area.
  public var crop: Region
  /// The photographer's crop, in pixels of the active area, or `nil` if it is missing.
  public var userCrop: Region?
  /// The width of a pixel divided by its height.
  public var pixelAspect: Double
  /// The number of colours in a pixel or in the pattern: 1, 3 or 4.
  public var colors: Int
  /// The colour filters: `RGGB` and its rotations, `X-Trans`, or `nil` without filters or for other
  /// filters.
  public var pattern: String?
  /// The black level of each site of its pattern, in raw code values. For some cameras, it is
  /// measured in a masked border when the photo is decoded.
  public var black: [Double]
  /// The code value of a saturated site.
  public var white: Double
  /// The code value up to which the sensor is linear, or `nil` if it is not recorded.
  public var linearMaximum: Double?
  /// The as-shot multipliers of camera red, green and blue, or `nil` if they are missing. Green is
  /// 1.
  public var multipliers: [Double]?
  /// The correlated colour temperature of the multipliers in kelvin, or `nil` without a matrix.
  public var temperature: Double?
  /// The tint of the multipliers: 3000 × Duv.
  public var tint: Double?
  /// The source of the matrices.
  public var matrixSource: ColorMatrixSource
  /// The matrices, one or two.
  public var matrices: [Matrix]
  /// The exposure in EV that the file requests.
  public var baselineExposure: Double
  /// The source of the photo's exposure: `file`, `model` (the table of camera models), `preview` if
  /// both lack it and the file has a preview, or `none`.
  public var exposureFrom: String
  /// The name of the camera profile in the file, or `nil`.
  public var profileName: String?
  /// The lens and sensor corrections in the file, with DNG's names.
  public var corrections: [String]
  /// The embedded preview that LibRaw prefers, or `nil`.
  public var preview: RawPreview?
  /// How the format of a file without a header was chosen, or `nil` for a file with a header.
  package internal(set) var headerless: HeaderlessRaw.Source?
}

/// All data from a raw's header that could be read. Worker processes send it.
package struct RawInspection: Sendable, Hashable, Codable {
  /// The metadata in its fields. For a rejected file, the fields that were read before.
  package var metadata: PhotoMetadata
  /// The sensor readings in the maker's note.
  package var readings: CameraReadings
  /// EXIF's LensSerialNumber.
  package var lensSerial: String?
  /// The details of its picture, or `nil` if it was not identified.
  package var details: RawDetails?
  /// The reason why it is not a raw or is incomplete, or `nil` if no error was found.
  package var failure: RawError?

  /// - Parameters:
  ///   - details: The details of its picture, or `nil` if it was not identified.
  ///   - failure: The reason why it is not a raw or is incomplete, or `nil`.
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
