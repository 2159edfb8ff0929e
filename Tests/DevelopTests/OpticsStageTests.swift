import BromideKernels
import BromideValues
import TestSupport
import Testing

@testable import BromideDevelop

/// Noise reduction and sharpening as steps of a development.
@Suite struct OpticsStageTests {
  /// A noisy mosaic with edges, so that both steps have work.
  static func source(_ size: Size) -> DevelopSource {
    var generator = SeededGenerator(seed: 9)
    let samples = ImageBuffer<UInt16>(size: size) { x, y, _ in
      let light = (x / 37 + y / 29) % 2 == 0 ? 3000.0 : 7000.0
      return UInt16(light + Double.random(in: -120...120, using: &generator))
    }
    let mosaic = Mosaic(
      samples: samples.plane, pattern: .gbrg, levels: SensorLevels(black: 512, white: 15_383))
    var source = DevelopSource(
      image: .mosaic(mosaic), profile: testProfile, defaultCrop: Region(size))
    source.optics.noise = NoiseModel(a: 1e-4, b: 1e-6)
    source.optics.radius = 0.7
    return source
  }

  static func recipe(_ change: (inout OpticsSettings) -> Void = { _ in }) -> DevelopRecipe {
    var recipe = DevelopRecipe()
    recipe.optics = .standard
    change(&recipe.optics)
    return recipe
  }

  private func steps(_ source: DevelopSource, _ recipe: DevelopRecipe) throws -> RowOptics? {
    for case .rowOptics(let step) in try DevelopPlan(source, recipe: recipe).steps { return step }
    return nil
  }

  @Test(arguments: [OpticsSettings.NoiseReduction.light, .auto, .best, .none])
  func stripsAndBandsDoNotShow(noise: OpticsSettings.NoiseReduction) throws {
    let source = Self.source(Size(width: 301, height: 420))
    for size in [nil, SizeRequest(bounds: .longEdge(390))] {
      var recipe = Self.recipe { $0.noise = noise }
      recipe.size = size
      let whole = try Developer(
        source, recipe: recipe, instructionSet: .best, stripWidth: 1014, leastBandArea: 1 << 20
      ).picture()
      #expect(try develop(source, recipe, stripWidth: 90) == whole)
    }
  }

  @Test func stageIsAbsentWithoutCorrections() throws {
    let source = Self.source(Size(width: 90, height: 70))
    let none = try develop(source, DevelopRecipe())
    let standard = try develop(source, Self.recipe())
    #expect(try steps(source, DevelopRecipe()) == nil)
    #expect(none != standard)
  }

  /// Every kind of reduction moves a noisy colour photo closer to the photo without noise.
  @Test func everyReductionLowersTheError() throws {
    let size = Size(width: 300, height: 260)
    let colors: [SIMD3<Double>] = [
      SIMD3(0.3, 0.5, 0.2), SIMD3(0.5, 0.3, 0.2), SIMD3(0.1, 0.2, 0.3), SIMD3(0.4, 0.6, 0.5),
    ]
    func made(_ noise: Double, _ reduction: OpticsSettings.NoiseReduction) throws -> Picture {
      var generator = SeededGenerator(seed: 4)
      let samples = ImageBuffer<UInt16>(size: size) { x, y, _ in
        let color = colors[(x + y / 3) / 41 % 2 + (y - x / 5 + 100) / 37 % 2 * 2]
        let shade = 1 + 0.2 * Double((x * x / 90 + y) % 24) / 24
        // The pattern is GBRG.
        let light = color[y % 2 == x % 2 ? 1 : y % 2 == 0 ? 2 : 0] * shade
        let deviate = (0..<12).reduce(-6.0) { sum, _ in
          sum + Double.random(in: 0..<1, using: &generator)
        }
        return UInt16(max(0, 512 + 14_871 * (light + noise * deviate)))
      }
      let mosaic = Mosaic(
        samples: samples.plane, pattern: .gbrg, levels: SensorLevels(black: 512, white: 15_383))
      var source = DevelopSource(
        image: .mosaic(mosaic), profile: testProfile, defaultCrop: Region(size))
      source.optics.noise = NoiseModel(a: 0, b: 9e-4)
      var recipe = DevelopRecipe()
      recipe.optics.noise = reduction
      return try develop(source, recipe)
    }
    let truth = try made(0, .none)
    let kinds: [OpticsSettings.NoiseReduction] = [.none, .light, .auto, .best]
    let errors = try kinds.map { try XTransOpticsTests.distance(made(0.03, $0), truth) }
    #expect(errors == errors.sorted(by: >), "\(errors)")
  }

  /// Only geometry determines visibility.
  @Test func invisibleStepsAreSkipped() throws {
    let source = Self.source(Size(width: 400, height: 300))
    var recipe = Self.recipe()
    #expect(try steps(source, recipe)?.sharpening == 1.7)
    recipe.size = SizeRequest(bounds: .longEdge(239))
    #expect(try steps(source, recipe)?.sharpening == 0)
    #expect(try steps(source, recipe)?.noise == .light)
    recipe.size = SizeRequest(bounds: .longEdge(199))
    #expect(try steps(source, recipe) == nil)
    // A window of a third of the width, at that size.
    recipe.filters[.crop] = [0, 0, 0.4, 0.4]
    #expect(try steps(source, recipe)?.sharpening == 1.7)
    recipe.demosaic = .half
    #expect(try steps(source, recipe) == nil)
  }

  @Test func numbersOutOfRangeAreRejected() {
    let source = Self.source(Size(width: 40, height: 40))
    for recipe in [
      Self.recipe { $0.captureSharpening = .amount(3.5) },
      Self.recipe { $0.noise = .strength(.nan) },
      Self.recipe { $0.captureSharpening = .amount(-1) },
    ] {
      #expect(throws: DevelopError.self) { try Developer(source, recipe: recipe) }
    }
  }

  /// Recorded values are not measured, and measurements are the same for any number of threads.
  @Test func aPhotoIsMeasuredOnce() async throws {
    var source = Self.source(Size(width: 300, height: 250))
    source.optics = OpticsReading()
    let guide = OpticsGuide(source)
    let readings = await withTaskGroup(of: OpticsReading.self) { group in
      for _ in 0..<4 { group.addTask { guide.reading(.best) } }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(Set(readings).count == 1)
    var alone = Self.source(Size(width: 300, height: 250))
    alone.optics = OpticsReading()
    #expect(OpticsGuide(alone).reading(.baseline) == readings[0])
    source.optics.noise = NoiseModel(a: 1e-3, b: 0)
    #expect(OpticsGuide(source).given.noise == NoiseModel(a: 1e-3, b: 0))
  }
}
