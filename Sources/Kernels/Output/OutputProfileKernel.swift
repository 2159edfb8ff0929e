public import BromideValues

/// Converts light in linear Rec. 2020 to the codes, 0…1, of an output profile.
///
/// A profile with curves is evaluated by its matrix and ``CurveKernel``. A profile with a table is
/// read by the kernel of look tables. Colours outside the device are clipped or mapped by the
/// profile, so this replaces the compression into a gamut.
public struct OutputProfileKernel: PointKernel {
  private enum Form: Sendable {
    /// One curve for all channels, or three.
    case curves(Matrix3x3, [CurveKernel])
    case table(CurveKernel, CodeTable)
  }

  private let profile: OutputProfile
  private let form: Form

  /// Creates the kernel of a profile.
  public init(_ profile: OutputProfile) {
    self.profile = profile
    switch profile.form {
    case .curves(let matrix, let black, let curves):
      form = .curves(
        matrix, curves.map { curve in CurveKernel { curve.code(of: black + (1 - black) * $0) } })
    case .table(let cube):
      let transfer = OutputProfile.tableTransfer
      form = .table(
        CurveKernel { transfer.encode($0) },
        CodeTable(LookTable(path: "", digest: profile.digest, cube: cube)))
    }
  }

  /// Returns the codes of one pixel. Ignores the position.
  public func formula(_ pixel: SIMD3<Double>, x: Int, y: Int) -> SIMD3<Double> {
    profile.codes(of: pixel)
  }

  /// Runs the compiled form in place on the first `count` pixels of a row.
  @unsafe public func run(
    _ set: InstructionSet, _ row: PlanarPointers, x: Int, y: Int, count: Int
  ) {
    switch form {
    case .curves(let matrix, let curves):
      unsafe ColorKernel(matrix: matrix, tone: nil, instructionSet: set)
        .run(set, row, x: x, y: y, count: count)
      guard curves.count > 1 else {
        return unsafe curves[0].run(set, row, x: x, y: y, count: count)
      }
      let planes = unsafe [row.red, row.green, row.blue]
      for index in curves.indices {
        unsafe curves[index].run(
          set, PlanarPointers(plane: planes[index]), x: x, y: y, count: count)
      }
    case .table(let encode, let table):
      unsafe encode.run(set, row, x: x, y: y, count: count)
      unsafe table.run(row, count: count)
    }
  }
}
