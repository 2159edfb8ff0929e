import BromideKernels
import Foundation
import Testing

@testable import BromideDevelop

/// Settings and readings as values.
@Suite struct OpticsSettingsTests {
  @Test func correctionsAreOffByDefault() {
    #expect(DevelopRecipe().optics == .none)
    #expect(OpticsSettings.none.captureAmount == 0)
    #expect(OpticsSettings.none.noise.strength == 0)
  }

  @Test func aReadingSurvivesItsText() throws {
    var reading = OpticsReading()
    reading.noise = NoiseModel(a: 3.3e-5, b: 9.2e-8)
    reading.radius = 0.7
    reading.lateralColor = LateralColor(
      red: LateralShift([-2, 1.3, -0.36, 0.1, 0.05]), blue: .none)
    let text = try JSONEncoder().encode(reading)
    #expect(try JSONDecoder().decode(OpticsReading.self, from: text) == reading)
    #expect(reading.isSound)
    reading.lateralColor?.red.coefficients = [9, 0, 0, 0, 0]
    #expect(!reading.isSound)
    reading.lateralColor?.red.coefficients = []
    #expect(!reading.isSound)
    reading.lateralColor = nil
    reading.radius = 0.2
    #expect(!reading.isSound)
    reading.radius = nil
    #expect(reading.isSound)
    reading.noise?.b = -1
    #expect(!reading.isSound)
  }

  @Test func aShiftGrowsByItsFormula() {
    let shift = LateralShift([-2, 1.3, -0.36, 0.1, 0.05])
    let place = SIMD2(0.6, 0.8)
    let expected = place * (-2 + 1.3 - 0.36) + SIMD2(0.1, 0.05)
    let found = shift.shift(at: place)
    #expect(abs(found.x - expected.x) < 1e-12 && abs(found.y - expected.y) < 1e-12)
  }
}
