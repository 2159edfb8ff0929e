public import BromideValues

/// A mosaic and the levels and gains applied before the demosaic:
/// x = min((sample − black) / (white − black) · gain, ceiling), never below 0.
public struct DemosaicInput: Sendable {
  /// The samples as recorded.
  public let samples: PlaneView<UInt16>
  /// The colours of the sites.
  public let filters: ColorFilters
  /// Black and white levels.
  public let levels: SensorLevels
  /// White-balance gains of red, green, blue.
  public let gains: SIMD3<Float>
  /// Limit of the balanced values: 1 clips to the common white, infinity keeps everything.
  public let ceiling: Float
  /// The shifts of red and blue that correct lateral colour, for a mosaic of this size, or `nil`.
  /// Only RCD supports them. Other methods read an `AlignedMosaic`.
  public let lateral: LateralMoves?
  /// Replacements for samples of hot and dead sites, or `nil`.
  public let repairs: HotPixels?
  /// Corrections applied to samples after the levels and before the gains, or `nil`.
  public let opcodes: SampleOpcodes?

  /// - Parameters:
  ///   - gains: White-balance gains of red, green, blue.
  ///   - ceiling: Use 1 to clip to the common white, or infinity to keep all values.
  ///   - lateral: The shifts that correct lateral colour.
  ///   - repairs: Replacements for samples of this mosaic.
  ///   - opcodes: Corrections of this mosaic's samples. Their inputs and outputs are in 0…1.
  public init(
    mosaic: Mosaic, gains: SIMD3<Float>, ceiling: Float, lateral: LateralMoves? = nil,
    repairs: HotPixels? = nil, opcodes: SampleOpcodes? = nil
  ) {
    self.init(
      mosaic.samples, .bayer(mosaic.pattern), mosaic.levels, gains: gains, ceiling: ceiling,
      lateral: lateral, repairs: repairs, opcodes: opcodes)
  }

  /// Creates the input for an X-Trans mosaic, which does not support lateral shifts.
  public init(
    mosaic: XTransMosaic, gains: SIMD3<Float>, ceiling: Float, repairs: HotPixels? = nil
  ) {
    self.init(
      mosaic.samples, .xtrans(mosaic.pattern), mosaic.levels, gains: gains, ceiling: ceiling,
      repairs: repairs)
  }

  private init(
    _ samples: PlaneView<UInt16>, _ filters: ColorFilters, _ levels: SensorLevels,
    gains: SIMD3<Float>, ceiling: Float, lateral: LateralMoves? = nil, repairs: HotPixels? = nil,
    opcodes: SampleOpcodes? = nil
  ) {
    self.samples = samples
    self.filters = filters
    self.levels = levels
    self.gains = gains
    self.ceiling = ceiling
    self.lateral = lateral
    self.repairs = repairs
    self.opcodes = opcodes
  }

  /// Returns the size of `kernel`'s output for this mosaic.
  public func outputSize(_ kernel: DemosaicKernel) -> Size {
    kernel.sitesInPixel == 2
      ? Size(width: samples.width / 2, height: samples.height / 2) : samples.size
  }
}

extension DemosaicInput {
  /// Returns the balanced value of one site in double precision. If the white level is not above
  /// black, uses black plus one.
  package func balanced(x: Int, y: Int) -> Double { max(signed(x: x, y: y), 0) }

  /// Returns the balanced value of one site without clipping noise below black.
  package func signed(x: Int, y: Int) -> Double {
    let black = Double(levels.black(x: x, y: y))
    let range = Double(levels.white) - black
    let gain = Double(gains[filters.color(x: x, y: y).rawValue])
    let sample = repairs?.replacement(x: x, y: y) ?? samples[x, y]
    let light = (Double(sample) - black) / (range > 0 ? range : 1)
    return min((opcodes?.corrected(light, x: x, y: y) ?? light) * gain, Double(ceiling))
  }

  /// The balanced values of red, green and blue that start clipping.
  var clipped: SIMD3<Double> {
    pointwiseMin(0.98 * SIMD3<Double>(gains), SIMD3(repeating: 0.999 * Double(ceiling)))
  }
}
