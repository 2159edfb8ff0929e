import BromideDevelop
import BromideSampling
import BromideValues
import TestSupport
import Testing

@Suite struct RawSamplingTests {
  static let profile = CameraProfile(
    calibrations: [
      .init(illuminant: .d65, colorMatrix: SyntheticCamera.standard.daylightMatrix)
    ], asShotMultipliers: SIMD3(2.1, 1, 1.55))

  /// Noise and shapes, partly clipped.
  static func source(
    _ size: Size = Size(width: 67, height: 48), orientation: Orientation = .upright
  ) -> DevelopSource {
    let noise = SeededNoise(seed: 11)
    var samples = ImageBuffer<UInt16>(size: size, channels: 1)
    for (x, y) in size.places {
      let spot = (x - 40) * (x - 40) + (y - 20) * (y - 20) < 60
      samples[x, y, 0] =
        spot ? 16383 : 600 + UInt16(9000 * noise.smooth(Double(x) / 6, Double(y) / 6))
    }
    let mosaic = Mosaic(
      samples: samples.plane, pattern: .grbg, levels: SensorLevels(black: 512, white: 15_000))
    return DevelopSource(
      image: .mosaic(mosaic), profile: profile,
      defaultCrop: Region(x: 3, y: 2, width: size.width - 8, height: size.height - 5),
      orientation: orientation)
  }

  static let recipes: [DevelopRecipe] = {
    var plain = DevelopRecipe()
    plain.exposure = 0.3
    var linear = DevelopRecipe()
    linear.tone = .linear
    linear.space = .prophoto
    linear.demosaic = .bilinear
    var rebuilt = DevelopRecipe()
    rebuilt.highlightMode = .clip
    rebuilt.space = .displayP3
    var half = DevelopRecipe()
    half.demosaic = .half
    half.highlightMode = .blend
    half.cropArea = .active
    var warm = DevelopRecipe()
    warm.whiteBalance = .temperature(4000, tint: 5)
    warm.tone = .linear
    // Filters of single pixels, some of them dependent on position. Other filters do not change a
    // sample.
    var filtered = DevelopRecipe()
    filtered.filters[.exposure] = [-0.7]
    filtered.filters[.temperature] = [4200]
    filtered.filters[.saturation] = [1.3]
    filtered.filters[.vignette] = [-1.5]
    filtered.filters[.shadows] = [0.6]
    filtered.filters[.toneCurve] = [0, 0, 0.4, 0.5, 1, 1]
    filtered.filters[.shadowToning] = [0.3]
    filtered.filters[.grain] = [0.4]
    filtered.filters[.fade] = [0.1]
    return [plain, linear, rebuilt, half, warm, filtered]
  }()

  /// Every sample equals the developed picture's pixel. The encoding rounds to ½ of a 16-bit code,
  /// its table is within 0.3 of a code, and single precision adds the same (1e-7 · 65535 · the
  /// steepest slope, 16).
  @Test(
    arguments: Array(recipes.indices), [Orientation.upright, .rightTop, .bottomRight, .leftTop])
  func samplesEqualTheDevelopedPicture(index: Int, orientation: Orientation) throws {
    var recipe = Self.recipes[index]
    recipe.sample = .uint16
    let source = Self.source(orientation: orientation)
    let image = try Developer(source, recipe: recipe).picture(of: UInt16.self)
    let sampler = try PointSampler(raw: source, recipe: recipe)
    #expect(sampler.size == image.size)
    let readout = SampleReadout(.encoded(recipe.space), from: sampler.space)
    let scratch = sampler.makeScratch()
    var worst = 0.0
    for y in stride(from: 0, to: image.height, by: 2) {
      for x in stride(from: y % 3, to: image.width, by: 3) {
        let point = NormalizedPoint(pixelX: Double(x), y: Double(y), in: image.size)
        let sample = try sampler.sample(at: point, scratch: scratch)
        let value = try #require(readout.value(sample))
        let code = SIMD3(Double(image[x, y, 0]), Double(image[x, y, 1]), Double(image[x, y, 2]))
        worst = max(worst, difference(value / 255 * 65535, code))
      }
    }
    #expect(worst <= 2.5)
  }

  @Test func geometryAndNeighbourFiltersAreIgnored() throws {
    var recipe = DevelopRecipe()
    recipe.filters[.contrast] = [1.4]
    let plain = try PointSampler(raw: Self.source(), recipe: recipe)
    for (parameter, values) in [
      (Parameter.crop, [0.2, 0.1, 0.5, 0.6]), (.rotation, [7]), (.blur, [0.05]),
      (.denoise, [1]), (.sharpen, [2]), (.opacity, [0.5]),
    ] {
      recipe.filters[parameter] = values
    }
    let sampler = try PointSampler(raw: Self.source(), recipe: recipe)
    #expect(sampler.size == plain.size)
    let sample = try sampler.sample(at: 0.3, 0.4, SampleWindow(side: .pixels(3)))
    let expected = try plain.sample(at: 0.3, 0.4, SampleWindow(side: .pixels(3)))
    #expect(sample.light == expected.light && sample.camera == expected.camera)
    #expect(try sampler.thumbnail(longEdge: 16).channels == 3)
  }

