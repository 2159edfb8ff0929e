import Testing

@testable import BromideValues

@Suite struct PlanckianPlaceTests {
  /// CIE 15:2018 and ANSI C78.377: daylight is above the black bodies, and illuminant A is one of
  /// them.
  @Test func knownLights() {
    let d65 = PlanckianPlace(.d65)
    #expect(abs(1e6 / d65.mired - 6504) < 5 && abs(d65.duv - 0.0032) < 0.0002)
    let a = PlanckianPlace(Illuminant.standardA.chromaticity)
    #expect(abs(1e6 / a.mired - 2856) < 2 && abs(a.duv) < 0.0001)
  }

  @Test(arguments: [120.0, 200, 285.7, 400, 420], [-0.009, -0.003, 0, 0.007])
  func thereAndBack(mired: Double, duv: Double) {
    let back = PlanckianPlace(PlanckianPlace(mired: mired, duv: duv).white)
    #expect(abs(back.mired - mired) < 1e-6 && abs(back.duv - duv) < 1e-9)
  }

  /// Below 3500 K, the locus of temperature and tint is also Planck's.
  @Test func agreesWithTemperatureAndTintInWarmLight() throws {
    let white = try Chromaticity(temperature: 3000, tint: 9)
    let place = PlanckianPlace(white)
    #expect(abs(1e6 / place.mired - 3000) < 1e-3 && abs(place.duv - 0.003) < 1e-8)
  }
}
