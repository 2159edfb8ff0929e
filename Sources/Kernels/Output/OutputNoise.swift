public import BromideValues
internal import CBromideKernels

/// Noise reduction for a picture that is much smaller than its sensor, on balanced camera RGB.
///
/// À trous transforms ([1 4 6 4 1]/16) split the colour differences C₁ = R − G and C₂ = B − G into
/// three levels. If you reduce luminance noise also, they split Y = (R + 2G + B)/4 into four. Each
/// detail becomes detail · max(0, 1 − t²·gain²·V/E). E is its mean square in 5×5 pixels, and V is
/// the noise variance of the pixel. The gains apply to white noise: .891, .201, .086 and .041.
///
/// **Variances.** For a colour with the balance g, a sample with light x has the variance v = a·g·x
/// + b·g². An output pixel is a weighted sum of sensor pixels, and the squares of the weights sum
/// to `gain`. Only a fraction s of the sensor pixels has the colour, so the output's variance is
/// gain·v/s. Edges repeat.
public struct OutputNoise: Sendable, Hashable {
  /// The noise of the mosaic's samples before white balance.
  public var noise: NoiseModel
  /// The white-balance gains in the rows, for red, green and blue.
  public var gains: SIMD3<Double>
  /// The sum of the squared weights of an output pixel's sensor pixels.
  public var gain: Double
  /// The fractions of red, green and blue sensor pixels.
  public var shares: SIMD3<Double>
  /// The factor of the thresholds. `light` and `auto` use 1.
  public var strength: Double
  /// Whether to reduce luminance noise also.
  public var treatsLuminance: Bool

  /// - Parameters:
  ///   - noise: The noise of the mosaic's samples before white balance.
  ///   - gains: The white-balance gains in the rows, for red, green and blue.
  ///   - gain: The sum of the squared weights of an output pixel's sensor pixels.
  ///   - filters: The colours of the sites.
  ///   - strength: The factor of the thresholds.
  ///   - treatsLuminance: Whether to reduce luminance noise also.
  public init(
    noise: NoiseModel, gains: SIMD3<Double>, gain: Double, filters: ColorFilters, strength: Double,
    treatsLuminance: Bool
  ) {
    self.noise = noise
    self.gains = gains
    self.gain = gain
    shares = Self.shares(of: filters)
    self.strength = strength
    self.treatsLuminance = treatsLuminance
  }

  /// Returns the fractions of red, green and blue sites.
  static func shares(of filters: ColorFilters) -> SIMD3<Double> {
    var counts = SIMD3<Double>()
    let period = filters.period
    for y in 0..<period {
      for x in 0..<period { counts[filters.color(x: x, y: y).rawValue] += 1 }
    }
    return counts / counts.sum()
  }

  /// Thresholds at strength 1, as multiples of the noise deviations of colour and luminance.
  static let thresholds = (color: 1.6, luma: 1.15)
  /// The white noise that remains in each level's detail.
  static let levelGains = [0.891, 0.201, 0.086, 0.041]
  static let colorLevels = Int(BROMIDE_OUTPUT_COLOUR_LEVELS)
  static let lumaLevels = Int(BROMIDE_OUTPUT_LUMA_LEVELS)

  /// The rows on each side that a pixel needs.
  public var reach: Int {
    Int(treatsLuminance ? BROMIDE_OUTPUT_LUMA_REACH : BROMIDE_OUTPUT_COLOUR_REACH)
  }

  /// Returns the variance of a weighted sum of channels: a constant, then factors for red, green
  /// and blue.
  public func variance(_ weights: SIMD3<Double>) -> SIMD4<Double> {
    let factors = gain * weights * weights / shares
    let slopes = noise.a * gains * factors
    return SIMD4(noise.b * (gains * gains * factors).sum(), slopes.x, slopes.y, slopes.z)
  }

  /// The variance of R − G.
  var redVariance: SIMD4<Double> { variance(SIMD3(1, -1, 0)) }
  /// The variance of B − G.
  var blueVariance: SIMD4<Double> { variance(SIMD3(0, -1, 1)) }
  /// The variance of (R + 2G + B)/4.
  var lumaVariance: SIMD4<Double> { variance(SIMD3(0.25, 0.5, 0.25)) }

  func factors(_ threshold: Double) -> [Double] {
    Self.levelGains.map { ($0 * threshold * strength) * ($0 * threshold * strength) }
  }

