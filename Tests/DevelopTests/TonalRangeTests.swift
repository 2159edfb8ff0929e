import BromideKernels
import BromideValues
import TestSupport
import Testing

@testable import BromideDevelop

/// How far `whites` and `blacks` reach under the standard look, in sRGB codes.
@Suite struct TonalRangeTests {
  /// Codes before, and the amount that a setting adds to them.
  static let codes = [5.0, 10, 20, 30, 40, 60, 100, 140, 160, 180, 200, 220, 230, 240, 250]
  static let reach: [(Parameter, Double, [Double])] = [
    (.whites, 1, [0, 0, 0, 0, 0, 0, 0, 4, 11, 19, 24, 25, 23, 15, 5]),
    (.whites, -1, [0, 0, 0, 0, 0, 0, 0, -4, -11, -20, -29, -36, -37, -34, -28]),
    (.whites, -0.5, [0, 0, 0, 0, 0, 0, 0, -2, -6, -10, -14, -16, -16, -15, -12]),
    (.blacks, 1, [13, 19, 19, 16, 12, 5, 0, 0]), (.blacks, 0.5, [5, 8, 8, 7, 6, 2, 0, 0]),
    (.blacks, -1, [-5, -10, -19, -16, -13, -8, -2, 0]),
    (.blacks, -0.5, [-5, -9, -10, -8, -6, -4, -1, 0]),
  ]

  /// The code of grey light under the filter and the look.
  private static func code(_ light: Double, _ settings: FilterSettings) -> Double {
    var value = SIMD3(repeating: light)
    let context = FilterContext(size: .init(width: 1, height: 1), isGrey: false)
    for step in settings.steps(.scene, context) {
      if case .kernel(let kernel) = step { value = kernel.formula(value, x: 0, y: 0) }
    }
    return 255 * TransferFunction.srgb.encode(ToneCurve.standard(value.x))
  }

  @Test(arguments: reach.indices)
  func endsOfTheScaleMove(index: Int) {
    let (parameter, value, expected) = Self.reach[index]
    var settings = FilterSettings()
    settings[parameter] = [value]
    for (code, expected) in zip(Self.codes, expected) {
      let light = ToneCurve.standard.inverse(TransferFunction.srgb.decode(code / 255))
      let change = Self.code(light, settings) - code
      #expect(abs(change - expected) <= 0.6, "\(parameter.name) \(value) at \(code): \(change)")
    }
  }

  @Test func noSettingReversesTones() {
    for (whites, blacks) in product([-1.0, -0.4, 0, 0.7, 1], [-1.0, -0.3, 0, 0.5, 1]) {
      for contrast in [0.5, 1, 2] {
        var settings = FilterSettings()
        settings[.whites] = [whites]
        settings[.blacks] = [blacks]
        settings[.contrast] = [contrast]
        var last = -1.0
        for step in 0...600 {
          let code = Self.code(Double(step) * Double(step) / 360_000, settings)
          #expect(code >= last - 1e-9, "\(whites) \(blacks) \(contrast) \(step)")
          last = code
        }
      }
    }
  }
}
