public import BromideValues

/// A look from a table: encodes light to the table's input codes, applies the table, and decodes
/// its output codes to light.
///
/// Light is limited to the range of the codes 0…1 before and after the table. A strength below 1
/// mixes input and output codes. ``CurveKernel`` encodes and decodes. The table gives equal bits on
/// every instruction set.
public struct LookTableKernel: PointKernel {
  /// Converts to the input's primaries, where code 1 has a light of 1. `after` converts from the
  /// output's primaries.
  private let before: Matrix3x3
  private let after: Matrix3x3
  private let encode: CurveKernel
  private let decode: CurveKernel
  private let table: CodeTable

  /// - Parameters:
  ///   - space: The space of the pixels, with linear light.
  ///   - look: The table and its spaces.
  ///   - gain: A factor for light before the table.
  ///   - strength: Share of the table's output codes in the result. The rest is input codes.
  public init(space: RGBSpace, look: TableLook, gain: Double = 1, strength: Double) {
    let (input, output) = (look.input, look.output)
    let share = SIMD3<Double>(repeating: gain / input.mostLight)
    before = Matrix3x3(diagonal: share) * space.matrix(to: input.primaries)
    after = output.primaries.matrix(to: space)
    encode = CurveKernel { input.encode($0 * input.mostLight) }
    decode = CurveKernel { output.decode($0) }
    table = CodeTable(look.table, strength: strength)
  }

  /// Returns the pixel after the table. Ignores the position.
  public func formula(_ pixel: SIMD3<Double>, x: Int, y: Int) -> SIMD3<Double> {
    let made = table.formula(encode.formula(before * pixel, x: x, y: y))
    return after * decode.formula(made, x: x, y: y)
  }

  /// Runs the compiled form in place on the first `count` pixels of a row.
  @unsafe public func run(
    _ set: InstructionSet, _ row: PlanarPointers, x: Int, y: Int, count: Int
  ) {
    unsafe map(before, set, row, count)
    unsafe encode.run(set, row, x: x, y: y, count: count)
    unsafe table.run(row, count: count)
    unsafe decode.run(set, row, x: x, y: y, count: count)
    unsafe map(after, set, row, count)
  }

  private func map(
    _ matrix: Matrix3x3, _ set: InstructionSet, _ row: PlanarPointers, _ count: Int
  ) {
    unsafe ColorKernel(matrix: matrix, tone: nil, instructionSet: set)
      .run(set, row, x: 0, y: 0, count: count)
  }
}
