import Color
import Foundation
import Kernels
import Pixels
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
      // The definition: the extremes go through the curve, and the middle one keeps its relative
      // place.
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
    for pixel in pixels(row, count: 3) {
      for c in 0..<3 { #expect(pixel[c] >= 0 && pixel[c] <= 1) }
    }
    #expect(row[0].x == 0)
    #expect(row[1].x == 1)
  }

  @Test(arguments: [false, true])
  func compiledVariantsAreEqualToTheBit(whitens: Bool) {
    for count in rowLengths {
      // Vectors that are dark throughout are left out, others not.
      for range in [-0.3...0.7, -0.3...0.9, -0.3...3] as [ClosedRange<Float>] {
        let input = randomRow(count: count, range: range, seed: 5)
        let results = compiledSets.map { set in
          let row = copy(input)
          ColorKernel(matrix: Self.matrix, tone: .standard, whitens: whitens, instructionSet: set)
            .apply(to: row, count: count)
          return pixels(row, count: count)
        }
        for result in results { #expect(result == results[0]) }
      }
    }
  }

  @Test(arguments: InstructionSet.available)
  func lightAboveSaturationMovesToWhite(instructionSet: InstructionSet) {
    let kernel = ColorKernel(
      matrix: nil, tone: .standard, whitens: true, instructionSet: instructionSet)
    let count = 700
    let row = randomRow(count: count, range: -0.2...2.5)
    row[0] = SIMD3(1.5, 1.2, 0.9)
    row[1] = SIMD3(0.9, 0.5, 0.3)
    row[2] = SIMD3(0.8, 0.1, 0.3)
    row[3] = SIMD3(0.8000001, 0.1, 0.3)
    row[4] = SIMD3(2, 0.1, 0)
    row[5] = SIMD3(1e30, 0.5, 1)
    row[6] = SIMD3(.nan, 0.9, 0.1)
    let input = copy(row)
    kernel.apply(to: row, count: count)
    for x in 0..<count {
      // The definition, by steps: toned, then moved by smoothstep over log2.
      let p = (0..<3).map { input[x][$0].isNaN ? 0 : max(0, Double(input[x][$0])) }
      let (low, high) = (p.min()!, p.max()!)
      let tone = ToneCurve.standard
      let toned = p.map {
        tone(low) + (high > low ? ($0 - low) / (high - low) : 0) * (tone(high) - tone(low))
      }
      let place = (log2(max(high, 1e-9)) - log2(0.8)) / (log2(2) - log2(0.8))
      let t = min(max(place, 0), 1)
      for c in 0..<3 {
        let expected = toned[c] + t * t * (3 - 2 * t) * (toned.max()! - toned[c])
        #expect(abs(Double(row[x][c]) - expected) < 3e-6, "\(input[x])")
      }
    }
    for (x, expected) in [(0, SIMD3(1, 0.99717, 0.99434)), (1, SIMD3(0.97578, 0.7350, 0.6146))] {
      for c in 0..<3 { #expect(abs(Double(row[x][c]) - expected[c]) < 6e-5, "\(row[x])") }
    }
  }

  @Test(arguments: compiledSets)
  func lightInsideStaysToTheBit(instructionSet: InstructionSet) {
    let input = randomRow(count: 300, range: -0.2...0.8, seed: 3)
    let rows = [false, true].map { whitens in
      let row = copy(input)
      ColorKernel(matrix: nil, tone: .standard, whitens: whitens, instructionSet: instructionSet)
        .apply(to: row, count: 300)
      return pixels(row, count: 300)
    }
    #expect(rows[0] == rows[1])
  }

  @Test(arguments: InstructionSet.available)
  func greyGoesThroughTheCurveAlone(instructionSet: InstructionSet) {
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