  @Test func windowsAreMeansOfPixels() throws {
    let sampler = try PointSampler(raw: Self.source(), recipe: DevelopRecipe())
    let whole = try sampler.sample(at: 0.4, 0.5, SampleWindow(side: .pixels(5)))
    var sum = SIMD3<Double>()
    let (x, y) = (whole.pixelX, whole.pixelY)
    for (j, i) in product(y - 2...y + 2, x - 2...x + 2) {
      let point = NormalizedPoint(pixelX: Double(i), y: Double(j), in: sampler.size)
      sum += try sampler.sample(at: point.x, point.y).light
    }
    #expect(whole.count == 25 && difference(whole.light, sum / 25) < 1e-6)
  }

  @Test func cameraValuesAreMeansOfEachColoursSites() throws {
    let source = Self.source()
    let mosaic = try #require(source.image.asMosaic)
    let sampler = try PointSampler(raw: source, recipe: DevelopRecipe())
    for side in [1, 4, 9] {
      let sample = try sampler.sample(at: 0.3, 0.6, SampleWindow(side: .pixels(side)))
      let (x, y) = (sample.pixelX + source.defaultCrop.x, sample.pixelY + source.defaultCrop.y)
      // One pixel becomes 2×2 sites that start at the pixel. A window is centred on it.
      let first = side == 1 ? 0 : -(side / 2)
      // x · 59 = 17.7 and y · 43 = 25.8. Four pixels around a point past a pixel's centre start one
      // pixel before it.
      let shift = side == 4 ? 1 : 0
      let count = side == 1 ? 2 : side
      var sum = SIMD3<Double>()
      var sites = SIMD3<Double>()
      for (j, i) in product(0..<count, 0..<count) {
        let (px, py) = (x + first + i + shift, y + first + j + shift)
        let color = mosaic.pattern.color(x: px, y: py).rawValue
        sum[color] += (Double(mosaic.samples[px, py]) - 512) / (15_000 - 512)
        sites[color] += 1
      }
      #expect(difference(try #require(sample.camera), sum / sites) < 1e-12)
    }
  }

  @Test func windowBalanceMakesTheWindowNeutral() throws {
    var recipe = DevelopRecipe()
    recipe.tone = .linear
    recipe.demosaic = .bilinear
    // A flat field under an unknown light.
    let size = Size(width: 40, height: 40)
    var samples = ImageBuffer<UInt16>(size: size, channels: 1)
    for (x, y) in Places(x: 0..<40, y: 0..<40) {
      samples[x, y, 0] =
        [2000, 4100, 4100, 3000][
          BayerPattern.rggb.color(x: x, y: y) == .red
            ? 0 : BayerPattern.rggb.color(x: x, y: y) == .green ? 1 : 3]
    }
    let mosaic = Mosaic(
      samples: samples.plane, pattern: .rggb, levels: SensorLevels(black: 512, white: 15_000))
    let source = DevelopSource(
      image: .mosaic(mosaic), profile: Self.profile, defaultCrop: Region(size))
    let sampler = try PointSampler(raw: source, recipe: recipe)
    recipe.whiteBalance = try sampler.whiteBalance(
      BalancePlace(point: NormalizedPoint(x: 0.5, y: 0.5), side: .pixels(9)))
    let balanced = try PointSampler(raw: source, recipe: recipe).sample(at: 0.25, 0.75)
    let lab = try #require(SampleReadout(.lab, from: balanced.space).value(balanced))
    #expect(abs(lab.y) < 1e-3 && abs(lab.z) < 1e-3)
  }

  @Test func clippedAndBlackWindowsCannotSetTheBalance() throws {
    let source = Self.source()
    let sampler = try PointSampler(raw: source, recipe: DevelopRecipe())
    let spot = NormalizedPoint(pixelX: 37, y: 18, in: sampler.size)
    #expect(throws: SamplingError.self) {
      try sampler.whiteBalance(BalancePlace(point: spot, side: .pixels(3)))
    }
    #expect(try sampler.sample(at: spot.x, spot.y).clipped == 1)
    let picture = PointSampler(.eight(noisePicture(Size(width: 4, height: 4))), space: .srgb)
    #expect(throws: SamplingError.self) {
      try picture.whiteBalance(BalancePlace(point: NormalizedPoint(x: 0.5, y: 0.5)))
    }
  }

  @Test func threadsShareOneSampler() async throws {
    let sampler = try PointSampler(raw: Self.source(), recipe: DevelopRecipe())
    let points = (0..<200).map {
      NormalizedPoint(x: Double($0 % 20) / 19, y: Double($0 / 20) / 9)
    }
    let scratch = sampler.makeScratch()
    let alone = try points.map { try sampler.sample(at: $0, scratch: scratch).light }
    try await withThrowingTaskGroup(of: [SIMD3<Double>].self) { group in
      for _ in 0..<4 {
        group.addTask {
          let scratch = sampler.makeScratch()
          return try points.reversed().map { try sampler.sample(at: $0, scratch: scratch).light }
        }
      }
      for try await together in group { #expect(Array(together.reversed()) == alone) }
    }
  }
}
