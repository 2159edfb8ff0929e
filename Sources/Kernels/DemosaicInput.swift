public import Pixels

/// A mosaic and the levels and gains applied before the demosaic:
/// x = min((sample − black) / (white − black) · gain, ceiling), never below 0.
public struct DemosaicInput: Sendable {
  /// The samples as recorded, with their pattern and levels.
  public let mosaic: Mosaic
  /// White-balance gains of red, green, blue.
  public let gains: SIMD3<Float>
  /// Limit of the balanced values: 1 clips to the common white, infinity keeps everything.
  public let ceiling: Float
  /// The moves of red and blue that correct lateral colour, for a mosaic of this size; nil for none.
  /// Only RCD carries them out.
  public let lateral: LateralMoves?
  /// Replacements for samples of hot and dead sites; nil for none.
  public let repairs: HotPixels?
  /// Corrections of samples between levels and gains; nil for none.
  public let opcodes: SampleOpcodes?

  /// - Parameters:
  ///   - gains: White-balance gains of red, green, blue.
  ///   - ceiling: 1 clips to the common white; infinity keeps everything.
  ///   - lateral: The moves that correct lateral colour.
  ///   - repairs: Replacements for samples of this mosaic.
  ///   - opcodes: Corrections of this mosaic's samples; they see and leave 0…1.
  public init(
    mosaic: Mosaic, gains: SIMD3<Float>, ceiling: Float, lateral: LateralMoves? = nil,
    repairs: HotPixels? = nil, opcodes: SampleOpcodes? = nil
  ) {
    self.mosaic = mosaic
    self.gains = gains
    self.ceiling = ceiling
    self.lateral = lateral
    self.repairs = repairs
    self.opcodes = opcodes
  }

  /// The size of the output of `kernel` for this mosaic.
  public func outputSize(_ kernel: DemosaicKernel) -> Size {
    kernel == .half
      ? Size(width: mosaic.size.width / 2, height: mosaic.size.height / 2) : mosaic.size
  }
}

extension DemosaicInput {
  /// The balanced value of one site, in double precision. A white level at or below black counts as
  /// black plus one.
  package func balanced(x: Int, y: Int) -> Double {
    let black = Double(mosaic.levels.black(x: x, y: y))
    let range = Double(mosaic.levels.white) - black
    let gain = Double(gains[mosaic.pattern.color(x: x, y: y).rawValue])
    let sample = repairs?.replacement(x: x, y: y) ?? mosaic.samples[x, y]
    let light = (Double(sample) - black) / (range > 0 ? range : 1)
    let value = (opcodes?.corrected(light, x: x, y: y) ?? light) * gain
    return min(max(value, 0), Double(ceiling))
  }

  /// From here on a balanced value of each colour is clipped.
  var clipped: SIMD3<Double> {
    pointwiseMin(0.98 * SIMD3<Double>(gains), SIMD3(repeating: 0.999 * Double(ceiling)))
  }
}
