internal import BromideLibc
public import BromideValues
internal import CBromideKernels

/// A photo's gains by position and brightness, after a matrix to linear ProPhoto RGB.
///
/// All compiled variants give equal bits. The reference differs by single-precision rounding, and
/// computes a power of brightness instead of using a table.
public struct GainTableKernel: PointKernel, MatrixTaking {
  private let table: GainTable
  private let scale: Double
  private let origin: SIMD2<Double>
  private let across: SIMD2<Double>
  private let down: SIMD2<Double>
  private let brightness: [Float]
  private var matrix: Matrix3x3?
  private var coefficients: [Float] = []

  /// - Parameters:
  ///   - table: The gains.
  ///   - scale: The factor of the photo's baseline exposure, applied before looking up gains.
  ///   - origin: The middle of the picture's first pixel, in widths and heights of the sensor's
  ///     active area.
  ///   - across: The step to the next pixel.
  ///   - down: The step to the pixel below.
  public init(
    _ table: GainTable, scale: Double, origin: SIMD2<Double>, across: SIMD2<Double>,
    down: SIMD2<Double>
  ) {
    self.table = table
    self.scale = scale
    self.origin = origin
    self.across = across
    self.down = down
    // Use the fourth root, so that small powers are less steep.
    brightness =
      table.gamma == 1 ? [] : ProfileFunction.values { pow($0, 4 * table.gamma) }
  }

  /// Returns a kernel that applies a matrix first, in the same pass.
  public func following(_ matrix: Matrix3x3) -> GainTableKernel {
    var result = self
    result.matrix = self.matrix.map { $0 * matrix } ?? matrix
    result.coefficients = result.matrix?.floats ?? []
    return result
  }

  /// The formula for one pixel.
  public func formula(_ pixel: SIMD3<Double>, x: Int, y: Int) -> SIMD3<Double> {
    var p = matrix.map { $0 * pixel } ?? pixel
    p = p.replacing(with: 0, where: .!(p .> 0))
    let place = origin + Double(x) * across + Double(y) * down
    return p * table.gain(at: place, of: scale * p)
  }

  /// Runs the compiled form in place on the first `count` pixels of a row.
  @unsafe public func run(
    _ set: InstructionSet, _ row: PlanarPointers, x: Int, y: Int, count: Int
  ) {
    let start = (origin + Double(y) * down - table.origin) / table.spacing
    let step = across / table.spacing
    let weights = table.weights.map { Float($0 * scale) }
    unsafe table.gains.withUnsafeBufferPointer { gains in
      unsafe coefficients.withUnsafeBufferPointer { matrix in
        unsafe brightness.withUnsafeBufferPointer { brightness in
          var map = unsafe bromide_gain_table(
            gains: gains.baseAddress, columns: Int32(table.columns), rows: Int32(table.rows),
            count: Int32(table.count),
            weights: (weights[0], weights[1], weights[2], weights[3], weights[4]),
            brightness: brightness.isEmpty ? nil : brightness.baseAddress,
            place: (Float(start.x), Float(start.y)), step: (Float(step.x), Float(step.y)))
          unsafe bromide_gain_table_row(
            set.code, matrix.isEmpty ? nil : matrix.baseAddress, &map, Int32(x), row.red,
            row.green, row.blue, count)
        }
      }
    }
  }
}
