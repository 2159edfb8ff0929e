import BromideKernels
import BromideLibc
import BromideValues
import TestSupport
import Testing

/// The measurement of lateral colour: its sums against the formulas, its fit against truth.
@Suite struct LateralFitTests {
  static let fast = InstructionSet.available.filter { $0 != .reference }

  private static let still = LateralColor(red: .none, blue: .none)

  @Test(arguments: [
    (Size(width: 205, height: 203), LateralScene.Filters.bayer(.rggb)),
    (Size(width: 205, height: 203), .bayer(.gbrg)), (Size(width: 299, height: 296), .xtrans(0)),
    (Size(width: 299, height: 296), .xtrans(4)), (Size(width: 299, height: 296), .xtrans(11)),
    (Size(width: 299, height: 296), .xtrans(17)),
  ])
  func sumsAreTheFormulas(size: Size, filters: LateralScene.Filters) {
    let blocks = LateralScene.blocks(size, filters, Self.still, noise: 0.01)
    for color in [CFAColor.red, .blue] {
      let reference = blocks(color, .reference)
      #expect(reference.size == Size(width: 2, height: 2))
      for shift in [SIMD2(0.0, 0.0), SIMD2(1.3, -0.7), SIMD2(-9, 3.99)] {
        let expected = LateralScene.sums(reference, shift)
        for set in Self.fast {
          let made = LateralScene.sums(blocks(color, set), shift)
          LateralScene.expectSame(made, expected, "\(set) \(shift)")
        }
      }
    }
  }

  @Test(arguments: [
    (Size(width: 220, height: 210), LateralScene.Filters.bayer(.bggr), CFAColor.red),
    (Size(width: 230, height: 340), .xtrans(7), .blue),
  ])
  func sumsAreEqualOnEveryInstructionSet(
    size: Size, filters: LateralScene.Filters, color: CFAColor
  ) {
    let blocks = LateralScene.blocks(size, filters, Self.still, noise: 0.02)
    let all = Self.fast.map { LateralScene.sums(blocks(color, $0), SIMD2(0.4, -2.1)) }
    #expect(!all[0].isEmpty)
    for sums in all { #expect(sums == all[0]) }
  }

  /// Sites near clipped samples do not count.
  @Test func clippedSamplesDoNotCount() {
    var samples = ImageBuffer<UInt16>(size: Size(width: 150, height: 150), channels: 1)
    for (x, y) in Places(x: 0..<150, y: 0..<150) {
      samples[x, y, 0] = UInt16(1000 + (x * y * 7) % 500)
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

  /// Every variant skips the same cells near clipped samples.
  @Test func clippedCellsOfXTransDoNotCount() {
    for place in [(150, 151), (151, 151), (152, 151), (151, 152)] {
      var samples = ImageBuffer<UInt16>(size: Size(width: 250, height: 250), channels: 1)
      for (x, y) in Places(x: 0..<250, y: 0..<250) {
        samples[x, y, 0] = UInt16(1000 + (x * y * 7) % 500)
      }
      samples[place.0, place.1, 0] = 16000
      let pattern = XTransPattern.allCases[0]
      let mosaic = XTransMosaic(
        samples: samples.plane, pattern: pattern, levels: SensorLevels(black: 500, white: 16000))
      let isGreen = pattern.color(x: place.0, y: place.1) == .green
      for (color, set) in product([CFAColor.red, .blue], InstructionSet.available) {
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

  /// Coefficients are found to r = 0.75 within 0.06 pixels. Without simulated shifts, none are
  /// found.
  @Test(arguments: [
    (LateralScene.Filters.bayer(.rggb), Size(width: 1100, height: 760), moved, 0.06),
    (.xtrans(5), Size(width: 1300, height: 900), moved, 0.15),
    (.xtrans(5), Size(width: 1300, height: 900), still, 0.15),
  ])
  func findsTheSimulatedShift(
    filters: LateralScene.Filters, size: Size, truth: LateralColor, deviation: Double
  ) {
    let blocks = LateralScene.blocks(size, filters, truth, noise: 0.006)
    for (color, expected) in [(CFAColor.red, truth.red), (.blue, truth.blue)] {
      let fit = LateralScene.fit(blocks(color, .best))
      for (radius, angle) in product([0.25, 0.5, 0.75], [0.3, 2, 4.1]) {
        let place = radius * SIMD2(cos(angle), sin(angle))
        let error = fit.shift.shift(at: place) - expected.shift(at: place)
        #expect((error * error).sum().squareRoot() < 0.06, "\(color) \(radius) \(angle)")
      }
      #expect(fit.deviation(at: 0.9) < deviation)
    }
  }

  private static let moved = LateralColor(
    red: LateralShift([-2, 1.3, -0.36, 0, 0]), blue: LateralShift([1, -2, 1, 0.05, -0.03]))

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
