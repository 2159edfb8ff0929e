internal import CBromideKernels

/// Adds one colour to shadows and another to highlights. Luminance is unchanged.
///
/// With b = √luminance, limited to 0…1, the colours have the weight b − b², which is 0 in black and
/// white. smoothstep((b − start) / (end − start)) divides it: 0 is all shadow, 1 all highlight.
public struct ToningKernel: PointKernel {
  private let weights: SIMD3<Double>
  private let shadows: SIMD3<Double>
  private let highlights: SIMD3<Double>
  private let start: Double
  private let end: Double

  /// - Parameters:
  ///   - weights: The luminance of red, green and blue.
  ///   - shadows: The colour added to linear red, green and blue at weight 1. Its luminance should
  ///     be 0.
  ///   - highlights: The colour for highlights, with the same rules.
  public init(
    weights: SIMD3<Double>, shadows: SIMD3<Double>, highlights: SIMD3<Double>, start: Double,
    end: Double
  ) {
    precondition(end > start, "shadows come before highlights")
    self.weights = weights
    self.shadows = shadows
    self.highlights = highlights
    self.start = start
    self.end = end
  }

  /// Returns the pixel with the colours added to linear red, green and blue. Ignores the position.
  public func formula(_ pixel: SIMD3<Double>, x: Int, y: Int) -> SIMD3<Double> {
    let light = min(max((pixel * weights).sum(), 0), 1)
    let bright = light.squareRoot()
    let share = smooth((bright - start) / (end - start))
    return pixel + (bright - light) * ((1 - share) * shadows + share * highlights)
  }

  /// Runs the compiled form in place on the first `count` pixels of a row.
  @unsafe public func run(
    _ set: InstructionSet, _ row: PlanarPointers, x: Int, y: Int, count: Int
  ) {
    var values = bromide_toning(
      weights: weights.floats, shadows: shadows.floats, highlights: highlights.floats,
      start: Float(start), slope: Float(1 / (end - start)))
    unsafe bromide_toning_row(set.code, &values, row.red, row.green, row.blue, count)
  }
}
