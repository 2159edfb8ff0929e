import BromideDevelop
import BromideRaw
import BromideValues
import SystemPackage
import TestSupport
import Testing

/// Photos with multiplied light, clipped by the sensor's white, then recovered and darkened to the
/// original light.
@Suite struct HighlightTruthTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let name: String
    let factor: Double
    /// The largest mean colour difference where a site is clipped, 5 % above that of the design.
    let recovered: Double

    var testDescription: String { "\(name) × \(factor)" }
  }

  static let cases: [Case] = {
    let small = Case(name: "hdrmerge_D5000_sample2.dng", factor: 4, recovered: 2.1)
    #if DEBUG
      return [small]
    #else
      return [
        small, Case(name: "hdrmerge_D5000_sample2.dng", factor: 8, recovered: 11.2),
        Case(name: "debian-dcraw_IMG_0848.CR2", factor: 5.657, recovered: 2.0),
      ]
    #endif
  }()

  @Test(.enabled(if: Corpus.isPresent, "\(Corpus.comment)"), arguments: cases)
  func recoveredLightIsCloseToTheReference(_ given: Case) throws {
    let raw = try RawFile(path: FilePath(Corpus.path("raw/\(given.name)")), cameras: nil).decode()
    let mosaic = try #require(raw.image.asMosaic)
    let bright = Self.multiplied(mosaic, by: given.factor)
    let truth = try Self.develop(raw, mosaic, .clip, exposure: 0)
    var means: [HighlightMode: Double] = [:]
    for mode in HighlightMode.allCases {
      let picture = try Self.develop(raw, bright, mode, exposure: -Self.stops(given.factor))
      means[mode] = Self.difference(picture, truth, bright, crop: raw.defaultCrop)
    }
    let recovered = try #require(means[.recover])
    #expect(recovered <= given.recovered, "\(means)")
    #expect(recovered < 0.9 * (try #require(means[.blend])), "\(means)")
  }

  /// Darkened clouds with one clipped channel do not become yellow-green, and do not have streaks
  /// along rows.
  @Test(.enabled(if: Corpus.isPresent, "\(Corpus.comment)"))
  func darkenedCloudsKeepTheirColour() throws {
    let name = "hdrmerge_D5000_sample1.dng"
    let raw = try RawFile(path: FilePath(Corpus.path("raw/\(name)")), cameras: nil).decode()
    let mosaic = try #require(raw.image.asMosaic)
    let picture = try Self.develop(raw, mosaic, .recover, exposure: -1.5)
    let crop = raw.defaultCrop
    var (b, count, down, across) = (0.0, 0.0, 0.0, 0.0)
    for y in stride(from: 2, to: crop.height - 2, by: 2) {
      for x in stride(from: 2, to: crop.width - 2, by: 2)
      where Self.isClipped(mosaic, x: crop.x + x, y: crop.y + y) {
        let here = Self.lab(picture, x, y)
        b += here.b
        count += 1
        let (below, adjacent) = (Self.lab(picture, x, y + 1).l, Self.lab(picture, x + 1, y).l)
        down += (below - here.l) * (below - here.l)
        across += (adjacent - here.l) * (adjacent - here.l)
      }
    }
    #expect(count > 10_000 && b / count <= -1, "b* \(b / count)")
    #expect(down <= 1.1 * across, "\(down / across)")
  }

  private static func multiplied(_ mosaic: Mosaic, by factor: Double) -> Mosaic {
    var samples = ImageBuffer<UInt16>(size: mosaic.size, channels: 1)
    for (x, y) in mosaic.size.places {
      let black = Double(mosaic.levels.black(x: x, y: y))
      let light = black + (Double(mosaic.samples[x, y]) - black) * factor
      samples[x, y, 0] = UInt16(min(max(light.rounded(), 0), Double(mosaic.levels.white)))
    }
    return Mosaic(samples: samples.plane, pattern: mosaic.pattern, levels: mosaic.levels)
  }

  private static func develop(
    _ raw: RawPhoto, _ mosaic: Mosaic, _ mode: HighlightMode, exposure: Double
  ) throws -> ImageBuffer<UInt16> {
    var recipe = DevelopRecipe()
    recipe.highlightMode = mode
    recipe.exposure = exposure
    recipe.orientation = .keep
    recipe.sample = .uint16
    return try Developer(
      DevelopSource(image: .mosaic(mosaic), profile: raw.profile, defaultCrop: raw.defaultCrop),
      recipe: recipe
    ).picture(of: UInt16.self)
  }

  /// The mean difference of every third pixel in each direction, where a site is clipped.
  private static func difference(
    _ a: ImageBuffer<UInt16>, _ b: ImageBuffer<UInt16>, _ mosaic: Mosaic, crop: Region
  ) -> Double {
    var (sum, count) = (0.0, 0.0)
    for y in stride(from: 1, to: crop.height - 2, by: 3) {
      for x in stride(from: 1, to: crop.width - 2, by: 3)
      where isClipped(mosaic, x: crop.x + x, y: crop.y + y) {
        sum += lab(a, x, y).deltaE2000(lab(b, x, y))
        count += 1
      }
    }
    return sum / count
  }

  /// Returns whether a site of the quad at this position is clipped.
  private static func isClipped(_ mosaic: Mosaic, x: Int, y: Int) -> Bool {
    (0..<4).contains { Float(mosaic.samples[x + $0 % 2, y + $0 / 2]) >= mosaic.levels.white }
  }

  private static func lab(_ image: ImageBuffer<UInt16>, _ x: Int, _ y: Int) -> Lab {
    ChartOracle.lab(
      SIMD3(Double(image[x, y, 0]), Double(image[x, y, 1]), Double(image[x, y, 2])) / 65535)
  }

  /// The factors of the cases as stops.
  private static func stops(_ factor: Double) -> Double {
    factor == 4 ? 2 : factor == 8 ? 3 : 2.5
  }
}
