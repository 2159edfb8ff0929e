import TestSupport
import Testing

@testable import BromideValues

@Suite struct TemperatureTests {
  /// Sums of x̄, ȳ, z̄ at 5 nm, published in CIE 15.
  @Test func observerSumsAreThePublishedOnes() {
    let sum = StandardObserver.matchingFunctions.reduce(.zero, +)
    #expect(StandardObserver.matchingFunctions.count == 81)
    #expect(
      abs(sum.x - 21.3716) < 1e-3 && abs(sum.y - 21.3714) < 1e-3 && abs(sum.z - 21.3715) < 1e-3)
    // A checksum of the table's six decimals, so that an error in any of them fails.
    #expect(distance(sum, SIMD3(21.371584, 21.371327, 21.371540)) < 4e-7)
  }

  /// Isotemperature lines of the Planckian locus: Wyszecki and Stiles, "Color Science", 2nd
  /// edition, table 1(3.11): mired, u, v, slope of the line.
  @Test(arguments: [
    (300.0, 0.24010, 0.34308, -2.0637), (325, 0.24792, 0.34655, -2.4681),
    (350, 0.25591, 0.34951, -2.9641), (375, 0.26400, 0.35200, -3.5814),
    (400, 0.27218, 0.35407, -4.3633), (425, 0.28039, 0.35577, -5.3762),
    (450, 0.28863, 0.35714, -6.7262), (475, 0.29685, 0.35823, -8.5955),
    (500, 0.30505, 0.35907, -11.324), (525, 0.31320, 0.35968, -15.628),
    (550, 0.32129, 0.36011, -23.325), (575, 0.32931, 0.36038, -40.770),
    (600, 0.33724, 0.36051, -116.45),
  ])
  func warmEndIsPlanckian(mired: Double, u: Double, v: Double, slope: Double) {
    let point = TemperatureLocus.point(kelvin: 1e6 / mired)
    #expect(abs(point.uv.x - u) < 1e-5 && abs(point.uv.y - v) < 1e-5)
    #expect(abs(point.normal.x / point.normal.y - 1 / slope) < 1e-3)
  }

  /// The D illuminants of CIE 15, at their nominal temperatures times 1.4388/1.4380. The y of the
  /// tables come from the illuminants' spectra and differ from the formula by 10⁻⁴.
  @Test(arguments: [(Illuminant.d50, 5000.0), (.d55, 5500), (.d65, 6500), (.d75, 7500)])
  func coolEndIsDaylight(illuminant: Illuminant, nominal: Double) throws {
    let white = try Chromaticity(temperature: nominal * 1.4388 / 1.4380)
    #expect(abs(white.x - illuminant.chromaticity.x) < 2e-5)
    #expect(abs(white.y - illuminant.chromaticity.y) < 1.1e-4)
  }

  @Test func standardAIsABlackBody() throws {
    let (kelvin, tint) = try Illuminant.standardA.chromaticity.temperatureAndTint()
    #expect(abs(kelvin - 2848 * 1.4388 / 1.4350) < 0.2)
    #expect(abs(tint) < 0.02)
  }

  @Test func locusIsSmooth() {
    for kelvin in [3500.0, 5000, 7000, 25_000] {
      let before = TemperatureLocus.point(kelvin: kelvin * (1 - 1e-9))
      let after = TemperatureLocus.point(kelvin: kelvin * (1 + 1e-9))
      let gap = before.uv - after.uv
      let turn = before.tangent - after.tangent
      #expect((gap * gap).sum() < 1e-18)
      #expect((turn * turn).sum() < 1e-12)
    }
  }

  @Test func temperatureAndTintRoundTrip() throws {
    var random = SeededGenerator(seed: 7)
    for step in 0..<400 {
      // First the ends and borders of the pieces, then random points in mired.
      let corners = [1500.0, 3500, 5000, 7000, 25_000, 40_000]
      let kelvin =
        step < 6 ? corners[step] : 1e6 / Double.random(in: 25.0...(1e6 / 1500), using: &random)
      for tint in [-150.0, -40, 0, 3.5, 150] {
        let white = try Chromaticity(temperature: kelvin, tint: tint)
        let back = white.nearestTemperatureAndTint
        #expect(abs(back.temperature - kelvin) < 1e-3, "\(kelvin) K, tint \(tint)")
        #expect(abs(back.tint - tint) < 1e-6, "\(kelvin) K, tint \(tint)")
      }
    }
  }

  @Test func whitesRoundTrip() throws {
    var count = 0
    for (x, offset) in product(stride(from: 0.26, through: 0.52, by: 0.02), [-0.02, 0, 0.02]) {
      let y = (-3 * x + 2.870) * x - 0.275 + offset
      let white = Chromaticity(x: x, y: y)
      guard let (kelvin, tint) = try? white.temperatureAndTint() else { continue }
      count += 1
      let back = try Chromaticity(temperature: kelvin, tint: tint)
      #expect(abs(back.x - x) < 1e-12 && abs(back.y - y) < 1e-12)
    }
    // All of them are within 1500 to 40 000 K and a tint of 150.
    #expect(count >= 39)
  }

  @Test func positiveTintIsGreener() throws {
    for kelvin in [1500.0, 2850, 4200, 6500, 40_000] {
      let plain = try Chromaticity(temperature: kelvin)
      let green = try Chromaticity(temperature: kelvin, tint: 30)
      let rgb = RGBSpace.srgb.fromXYZ * plain.xyz
      let greener = RGBSpace.srgb.fromXYZ * green.xyz
      #expect(greener.y / greener.x > rgb.y / rgb.x)
      // Duv is a distance in (u, v).
      let way = green.uv1960 - plain.uv1960
      #expect(abs((way * way).sum().squareRoot() - 0.01) < 1e-12)
    }
  }

  @Test(arguments: [(1499.0, 0.0), (40_001, 0), (.nan, 0), (6500, 151), (6500, -151), (6500, .nan)])
  func rejectsTemperaturesAndTintsOutOfRange(kelvin: Double, tint: Double) {
    #expect(throws: ColorError.self) { try Chromaticity(temperature: kelvin, tint: tint) }
  }

  @Test(arguments: [
    Chromaticity(x: 0.64, y: 0.33), Chromaticity(x: 0.2, y: 0.2), Chromaticity(x: 0.3, y: 0.6),
  ])
  func rejectsWhitesFarFromTheLocus(white: Chromaticity) {
    #expect(throws: ColorError.self) { try white.temperatureAndTint() }
  }

  @Test func lightSourcesHaveTheirTemperature() {
    let expected: [(Int, Double, Double)] = [
      (1, 5500, 1), (2, 4150, 1), (3, 2850, 1), (4, 5500, 1), (10, 6500, 1), (11, 7500, 1),
      (12, 6400, 1), (13, 5050, 1), (14, 4150, 1), (15, 3525, 1), (16, 2925, 1),
      (17, 2856, 1), (18, 4874, 40), (19, 6774, 40), (20, 5503, 2), (21, 6504, 2),
      (22, 7504, 4), (23, 5003, 2), (24, 3200, 1),
    ]
    for (code, kelvin, tolerance) in expected {
      let found = Illuminant.chromaticity(exifLightSource: code)?.nearestTemperatureAndTint
        .temperature
      #expect(
        found.map { abs($0 - kelvin) <= tolerance } == true,
        "code \(code): \(String(describing: found))")
    }
    for code in [0, 5, 25, 255, -1] {
      #expect(Illuminant.chromaticity(exifLightSource: code) == nil)
    }
  }
}
