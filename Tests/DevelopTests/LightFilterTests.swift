import BromideKernels
import BromideValues
import Foundation
import Testing

@testable import BromideDevelop

/// Temperature, tint and grain. Their results are not a formula of a pixel.
@Suite struct LightFilterTests {
  /// A neutral surface under light of a chromaticity, developed.
  static func neutral(x: Double, y: Double, kelvin: Double, tint: Double) throws -> [Int] {
    let response = testProfile.calibrations[0].colorMatrix * SIMD3(x / y, 1, (1 - x - y) / y)
    // Half of the light that saturates the strongest channel.
    let scene = mosaic(Size(width: 24, height: 24)) { _, _ in 0.5 * response / response.max() }
    return try develop(
      source(scene),
      recipe {
        $0.tone = .linear
        $0.space = .linearSRGB
        $0.sample = .uint16
        $0.filters[.temperature] = [kelvin]
        $0.filters[.tint] = [tint]
      }
    ).pixel(12, 12)
  }

  /// Tolerance for rounding in the mosaic, where the weakest channel has a few hundred codes.
  static func expectGrey(_ pixel: [Int], _ words: String) {
    #expect(pixel.min()! > 1000, "\(words)")
    #expect(Double(pixel.max()! - pixel.min()!) < 0.004 * Double(pixel.max()!), "\(words) \(pixel)")
  }

  /// Daylight by CIE 15's polynomials.
  @Test(arguments: [5003, 5503, 6504, 7504, 12_000, 24_000])
  func daylightIsNeutralAtItsTemperature(kelvin: Double) throws {
    let t = 1000 / kelvin
    let x =
      kelvin <= 7000
      ? 0.244063 + t * (0.09911 + t * (2.9678 - 4.6070 * t))
      : 0.237040 + t * (0.24748 + t * (1.9018 - 2.0064 * t))
    let y = -0.275 + x * (2.870 - 3 * x)
    Self.expectGrey(try Self.neutral(x: x, y: y, kelvin: kelvin, tint: 0), "\(kelvin) K")
  }

  /// Black bodies: Wyszecki and Stiles, "Color Science", 2nd edition, table 1(3.11): mired, u, v,
  /// slope of the isotemperature line, which is the direction of tint. Tint 1 is 3000 Duv, greener
  /// above 0.
  @Test(
    arguments: [
      (300.0, 0.24010, 0.34308, -2.0637), (400, 0.27218, 0.35407, -4.3633),
      (450, 0.28863, 0.35714, -6.7262),
    ], [-60.0, 0, 45])
  func blackBodiesAreNeutral(body: (Double, Double, Double, Double), tint: Double) throws {
    let (mired, slope) = (body.0, body.3)
    let way = tint / 3000 / (1 + slope * slope).squareRoot()
    let (u, v) = (body.1 - way, body.2 - way * slope)
    let scale = 2 * u - 8 * v + 4
    let pixel = try Self.neutral(
      x: 3 * u / scale, y: 2 * v / scale, kelvin: 1e6 / mired, tint: tint)
    Self.expectGrey(pixel, "\(mired) mired, tint \(tint)")
  }

  /// Grain varies the square root of light by 0.35 · amount · (1 − √Y) times noise of variance ⅓,
  /// about its mean.
  @Test(arguments: [(0.05, 1.0), (0.3, 0.5), (0.8, 1)])
  func grainVarianceMatchesTheSetting(light: Double, amount: Double) throws {
    let size = Size(width: 240, height: 160)
    let flat = ResamplingTests.linearSource(size) { _, _ in light }
    let picture = try develop(
      flat,
      linearRecipe {
        $0.filters[.grain] = [amount]
        // One pixel per grain.
        $0.filters[.grainSize] = [1 / 240.0]
      })
    let roots = (0..<size.area).map { i in
      (Double(picture[i % size.width, i / size.width, 1]) / 65_535 / light).squareRoot()
    }
    let mean = roots.reduce(0, +) / Double(roots.count)
    let variance = roots.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(roots.count)
    let expected = 0.35 * amount * (1 - light.squareRoot()) / 3.0.squareRoot()
    // With 38 400 grains, the mean is off by 0.005 of the spread, and the spread by 0.4 %.
    #expect(abs(mean - 1) < 0.03 * expected)
    #expect(abs(variance.squareRoot() - expected) < 0.02 * expected)
    // Grain has no colour.
    for x in 0..<240 { #expect(picture.pixel(x, 9).max()! - picture.pixel(x, 9).min()! <= 1) }
  }
}
