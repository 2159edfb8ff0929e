import BromideKernels
import BromideLibc
import BromideValues
import TestSupport
import Testing

@testable import BromideDevelop

/// The fraction of stars' light that remains after the repair of hot pixels, through the complete
/// development.
@Suite struct StarFluxTests {
  private static let size = Size(width: 520, height: 400)
  private static let noise = NoiseModel(a: 1e-4, b: 1e-6)
  private static let sky = 0.03

  /// A star by its middle, its width at half its height, in sites, and its height.
  private struct Star {
    var x, y, width, peak: Double

    var deviation: Double { width / (8 * log(2)).squareRoot() }
    /// All of its light.
    var flux: Double { 2 * .pi * deviation * deviation * peak }

    func light(_ x: Int, _ y: Int) -> Double {
      let (u, v) = (Double(x) - self.x, Double(y) - self.y)
      return peak * exp(-(u * u + v * v) / (2 * deviation * deviation))
    }

    /// The pixels up to ten from it.
    func contains(_ x: Int, _ y: Int) -> Bool {
      (Double(x) - self.x) * (Double(x) - self.x) + (Double(y) - self.y) * (Double(y) - self.y)
        < 100
    }
  }

  private static func stars() -> [Star] {
    var random = SeededGenerator(seed: 21)
    func number(_ range: ClosedRange<Double>) -> Double { .random(in: range, using: &random) }
    return (0..<108).map { place in
      let (column, row) = (Double(place % 12), Double(place / 12))
      let (x, y) = (25 + 42 * column + number(-4...4), 25 + 42 * row + number(-4...4))
      return Star(x: x, y: y, width: number(1.5...4), peak: pow(10, number(-1.5...(-0.1))))
    }
  }

  /// The sky with these stars, and with hot sites of this extra light. The noise is the same in
  /// all.
  private static func picture(
    _ stars: [Star], hot: [Int: Double], _ choice: OpticsSettings.HotPixels
  ) throws -> Picture {
    let deviates = SeededNoise(seed: 22)
    var light = [Double](repeating: sky, count: size.area)
    for star in stars {
      for (x, y) in Places(
        x: Int(star.x) - 12...Int(star.x) + 12, y: Int(star.y) - 12...Int(star.y) + 12)
      {
        light[y * size.width + x] += star.light(x, y)
      }
    }
    let mosaic = mosaic(size) { x, y in
      let at = y * size.width + x
      let value = light[at]
      let noisy = value + deviates.normal(x, y) * noise.variance(value).squareRoot()
      return SIMD3(repeating: noisy + (hot[at] ?? 0))
    }
    var photo = DevelopSource(
      image: .mosaic(mosaic), profile: CameraProfile(calibrations: []), defaultCrop: Region(size))
    photo.optics.noise = noise
    return try develop(photo, linearRecipe { $0.optics.hotPixels = choice })
  }

  /// The light of green in a circle about a star, above the sky's.
  private static func flux(_ star: Star, _ picture: Picture, _ sky: Picture) -> Double {
    var sum = 0
    for (x, y) in Places(
      x: Int(star.x) - 10...Int(star.x) + 11, y: Int(star.y) - 10...Int(star.y) + 11)
    where star.contains(x, y) {
      sum += picture[x, y, 1] - sky[x, y, 1]
    }
    return Double(sum) / 65_535
  }

  /// Stars 1.5 to 4 pixels wide keep their light within 2 %, while 200 hot pixels between them are
  /// removed.
  @Test func starsKeepTheirLight() throws {
    let stars = Self.stars()
    var random = SeededGenerator(seed: 23)
    let deviation = Self.noise.variance(Self.sky).squareRoot()
    var hot: [Int: Double] = [:]
    while hot.count < 200 {
      let (x, y) = (
        Int.random(in: 8..<Self.size.width - 8, using: &random),
        Int.random(in: 8..<Self.size.height - 8, using: &random)
      )
      guard !stars.contains(where: { hypot($0.x - Double(x), $0.y - Double(y)) < 14 }) else {
        continue
      }
      hot[y * Self.size.width + x] = deviation * pow(10, Double.random(in: 1.1...2, using: &random))
    }
    let sky = try Self.picture([], hot: [:], .none)
    let untouched = try Self.picture(stars, hot: [:], .none)
    let repaired = try Self.picture(stars, hot: hot, .auto)
    for star in stars {
      let (before, after) = (Self.flux(star, untouched, sky), Self.flux(star, repaired, sky))
      #expect(abs(after / before - 1) < 0.02, "\(star): \(after) of \(before)")
      // The simulated light, if the colours' sites sample a star finely enough.
      if star.width > 2.5 { #expect(abs(before / star.flux - 1) < 0.05, "\(star): \(before)") }
    }
    // Hot pixels are removed: green is within its neighbours' noise.
    let left = hot.keys.count { at in
      let (x, y) = (at % Self.size.width, at / Self.size.width)
      return Double(repaired[x, y, 1] - sky[x, y, 1]) / 65_535 > 6 * deviation
    }
    #expect(left <= 2)
  }
}
