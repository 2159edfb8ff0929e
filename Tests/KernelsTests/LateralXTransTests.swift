import BromideKernels
import BromideLibc
import BromideValues
import TestSupport
import Testing

/// The measurement of lateral colour on cells of X-Trans: its sums against the formulas, its fit
/// against truth.
@Suite struct LateralXTransTests {
  static let fast = InstructionSet.available.filter { $0 != .reference }
  private static let still = LateralColor(red: .none, blue: .none)

  @Test(arguments: [0, 4, 11, 17]) func sumsAreTheFormulas(origin: Int) {
    let mosaic = LateralScene.mosaic(
      Size(width: 299, height: 296), XTransPattern.allCases[origin], Self.still, noise: 0.01)
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
      Size(width: 230, height: 340), XTransPattern.allCases[7], Self.still, noise: 0.02)
    let all = Self.fast.map { set in
      LateralScene.sums(LateralBlocks(mosaic, color: .blue, instructionSet: set), SIMD2(0.4, -2.1))
    }
    #expect(!all[0].isEmpty)
    for sums in all { #expect(sums == all[0]) }
  }

  /// Every variant skips the same cells near clipped samples.
  @Test func clippedSamplesDoNotCount() {
    for place in [(150, 151), (151, 151), (152, 151), (151, 152)] {
      var samples = ImageBuffer<UInt16>(size: Size(width: 250, height: 250), channels: 1)
      for y in 0..<250 {
        for x in 0..<250 { samples[x, y, 0] = UInt16(1000 + (x * y * 7) % 500) }
      }
      samples[place.0, place.1, 0] = 16000
      let pattern = XTransPattern.allCases[0]
      let mosaic = XTransMosaic(
        samples: samples.plane, pattern: pattern, levels: SensorLevels(black: 500, white: 16000))
      let isGreen = pattern.color(x: place.0, y: place.1) == .green
      for color in [CFAColor.red, .blue] {
        for set in InstructionSet.available {
          let blocks = LateralBlocks(mosaic, color: color, instructionSet: set)
          let sums = LateralScene.sums(blocks, .zero)
          #expect(sums.count == 1)
          // A green sample or one of the colour spoils its cell, and nine rows and columns of cells
          // with it.
          let spoils = isGreen || pattern.color(x: place.0, y: place.1) == color
          #expect(sums[0].count == (spoils ? 1024 - 81 : 1024), "\(set) \(place) \(color)")
        }
      }
    }
  }

  /// Coefficients are found up to r = 0.75 within 0.06 pixels. Without simulated shifts, none are
  /// found.
  @Test(arguments: [
    LateralColor(
      red: LateralShift([-2, 1.3, -0.36, 0, 0]), blue: LateralShift([1, -2, 1, 0.05, -0.03])),
    LateralColor(red: .none, blue: .none),
  ])
  func findsTheSimulatedShift(truth: LateralColor) {
    let mosaic = LateralScene.mosaic(
      Size(width: 1300, height: 900), XTransPattern.allCases[5], truth, noise: 0.006)
    for (color, expected) in [(CFAColor.red, truth.red), (.blue, truth.blue)] {
      let fit = LateralScene.fit(LateralBlocks(mosaic, color: color, instructionSet: .best))
      for radius in [0.25, 0.5, 0.75] {
        for angle in [0.3, 2, 4.1] {
          let place = radius * SIMD2(cos(angle), sin(angle))
          let error = fit.shift.shift(at: place) - expected.shift(at: place)
          #expect((error * error).sum().squareRoot() < 0.06, "\(color) \(radius) \(angle)")
        }
      }
      #expect(fit.deviation(at: 0.9) < 0.15)
    }
  }
}
