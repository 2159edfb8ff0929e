import BromideCodecs
import BromideDevelop
import BromideKernels
import BromidePhotos
import BromideRaw
import BromideSampling
import BromideSystem
import BromideValues
import SystemPackage
import TestSupport
import Testing

@testable import BromideRuns

/// Changes every setting of a photo.
///
/// A property without a line here fails the test, so that a new setting must be in the identity, or
/// be named as one that pixels do not depend on.
@Suite struct PhotoIdentityTests {
  typealias Change = @Sendable (inout PhotoSettings) throws -> Void

  /// Settings that change pixels, or the metadata of the picture.
  static let changing: [String: Change] = [
    "recipe": { $0.recipe.tone = .linear }, "cameraLooks": { $0.cameraLooks = .each },
    "balancePlace": { $0.balancePlace = BalancePlace(point: NormalizedPoint(x: 0.5, y: 0.5)) },
    "sensorCrop": { $0.sensorCrop = SensorCrop(left: 0, top: 0, right: 0.5, bottom: 0.5) },
    "rating": { $0.rating = 3 }, "sidecarMetadata": { $0.sidecarMetadata = PhotoDescription() },
    "interpolation": { $0.loading.interpolation = LibRawInterpolation.allCases[0] },
    "damaged": { $0.loading.damaged = .keep },
    "lockedLevels": { $0.loading.lockedLevels = try LockedLevels(path: photo, cameras: nil) },
    "lockedOptics": { $0.loading.lockedOptics = LockedOptics([]) },
    "unknownExposure": { $0.loading.unknownExposure = .fixed(1) },
    "orientation": { $0.loading.orientation = .rightTop },
    "lens": {
      $0.loading.lens = LensNaming()
      $0.loading.lens?.name = "Test 50mm"
    },
    "instructionSet": { $0.loading.instructionSet = .reference },
    // The cameras change pixels.
    "context": {
      let text = "[{\"make\": \"Maker\", \"model\": \"Model\", \"black\": 64}]"
      $0.loading.context = RunContext(
        cameras: try AddedCameras(bytes: Array(text.utf8)), isolation: nil, timeout: nil,
        memory: .max)
    },
  ]

  /// Settings that change no pixel: they select errors, warnings, or the way to the same samples.
  static let unchanging: [String: Change] = [
    "requestedCorrections": { $0.requestedCorrections = Set(OpticsCorrection.allCases) },
    "sidecar": { $0.sidecar.use = .auto }, "headerless": { $0.loading.headerless = .libraw },
    // The name that another program finds is in `lens`.
    "lensNames": { $0.loading.lensNames = .tool },
    "rejectsGuessedColors": { $0.loading.rejectsGuessedColors = true },
    "unpacker": { $0.loading.unpacker = .libraw },
    // The recipe contains it.
    "profile": { $0.loading.profile = .none },
  ]

  static let photo = FilePath(Package.testImages + "/chart_rggb_12bit.dng")

  private func texts(_ change: Change) throws -> [String] {
    var settings = PictureSettings(RunContext())
    try change(&settings.photo)
    let form = FrameForm(size: Size(width: 60, height: 40), settings: settings)
    return [Fingerprint.settingsText(settings), form.identity(settings.photo.recipe.filters)]
  }

  @Test func allSettingsAreKnown() {
    let settings = PhotoSettings(RunContext())
    let labels = [Mirror(reflecting: settings), Mirror(reflecting: settings.loading)]
      .flatMap { $0.children.compactMap(\.label) }
    #expect(Set(labels) == Set(Self.changing.keys).union(Self.unchanging.keys).union(["loading"]))
    #expect(Set(Self.changing.keys).isDisjoint(with: Self.unchanging.keys))
  }

  @Test(arguments: changing.keys.sorted()) func aSettingChangesAllIdentities(name: String) throws {
    let (before, after) = (try texts { _ in }, try texts(#require(Self.changing[name])))
    for (before, after) in zip(before, after) { #expect(before != after) }
  }

  @Test(arguments: unchanging.keys.sorted()) func otherSettingsKeepThem(name: String) throws {
    #expect(try texts { _ in } == texts(#require(Self.unchanging[name])))
  }

  /// The metadata is added by hand, but old fingerprints contain the text of the encoder.
  @Test func metadataHasTheTextOfTheEncoder() throws {
    let sidecar = """
      <r:RDF xmlns:r="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><r:Description
        xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:x="urn:other"
        xmlns:m="http://ns.adobe.com/xap/1.0/mm/" xmlns:xmp="http://ns.adobe.com/xap/1.0/"
        xmlns:aux="http://ns.adobe.com/exif/1.0/aux/" xmlns:exif="http://ns.adobe.com/exif/1.0/"
        m:DocumentID="a&#x85;&quot;" m:OriginalDocumentID="\u{2028}" xmp:Rating="-1" x:a="1" m:b="2"
        aux:Lens="Lens / 50" exif:GPSLatitude="1" exif:DateTimeOriginal="\\">
        <dc:subject><r:Bag><r:li>{"zz":</r:li></r:Bag></dc:subject></r:Description></r:RDF>
      """
    for metadata in [PhotoDescription(), try PhotoDescription(bytes: Array(sidecar.utf8))] {
      #expect(metadata.json == Array(JSONText.encode(metadata).utf8))
      var settings = PictureSettings(RunContext())
      settings.photo.sidecarMetadata = metadata
      settings.photo.rating = 3
      let identity = PhotoIdentity(settings.photo)
      #expect(identity.text == JSONText.encode(identity))
      let text = Fingerprint.settingsText(settings)
      #expect(text.contains(",\"sidecarMetadata\":\(JSONText.encode(metadata)),"))
      let decoded = try #require(JSONText.decode([String: JSONAny].self, from: Array(text.utf8)))
      #expect(decoded["sidecarMetadata"] != nil && decoded["recipe"] != nil)
    }
  }

  /// Any JSON.
  private struct JSONAny: Decodable {
    init(from decoder: any Decoder) {}
  }

  /// Pictures and frames stay current if the folder with their photos moves.
  @Test func picturesIgnoreThePlaceOfLevels() throws {
    func moved(_ folder: FilePath) throws -> [String] {
      try texts {
        $0.loading.lockedLevels = try LockedLevels(path: Self.photo, cameras: nil)
        $0.loading.lockedLevels?.source = folder.appending("a.dng")
      }
    }
    #expect(try moved("/one") == moved("/two"))
  }
}
