import BromideDevelop
import BromideRaw
import BromideValues
import SystemPackage
import TestSupport
import Testing

@testable import BromidePhotos

/// The balance found for real photos, against the one that their cameras recorded.
@Suite(.enabled(if: Corpus.isPresent, "\(Corpus.comment)"))
struct CorpusBalanceTests {
  /// Photos with a recorded balance, and the largest errors of preview and estimate, in degrees.
  static let photos: [(name: String, preview: Double?, auto: Double)] = [
    ("debian-dcraw_IMG_0848.CR2", 3.4, 5), ("hdrmerge_D5000_sample1.dng", 0.5, 5),
    ("hdrmerge_D5000_sample2.dng", 0.5, 5), ("photoprism_canon_eos_6d.dng", 0.5, 5),
    ("skia_dng_with_preview.dng", 0.5, 5), ("skia_sample_1mp_rotated.dng", 0.5, 5),
    ("tinydng_colorchart.dng", nil, 5),
  ]

  @Test func errorsMatchTheTable() throws {
    var sum = 0.0
    for photo in Self.photos {
      let path = FilePath(Corpus.path("raw/" + photo.name))
      let loaded = try LoadedPhoto(path: path, settings: LoadSettings(RunContext()))
      let recorded = try #require(loaded.raw.profile.asShotMultipliers)
      #expect(loaded.balance == nil)
      var source = loaded.source
      source.profile.asShotMultipliers = nil
      func error(_ multipliers: SIMD3<Double>?) throws -> Double {
        angleInDegrees(1 / recorded, 1 / (try #require(multipliers)))
      }
      let found = PhotoBalance(of: source, isFinished: false) {
        ((try? RawFile(path: path, cameras: nil).readPreview()) ?? nil).map {
          (path, $0, RunContext())
        }
      }
      if let limit = photo.preview {
        #expect(found.source == .preview, "\(photo.name): \(found.reason)")
        let error = try error(found.multipliers)
        #expect(error <= limit, "\(photo.name): preview \(error)°")
      } else {
        #expect(found.source == .auto)
      }
      let estimate = PhotoBalance(of: source, isFinished: false) { nil }
      let wrong = try error(estimate.multipliers)
      #expect(wrong <= photo.auto, "\(photo.name): estimate \(wrong)°")
      sum += wrong
    }
    let mean = sum / Double(Self.photos.count)
    #expect(mean <= 3.3, "mean \(mean)°")
  }

  /// A camera that records no balance: its preview is neutral at about 3700 K.
  @Test func theD30FollowsItsPreview() throws {
    let loaded = try LoadedPhoto(
      path: FilePath(Corpus.path("raw/boostgil_CanonD30.CRW")), settings: LoadSettings(RunContext())
    )
    #expect(loaded.balance?.source == .preview, "\(loaded.balance?.reason ?? "")")
    let multipliers = try #require(loaded.source.profile.asShotMultipliers)
    #expect(angleInDegrees(1 / multipliers, 1 / SIMD3(1.307, 1, 1.387)) < 2, "\(multipliers)")
  }

  /// The Canon EOS 30D's sky has the preview's hue, 282°, but for less than 3°; by the Bradford
  /// transform alone it is 277°.
  @Test func theSkyIsBlue() throws {
    let path = FilePath(Corpus.path("raw/debian-dcraw_IMG_0848.CR2"))
    let source = try LoadedPhoto(path: path, settings: LoadSettings(RunContext())).source
    let content = try #require(try RawFile(path: path, cameras: nil).readPreview())
    let preview = try PreviewPicture(
      content, of: path, rawOrientation: source.orientation, context: RunContext())
    var recipe = DevelopRecipe()
    recipe.size = SizeRequest(bounds: .longEdge(400))
    recipe.orientation = .keep
    let picture = try Developer(source, recipe: recipe).picture(of: UInt8.self)
    let shown = preview.light(picture.size)
    var (ours, theirs) = (SIMD2<Double>.zero, SIMD2<Double>.zero)
    var count = 0
    for (x, y) in Places(x: 0..<picture.width, y: 0..<picture.height) {
      let its = Lab(xyz: shown[y * picture.width + x], white: .d65)
      guard (250..<310).contains(its.lch.h), its.lch.c > 15, its.l > 35 else { continue }
      func light(_ channel: Int) -> Double {
        RGBSpace.srgb.transfer.decode(Double(picture[x, y, channel]) / 255)
      }
      let rgb = SIMD3(light(0), light(1), light(2))
      let own = Lab(xyz: RGBSpace.srgb.toXYZ * rgb, white: .d65)
      ours += SIMD2(own.a, own.b)
      theirs += SIMD2(its.a, its.b)
      count += 1
    }
    #expect(count > picture.size.area / 3, "there is a sky")
    func hue(_ ab: SIMD2<Double>) -> Double { Lab(l: 0, a: ab.x, b: ab.y).lch.h }
    #expect(abs(hue(ours) - hue(theirs)) < 3, "\(hue(ours))° for \(hue(theirs))°")
  }
}
