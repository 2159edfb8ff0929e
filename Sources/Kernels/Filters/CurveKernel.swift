internal import CBromideKernels

/// Applies any curve over 0…1 to each component, or a separate one to red, green and blue.
///
/// The compiled form interpolates linearly between points 1/128 octave of component + 2⁻²⁰ apart.
/// It is within 10⁻⁵ for curves that bend like a power, and exact at both ends.
public struct CurveKernel: PointKernel {
  private let curves: [@Sendable (Double) -> Double]
  private let tables: [OctaveTable]

  /// - Parameter curve: The curve of all components, called with 0…1.
  public init(_ curve: @escaping @Sendable (Double) -> Double) {
    curves = [curve, curve, curve]
    // The components share one table, which takes 20 kB of the cache.
    let table = Self.table(curve)
    tables = [table, table, table]
  }

  /// - Parameter curves: The curves of red, green and blue, called with 0…1.
  public init(channels curves: [@Sendable (Double) -> Double]) {
    precondition(curves.count == 3, "a curve for each component")
    self.curves = curves
    tables = curves.map(Self.table)
  }

  private static func table(_ curve: @Sendable (Double) -> Double) -> OctaveTable {
    let first = 0x1p-20
    return OctaveTable(-20..<0) { curve(min(($0 - first) / (1 - first), 1)) }
  }

  /// Returns the curve of each component, limited to 0…1 first. Ignores the position.
  public func formula(_ pixel: SIMD3<Double>, x: Int, y: Int) -> SIMD3<Double> {
    SIMD3(
      curves[0](min(max(pixel.x, 0), 1)), curves[1](min(max(pixel.y, 0), 1)),
      curves[2](min(max(pixel.z, 0), 1)))
  }

  /// Runs the compiled form in place on the first `count` pixels of a row.
  @unsafe public func run(
    _ set: InstructionSet, _ row: PlanarPointers, x: Int, y: Int, count: Int
  ) {
    unsafe tables[0].withC { red in
      unsafe tables[1].withC { green in
        unsafe tables[2].withC { blue in
          var curves = unsafe bromide_curves(red: red, green: green, blue: blue)
          unsafe bromide_curve_row(set.code, &curves, row.red, row.green, row.blue, count)
        }
      }
    }
  }
}
