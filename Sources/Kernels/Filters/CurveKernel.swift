internal import CBromideKernels

/// Applies any curve over 0…1 to each component.
///
/// The compiled form interpolates linearly between points 1/128 octave of component + 2⁻²⁰ apart.
/// It is within 10⁻⁵ for curves that bend like a power, and exact at both ends.
public struct CurveKernel: PointKernel {
  private let curve: @Sendable (Double) -> Double
  private let table: OctaveTable

  /// - Parameter curve: The curve, called with 0…1.
  public init(_ curve: @escaping @Sendable (Double) -> Double) {
    self.curve = curve
    let first = 0x1p-20
    table = OctaveTable(-20..<0) { curve(min(($0 - first) / (1 - first), 1)) }
  }

  /// Returns the curve of each component, limited to 0…1 first. Ignores the position.
  public func formula(_ pixel: SIMD3<Double>, x: Int, y: Int) -> SIMD3<Double> {
    SIMD3(
      curve(min(max(pixel.x, 0), 1)), curve(min(max(pixel.y, 0), 1)),
      curve(min(max(pixel.z, 0), 1)))
  }

  /// Runs the compiled form in place on the first `count` pixels of a row.
  @unsafe public func run(
    _ set: InstructionSet, _ row: PlanarPointers, x: Int, y: Int, count: Int
  ) {
    unsafe table.withC { table in
      var table = unsafe table
      unsafe bromide_curve_row(set.code, &table, row.red, row.green, row.blue, count)
    }
  }
}
