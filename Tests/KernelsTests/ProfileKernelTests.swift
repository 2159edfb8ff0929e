import BromideValues
import Foundation
import TestSupport
import Testing

@testable import BromideKernels

/// The kernels of camera profiles against their formulas, and the promise of equal bits.
@Suite struct ProfileKernelTests {
  /// A table of random entries. Entries without saturation are equal, because hue is undefined
  /// there.
  static func table(
    _ hues: Int, _ saturations: Int, _ values: Int, _ encoding: ColorTable.Encoding = .linear
  ) throws -> ColorTable {
    var generator = SeededGenerator(seed: 5)
    var numbers: [Float] = []
    for index in 0..<hues * saturations * values {
      let isGrey = index % saturations == 0
      numbers.append(isGrey ? 3 : Float.random(in: -50...50, using: &generator))
      numbers.append(isGrey ? 1 : Float.random(in: 0.6...1.5, using: &generator))
      numbers.append(isGrey ? 1 : Float.random(in: 0.6...1.4, using: &generator))
    }
    return try ColorTable(
      hues: hues, saturations: saturations, values: values, encoding: encoding, numbers: numbers)
  }

  static let matrix = Matrix3x3(
    SIMD3(0.8, 0.15, 0.05), SIMD3(0.1, 0.86, 0.04), SIMD3(-0.02, 0.09, 0.9))

  static func gains(_ columns: Int, _ rows: Int, _ count: Int, gamma: Double) throws -> GainTable {
    var generator = SeededGenerator(seed: 6)
    return try GainTable(
      columns: columns, rows: rows, count: count, origin: SIMD2(0.1, 0.05),
      spacing: SIMD2(0.9 / Double(columns), 0.8 / Double(rows)),
      weights: [0.1, 0.3, 0.1, 0.2, 0.3], gamma: gamma,
      gains: (0..<columns * rows * count).map { _ in Float.random(in: 0.5...4, using: &generator) })
  }

  static let kernels: [any PointKernel] = {
    do {
      var kernels: [any PointKernel] = []
      for (hues, saturations, values) in [(90, 30, 1), (36, 8, 16), (1, 2, 1), (6, 2, 2)] {
        for encoding in [ColorTable.Encoding.linear, .sRGB] {
          kernels.append(
            ColorTableKernel(try table(hues, saturations, values, encoding)).following(matrix))
        }
      }
      kernels.append(ColorTableKernel(try table(12, 3, 2)))
      for (columns, rows, count, gamma) in [(1, 1, 1, 1.0), (7, 5, 9, 1), (40, 30, 3, 0.5)] {
        let kernel = GainTableKernel(
          try gains(columns, rows, count, gamma: gamma), scale: 1.3, origin: SIMD2(0.02, 0.01),
          across: SIMD2(0.0023, 0.0001), down: SIMD2(-0.0001, 0.0031))
        kernels += [kernel, kernel.following(matrix)]
      }
      return kernels
    } catch { fatalError("\(error)") }
  }()

  @Test(arguments: InstructionSet.available, kernels.indices)
  func colorsAreTheFormula(set: InstructionSet, index: Int) {
    let kernel = Self.kernels[index]
    for count in rowLengths + [255, 256, 257, 700] {
      let row = randomRow(count: count, range: -0.05...1.7, seed: UInt64(count))
      for x in stride(from: 0, to: count, by: 5) { row[x].y = row[x].x }
      for x in stride(from: 1, to: count, by: 7) { row[x] *= 1e-3 }
      row[count - 1] = SIMD3(0, 0, 0)
      let input = copy(row)
      kernel.apply(to: row, x: 17, y: 31, count: count, isGrey: false, instructionSet: set)
      for x in 0..<count {
        let expected = kernel.formula(SIMD3<Double>(input[x]), x: 17 + x, y: 31)
        for c in 0..<3 {
          let error = abs(Double(row[x][c]) - expected[c]) / (0.01 + expected.max())
          #expect(error < 1e-4, "\(set) \(index) \(input[x]) \(row[x]) \(expected)")
        }
      }
    }
  }

  @Test(arguments: kernels.indices)
  func allSetsAndStripsGiveEqualBits(index: Int) {
    expectEqualBits(Self.kernels[index], count: 600, range: -0.1...2)
  }

  @Test(arguments: InstructionSet.available, kernels.indices)
  func strangePixelsGiveFiniteOnes(set: InstructionSet, index: Int) {
    let row = PlanarRow(capacity: 16)
    let strange: [SIMD3<Float>] = [
      SIMD3(-0.5, -0.1, -2), SIMD3(60_000, 0, 0), SIMD3(1e-38, 1e-30, 0), SIMD3(0, 0, 0),
      SIMD3(1e-20, 2e-20, 0), SIMD3(1, 1, 1), SIMD3(1, 0, Float(1).nextDown * 1e-8),
    ]
    for (x, pixel) in strange.enumerated() { row[x] = pixel }
    Self.kernels[index].apply(
      to: row, x: 100_000, y: -5, count: strange.count, isGrey: false, instructionSet: set)
    for (x, c) in product(strange.indices, 0..<3) {
      #expect(row[x][c].isFinite && row[x][c] >= 0, "\(strange[x]) \(row[x])")
    }
  }
}
