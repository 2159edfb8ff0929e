internal import CBromideKernels

/// Film grain: seeded noise, interpolated on a lattice, equal in all components.
///
/// Light is multiplied by (1 + amount · (1 − √luminance) · noise)². Black and white are unchanged.
/// The noise of a pixel combines the numbers of four lattice points, −1 to 1, with weights whose
/// squares sum to 1, so the variance is the same everywhere. The numbers are a hash of the lattice
/// position and the seed (lowbias32, C. Wellons, 2018).
public struct GrainKernel: PointKernel {
  private let weights: SIMD3<Double>
  private let amount: Double
  private let cells: Double
  private let seed: UInt32

  /// - Parameters:
  ///   - weights: The luminance of red, green and blue.
  ///   - cells: Lattice cells per pixel, at most 1.
  public init(weights: SIMD3<Double>, amount: Double, cells: Double, seed: UInt32) {
    self.weights = weights
    self.amount = amount
    self.cells = cells
    self.seed = seed
  }

  /// The formula: linear red, green and blue with the noise of the position.
  public func formula(_ pixel: SIMD3<Double>, x: Int, y: Int) -> SIMD3<Double> {
    let light = min(max((pixel * weights).sum(), 0), 1)
    let gain = max(1 + amount * (1 - light.squareRoot()) * noise(x: x, y: y), 0)
    return pixel * gain * gain
  }

  /// The noise of a pixel, −2…2.
  func noise(x: Int, y: Int) -> Double {
    let scale = Float(cells)
    let (across, down) = ((Float(x) + 0.5) * scale, (Float(y) + 0.5) * scale)
    let (column, row) = (UInt32(across), UInt32(down))
    let (u, v) = (smooth(Double(across - Float(column))), smooth(Double(down - Float(row))))
    func point(_ dx: UInt32, _ dy: UInt32) -> Double {
      let hash = Self.scramble(
        ((column &+ dx) &* 0x9e37_79b9) ^ Self.scramble(row &+ dy &+ seed))
      return Double(Int32(bitPattern: hash)) / 0x1p31
    }
    let left = (1 - v).squareRoot() * point(0, 0) + v.squareRoot() * point(0, 1)
    let right = (1 - v).squareRoot() * point(1, 0) + v.squareRoot() * point(1, 1)
    return (1 - u).squareRoot() * left + u.squareRoot() * right
  }

  private static func scramble(_ value: UInt32) -> UInt32 {
    var v = value
    v = (v ^ v >> 16) &* 0x7feb_352d
    v = (v ^ v >> 15) &* 0x846c_a68b
    return v ^ v >> 16
  }

  /// Runs the compiled form in place on the first `count` pixels of a row.
  @unsafe public func run(
    _ set: InstructionSet, _ row: PlanarPointers, x: Int, y: Int, count: Int
  ) {
    var values = bromide_grain(
      weights: weights.floats, amount: Float(amount), cells: Float(cells), seed: seed)
    unsafe bromide_grain_row(
      set.code, &values, Int32(x), Int32(y), row.red, row.green, row.blue, count)
  }
}
