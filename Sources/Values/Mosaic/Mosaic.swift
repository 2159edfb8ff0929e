/// Black and white levels of a sensor, in raw code values.
public struct SensorLevels: Sendable, Hashable, Codable {
  /// The columns and rows of the black pattern, each at least 1.
  public var blackPatternSize: Size
  /// The black level of each site of the pattern, row by row. The pattern repeats, starting at the
  /// plane's origin.
  public var black: [Float]
  /// The code value of a saturated site.
  public var white: Float
  /// The code value up to which the sensor is linear, or `nil` if it is not recorded.
  public var linearMaximum: Float?

  /// - Parameters:
  ///   - blackPatternSize: Columns and rows of the black pattern, each at least 1.
  ///   - black: The black level of each site of the pattern, row by row.
  ///   - white: The code value of a saturated site.
  ///   - linearMaximum: The code value up to which the sensor is linear, or `nil` if it is unknown.
  public init(
    blackPatternSize: Size = Size(width: 1, height: 1), black: [Float], white: Float,
    linearMaximum: Float? = nil
  ) {
    precondition(
      !blackPatternSize.isEmpty && black.count == blackPatternSize.area,
      "a black level for every site of its pattern")
    self.blackPatternSize = blackPatternSize
    self.black = black
    self.white = white
    self.linearMaximum = linearMaximum
  }

  /// Creates levels with the same black level for all sites.
  public init(black: Float, white: Float) {
    self.init(black: [black], white: white)
  }

  /// Returns the black level at column `x` (≥ 0) of row `y` (≥ 0).
  public func black(x: Int, y: Int) -> Float {
    black[(y % blackPatternSize.height) * blackPatternSize.width + x % blackPatternSize.width]
  }
}

/// The data of a sensor with a colour filter array: one sample per site.
public struct SensorMosaic<Pattern: Sendable>: Sendable {
  /// The active area, without masked borders, in raw code values.
  public let samples: PlaneView<UInt16>
  /// The colours of the sites, starting at the plane's origin.
  public let pattern: Pattern
  /// The black and white levels, starting at the plane's origin.
  public var levels: SensorLevels

  /// Creates a mosaic. The samples are not copied.
  public init(samples: PlaneView<UInt16>, pattern: Pattern, levels: SensorLevels) {
    self.samples = samples
    self.pattern = pattern
    self.levels = levels
  }

  /// The size of the active area in sites. A site becomes a pixel.
  public var size: Size { samples.size }
}

/// The data of a Bayer sensor.
public typealias Mosaic = SensorMosaic<BayerPattern>

/// The data of an X-Trans sensor.
public typealias XTransMosaic = SensorMosaic<XTransPattern>

/// A picture of scene-linear camera values that does not need a demosaic.
///
/// It comes from a linear DNG, from a monochrome or layered sensor, or from a mosaic that was
/// interpolated elsewhere.
public struct LinearImage: Sendable {
  /// Interleaved samples. Black is 0, and `white` is the saturation of every channel.
  public let samples: PlaneView<UInt16>
  /// 1 (monochrome) or 3 (camera red, green, blue).
  public let channels: Int
  /// The code value of a saturated channel before any white balance.
  public let white: Float
  /// The gains already applied to each channel, because an interpolation uses a balanced picture.
  /// To get unbalanced camera values, divide by them.
  public let appliedGains: SIMD3<Float>

  /// - Parameters:
  ///   - samples: Rows of complete pixels. The plane's width is a multiple of `channels`.
  ///   - channels: 1 or 3.
  public init(
    samples: PlaneView<UInt16>, channels: Int, white: Float,
    appliedGains: SIMD3<Float> = SIMD3(1, 1, 1)
  ) {
    precondition(channels == 1 || channels == 3, "a linear picture has 1 or 3 channels")
    precondition(samples.width % channels == 0, "whole pixels")
    self.samples = samples
    self.channels = channels
    self.white = white
    self.appliedGains = appliedGains
  }

  /// Width and height in pixels. Each pixel has `channels` samples.
  public var size: Size { Size(width: samples.width / channels, height: samples.height) }
}

/// The pixels of a raw file, in the memory that its decoder filled.
public enum SensorImage: Sendable {
  /// One colour per site, before the demosaic.
  case mosaic(Mosaic)
  /// One colour per site of an X-Trans sensor, before the demosaic.
  case xtrans(XTransMosaic)
  /// All colours in every pixel, or a single channel.
  case linear(LinearImage)

  /// Creates a mosaic with any known filters.
  package init(_ samples: PlaneView<UInt16>, _ filters: ColorFilters, _ levels: SensorLevels) {
    self =
      switch filters {
      case .bayer(let pattern):
        .mosaic(Mosaic(samples: samples, pattern: pattern, levels: levels))
      case .xtrans(let pattern):
        .xtrans(XTransMosaic(samples: samples, pattern: pattern, levels: levels))
      }
  }

  /// The plane that contains the samples.
  package var samples: PlaneView<UInt16> {
    switch self {
    case .mosaic(let mosaic): mosaic.samples
    case .xtrans(let mosaic): mosaic.samples
    case .linear(let image): image.samples
    }
  }

  /// The levels of a mosaic, or `nil` for a picture that does not need a demosaic.
  package var levels: SensorLevels? {
    switch self {
    case .mosaic(let mosaic): mosaic.levels
    case .xtrans(let mosaic): mosaic.levels
    case .linear: nil
    }
  }

  /// Size of the active area in pixels, before orientation.
  public var size: Size {
    switch self {
    case .mosaic(let mosaic): mosaic.size
    case .xtrans(let mosaic): mosaic.size
    case .linear(let image): image.size
    }
  }

  /// The colours of the sites, or `nil` for a picture that does not need a demosaic.
  public var filters: ColorFilters? {
    switch self {
    case .mosaic(let mosaic): .bayer(mosaic.pattern)
    case .xtrans(let mosaic): .xtrans(mosaic.pattern)
    case .linear: nil
    }
  }
}
