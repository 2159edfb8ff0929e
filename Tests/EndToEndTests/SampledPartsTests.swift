import BromideCodecs
import BromideDevelop
import BromideRaw
import BromideSampling
import BromideValues
import SystemPackage
import TestSupport
import Testing

/// Colours of partly decoded photos equal the colours of complete photos, bit for bit. Recovered
/// highlights need all tiles, and the sampler of a part reports this.
@Suite struct SampledPartsTests {
  private static let recipes: [DevelopRecipe] = {
    var rebuilt = DevelopRecipe()
    rebuilt.cropArea = .active
    var bilinear = DevelopRecipe()
    bilinear.demosaic = .bilinear
    bilinear.highlightMode = .blend
    var half = DevelopRecipe()
    half.demosaic = .half
    half.highlightMode = .clip
    return [DevelopRecipe(), rebuilt, bilinear, half]
  }()

  private func source(_ photo: RawPhoto) -> DevelopSource {
    DevelopSource(
      image: photo.image, profile: photo.profile, defaultCrop: photo.defaultCrop,
      orientation: photo.orientation)
  }

  /// - Returns: How many of the photos were decoded in part.
  private func expectEqualSamples(
    _ path: String, _ points: [NormalizedPoint], recipes: [DevelopRecipe]
  ) throws -> Int {
    let whole = try RawFile(path: FilePath(path), cameras: nil).decode()
    var partial = 0
    for ((index, recipe), (i, point)) in product(recipes.enumerated(), points.enumerated()) {
      let sampler = try PointSampler(raw: source(whole), recipe: recipe)
      let window = SampleWindow(side: .pixels(1 + i % 3 * 7))
      let file = try RawFile(path: FilePath(path), cameras: nil)
      let footprint = SensorFootprint(
        sensor: file.size, defaultCrop: file.header.defaultCrop, recipe: recipe)
      let sites = try #require(
        footprint.sites(of: window, at: point, orientation: file.metadata.orientation))
      let photo = try file.decode(unpacking: Unpacking(parts: [sites]))
      if photo.share != nil { partial += 1 }
      let other = try PointSampler(raw: source(photo), recipe: recipe)
      let a = try sampler.sample(at: point, window: window, scratch: sampler.makeScratch())
      let b = try other.sample(at: point, window: window, scratch: other.makeScratch())
      #expect(other.dependsOnWholePhoto == sampler.dependsOnWholePhoto)
      if other.dependsOnWholePhoto {
        #expect(recipe.highlightMode == .recover)
        continue
      }
      #expect(
        a.light == b.light && a.camera == b.camera && a.clipped == b.clipped,
        "\(path) recipe \(index) at \(point): \(a.light) \(b.light)")
    }
    return partial
  }

  private func grid(_ columns: Int, _ rows: Int) -> [NormalizedPoint] {
    let edges = [(0, 0), (1, 0), (0, 1), (1, 1)].map { NormalizedPoint(x: $0.0, y: $0.1) }
    return edges + NormalizedPoint.grid(columns: columns, rows: rows, perspective: nil)
  }

  private static let pictures = Files.names(in: Package.testImages)
    .filter { $0.hasSuffix(".dng") && !$0.contains("xtrans") }

  @Test(arguments: pictures)
  func testPictures(name: String) throws {
    let path = Package.testImages + "/" + name
    let partial = try expectEqualSamples(path, grid(5, 3), recipes: Self.recipes)
    let isTiled = ["lossless_jpeg", "clipped", "orientation8", "ambient"].contains {
      name.contains($0)
    }
    #expect(isTiled == (partial > 0))
  }

  /// Many small tiles, a masked border that black is taken from, odd places, turned.
  @Test(arguments: [Orientation.upright, .rightTop])
  func smallTiles(orientation: Orientation) throws {
    var photo = SyntheticPhoto(.landscape(), size: Size(width: 300, height: 220))
    photo.options.white = 16_383
    photo.options.black = [500]
    photo.options.orientation = orientation
    photo.options.activeArea = Region(x: 33, y: 7, width: 262, height: 209)
    photo.options.maskedAreas = [Region(x: 2, y: 90, width: 28, height: 40)]
    photo.options.defaultCrop = Region(x: 5, y: 4, width: 250, height: 199)
    photo.options.storage.bitsPerSample = 14
    photo.options.storage.compression = .losslessJPEG(predictor: 1)
    photo.options.storage.blocks = .tiles(Size(width: 32, height: 32))
    let folder = try TemporaryFolder()
    let path = try folder.write(photo.file(), as: "a.dng")
    let points = grid(7, 5)
    let partial = try expectEqualSamples(path, points, recipes: Self.recipes)
    #expect(partial == points.count * Self.recipes.count)
  }

  @Test(.enabled(if: Corpus.isPresent, "\(Corpus.comment)"))
  func realPhotos() throws {
    #if DEBUG
      let names = ["hdrmerge_D5000_sample1.dng"]
    #else
      let names = [
        "hdrmerge_D5000_sample1.dng", "hdrmerge_D5000_sample2.dng", "hsexif_RAW_NIKON_D1.NEF",
        "tinydng_colorchart.dng",
      ]
    #endif
    for name in names {
      let path = Corpus.path("raw/\(name)")
      #expect(try expectEqualSamples(path, grid(3, 3), recipes: [DevelopRecipe()]) > 0)
    }
  }
}