  /// Columns and rows of a tile. With its neighbours, the tile fits the private cache of a core.
  package static let tile = (width: 256, height: 64)

  /// Returns the number of tiles in a picture.
  public static func tiles(_ size: Size) -> Int {
    columns(size) * ((size.height + tile.height - 1) / tile.height)
  }

  private static func columns(_ size: Size) -> Int { (size.width + tile.width - 1) / tile.width }

  /// Returns the columns and rows of a tile.
  public static func part(_ index: Int, of size: Size) -> (columns: Range<Int>, rows: Range<Int>) {
    let (y, x) = index.quotientAndRemainder(dividingBy: columns(size))
    return (
      x * tile.width..<min((x + 1) * tile.width, size.width),
      y * tile.height..<min((y + 1) * tile.height, size.height)
    )
  }

  private static let widest = tile.width + 2 * Int(BROMIDE_OUTPUT_LUMA_REACH)
  private static let highest = tile.height + 2 * Int(BROMIDE_OUTPUT_LUMA_REACH)
  private static let planesByteCount = (3 * widest * highest + 32) * MemoryLayout<Float>.stride

  /// Returns working memory for `apply`, about two megabytes per thread.
  ///
  /// - Parameter shared: The place of the memory, or `nil` for its own.
  public static func scratch(in shared: ScratchMemory? = nil) -> PixelMemory {
    let memory = PixelMemory.scratch(
      planesByteCount + bromide_output_noise_bytes(widest, highest), in: shared)
    unsafe memory.bytes.initializeMemory(as: UInt8.self, repeating: 0)
    return memory
  }

  /// Reduces the noise in a part of a picture, and writes the part to another picture.
  ///
  /// - Parameters:
  ///   - columns: At most `tile.width` columns.
  ///   - rows: At most `tile.height` rows.
  ///   - input: The picture, with three channels.
  ///   - output: Receives the part.
  ///   - scratch: Memory from `scratch()`. Only one thread can use it.
  ///   - instructionSet: The variant to run. All variants give equal bits. The reference uses the
  ///     baseline.
  public func apply(
    to columns: Range<Int>, _ rows: Range<Int>, of input: CodedPicture,
    into output: CodedPicture, scratch: PixelMemory, instructionSet: InstructionSet
  ) {
    precondition(input.channels == 3 && output.channels == 3, "three channels")
    precondition(columns.count <= Self.tile.width && rows.count <= Self.tile.height, "one tile")
    let (width, height) = (input.size.width, input.size.height)
    let across = max(0, columns.lowerBound - reach)..<min(width, columns.upperBound + reach)
    let down = max(0, rows.lowerBound - reach)..<min(height, rows.upperBound + reach)
    let stride = (across.count + 15) / 16 * 16
    let plane = stride * down.count
    let planes = unsafe scratch.bytes.assumingMemoryBound(to: Float.self).baseAddress!
    for channel in 0..<3 {
      for y in down {
        unsafe input.read(
          channel, x: across.lowerBound, y: y, count: across.count, isRoot: false,
          into: planes + channel * plane + (y - down.lowerBound) * stride)
      }
    }
    var settings = settings
    unsafe bromide_output_noise_tile(
      max(instructionSet, .baseline).code, &settings, planes, stride, down.count, across.count,
      rows.lowerBound - down.lowerBound, rows.upperBound - down.lowerBound,
      planes + Self.planesByteCount / MemoryLayout<Float>.stride)
    let first = columns.lowerBound - across.lowerBound
    for channel in 0..<3 {
      for y in rows {
        unsafe output.write(
          planes + channel * plane + (y - down.lowerBound) * stride + first, channel,
          x: columns.lowerBound, y: y, count: columns.count, isRoot: false)
      }
    }
  }

  private var settings: bromide_output_noise {
    var settings = bromide_output_noise()
    settings.red_variance = redVariance.floats
    settings.blue_variance = blueVariance.floats
    settings.luma_variance = lumaVariance.floats
    let (color, luma) = (
      factors(Self.thresholds.color).map { Float($0) },
      factors(Self.thresholds.luma).map { Float($0) }
    )
    settings.colour_factors = (color[0], color[1], color[2])
    settings.luma_factors = (luma[0], luma[1], luma[2], luma[3])
    settings.luma = treatsLuminance ? 1 : 0
    return settings
  }
}
