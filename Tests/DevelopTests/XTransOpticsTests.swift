import BromideKernels
import BromideValues
import Foundation
import TestSupport
import Testing

@testable import BromideDevelop

/// Hot pixels, noise reduction and sharpening of X-Trans photos, through the complete development.
@Suite struct XTransOpticsTests {
  static let noise = NoiseModel(a: 1e-3, b: 1e-6)

  /// Smooth light and edges, with noise or without, and a hot site.
  static func photo(
    _ size: Size, noise: NoiseModel?, hot: Bool = false, measured: Bool = false
  ) -> DevelopSource {
    var random = SeededGenerator(seed: 21)
    var source = XTransTests.photo(size, origin: 7) { x, y in
      if hot, x == 40, y == 33 { return SIMD3(repeating: 0.9) }
      let edge = (x / 41 + y / 37) % 2 == 0 ? 0.12 : 0.0
      let light = 0.25 + 0.1 * sin(Double(x) / 23) * cos(Double(y) / 31) + edge
      var value = SIMD3(0.5, 1, 0.7) * light
      guard let noise else { return value }
      for c in 0..<3 {
        let deviate = (0..<12).reduce(-6.0) { sum, _ in sum + .random(in: 0..<1, using: &random) }
        value[c] += deviate * noise.variance(value[c]).squareRoot()
      }
      return value
    }
    if !measured {
      source.optics.noise = noise ?? NoiseModel(a: 1e-5, b: 0)
      source.optics.radius = 0.7
    }
    return source
  }

  static func recipe(_ change: (inout OpticsSettings) -> Void) -> DevelopRecipe {
    var recipe = DevelopRecipe()
    recipe.sample = .uint16
    change(&recipe.optics)
    return recipe
  }

  /// Same bytes for any strips and bands, and other instruction sets as the demosaic promises.
  @Test(arguments: [OpticsSettings.NoiseReduction.light, .auto, .best])
  func stripsAndBandsDoNotShow(noise: OpticsSettings.NoiseReduction) throws {
    let source = Self.photo(Size(width: 301, height: 420), noise: Self.noise, hot: true)
    var recipe = DevelopRecipe()
    recipe.optics = .standard
    recipe.optics.noise = noise
    let whole = try Developer(
      source, recipe: recipe, instructionSet: .best, stripWidth: 1014, leastBandArea: 1 << 20
    ).picture()
    #expect(try develop(source, recipe, stripWidth: 90) == whole)
    recipe.optics = .none
    #expect(try develop(source, recipe) != whole)
  }

  /// Measurements do not depend on threads or instruction sets.
  @Test func aPhotoIsMeasuredOnce() async throws {
    func source() -> DevelopSource {
      Self.photo(Size(width: 620, height: 500), noise: Self.noise, measured: true)
    }
    let guide = OpticsGuide(source())
    let readings = await withTaskGroup(of: OpticsReading.self) { group in
      for _ in 0..<4 { group.addTask { guide.reading(.best) } }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(Set(readings).count == 1)
    #expect(OpticsGuide(source()).reading(.baseline) == readings[0])
    let found = try #require(readings[0].noise)
    let ratio = (found.variance(0.3) / Self.noise.variance(0.3)).squareRoot()
    #expect((0.85...1.2).contains(ratio), "\(ratio)")
  }

  /// Root of the mean squared distance of two pictures, inside.
  static func distance(_ a: Picture, _ b: Picture) -> Double {
    var sum = 0.0
    for (x, y, c) in Places(x: 12..<a.size.width - 12, y: 12..<a.size.height - 12).channels(3) {
      let d = Double(a[x, y, c] - b[x, y, c])
      sum += d * d
    }
    return sum.squareRoot()
  }

  /// Noise reduction moves a noisy photo closer to the photo without noise. Luminance reduction
  /// helps most.
  @Test(arguments: [DemosaicMethod.xtrans, .fine]) func noiseIsReduced(method: DemosaicMethod)
    throws
  {
    let size = Size(width: 300, height: 260)
    func made(_ noise: NoiseModel?, _ reduction: OpticsSettings.NoiseReduction) throws -> Picture {
      var recipe = Self.recipe { $0.noise = reduction }
      recipe.demosaic = method
      return try develop(Self.photo(size, noise: noise), recipe)
    }
    let truth = try made(nil, .none)
    let none = Self.distance(try made(Self.noise, .none), truth)
    let light = Self.distance(try made(Self.noise, .light), truth)
    let auto = Self.distance(try made(Self.noise, .auto), truth)
    // In decibels: at least 0.5 and 4.
    #expect(20 * log10(none / light) > 0.5, "\(20 * log10(none / light))")
    #expect(20 * log10(none / auto) > 4, "\(20 * log10(none / auto))")
    let best = Self.distance(try made(Self.noise, .best), truth)
    #expect(best < auto, "\(20 * log10(auto / best))")
    for reduction in [OpticsSettings.NoiseReduction.auto, .best] {
      #expect(Self.distance(try made(nil, reduction), truth) < 0.1 * none)
    }
  }

  @Test func hotPixelsAreReplaced() throws {
    let size = Size(width: 120, height: 90)
    let recipe = Self.recipe { $0.hotPixels = .auto }
    let truth = try develop(Self.photo(size, noise: nil), Self.recipe { _ in })
    let worn = Self.photo(size, noise: nil, hot: true)
    let left = Self.distance(try develop(worn, Self.recipe { _ in }), truth)
    let developer = try Developer(worn, recipe: recipe)
    let repaired = try develop(worn, recipe)
    #expect(Self.distance(repaired, truth) < 0.05 * left)
    _ = developer.picture()
    #expect(developer.opticsReport?.hotPixels == 1)
    #expect(developer.opticsReport?.deadPixels == 0)
  }

  /// An edge becomes steeper, and a flat field stays.
  @Test func edgesAreSharpened() throws {
    let size = Size(width: 140, height: 100)
    func edge(_ contrast: Double) -> DevelopSource {
      var source = XTransTests.photo(size, origin: 3) { x, _ in
        SIMD3(0.5, 1, 0.7) * (0.3 + contrast * erf((Double(x) - 70.2) / (0.8 * 1.414)))
      }
      source.optics.noise = NoiseModel(a: 1e-6, b: 0)
      source.optics.radius = 0.8
      return source
    }
    func made(_ contrast: Double, _ sharpening: OpticsSettings.Sharpening) throws -> Picture {
      try develop(edge(contrast), Self.recipe { $0.captureSharpening = sharpening })
    }
    func steepest(_ picture: Picture) -> Int {
      (40..<100).map { abs(picture[$0 + 1, 50, 1] - picture[$0, 50, 1]) }.max()!
    }
    #expect(Double(steepest(try made(0.15, .auto))) > 1.2 * Double(steepest(try made(0.15, .none))))
    #expect(try made(0, .auto) == made(0, .none))
  }

  /// The enabled corrections that a photo does not support.
  @Test func withoutEffect() {
    let xtrans = Self.photo(Size(width: 40, height: 40), noise: nil).image
    #expect(OpticsSettings.standard.withoutEffect(on: xtrans) == [])
    #expect(OpticsSettings.none.withoutEffect(on: xtrans) == [])
    let bayer = SensorImage.mosaic(busyMosaic(Size(width: 40, height: 40)))
    #expect(OpticsSettings.standard.withoutEffect(on: bayer) == [])
  }
}
