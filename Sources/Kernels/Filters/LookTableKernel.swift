public import BromideValues
internal import CBromideKernels

/// A look from a table: encodes light to the table's input codes, applies the table, and decodes
/// its output codes to light.
///
/// Light is limited to the range of the codes 0…1 before and after the table. A strength below 1
/// mixes input and output codes. ``CurveKernel`` encodes and decodes. The table gives equal bits on
/// every instruction set.
public struct LookTableKernel: PointKernel {
  private let look: TableLook
  private let strength: Double
  /// Converts to the input's primaries, where code 1 has a light of 1. `after` converts from the
  /// output's primaries.
  private let before: Matrix3x3
  private let after: Matrix3x3
  private let encode: CurveKernel
  private let decode: CurveKernel
  /// Four numbers for each entry of the cube.
  private let cube: [Float]

  /// - Parameters:
  ///   - space: The space of the pixels, with linear light.
  ///   - look: The table and its spaces.
  ///   - gain: A factor for light before the table.
  ///   - strength: Share of the table's output codes in the result. The rest is input codes.
  public init(space: RGBSpace, look: TableLook, gain: Double = 1, strength: Double) {
    self.look = look
    self.strength = strength
    let (input, output) = (look.input, look.output)
    let share = SIMD3<Double>(repeating: gain / input.mostLight)
    before = Matrix3x3(diagonal: share) * space.matrix(to: input.primaries)
    after = output.primaries.matrix(to: space)
    encode = CurveKernel { input.encode($0 * input.mostLight) }
    decode = CurveKernel { output.decode($0) }
    let values = look.table.cube?.values ?? []
    var cube: [Float] = []
    cube.reserveCapacity(values.count / 3 * 4)
    for at in stride(from: 0, to: values.count, by: 3) {
      cube += [values[at], values[at + 1], values[at + 2], 0]
    }
    self.cube = cube
  }

  /// Returns the pixel after the table. Ignores the position.
  public func formula(_ pixel: SIMD3<Double>, x: Int, y: Int) -> SIMD3<Double> {
    let encoded = encode.formula(before * pixel, x: x, y: y)
    // NaN is treated as black, as in the compiled form.
    let codes = encoded.replacing(with: 0, where: .!(encoded .>= 0))
    let made = codes + (look.table(codes) - codes) * strength
    return after * decode.formula(made, x: x, y: y)
  }

  /// Runs the compiled form in place on the first `count` pixels of a row.
  @unsafe public func run(
    _ set: InstructionSet, _ row: PlanarPointers, x: Int, y: Int, count: Int
  ) {
    unsafe map(before, set, row, count)
    unsafe encode.run(set, row, x: x, y: y, count: count)
    unsafe (look.table.curve?.values ?? []).withUnsafeBufferPointer { curve in
      unsafe cube.withUnsafeBufferPointer { cube in
        var values = unsafe bromide_look(
          curve: look.table.curve.map {
            unsafe Self.entries(curve, count: $0.count, low: $0.low, high: $0.high)
          } ?? bromide_look_entries(),
          cube: look.table.cube.map {
            unsafe Self.entries(cube, count: $0.size, low: $0.low, high: $0.high)
          } ?? bromide_look_entries(),
          strength: Float(strength))
        unsafe bromide_look_row(&values, row.red, row.green, row.blue, count)
      }
    }
    unsafe decode.run(set, row, x: x, y: y, count: count)
    unsafe map(after, set, row, count)
  }

  private static func entries(
    _ values: UnsafeBufferPointer<Float>, count: Int, low: SIMD3<Float>, high: SIMD3<Float>
  ) -> bromide_look_entries {
    let scale = Float(count - 1) / (high - low)
    return unsafe bromide_look_entries(
      values: values.baseAddress, count: Int32(count), low: (low.x, low.y, low.z),
      scale: (scale.x, scale.y, scale.z))
  }

  private func map(
    _ matrix: Matrix3x3, _ set: InstructionSet, _ row: PlanarPointers, _ count: Int
  ) {
    unsafe ColorKernel(matrix: matrix, tone: nil, instructionSet: set)
      .run(set, row, x: 0, y: 0, count: count)
  }
}
