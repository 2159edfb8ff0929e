internal import CKernels
public import Color
internal import Pixels

/// A look by a table: light to the codes that it reads, through the table, and the codes that it writes to light.
///
/// Light is limited to what the codes 0…1 stand for, and so is what the table writes. Between the light of two codes of a display,
/// a strength below 1 mixes codes. Encoding and decoding are those of ``CurveKernel``; the table is equal on every instruction set.
public struct LookTableKernel: PointKernel {
  private let look: TableLook
  private let strength: Double
  /// To the input's primaries, with the light of code 1 as 1; and from the output's.
  private let before: Matrix3x3
  private let after: Matrix3x3
  private let encode: CurveKernel
  private let decode: CurveKernel
  /// Four numbers for each entry of the cube.
  private let cube: [Float]

  /// - Parameters:
  ///   - space: The space of the pixels, with linear light.
  ///   - look: The table and its spaces.
  ///   - gain: A factor of light before.
  ///   - strength: Share of the table's codes in the result; the rest is what it reads.
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

  /// The pixel through the table; the position is ignored.
  public func formula(_ pixel: SIMD3<Double>, x: Int, y: Int) -> SIMD3<Double> {
    let encoded = encode.formula(before * pixel, x: x, y: y)
    // NaN counts as black, as in the compiled form.
    let codes = encoded.replacing(with: 0, where: .!(encoded .>= 0))
    let made = codes + (look.table(codes) - codes) * strength
    return after * decode.formula(made, x: x, y: y)
  }

  /// Runs the compiled form on the first `count` pixels of a row, in place.
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
