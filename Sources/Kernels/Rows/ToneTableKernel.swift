public import BromideValues
internal import CBromideKernels

/// The colour steps of ``ColorKernel`` for a curve without a formula: a matrix, the curve as a
/// table, and the path to white.
///
/// The table has 4096 entries over the square root of light, with linear interpolation. It is
/// within 2·10⁻⁵ of curves like the standard look's. All compiled variants give equal bits. The
/// reference uses the same table, and differs by single-precision rounding.
public struct ToneTableKernel: PointKernel {
  private let matrix: Matrix3x3?
  private let path: PathToWhite?
  private let coefficients: [Float]
  /// The curve's values, the last one twice.
  private let table: [Float]
  /// Entries for each unit of the root.
  private let scale: Double

  private static let entries = 4096

  /// - Parameters:
  ///   - matrix: The matrix, or `nil` to skip it.
  ///   - mostLight: The light at which the curve reaches its last value, above 0.
  ///   - path: The path of bright light to white after the curve, or `nil` to skip it.
  ///   - curve: Converts scene-linear to display-linear light, 0…1.
  public init(
    matrix: Matrix3x3?, mostLight: Double, path: PathToWhite?, curve: (Double) -> Double
  ) {
    precondition(mostLight > 0, "a curve of some light")
    self.matrix = matrix
    self.path = path
    coefficients = matrix?.floats ?? []
    let scale = Double(Self.entries - 1) / mostLight.squareRoot()
    self.scale = scale
    let values = (0..<Self.entries).map { Float(curve(Double($0 * $0) / (scale * scale))) }
    table = values + [values[Self.entries - 1]]
  }

  /// The formula for one pixel.
  public func formula(_ pixel: SIMD3<Double>, x: Int, y: Int) -> SIMD3<Double> {
    var p = pixel
    if let matrix { p = matrix * p }
    p = p.replacing(with: 0, where: .!(p .> 0)).replacing(with: 1e6, where: p .> 1e6)
    let (low, high) = (p.min(), p.max())
    guard high > low else { return SIMD3(repeating: value(low)) }
    let base = value(low)
    let toned = base + (p - low) * ((value(high) - base) / (high - low))
    return path?(toned, light: p) { value($0) } ?? toned
  }

  private func value(_ light: Double) -> Double {
    let place = min(light.squareRoot() * scale, Double(Self.entries - 1))
    let index = Int(place)
    let (below, above) = (Double(table[index]), Double(table[index + 1]))
    return below + (place - Double(index)) * (above - below)
  }

  /// Runs the compiled form in place on the first `count` pixels of a row.
  @unsafe public func run(
    _ set: InstructionSet, _ row: PlanarPointers, x: Int, y: Int, count: Int
  ) {
    unsafe table.withUnsafeBufferPointer { values in
      unsafe coefficients.withUnsafeBufferPointer { matrix in
        var table = unsafe bromide_tone_table(
          values: values.baseAddress, scale: Float(scale), last: Int32(Self.entries - 1),
          whitens: path == nil ? 0 : 1, weights: path?.floats ?? (0, 0, 0))
        unsafe bromide_table_row(
          set.code, matrix.isEmpty ? nil : matrix.baseAddress, &table, row.red, row.green,
          row.blue, count)
      }
    }
  }
}
