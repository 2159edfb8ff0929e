import BromideKernels
import BromideValues
import Foundation
import TestSupport
import Testing

@Suite struct ColorKernelTests {
  static let matrix = Matrix3x3(
    SIMD3(1.7, -0.5, -0.2), SIMD3(-0.2, 1.5, -0.3), SIMD3(0.05, -0.6, 1.55))

  @Test(arguments: InstructionSet.available, rowLengths)
  func aMatrixMapsEveryPixel(instructionSet: InstructionSet, count: Int) {
    let kernel = ColorKernel(matrix: Self.matrix, tone: nil, instructionSet: instructionSet)
    let row = randomRow(count: count, range: -1...4)
    let input = copy(row)
    kernel.apply(to: row, count: count)
    for x in 0..<count {
      let expected = Self.matrix * SIMD3<Double>(input[x])
      for c in 0..<3 { #expect(abs(Double(row[x][c]) - expected[c]) < 2e-6) }
    }
  }

  @Test(arguments: InstructionSet.available)
  func theToneCurveKeepsRelativePlaces(instructionSet: InstructionSet) {
    let tone = ToneCurve.standard
    let kernel = ColorKernel(matrix: nil, tone: tone, instructionSet: instructionSet)
    let count = 500
    let row = randomRow(count: count, range: -0.2...2.5)
    row[0] = SIMD3(0.3, 0.3, 0.3)
    row[1] = SIMD3(1, 1, 1)
    row[2] = SIMD3(7, 7, 7)
    row[3] = SIMD3(0, 0, 0)
    row[4] = SIMD3(0.2, 0.5, 0.2)
    row[5] = SIMD3(1e30, 0.5, 1)
    row[6] = SIMD3(1.0000001, 1, 1.0000001)
    let input = copy(row)
    kernel.apply(to: row, count: count)
    for x in 0..<count {
      // The definition: the curve applies to the extremes, and the middle value keeps its relative
      // position.
      let p = (0..<3).map { max(0, Double(input[x][$0])) }
      let (low, high) = (p.min()!, p.max()!)
      for c in 0..<3 {
        let share = high > low ? (p[c] - low) / (high - low) : 0
        let expected = tone(low) + share * (tone(high) - tone(low))
        #expect(abs(Double(row[x][c]) - expected) < 3e-6, "\(input[x])")
      }
    }
  }

  @Test(arguments: InstructionSet.available)
  func brokenValuesBecomeOrdinaryOnes(instructionSet: InstructionSet) {
    let kernel = ColorKernel(matrix: nil, tone: .standard, instructionSet: instructionSet)
    let row = PlanarRow(capacity: 3)
    row[0] = SIMD3(.nan, 0.5, 0.2)
    row[1] = SIMD3(.infinity, 0.5, 0.2)
    row[2] = SIMD3(-.infinity, -1, 0.2)
    kernel.apply(to: row, count: 3)
    for (pixel, c) in product(pixels(row, count: 3), 0..<3) {
      #expect(pixel[c] >= 0 && pixel[c] <= 1)
    }
    #expect(row[0].x == 0)
    #expect(row[1].x == 1)
  }

  static let path = PathToWhite(in: .rec2020)

  @Test(arguments: [nil, path])
  func compiledVariantsAreEqualToTheBit(path: PathToWhite?) {
    for count in rowLengths {
      // Completely dark vectors are skipped, and others are not.
      for range in [-0.3...0.4, -0.3...0.6, -0.3...3, 0...20] as [ClosedRange<Float>] {
        let input = randomRow(count: count, range: range, seed: 5)
        let results = compiledSets.map { set in
          let row = copy(input)
          ColorKernel(matrix: Self.matrix, tone: .standard, path: path, instructionSet: set)
            .apply(to: row, count: count)
          return pixels(row, count: count)
        }
        for result in results { #expect(result == results[0]) }
      }
    }
  }

  /// Light and its picture, to five digits.
  static let whitened: [(SIMD3<Double>, SIMD3<Double>)] = [
    (SIMD3(1.5, 1.2, 0.9), SIMD3(1, 0.99350, 0.97662)),
    (SIMD3(0.9, 0.5, 0.3), SIMD3(0.97578, 0.73837, 0.59746)),
    (SIMD3(0.05, 0.1, 4), SIMD3(0.07025, 0.13697, 1)),
    (SIMD3(2, 0.6, 0.05), SIMD3(1, 0.59728, 0.07025)),
    (SIMD3(0.4, 0.3, 0.2), SIMD3(0.71588, 0.57131, 0.42674)), (SIMD3(4, 4, 4), SIMD3(1, 1, 1)),
    // Between the ends of both steps, with the components in another order.
    (SIMD3(0.5, 3, 1.5), SIMD3(0.86784, 1, 0.96035)),
  ]

  /// The definition, by sorted components.
  private func whitened(_ pixel: SIMD3<Float>) -> [Double] {
    let p = (0..<3).map { pixel[$0].isNaN ? 0 : min(max(0, Double(pixel[$0])), 1e6) }
    let order = (0..<3).sorted { p[$0] > p[$1] }
    let (m1, m2, m3) = (p[order[0]], p[order[1]], p[order[2]])
    let tone = ToneCurve.standard
    func eased(_ t: Double) -> Double {
      let t = min(max(t, 0), 1)
      return t * t * (3 - 2 * t)
    }
    let (q1, q3) = (tone(m1), tone(m3))
    var q2 = q3 + (m1 > m3 ? (q1 - q3) * (m2 - m3) / (m1 - m3) : 0)
    q2 += 0.5 * eased((log2(max(m1, 1e-9)) + 1) / 2) * (tone(m2) - q2)
    let y = 0.2627 * p[0] + 0.6780 * p[1] + 0.0593 * p[2]
    let k = eased(log2(max(y, 1e-9)) / 3)
    var result = [0.0, 0, 0]
    for (c, q) in zip(order, [q1, q2, q3]) { result[c] = q + k * (q1 - q) }
    return result
  }

  @Test(arguments: InstructionSet.available)
  func brightLightMovesToWhite(instructionSet: InstructionSet) {
    let kernel = ColorKernel(
      matrix: nil, tone: .standard, path: Self.path, instructionSet: instructionSet)
    let count = 2000
    let row = PlanarRow(capacity: count)
    // Every stop of light from 2⁻⁴ to 2⁵.
    let colors = randomRow(count: count, range: -0.1...1, seed: 8)
    for x in 0..<count { row[x] = colors[x] * exp2(Float(x % 10) - 4) }
    for (x, (light, _)) in Self.whitened.enumerated() { row[x] = SIMD3<Float>(light) }
    row[10] = SIMD3(0.5, 0.1, 0.3)
    row[11] = SIMD3(0.5000001, 0.1, 0.3)
    row[12] = SIMD3(2, 0.1, 0)
    row[13] = SIMD3(1e30, 0.5, 1)
    row[14] = SIMD3(.nan, 0.9, 0.1)
    row[15] = SIMD3(2, 2, 0.1)
    row[16] = SIMD3(0.1, 3, 0.1)
    row[17] = SIMD3(0, 0, 0)
    let input = copy(row)
    kernel.apply(to: row, count: count)
    for x in 0..<count {
      let expected = whitened(input[x])
      // The weights of the definition have four digits.
      for c in 0..<3 {
        #expect(abs(Double(row[x][c]) - expected[c]) < 2e-5, "\(input[x]) \(row[x])")
      }
    }
    for ((x, (light, expected)), c) in product(Self.whitened.enumerated(), 0..<3) {
      #expect(abs(Double(row[x][c]) - expected[c]) < 2e-5, "\(light) \(row[x])")
    }
  }

  /// A blue lamp stays blue at any brightness. A white lamp is white at three stops or more.
  @Test(arguments: InstructionSet.available)
  func saturatedLightKeepsItsColor(instructionSet: InstructionSet) {
    let kernel = ColorKernel(
      matrix: nil, tone: .standard, path: Self.path, instructionSet: instructionSet)
    let row = PlanarRow(capacity: 64)
    for x in 0..<32 {
      let light = exp2(Float(x) / 4 - 4)
      row[x] = light * SIMD3(0.02, 0.05, 1)
      row[32 + x] = light * SIMD3(0.8, 1, 0.7)
    }
    kernel.apply(to: row, count: 64)
    for x in 1..<32 {
      #expect(row[x].x < 0.6 * row[x].z && row[x].x >= row[x - 1].x, "\(x): \(row[x])")
      #expect((row[x] - row[x - 1]).max() < 0.16, "\(x): \(row[x - 1]) \(row[x])")
    }
    #expect(row[63].min() > 0.999)
  }

  @Test(arguments: compiledSets)
  func lightUpToHalfOfSaturationStaysToTheBit(instructionSet: InstructionSet) {
    // Also in vectors with brighter light.
    let input = randomRow(count: 300, range: -0.2...0.5, seed: 3)
    for x in stride(from: 0, to: 300, by: 5) { input[x] = SIMD3(0.1, 2, 7) }
    let rows = [nil, Self.path].map { path in
      let row = copy(input)
      ColorKernel(matrix: nil, tone: .standard, path: path, instructionSet: instructionSet)
        .apply(to: row, count: 300)
      return pixels(row, count: 300)
    }
    for x in 0..<300 where x % 5 != 0 { #expect(rows[0][x] == rows[1][x]) }
    #expect(rows[0][0] != rows[1][0])
  }

  @Test(arguments: InstructionSet.available)
  func onlyTheCurveChangesGrey(instructionSet: InstructionSet) {
    let kernel = ColorKernel(
      matrix: Matrix3x3(diagonal: SIMD3(2, 2, 2)), tone: .standard, instructionSet: instructionSet)
    let row = PlanarRow(capacity: 40)
    for x in 0..<40 { row[x] = SIMD3(Float(x) / 60, 9, 9) }
    kernel.apply(to: row, x: 0, y: 0, count: 40, isGrey: true, instructionSet: instructionSet)
    for x in 0..<40 {
      let expected = ToneCurve.standard(Double(Float(x) / 60) * 2)
      #expect(abs(Double(row[x].x) - expected) < 2e-6)
    }
  }

  @Test(arguments: [0.5, 1.0, 4.0])
  func aCurveThatPassesOneEarlierIsClippedThere(gain: Double) {
    // f(gain·x) for the standard curve reaches 1 at 1/gain.
    let s = ToneCurve.standard
    let tone = ToneCurve(a: s.a * gain * gain, b: s.b * gain, c: s.c * gain * gain, d: s.d * gain)
    let row = randomRow(count: 200, range: 0...3)
    let expected = copy(row)
    ColorKernel(matrix: nil, tone: tone, instructionSet: .best).apply(to: row, count: 200)
    ColorKernel(matrix: nil, tone: tone, instructionSet: .reference).apply(to: expected, count: 200)
    #expect(largestDifference(row, expected, count: 200) < 3e-6)
  }
}
