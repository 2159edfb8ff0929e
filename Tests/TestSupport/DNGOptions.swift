public import BromideValues

/// The arrangement of a raw's samples.
public enum SensorLayout: Sendable, Hashable {
  /// A 2×2 colour filter array.
  case bayer(BayerPattern)
  /// Fujifilm's 6×6 array.
  case xTrans
  /// One sample a pixel, without filters.
  case monochrome
  /// Red, green and blue in every pixel (a linear DNG).
  case linear

  /// Number of samples in a pixel.
  public var samplesPerPixel: Int { self == .linear ? 3 : 1 }

  /// Number of columns and rows after which the filters repeat.
  public var repeatSize: Size {
    switch self {
    case .bayer: Size(width: 2, height: 2)
    case .xTrans: Size(width: 6, height: 6)
    case .monochrome, .linear: Size(width: 1, height: 1)
    }
  }

  /// Returns the filter over a site, or `nil` without filters.
  public func color(x: Int, y: Int) -> CFAColor? {
    switch self {
    case .bayer(let pattern): pattern.color(x: x, y: y)
    case .xTrans: Self.xTransRows[y % 6][x % 6]
    case .monochrome, .linear: nil
    }
  }

  /// The filter pattern of X-Trans sensors in Fujifilm's X series.
  private static let xTransRows: [[CFAColor]] = {
    let (r, g, b) = (CFAColor.red, CFAColor.green, CFAColor.blue)
    return [
      [g, g, r, g, g, b], [g, g, b, g, g, r], [b, r, g, r, b, g],
      [g, g, b, g, g, r], [g, g, r, g, g, b], [r, b, g, b, r, g],
    ]
  }()
}

/// The storage of a DNG's samples. Defaults are the simplest choices.
public struct DNGStorage: Sendable, Hashable {
  /// The coding of a strip's or tile's samples.
  public enum Compression: Sendable, Hashable {
    case none
    /// JPEG's lossless process (ITU-T T.81, SOF3) with a predictor, 1 to 7.
    case losslessJPEG(predictor: Int)
  }
  /// The division of the samples into strips or tiles.
  public enum Blocks: Sendable, Hashable {
    /// Strips with the given number of rows.
    case strips(rows: Int)
    /// Tiles (width and height multiples of 16), padded beyond the picture's edges. LibRaw 0.20
    /// only reads tiles of lossless JPEG. With three samples a pixel, it requires tiles that are
    /// not wider than the picture.
    case tiles(Size)
  }

  /// Byte order of the whole file, including 16-bit samples.
  public var byteOrder = ByteOrder.little
  /// Bits of a stored sample: 8, 10, 12, 14 or 16. Sizes other than 8 and 16 are packed without
  /// gaps, highest bit first, with each row on a whole byte.
  public var bitsPerSample = 16
  /// The coding: none, or lossless JPEG.
  public var compression = Compression.none
  /// Components of lossless JPEG, 1 to 4. nil means two for neighbouring columns of a mosaic if
  /// they fit, as Adobe does, otherwise one for each sample of a pixel.
  public var components: Int?
  /// Number of Huffman tables of lossless JPEG: component c uses the c-th, or the last.
  public var tables = 1
  /// The division into pieces. Lossless JPEG requires tiles, or one strip.
  public var blocks = Blocks.strips(rows: .max)
  /// Whether a small RGB picture comes first and the raw is in a sub-directory, as Adobe writes it.
  public var hasPreview = false
  /// A JPEG to put first instead. The raw is then also in a sub-directory.
  public var preview: DNGPreview?

  /// Creates the default: 16 bits, little-endian, uncompressed, in one strip.
  public init() {}
}

/// A DNG's statements about its colours. Matrices map XYZ to camera values, as in the DNG
/// specification.
public struct DNGColor: Sendable, Hashable {
  /// The matrices of one illuminant.
  public struct Calibration: Sendable, Hashable {
    /// EXIF LightSource: 17 standard light A, 21 D65, 23 D50.
    public var illuminant: Int
    /// DNG ColorMatrix: XYZ → reference camera.
    public var colorMatrix: Matrix3x3
    /// DNG CameraCalibration: reference camera → this camera. `nil` omits the field.
    public var cameraCalibration: Matrix3x3?
    /// DNG ForwardMatrix: balanced camera → XYZ under D50. `nil` omits the field.
    public var forwardMatrix: Matrix3x3?

