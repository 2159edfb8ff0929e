/// Black and white levels of a sensor, in raw code values.
public struct SensorLevels: Sendable, Hashable, Codable {
  /// Columns and rows of the black pattern, each at least 1.
  public var blackPatternSize: Size
  /// Black level of each site of the pattern, row after row. The pattern repeats from the plane's
  /// origin.
  public var black: [Float]
  /// Code value of a saturated site.
  public var white: Float
  /// Code value up to which the sensor responds linearly; nil if the maker does not state it.
  public var linearMaximum: Float?

  /// - Parameters:
  ///   - blackPatternSize: Columns and rows of the black pattern, each at least 1.
  ///   - black: Black level of each site of the pattern, row after row.
  ///   - white: Code value of a saturated site.
  ///   - linearMaximum: Code value up to which the sensor responds linearly; nil if it is not
  ///     known.
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

  /// One black level for all sites.
  public init(black: Float, white: Float) {
    self.init(black: [black], white: white)
  }

  /// Black level at column `x` (≥ 0) of row `y` (≥ 0).
  public func black(x: Int, y: Int) -> Float {
    black[(y % blackPatternSize.height) * blackPatternSize.width + x % blackPatternSize.width]
  }

  /// The levels seen from a new origin, `dx` columns to the right of and `dy` rows below the old
  /// one.
  public func shifted(x dx: Int, y dy: Int) -> SensorLevels {
    var result = self
    for y in 0..<blackPatternSize.height {
      for x in 0..<blackPatternSize.width {
        result.black[y * blackPatternSize.width + x] = black(x: x + dx, y: y + dy)
      }
    }
    return result
  }
}

/// The recording of a Bayer sensor: one sample per site, under a colour filter array.
public struct Mosaic: Sendable {
  /// The active area, without masked borders, in raw code values.
  public let samples: PlaneView<UInt16>
  /// Colours of the sites, from the plane's origin.
  public let pattern: BayerPattern
  /// Black and white levels, from the plane's origin.
  public var levels: SensorLevels

  /// A mosaic of these samples, which are not copied.
  public init(samples: PlaneView<UInt16>, pattern: BayerPattern, levels: SensorLevels) {
    self.samples = samples
    self.pattern = pattern
    self.levels = levels
  }

  /// Size of the active area in sites, of which there are as many as pixels.
  public var size: Size { samples.size }
}

/// A picture of scene-linear camera values that needs no demosaic: from a linear DNG, from a
/// monochrome or layered sensor, or from a mosaic that was interpolated elsewhere.
public struct LinearImage: Sendable {
  /// Interleaved samples; black is 0 and `white` is the saturation of every channel.
  public let samples: PlaneView<UInt16>
  /// 1 (monochrome) or 3 (camera red, green, blue).
  public let channels: Int
  /// Code value of a saturated channel before any white balance.
  public let white: Float
  /// Gains already applied to each channel, as an interpolation works on a balanced picture.
  /// Dividing by them gives unbalanced camera values.
  public let appliedGains: SIMD3<Float>

  /// - Parameters:
  ///   - samples: Rows of whole pixels; the plane's width is a multiple of `channels`.
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

  /// Width and height in pixels, of `channels` samples each.
  public var size: Size { Size(width: samples.width / channels, height: samples.height) }
}

/// The pixels of a raw file, in the memory that its decoder filled.
public enum SensorImage: Sendable {
  /// One colour per site, to be demosaiced.
  case mosaic(Mosaic)
  /// One colour per site of an X-Trans sensor, to be demosaiced.
  case xtrans(XTransMosaic)
  /// Every colour in every pixel, or a single channel.
  case linear(LinearImage)

  /// Size of the active area in pixels, before orientation.
  public var size: Size {
    switch self {
    case .mosaic(let mosaic): mosaic.size
    case .xtrans(let mosaic): mosaic.size
    case .linear(let image): image.size
    }
  }

  /// The colours of the sites; nil for a picture that needs no demosaic.
  public var filters: ColorFilters? {
    switch self {
    case .mosaic(let mosaic): .bayer(mosaic.pattern)
    case .xtrans(let mosaic): .xtrans(mosaic.pattern)
    case .linear: nil
    }
  }
}
