internal import CKernels

/// Any curve from 0…1 on each component.
///
/// The compiled form goes straight between 1025 values over the fourth root of the component: 10⁻⁶ off for curves
/// that bend like a power, and exact at both ends.
public struct CurveKernel: PointKernel {
  private let curve: @Sendable (Double) -> Double
  private let table: [Float]

  private static let size = 1024

  /// - Parameter curve: Called with 0…1.
  public init(_ curve: @escaping @Sendable (Double) -> Double) {
    self.curve = curve
    let places = (0...Self.size).map { Double($0) / Double(Self.size) }
    let values = places.map { Float(curve($0 * $0 * $0 * $0)) }
    table = values + [values[Self.size]]
  }

  /// The curve of each component, limited to 0…1 first; the place is ignored.
  public func formula(_ pixel: SIMD3<Double>, x: Int, y: Int) -> SIMD3<Double> {
    SIMD3(
      curve(min(max(pixel.x, 0), 1)), curve(min(max(pixel.y, 0), 1)),
      curve(min(max(pixel.z, 0), 1)))
  }

  /// Runs the compiled form on the first `count` pixels of a row, in place.
  @unsafe public func run(
    _ set: InstructionSet, _ row: PlanarPointers, x: Int, y: Int, count: Int
  ) {
    unsafe table.withUnsafeBufferPointer { table in
      unsafe bromide_table_row(
        set.code, table.baseAddress, Int32(Self.size), row.red, row.green, row.blue, count)
    }
  }
}