    /// - Parameter illuminant: EXIF LightSource: 17 standard light A, 21 D65, 23 D50.
    public init(
      illuminant: Int, colorMatrix: Matrix3x3, cameraCalibration: Matrix3x3? = nil,
      forwardMatrix: Matrix3x3? = nil
    ) {
      self.illuminant = illuminant
      self.colorMatrix = colorMatrix
      self.cameraCalibration = cameraCalibration
      self.forwardMatrix = forwardMatrix
    }
  }

  /// One or two calibrations, ColorMatrix1 first.
  public var calibrations: [Calibration]
  /// Camera values of a neutral. The largest is 1.
  public var asShotNeutral: SIMD3<Double>?
  /// DNG AnalogBalance for red, green and blue. `nil` omits the field.
  public var analogBalance: SIMD3<Double>?
  /// BaselineExposure in stops.
  public var baselineExposure: Double?

  /// - Parameters:
  ///   - calibrations: One or two calibrations, ColorMatrix1 first.
  ///   - asShotNeutral: Camera values of a neutral. The largest is 1. `nil` omits the field.
  public init(calibrations: [Calibration], asShotNeutral: SIMD3<Double>?) {
    self.calibrations = calibrations
    self.asShotNeutral = asShotNeutral
  }
}

/// Everything about a DNG except its samples.
public struct DNGOptions: Sendable, Hashable {
  /// DNGVersion.
  public var version: [UInt8] = [1, 4, 0, 0]
  /// The arrangement of the samples.
  public var layout = SensorLayout.bayer(.rggb)
  /// The storage of the samples.
  public var storage = DNGStorage()
  /// Digests of the samples by their tags, 16 bytes each.
  public var digests: [Int: [UInt8]] = [:]
  /// Size of the black pattern in columns and rows, from the active area's origin.
  public var blackPatternSize = Size(width: 1, height: 1)
  /// Black levels in code values, row by row. With three samples a pixel, red, green and blue for
  /// each site.
  public var black: [Double] = [0]
  /// White level in code values.
  public var white = 65_535
  /// The value for each stored value (LinearizationTable), or `nil` for the stored value.
  public var linearization: [Int]?
  /// The area exposed to light, in stored pixels, or `nil` for all. Other pixels are masked.
  public var activeArea: Region?
  /// Areas of stored pixels whose mean replaces `black`.
  public var maskedAreas: [Region] = []
  /// The maker's crop, in pixels of the active area. `nil` omits the tags.
  public var defaultCrop: Region?
  /// DefaultScale, horizontal and vertical: (2, 1) makes pixels twice as wide as high.
  public var defaultScale: SIMD2<Double>?
  /// OpcodeList1, 2 and 3, as bytes. `nil` omits the field.
  public var opcodeLists: [[UInt8]?] = [nil, nil, nil]
  /// NoiseProfile: pairs of numbers. Empty omits the field.
  public var noiseProfile: [Double] = []
  /// TIFF Orientation.
  public var orientation = Orientation.upright
  /// The file's statements about its colours.
  public var color = SyntheticCamera.standard.color()
  /// The camera profile that the file embeds.
  public var profile = DNGProfile()
  /// The file's metadata.
  public var metadata = DNGMetadata()

  /// Creates options for an upright RGGB picture without border, black 0 and white 65535.
  public init() {}
}

extension DNGColor {
  /// Describes the same camera with separate gains. XYZ → camera is AnalogBalance · ColorMatrix, so
  /// the matrices are divided by the balance.
  public mutating func divide(by gains: SIMD3<Double>) {
    analogBalance = gains
    for i in calibrations.indices {
      calibrations[i].colorMatrix = Matrix3x3(diagonal: 1 / gains) * calibrations[i].colorMatrix
    }
  }
}
