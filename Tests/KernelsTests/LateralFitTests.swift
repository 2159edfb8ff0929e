import BromideKernels
import BromideLibc
import BromideValues
import TestSupport
import Testing

/// The measurement of lateral colour: its sums against the formulas, its fit against truth.
@Suite struct LateralFitTests {
  static let fast = InstructionSet.available.filter { $0 != .reference }

  @Test(arguments: [BayerPattern.rggb, .gbrg]) func sumsAreTheFormulas(pattern: BayerPattern) {
    let mosaic = LateralScene.mosaic(
      Size(width: 205, height: 203), pattern, LateralColor(red: .none, blue: .none), noise: 0.01)
    for color in [CFAColor.red, .blue] {
      let reference = LateralBlocks(mosaic, color: color, instructionSet: .reference)
      #expect(reference.size == Size(width: 2, height: 2))
      for shift in [SIMD2(0.0, 0.0), SIMD2(1.3, -0.7), SIMD2(-9, 3.99)] {
        let expected = LateralScene.sums(reference, shift)
        for set in Self.fast {
          let made = LateralScene.sums(
            LateralBlocks(mosaic, color: color, instructionSet: set), shift)
          LateralScene.expectSame(made, expected, "\(set) \(shift)")
        }
      }
    }
  }

  @Test func sumsAreEqualOnEveryInstructionSet() {
    let mosaic = LateralScene.mosaic(
      Size(width: 220, height: 210), .bggr, LateralColor(red: .none, blue: .none), noise: 0.02)
    let all = Self.fast.map { set in
      LateralScene.sums(LateralBlocks(mosaic, color: .red, instructionSet: set), SIMD2(0.4, -2.1))
    }
    for sums in all { #expect(sums == all[0]) }
  }

  /// Sites near clipped samples do not count.
  @Test func clippedSamplesDoNotCount() {
    var samples = ImageBuffer<UInt16>(size: Size(width: 150, height: 150), channels: 1)
    for y in 0..<150 {
      for x in 0..<150 { samples[x, y, 0] = UInt16(1000 + (x * y * 7) % 500) }
    }
    samples[75, 75, 0] = 16000
    let mosaic = Mosaic(
      samples: samples.plane, pattern: .rggb, levels: SensorLevels(black: 500, white: 16000))
    for set in InstructionSet.available {
      let blocks = LateralBlocks(mosaic, color: .red, instructionSet: set)
      let sums = LateralScene.sums(blocks, .zero)
      #expect(sums.count == 1)
      // (75, 75) is blue and not a red site. Two of the neighbouring green sites belong to each of
      // four red ones. No green or red sample is clipped.
      #expect(sums[0].count == 1024, "\(set)")
    }
    samples[74, 75, 0] = 16000
    let green = Mosaic(
      samples: samples.plane, pattern: .rggb, levels: SensorLevels(black: 500, white: 16000))
    for set in InstructionSet.available {
      let sums = LateralScene.sums(LateralBlocks(green, color: .red, instructionSet: set), .zero)
      // The green site is above one red site and below another: ten rows of nine columns.
      #expect(sums[0].count == 1024 - 90, "\(set)")
    }
  }

  /// Coefficients are found to r = 0.75 within 0.06 pixels.
  @Test(arguments: [
    LateralColor(
      red: LateralShift([-2, 1.3, -0.36, 0, 0]), blue: LateralShift([1, -2, 1, 0.05, -0.03]))
  ])
  func findsTheSimulatedShift(truth: LateralColor) {
    let mosaic = LateralScene.mosaic(Size(width: 1100, height: 760), .rggb, truth, noise: 0.006)
    for (color, expected) in [(CFAColor.red, truth.red), (.blue, truth.blue)] {
      let fit = LateralScene.fit(LateralBlocks(mosaic, color: color, instructionSet: .best))
      for radius in [0.25, 0.5, 0.75] {
        for angle in [0.3, 2, 4.1] {
          let place = radius * SIMD2(cos(angle), sin(angle))
          let error = fit.shift.shift(at: place) - expected.shift(at: place)
          #expect((error * error).sum().squareRoot() < 0.06, "\(color) \(radius) \(angle)")
        }
      }
      #expect(fit.deviation(at: 0.9) < 0.06)
    }
  }

  /// A field without detail gives no shift.
  @Test func flatFieldsCannotBeMeasured() {
    var random = SeededGenerator(seed: 3)
    let mosaic = DemosaicCase.mosaic(
      width: 400, height: 300, pattern: .rggb, levels: SensorLevels(black: 500, white: 15000)
    ) { _, _ in 6000 + UInt16.random(in: 0..<200, using: &random) }
    let fit = LateralScene.fit(LateralBlocks(mosaic, color: .red, instructionSet: .best))
    #expect(fit.count == 0)
    #expect(fit.deviation(at: 0.9) > 1)
    let simple = LateralFit([], isSimple: true)
    #expect(simple.deviation(at: 0.9) > 1)
  }
}
