import BromideDevelop
import BromideSampling
import BromideValues
import TestSupport
import Testing

/// Pixels outside a sample's footprint may have any value.
@Suite struct FootprintTests {
  private static let size = Size(width: 150, height: 61)
  private static let points = [
    (0.0, 0.0), (1, 1), (0, 1), (1, 0), (0.5, 0.5), (0.31, 0.62), (0.85, 0.12), (0.499, 0.997),
  ].map { NormalizedPoint(x: $0.0, y: $0.1) }
  private static let windows = [
    SampleWindow(), SampleWindow(side: .pixels(4), lookup: .bilinear),
    SampleWindow(side: .fraction(0.11), shape: .round), SampleWindow(lookup: .bilinear),
  ]

  /// The photo with noise in all sites outside a region.
  private func poisoned(_ source: DevelopSource, outside region: Region) throws -> DevelopSource {
    guard case .mosaic(let mosaic) = source.image else { return source }
    let noise = SeededNoise(seed: 3)
    var samples = ImageBuffer<UInt16>(size: mosaic.size, channels: 1)
    for y in 0..<mosaic.size.height {
      let isRow = y >= region.y && y < region.endY
      for x in 0..<mosaic.size.width {
        let isInside = isRow && x >= region.x && x < region.endX
        samples[x, y, 0] =
          isInside ? mosaic.samples[x, y] : UInt16(truncatingIfNeeded: noise.bits(x, y))
      }
    }
    var result = source
    result.image = .mosaic(
      Mosaic(samples: samples.plane, pattern: mosaic.pattern, levels: mosaic.levels))
    return result
  }

  private func expectEqual(_ a: Sample, _ b: Sample, _ words: String) {
    #expect(a.light == b.light && a.camera == b.camera, "\(words)")
    #expect(a.clipped == b.clipped && a.count == b.count, "\(words)")
  }

  @Test(
    arguments: Array(RawSamplingTests.recipes.indices),
    [Orientation.upright, .rightTop, .bottomRight, .leftTop])
  func sitesOutsideTheFootprintDoNotMatter(index: Int, orientation: Orientation) throws {
    let recipe = RawSamplingTests.recipes[index]
    let source = RawSamplingTests.source(Self.size, orientation: orientation)
    let sampler = try PointSampler(raw: source, recipe: recipe)
    let footprint = SensorFootprint(
      sensor: Self.size, defaultCrop: source.defaultCrop, recipe: recipe)
    #expect(footprint.size == sampler.pixels.size)
    for (window, point) in product(Self.windows, Self.points) {
      let sites = try #require(footprint.sites(of: window, at: point, orientation: orientation))
      #expect((sites == Region(Self.size)) == recipe.measuresPhoto)
      let other = try PointSampler(raw: poisoned(source, outside: sites), recipe: recipe)
      expectEqual(
        try sampler.sample(at: point, window: window, scratch: sampler.makeScratch()),
        try other.sample(at: point, window: window, scratch: other.makeScratch()),
        "\(point) \(window)")
    }
  }

  @Test func aBalanceTakenFromAPlace() throws {
    let source = RawSamplingTests.source(Self.size)
    let recipe = DevelopRecipe()
    let footprint = SensorFootprint(
      sensor: Self.size, defaultCrop: source.defaultCrop, recipe: recipe)
    for (x, y) in [(0.7, 0.6), (0, 0), (1, 1)] {
      let place = BalancePlace(point: NormalizedPoint(x: x, y: y), side: .pixels(5))
      let sites = try #require(
        footprint.sites(of: SampleWindow(side: place.side), at: place.point, orientation: .upright))
      let whole = try PointSampler(raw: source, recipe: recipe)
      let other = try PointSampler(raw: poisoned(source, outside: sites), recipe: recipe)
      #expect(try other.whiteBalance(place) == whole.whiteBalance(place))
    }
  }

  @Test func pointsOutsideDoNotHaveAFootprint() {
    let footprint = SensorFootprint(
      sensor: Self.size, defaultCrop: Region(Self.size), recipe: DevelopRecipe())
    let point = NormalizedPoint(x: 1.2, y: 0.5)
    #expect(footprint.sites(of: SampleWindow(), at: point, orientation: .upright) == nil)
  }
}
