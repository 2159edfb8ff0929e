public import Color
public import Pixels

/// What a sample of a raw stands for.
public enum SensorLayout: Sendable, Hashable {
  /// A 2×2 colour filter array.
  case bayer(BayerPattern)
  /// Fujifilm's 6×6 array.
  case xTrans
  /// No filters: one sample a pixel.
  case monochrome
  /// Red, green and blue in every pixel (a linear DNG).
  case linear

  /// Samples in a pixel.
  public var samplesPerPixel: Int { self == .linear ? 3 : 1 }

  /// Columns and rows after which the filters repeat.
  public var repeatSize: Size {
    switch self {
    case .bayer: Size(width: 2, height: 2)
    case .xTrans: Size(width: 6, height: 6)
    case .monochrome, .linear: Size(width: 1, height: 1)
    }
  }

  /// The filter over a site; nil where there is none.
  public func color(x: Int, y: Int) -> CFAColor? {
    switch self {
    case .bayer(let pattern): pattern.color(x: x, y: y)
    case .xTrans: Self.xTransRows[y % 6][x % 6]
    case .monochrome, .linear: nil
    }
  }

  /// The arrangement of the X-Trans sensors of Fujifilm's X series.
  private static let xTransRows: [[CFAColor]] = {
    let (r, g, b) = (CFAColor.red, CFAColor.green, CFAColor.blue)
    return [
      [g, g, r, g, g, b], [g, g, b, g, g, r], [b, r, g, r, b, g],
      [g, g, b, g, g, r], [g, g, r, g, g, b], [r, b, g, b, r, g],
    ]
  }()
}

/// How the samples of a DNG are stored. Defaults are the plainest choice.
public struct DNGStorage: Sendable, Hashable {
  /// How the samples of a strip or tile become bytes.
  public enum Compression: Sendable, Hashable {
    case none
    /// JPEG's lossless process (ITU-T T.81, SOF3) with its predictor, 1 to 7.
    case losslessJPEG(predictor: Int)
  }
  /// The pieces in which the samples are stored.
  public enum Blocks: Sendable, Hashable {
    /// Bands of that many rows.
    case strips(rows: Int)
    /// Tiles (width and height multiples of 16), padded beyond the picture's edges. LibRaw 0.20 reads
    /// tiles of lossless JPEG only, and three samples a pixel only where a tile is not wider than the picture.
    case tiles(Size)
  }

  /// Of the whole file; big-endian samples of 16 bits too.
  public var byteOrder = ByteOrder.little
  /// Bits a stored sample has: 8, 10, 12, 14 or 16; other than 8 and 16 they are packed without gaps,
  /// highest bit first, each row from a whole byte.
  public var bitsPerSample = 16
  /// None, or lossless JPEG.
  public var compression = Compression.none
  /// Components of lossless JPEG, 1 to 4; nil: two for neighbouring columns of a mosaic where they fit, as Adobe does it,
  /// else the samples of a pixel.
  public var components: Int?
  /// Huffman tables of lossless JPEG: component c uses the c-th, or the last.
  public var tables = 1
  /// Lossless JPEG wants tiles, or one strip.
  public var blocks = Blocks.strips(rows: .max)
  /// Whether a small RGB picture comes first and the raw lies in a sub-directory, as Adobe writes it.
  public var hasPreview = false
  /// The JPEG that comes first instead; then the raw lies in a sub-directory too.
  public var preview: DNGPreview?

  /// 16 bits, little-endian, uncompressed, in one strip.
  public init() {}
}

/// What a DNG states of its colours. Matrices count in XYZ → camera as the DNG specification does.
public struct DNGColor: Sendable, Hashable {
  /// The matrices of one illuminant.
  public struct Calibration: Sendable, Hashable {
    /// EXIF LightSource: 17 standard light A, 21 D65, 23 D50.
    public var illuminant: Int
    /// DNG ColorMatrix: XYZ → reference camera.
    public var colorMatrix: Matrix3x3
    /// DNG CameraCalibration: reference camera → this camera; nil leaves the field away.
    public var cameraCalibration: Matrix3x3?
    /// DNG ForwardMatrix: balanced camera → XYZ under D50; nil leaves the field away.
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

  /// One or two; ColorMatrix1 first.
  public var calibrations: [Calibration]
  /// Camera values of a neutral, the largest 1.
  public var asShotNeutral: SIMD3<Double>?
  /// DNG AnalogBalance, red, green, blue; nil leaves the field away.
  public var analogBalance: SIMD3<Double>?
  /// Stops.
  public var baselineExposure: Double?

  /// - Parameters:
  ///   - calibrations: One or two; ColorMatrix1 first.
  ///   - asShotNeutral: Camera values of a neutral, the largest 1; nil leaves the field away.
  public init(calibrations: [Calibration], asShotNeutral: SIMD3<Double>?) {
    self.calibrations = calibrations
    self.asShotNeutral = asShotNeutral
  }
}

/// Everything about a DNG but its samples and what it says of its making.
public struct DNGOptions: Sendable, Hashable {
  /// What a sample stands for.
  public var layout = SensorLayout.bayer(.rggb)
  /// How the samples are stored.
  public var storage = DNGStorage()
  /// Columns and rows of the black pattern, from the active area's origin.
  public var blackPatternSize = Size(width: 1, height: 1)
  /// Black in code values, row after row; with three samples a pixel red, green, blue of each site.
  public var black: [Double] = [0]
  /// White in code values.
  public var white = 65_535
  /// What each stored value stands for (LinearizationTable); nil: itself.
  public var linearization: [Int]?
  /// Where the light falls, in stored pixels; nil: everywhere. What lies outside is masked.
  public var activeArea: Region?
  /// Stored pixels whose mean is black, which then counts in place of `black`.
  public var maskedAreas: [Region] = []
  /// The maker's crop, in pixels of the active area; nil leaves the tags away.
  public var defaultCrop: Region?
  /// DefaultScale: horizontal and vertical; (2, 1) is a pixel twice as wide as high.
  public var defaultScale: SIMD2<Double>?
  /// TIFF Orientation.
  public var orientation = Orientation.upright
  /// What the file states of its colours.
  public var color = SyntheticCamera.standard.color()
  /// What the file says of its making.
  public var metadata = DNGMetadata()

  /// An upright RGGB picture without border, black 0 and white 65535.
  public init() {}
}

extension DNGColor {
  /// States the same camera with gains of its own: XYZ → camera is AnalogBalance · ColorMatrix, so the
  /// matrices are divided by what the balance multiplies with.
  public mutating func divide(by gains: SIMD3<Double>) {
    analogBalance = gains
    for i in calibrations.indices {
      calibrations[i].colorMatrix = Matrix3x3(diagonal: 1 / gains) * calibrations[i].colorMatrix
    }
  }
}
