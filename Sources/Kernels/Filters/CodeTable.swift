internal import BromideValues
internal import CBromideKernels

/// A look table for rows of codes. It gives equal bits on every instruction set.
struct CodeTable: Sendable {
  private let table: LookTable
  private let strength: Double
  /// Four numbers for each entry of the cube.
  private let cube: [Float]

  /// - Parameter strength: Share of the table's codes in the result. The rest is input codes.
  init(_ table: LookTable, strength: Double = 1) {
    self.table = table
    self.strength = strength
    let values = table.cube?.values ?? []
    var cube: [Float] = []
    cube.reserveCapacity(values.count / 3 * 4)
    for at in stride(from: 0, to: values.count, by: 3) {
      cube += [values[at], values[at + 1], values[at + 2], 0]
    }
    self.cube = cube
  }

  /// Returns the codes for codes from 0 to 1. NaN is treated as 0.
  func formula(_ encoded: SIMD3<Double>) -> SIMD3<Double> {
    let codes = encoded.replacing(with: 0, where: .!(encoded .>= 0))
    return codes + (table(codes) - codes) * strength
  }

  /// Runs the compiled form in place on the first `count` pixels of a row.
  @unsafe func run(_ row: PlanarPointers, count: Int) {
    unsafe (table.curve?.values ?? []).withUnsafeBufferPointer { curve in
      unsafe cube.withUnsafeBufferPointer { cube in
        var values = unsafe bromide_look(
          curve: table.curve.map {
            unsafe Self.entries(curve, count: $0.count, low: $0.low, high: $0.high)
          } ?? bromide_look_entries(),
          cube: table.cube.map {
            unsafe Self.entries(cube, count: $0.size, low: $0.low, high: $0.high)
          } ?? bromide_look_entries(),
          strength: Float(strength))
        unsafe bromide_look_row(&values, row.red, row.green, row.blue, count)
      }
    }
  }

  private static func entries(
    _ values: UnsafeBufferPointer<Float>, count: Int, low: SIMD3<Float>, high: SIMD3<Float>
  ) -> bromide_look_entries {
    let scale = Float(count - 1) / (high - low)
    return unsafe bromide_look_entries(
      values: values.baseAddress, count: Int32(count), low: (low.x, low.y, low.z),
      scale: (scale.x, scale.y, scale.z))
  }
}
