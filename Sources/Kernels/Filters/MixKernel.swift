internal import CBromideKernels

/// Mixes every pixel with one colour, in linear light: p + amount · (color − p).
public struct MixKernel: PointKernel {
  private let color: SIMD3<Double>
  private let amount: Double

  /// Creates a mix with a linear colour. `amount` 0 keeps the picture, and 1 gives the colour.
  public init(color: SIMD3<Double>, amount: Double) {
    self.color = color
    self.amount = amount
  }

  /// Returns p + amount · (color − p). Ignores the position.
  public func formula(_ pixel: SIMD3<Double>, x: Int, y: Int) -> SIMD3<Double> {
    pixel + amount * (color - pixel)
  }

  /// Runs the compiled form in place on the first `count` pixels of a row.
  @unsafe public func run(
    _ set: InstructionSet, _ row: PlanarPointers, x: Int, y: Int, count: Int
  ) {
    let (r, g, b) = color.floats
    let values = [r, g, b]
    unsafe values.withUnsafeBufferPointer { values in
      unsafe bromide_mix_row(
        set.code, values.baseAddress, Float(amount), row.red, row.green, row.blue, count)
    }
  }
}
