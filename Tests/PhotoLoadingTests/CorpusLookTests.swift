import Color
import Develop
import Pixels
import RawDecoding
import SystemPackage
import TestSupport
import Testing

@testable import PhotoLoading

/// Looks fitted to real previews bring photos nearer to them than the standard look does.
///
/// `scripts/bench look` measures the same at full size, and moves pictures that are framed otherwise.
@Suite(.enabled(if: Corpus.isPresent, "\(Corpus.comment)"))
struct CorpusLookTests {
  /// Photos with the largest mean CIEDE2000 that their looks may leave.
  static let photos: [(name: String, most: Double)] = [
    ("debian-dcraw_IMG_0848.CR2", 5.3), ("hdrmerge_D5000_sample1.dng", 2.2),
    ("hdrmerge_D5000_sample2.dng", 2.2), ("skia_dng_with_preview.dng", 2.2),
    ("skia_sample_1mp_rotated.dng", 3.3), ("photoprism_canon_eos_6d.dng", 2.8),
  ]

  @Test func distancesAreThoseOfTheTable() throws {
    var (standard, fitted) = (0.0, 0.0)
    for photo in Self.photos {
      let opened = try OpenedPhoto(path: FilePath(Corpus.path("raw/" + photo.name)))
      let loaded = try opened.load()
      let look = opened.cameraLook(of: loaded)
      #expect(look.obstacle == nil, "\(photo.name): \(look.obstacle ?? "")")
      let own = try Self.distance(opened, loaded.source, look.look)
      #expect(own <= photo.most, "\(photo.name): \(own)")
      fitted += own
      standard += try Self.distance(opened, loaded.source, .standard)
    }
    let count = Double(Self.photos.count)
    #expect(fitted / count <= 2.9, "mean \(fitted / count)")
    #expect(fitted < standard, "\(fitted / count), standard \(standard / count)")
  }

  /// The mean CIEDE2000 at 400 px from the preview, without the borders.
  private static func distance(
    _ opened: OpenedPhoto, _ source: DevelopSource, _ look: Look
  ) throws -> Double {
    let content = try #require(try opened.file.readPreview())
    let preview = try PreviewPicture(
      content, rawOrientation: source.orientation, atLeast: Size(width: 800, height: 800))
    var recipe = DevelopRecipe()
    recipe.look = look
    recipe.size = SizeRequest(bounds: .longEdge(400))
    recipe.orientation = .keep
    let picture = try Developer(source, recipe: recipe).picture(of: UInt8.self)
    let shown = preview.light(picture.size)
    var (sum, count) = (0.0, 0.0)
    let border = 14
    for y in border..<picture.height - border {
      for x in border..<picture.width - border {
        func light(_ channel: Int) -> Double {
          RGBSpace.srgb.transfer.decode(Double(picture[x, y, channel]) / 255)
        }
        let xyz = RGBSpace.srgb.toXYZ * SIMD3(light(0), light(1), light(2))
        sum += Lab(xyz: xyz, white: .d65)
          .deltaE2000(Lab(xyz: shown[y * picture.width + x], white: .d65))
        count += 1
      }
    }
    return sum / count
  }
}
