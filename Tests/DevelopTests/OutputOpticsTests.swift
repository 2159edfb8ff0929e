import BromideKernels
import BromideValues
import TestSupport
import Testing

@testable import BromideDevelop

/// Noise reduction and sharpening of pictures that are smaller than the sensor.
@Suite struct OutputOpticsTests {
  /// A mosaic of flat grey fields with the noise in the source's model.
  static func source(_ size: Size, a: Double = 4e-3) -> DevelopSource {
    var generator = SeededGenerator(seed: 9)
    let samples = ImageBuffer<UInt16>(size: size) { x, y, _ in
      let light = x < size.width / 2 ? 0.1 : 0.3
      let deviate = (0..<12).reduce(-6.0) { sum, _ in
        sum + Double.random(in: 0..<1, using: &generator)
      }
      return UInt16(512 + 14_871 * max(0, light + (a * light).squareRoot() * deviate))
    }
    let mosaic = Mosaic(
      samples: samples.plane, pattern: .gbrg, levels: SensorLevels(black: 512, white: 15_383))
    var source = DevelopSource(
      image: .mosaic(mosaic), profile: testProfile, defaultCrop: Region(size))
    source.optics.noise = NoiseModel(a: a, b: 0)
    source.optics.radius = 0.7
    return source
  }

  static func recipe(
    _ edge: Int?, _ change: (inout OpticsSettings) -> Void = { _ in }
  ) -> DevelopRecipe {
    var recipe = DevelopRecipe()
    recipe.size = edge.map { SizeRequest(bounds: .longEdge($0)) }
    recipe.sample = .uint16
    change(&recipe.optics)
    return recipe
  }

  private func passes(_ source: DevelopSource, _ recipe: DevelopRecipe) throws -> [String] {
    try DevelopPlan(source, recipe: recipe).steps.compactMap { step in
      switch step {
      case .rowOptics(let rows):
        "sensor \(rows.noise.text) \(rows.sharpening)"
      case .filter(.pass(.outputNoise(let step))): "output \(step.reduction.text)"
      case .filter(.pass(.outputSharpening(let step))): "sharpen \(step.amount)"
      default: nil
      }
    }
  }

  /// The deviation of red − green in the left field, in codes of 16 bits.
  private func deviation(_ picture: Picture) -> Double {
    var (sum, squares, count) = (0.0, 0.0, 0.0)
    for (x, y) in Places(x: 4..<picture.size.width / 2 - 4, y: 4..<picture.size.height - 4) {
      let d = Double(picture[x, y, 0]) - Double(picture[x, y, 1])
      (sum, squares, count) = (sum + d, squares + d * d, count + 1)
    }
    return (squares / count - sum * sum / (count * count)).squareRoot()
  }

  @Test func everyRequestRunsOnOnePixelsOrTheOther() throws {
    let source = Self.source(Size(width: 400, height: 300))
    for (edge, noise, expected) in [
      (nil, .light, ["sensor light 0.0"]), (200, .light, ["sensor light 0.0"]),
      (199, .light, ["output light"]), (199, .auto, ["output auto"]),
      (100, .strength(0.5), ["output 0.5"]), (100, .best, ["sensor best 0.0"]), (100, .none, []),
    ] as [(Int?, OpticsSettings.NoiseReduction, [String])] {
      #expect(try passes(source, Self.recipe(edge) { $0.noise = noise }) == expected, "\(expected)")
    }
    for (edge, sharpening, expected) in [
      (240, .auto, ["sensor none 1.7"]), (239, .auto, []),
      (100, .amount(2), ["sensor none 2.0"]), (100, .amount(0), []),
    ] as [(Int?, OpticsSettings.Sharpening, [String])] {
      let recipe = Self.recipe(edge) { $0.captureSharpening = sharpening }
      #expect(try passes(source, recipe) == expected, "\(expected)")
    }
    // Half of the sensor's size by the demosaic only.
    var half = Self.recipe(nil) { $0.noise = .light }
    half.demosaic = .half
    #expect(try passes(source, half) == [])
    half.optics.noise = .auto
    #expect(try passes(source, half) == ["output auto"])
    for change: (inout OpticsSettings) -> Void in [
      { $0.noise = .best }, { $0.captureSharpening = .amount(1) },
    ] {
      var lost = Self.recipe(100, change)
      lost.demosaic = .cells
      #expect(throws: DevelopError.self) { try Developer(source, recipe: lost) }
    }
  }

