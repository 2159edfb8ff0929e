/// Black and white levels of a sensor, in raw code values.
public struct SensorLevels: Sendable, Hashable, Codable {
  /// Columns and rows of the black pattern, at least 1 each.
  public var blackPatternSize: Size
  /// Black level of each site of the pattern, row after row. It repeats from the plane's origin.
  public var black: [Float]
  /// The code value of a saturated site.
  public var white: Float
  /// The code value up to which the sensor answers linearly, where the maker states it.
  public var linearMaximum: Float?

  /// - Parameters:
  ///   - black: As many levels as the pattern has sites, row after row.
  ///   - white: The code value of a saturated site.
  ///   - linearMaximum: nil where the maker does not state it.
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

  /// The levels as seen from a new origin, `dx` columns right of and `dy` rows below the old one.
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

/// What a Bayer sensor recorded: one sample a site, under a colour filter array.
public struct Mosaic: Sendable {
  /// The active area (no masked border), in raw code values.
  public let samples: PlaneView<UInt16>
  /// The colours, from the plane's origin.
  public let pattern: BayerPattern
  /// Black and white, from the plane's origin.
  public var levels: SensorLevels

  /// A mosaic of the samples where they lie; none is copied.
  public init(samples: PlaneView<UInt16>, pattern: BayerPattern, levels: SensorLevels) {
    self.samples = samples
    self.pattern = pattern
    self.levels = levels
  }

  /// The active area in sites, which are as many as pixels.
  public var size: Size { samples.size }
}

/// A picture of scene-linear camera values that needs no demosaic: from a linear DNG, a monochrome or
/// layered sensor, or one whose CFA somebody else has interpolated.
public struct LinearImage: Sendable {
  /// Interleaved samples; black is 0 and `white` is the saturation of every channel.
  public let samples: PlaneView<UInt16>
  /// 1 (monochrome) or 3 (camera red, green, blue).
  public let channels: Int
  /// Code value of a saturated channel before any white balance.
  public let white: Float
  /// What each channel has been multiplied with already (an interpolation wants a balanced picture);
  /// dividing by it gives unbalanced camera values.
  public let appliedGains: SIMD3<Float>

  /// - Parameters:
  ///   - samples: Rows of whole pixels: the plane's width is a multiple of `channels`.
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

/// The pixels of a raw file, in the memory its decoder filled.
public enum SensorImage: Sendable {
  /// One colour a site, to be demosaicked.
  case mosaic(Mosaic)
  /// Every colour in every pixel, or one channel.
  case linear(LinearImage)

  /// The active area in pixels, before orientation.
  public var size: Size {
    switch self {
    case .mosaic(let mosaic): mosaic.size
    case .linear(let image): image.size
    }
  }
}
