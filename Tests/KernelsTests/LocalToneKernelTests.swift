import BromideValues
import Foundation
import TestSupport
import Testing

@testable import BromideKernels

/// Local tone against its formula in double precision, and the promise of equal bits.
@Suite struct LocalToneKernelTests {
  static let luminance = RGBSpace.rec2020.toXYZ.rows[1]

  /// A base with coefficients that vary from cell to cell, like at edges.
  static func base(
    columns: Int = 37, rows: Int = 21, origin: SIMD2<Double> = SIMD2(-0.4, 3.2),
    across: SIMD2<Double> = SIMD2(0.07, 0), down: SIMD2<Double> = SIMD2(0, 0.07)
  ) -> ToneBase {
    var generator = SeededGenerator(seed: 3)
    let cells = (0..<columns * rows).map { _ in
      SIMD2(Float.random(in: 0...1, using: &generator), Float.random(in: -6...3, using: &generator))
    }
    return ToneBase(
      columns: columns, rows: rows, cells: cells, origin: origin, across: across, down: down)
  }

  static func kernel(
    _ base: ToneBase, exposure: Double = 0, shadows: Double = 0, highlights: Double = 0,
    clarity: Double = 0
  ) -> LocalToneKernel {
    LocalToneKernel(
      base, weights: luminance, grey: 0.127, exposure: exposure, shadows: shadows,
      highlights: highlights, clarity: clarity)
  }

  /// Cells with many pixels, with few, and with less than one, across and along the grid, and a
  /// single cell.
  static let kernels: [LocalToneKernel] = [
    kernel(base(), shadows: 2, highlights: -2),
    kernel(base(across: SIMD2(0.9, 0), down: SIMD2(0, 0.9)), exposure: 1.3, shadows: -2),
    kernel(base(across: SIMD2(3.7, 0)), exposure: -2, highlights: 1.5, clarity: 1),
    kernel(base(), clarity: -1),
    kernel(
      base(origin: SIMD2(20, -3), across: SIMD2(-0.05, 0.06), down: SIMD2(-0.06, -0.05)),
      shadows: 2, highlights: 2, clarity: 0.5),
    kernel(base(origin: SIMD2(36, 20), across: SIMD2(-0.07, 0)), shadows: 1, clarity: 1),
    kernel(base(columns: 1, rows: 1), exposure: 0.5, shadows: 1, clarity: 1),
    kernel(base(columns: 256, rows: 2, across: SIMD2(0.04, 0)), shadows: 1),
  ]

  @Test(arguments: InstructionSet.available, kernels.indices)
  func gainsAreTheFormula(set: InstructionSet, index: Int) {
    let kernel = Self.kernels[index]
    for count in rowLengths {
      let row = randomRow(count: count, range: -0.01...4, seed: UInt64(count))
      for x in stride(from: 0, to: count, by: 3) { row[x] *= exp2(-Float(x % 14)) }
      row[count - 1] = SIMD3(0, 0, 0)
      let input = copy(row)
      kernel.apply(to: row, x: 210, y: 77, count: count, isGrey: false, instructionSet: set)
      for x in 0..<count {
        let expected = kernel.formula(SIMD3<Double>(input[x]), x: 210 + x, y: 77)
        for c in 0..<3 {
          // Grid positions are within 2e-6 of a column, and cells differ by up to 9 stops.
          let error = abs(Double(row[x][c]) - expected[c]) / (0.01 + abs(expected[c]))
          #expect(error < 3e-5, "\(set) \(input[x]) \(row[x]) \(expected)")
        }
      }
    }
  }

  @Test(arguments: kernels.indices)
  func allSetsAndStripsGiveEqualBits(index: Int) {
    expectEqualBits(Self.kernels[index], count: 400, range: 0...2)
  }

  @Test(arguments: compiledSets)
  func greyRowsUseOnePlane(set: InstructionSet) {
    for kernel in Self.kernels {
      let row = randomRow(count: 50, range: 0...1)
      let input = copy(row)
      kernel.apply(to: row, x: 3, y: 9, count: 50, isGrey: true, instructionSet: set)
      for x in 0..<50 {
        let expected = kernel.formula(SIMD3(repeating: Double(input[x].x)), x: 3 + x, y: 9)
        #expect(abs(Double(row[x].x) - expected.x) < 1e-4)
        #expect(row[x].y == input[x].y)
      }
    }
  }

  @Test(arguments: InstructionSet.available)
  func invalidPixelsStayUnchanged(set: InstructionSet) {
    for kernel in Self.kernels {
      let row = PlanarRow(capacity: 16)
      let strange: [SIMD3<Float>] = [
        SIMD3(-0.5, -0.1, -2), SIMD3(60_000, 0, 0), SIMD3(1e-38, 1e-30, 0), SIMD3(0, 0, 0),
      ]
      for (x, pixel) in strange.enumerated() { row[x] = pixel }
      kernel.apply(to: row, x: 0, y: 0, count: 4, isGrey: false, instructionSet: set)
      for ((x, pixel), c) in product(strange.enumerated(), 0..<3) {
        #expect(row[x][c].isFinite && row[x][c] * pixel[c] >= 0)
        #expect((row[x][c] == 0) == (pixel[c] == 0) || abs(pixel[c]) < 1e-36)
      }
    }
  }

  /// Within a cell, brighter stays brighter, for any coefficients of the zones and of clarity.
  @Test func tonesNeverTurnAround() {
    let settings: [(shadows: Double, highlights: Double, clarity: Double)] = [
      (2, -2, 0), (-2, 2, 0), (2, 2, 0), (-2, -2, 0), (0, 0, 1), (0, 0, -1),
    ]
    for (a, b) in [(0.0, -4.0), (0.0, 1), (0.4, -2), (0.9, -0.2), (1, 0)] {
      let base = ToneBase(
        columns: 1, rows: 1, cells: [SIMD2(Float(a), Float(b))], origin: SIMD2(),
        across: SIMD2(0.1, 0), down: SIMD2(0, 0.1))
      for setting in settings {
        let kernel = Self.kernel(
          base, shadows: setting.shadows, highlights: setting.highlights,
          clarity: setting.clarity)
        var (before, light) = (0.0, 1e-5)
        for _ in 1...400 {
          light *= 1.04
          let now = kernel.formula(SIMD3(repeating: light), x: 0, y: 0).x
          #expect(now >= before * (1 - 1e-12), "\(a) \(b) \(setting) \(light)")
          before = now
        }
      }
    }
  }

  /// The largest of d·exp(−(d/0.8)²) is 0.343, at d = 0.8/√2.
  @Test func clarityAddsAThirdOfAStopAtMost() {
    let base = ToneBase(
      columns: 1, rows: 1, cells: [SIMD2(0, -1)], origin: SIMD2(), across: SIMD2(1, 0),
      down: SIMD2(0, 1))
    let kernel = Self.kernel(base, clarity: 1)
    func added(_ stops: Double) -> Double {
      log2(kernel.formula(SIMD3(repeating: 0.127 * exp2(stops - 1)), x: 0, y: 0).x / 0.127)
        - (stops - 1)
    }
    let all = stride(from: -3.0, through: 3, by: 0.01).map(added)
    #expect(abs(all.max()! - 0.343) < 0.001)
    #expect(abs(added(0.8 / 2.0.squareRoot()) - 0.343) < 0.001)
    #expect(abs(added(0)) < 1e-12)
    #expect(abs(added(-0.3) + 0.3 * exp(-0.140625)) < 1e-9)
    #expect(added(2.4) < 0.001)
  }
}