  /// The model predicts the noise of a reduced picture to within 10 %, and the reduction removes
  /// it.
  @Test(arguments: [DemosaicMethod.auto, .rcd])
  func reducedPicturesReduceNoiseAndReportIt(method: DemosaicMethod) throws {
    let source = Self.source(Size(width: 960, height: 720))
    func picture(_ noise: OpticsSettings.NoiseReduction) throws -> Picture {
      var recipe = Self.recipe(300) { $0.noise = noise }
      recipe.demosaic = method
      recipe.tone = .linear
      recipe.space = .linearSRGB
      return try develop(source, recipe)
    }
    let (plain, light, auto) = (try picture(.none), try picture(.light), try picture(.auto))
    #expect(deviation(light) < 0.35 * deviation(plain), "\(deviation(light)) \(deviation(plain))")
    #expect(deviation(auto) < 0.35 * deviation(plain))
  }

  @Test func reductionGainMatchesItsWeights() throws {
    let source = Self.source(Size(width: 960, height: 720))
    var recipe = Self.recipe(320)
    recipe.demosaic = .rcd
    let plan = try DevelopPlan(source, recipe: recipe)
    // For a cubic stretched by 3, the mean square at thirds is 0.8153 along each axis.
    let gain = plan.geometry.noiseGain(sites: 1)
    #expect(abs(gain - 0.8153 * 0.8153 / 9) < 0.01 * gain, "\(gain)")
    let whole = try DevelopPlan(source, recipe: Self.recipe(nil))
    #expect(whole.geometry.noiseGain(sites: 1) == 1 && whole.geometry.noiseGain(sites: 2) == 0.25)
  }

  @Test func sharpeningFadesTowardsTheSensorsSize() throws {
    func amount(_ scale: Double, _ isSharpened: Bool) -> Double {
      OpticsSteps.sharpening(1, isSharpened: isSharpened, scale: scale)
    }
    #expect(amount(0.3, false) == 1 && amount(0.6, false) == 1)
    #expect(abs(amount(0.8, false) - 0.5) < 1e-12 && amount(1, false) == 0 && amount(2, false) == 0)
    #expect(abs(amount(0.61, true) - 1.25 * 0.39) < 1e-12 && amount(1, true) == 0)
    // At the sensor's size not a byte changes.
    let source = Self.source(Size(width: 200, height: 150))
    let plain = try develop(source, Self.recipe(nil))
    #expect(try develop(source, Self.recipe(nil) { $0.outputSharpening = .auto }) == plain)
    let small = try develop(source, Self.recipe(90))
    #expect(try develop(source, Self.recipe(90) { $0.outputSharpening = .amount(0) }) == small)
    #expect(try develop(source, Self.recipe(90) { $0.outputSharpening = .amount(3) }) != small)
  }

  @Test func stripsAndBandsDoNotShow() throws {
    let source = Self.source(Size(width: 500, height: 420))
    var recipe = Self.recipe(220) { $0.noise = .auto }
    recipe.optics.outputSharpening = .auto
    recipe.filters[.blur] = [0.003]
    let whole = try Developer(
      source, recipe: recipe, instructionSet: .best, stripWidth: 1014, leastBandArea: 1 << 20
    ).picture()
    #expect(try develop(source, recipe, stripWidth: 90) == whole)
  }

  /// Frames of a zoom share one demosaic: noise that was reduced on the sensor's pixels is not
  /// reduced again.
  @Test func aZoomReducesNoiseOnce() throws {
    let source = Self.source(Size(width: 480, height: 360))
    let (near, far) = (
      Self.recipe(300) { $0.noise = .light }, Self.recipe(120) { $0.noise = .light }
    )
    func passes(_ recipes: [DevelopRecipe]) throws -> [Int] {
      let photo = try DemosaicedPhoto(source, for: recipes)
      let scratch = photo.makeScratch()
      for tile in 0..<photo.tileCount { photo.make(tile: tile, scratch: scratch) }
      return try recipes.map { try Developer(photo, recipe: $0).pipeline.steps.passSteps.count }
    }
    #expect(try passes([near, far]) == [0, 0])
    #expect(try passes([far]) == [1])
  }
}
