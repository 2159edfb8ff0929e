import BromideKernels
import BromideValues
import Foundation
import TestSupport
import Testing

@Suite struct ToneTableKernelTests {
  private static func kernel(
    _ matrix: Matrix3x3? = nil, mostLight: Double = 1, path: PathToWhite? = nil
  ) -> ToneTableKernel {
    ToneTableKernel(matrix: matrix, mostLight: mostLight, path: path) {
      ToneCurve.standard($0)
    }
  }

  private static func apply(
    _ kernel: ToneTableKernel, _ row: PlanarRow, _ count: Int, _ set: InstructionSet
  ) {
    kernel.apply(to: row, x: 0, y: 0, count: count, isGrey: false, instructionSet: set)
  }

  /// The definition: the curve applies to the extremes, and the middle value keeps its relative
  /// position.
  @Test(arguments: InstructionSet.available, [nil, ColorKernelTests.path])
  func theTableIsTheCurve(set: InstructionSet, path: PathToWhite?) {
    let count = 2000
    let row = randomRow(count: count, range: -0.2...1)
    row[0] = SIMD3(0.3, 0.3, 0.3)
    row[1] = SIMD3(1, 1, 1)
    row[2] = SIMD3(0, 0, 0)
    row[3] = SIMD3(0.2, 0.5, 0.2)
    row[4] = SIMD3(1e-7, 1e-5, 3e-6)
    let input = copy(row)
    Self.apply(Self.kernel(Self.matrix, path: path), row, count, set)
    let formula = ColorKernel(
      matrix: Self.matrix, tone: .standard, path: path, instructionSet: .reference)
    for x in 0..<count where (Self.matrix * SIMD3<Double>(input[x])).max() <= 1 {
      let expected = formula.formula(SIMD3<Double>(input[x]), x: 0, y: 0)
      for c in 0..<3 {
        #expect(abs(Double(row[x][c]) - expected[c]) < 2e-5, "\(input[x]) \(row[x])")
      }
    }
  }

  private static let matrix = Matrix3x3(
    SIMD3(1.7, -0.5, -0.2), SIMD3(-0.2, 1.5, -0.3), SIMD3(0.05, -0.6, 1.55))

  @Test(arguments: [nil, ColorKernelTests.path], [1.0, 4])
  func compiledVariantsAreEqualToTheBit(path: PathToWhite?, mostLight: Double) {
    for (count, range) in product(rowLengths, [-0.3...0.4, -0.3...5] as [ClosedRange<Float>]) {
      let input = randomRow(count: count, range: range, seed: 5)
      let kernel = Self.kernel(Self.matrix, mostLight: mostLight, path: path)
      let results = compiledSets.map { set in
        let row = copy(input)
        Self.apply(kernel, row, count, set)
        return pixels(row, count: count)
      }
      for result in results { #expect(result == results[0]) }
      let plain = copy(input)
      Self.apply(kernel, plain, count, .reference)
      for ((a, b), c) in product(zip(pixels(plain, count: count), results[0]), 0..<3) {
        #expect(abs(a[c] - b[c]) < 3e-6, "\(a) \(b)")
      }
    }
  }

  @Test(arguments: InstructionSet.available)
  func lightAboveTheTableUsesItsLastValue(set: InstructionSet) {
    let kernel = ToneTableKernel(matrix: nil, mostLight: 4, path: nil) { $0 / 8 }
    let row = PlanarRow(capacity: 6)
    row[0] = SIMD3(4, 4, 4)
    row[1] = SIMD3(1e30, 4.001, 7)
    row[2] = SIMD3(.nan, 2, 0)
    row[3] = SIMD3(.infinity, .infinity, 0)
    row[4] = SIMD3(-.infinity, -1, 1)
    row[5] = SIMD3(2, 2.0000002, 2)
    Self.apply(kernel, row, 6, set)
    #expect(row[0] == SIMD3(0.5, 0.5, 0.5) && row[1].x == 0.5)
    #expect(abs(row[1].y - 0.5) < 1e-5)
    #expect(row[2].x == 0 && abs(row[2].y - 0.25) < 1e-5 && row[2].z == 0)
    #expect(row[3] == SIMD3(0.5, 0.5, 0))
    #expect(row[4].x == 0 && row[4].y == 0 && abs(row[4].z - 0.125) < 1e-5)
    for c in 0..<3 { #expect(abs(row[5][c] - 0.25) < 1e-5) }
  }
}
