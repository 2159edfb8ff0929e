import BromideValues
import SystemPackage
import TestSupport
import Testing

@testable import BromidePhotos

/// Looks fitted to real previews. How near pictures come by them is measured by `scripts/bench look`.
@Suite(.enabled(if: Corpus.isPresent, "\(Corpus.comment)"))
struct CorpusLookTests {
  /// Photos, and the exposure that their models were measured to want by the standard look.
  static let photos: [(name: String, stops: Double)] = [
    ("hdrmerge_D5000_sample1.dng", 0), ("hdrmerge_D5000_sample2.dng", 0),
    ("skia_dng_with_preview.dng", 0), ("skia_sample_1mp_rotated.dng", 0),
    ("photoprism_canon_eos_6d.dng", 0), ("boostgil_CanonD30.CRW", -0.5),
  ]

  @Test func offsetsMatchTheModelTable() throws {
    for photo in Self.photos {
      let opened = try OpenedPhoto(
        path: FilePath(Corpus.path("raw/" + photo.name)), settings: LoadSettings(RunContext()))
      let look = opened.cameraLook(of: try opened.load())
      let curve = try #require(look.curve, "\(photo.name): \(look.obstacle ?? "")")
      let offset = try #require(curve.offset)
      #expect(abs(offset - photo.stops) < 0.1, "\(photo.name): \(offset) EV")
      // Saturated light is white, within what 8 bits tell.
      #expect(curve(1) > 0.99, "\(photo.name): \(curve(1))")
      #expect(curve.origin.photo == photo.name && !curve.origin.model.isEmpty)
    }
  }

  /// A preview with contrast of its own: the sky of the 30D is brighter than by the model's +0.40 EV.
  @Test func unusualPreviewStyleIsFitted() throws {
    let opened = try OpenedPhoto(
      path: FilePath(Corpus.path("raw/debian-dcraw_IMG_0848.CR2")),
      settings: LoadSettings(RunContext()))
    let offset = try #require(opened.cameraLook(of: try opened.load()).offset)
    #expect((0.4...0.9).contains(offset), "\(offset) EV")
  }
}
