import BromideCodecs
import BromideValues
import SystemPackage
import TestSupport
import Testing

@testable import BromideRaw

/// The lenses that match with certainty, and the lenses that do not.
@Suite(.enabled(if: LensDatabase.isLibraryThere)) struct LensSearchTests {
  private let fixture: DatabaseFixture

  init() throws { fixture = try DatabaseFixture() }

  private func reason(_ knowledge: LensKnowledge) -> String? {
    if case .unknown(let reason) = knowledge { reason } else { nil }
  }

  @Test(arguments: [
    "Acme 50mm f/1.8", "50mm f/1.8", "ACME 50MM F1.8", "acme50mmf/1.8", " Acme  50 mm f/1.8 ",
  ])
  func caseSpacesAndMakerDoNotCount(name: String) {
    #expect(fixture.knowledge(name).profile?.name == "Acme 50mm f/1.8", "\(name)")
  }

  @Test(arguments: ["50mm f/1.4", "50mm", "Acme 50mm f/1.8 II", "Other 50mm f/1.8", "Acme"])
  func allElseCounts(name: String) {
    #expect(
      fixture.knowledge(name) == .unknown(reason: "lensfun does not know \(name) for ACME One"))
  }

  /// Programs order the words of a name differently.
  @Test func orderOfWordsDoesNotCount() {
    #expect(fixture.knowledge("f/1.8 Acme 50mm").profile?.name == "Acme 50mm f/1.8")
    #expect(
      LensName.words("Nikon AF-S DX VR Zoom-Nikkor 18-55mm f/3.5-5.6G")
        == LensName.words("Nikon AF-S DX Zoom-Nikkor 18-55mm f/3.5-5.6G VR"))
    #expect(LensName.words("A 50mm F2.8, B") == ["a", "50mm", "f/2.8", "b"])
    #expect(LensName.words("Fish 8mm f/3.5") != LensName.words("Fish 8mm f/3.5 II"))
  }

  @Test func ambiguousLensesAreUnknown() {
    #expect(
      reason(fixture.knowledge("60mm f/2.8", focal: 60))
        == "lensfun knows 2 lenses named 60mm f/2.8 for ACME One")
    // One of them by its maker's name.
    #expect(reason(fixture.knowledge("Acme 60mm f/2.8", focal: 60)) == nil)
    #expect(
      reason(fixture.knowledge("Acme 50mm f/1.8") { $0.model = "Acme Twice" })
        == "lensfun knows several cameras named Acme Twice")
  }

  /// One lens that was measured on two sensors is taken by the next larger one.
  @Test func theNearestLargerSensorCounts() throws {
    func bend(_ model: String) throws -> Double {
      let profile = try #require(
        fixture.knowledge("Acme 70mm f/4", focal: 70) { $0.model = model }.profile)
      return try #require(profile.distortion?.last)
    }
    let corner = 3.25
    #expect(abs(try bend("Acme One") - (1.02 - 0.02 * corner)) < 1e-5)
    #expect(abs(try bend("Acme Small") - (1.01 - 0.01 * corner)) < 1e-5)
    #expect(
      reason(fixture.knowledge("Acme 71mm f/4", focal: 71))
        == "lensfun measured Acme 71mm f/4 for ACME One on smaller sensors only")
  }

  @Test func mountsFollowTheDatabase() {
    #expect(fixture.knowledge("Acme 80mm f/4", focal: 80).profile != nil)
    #expect(
      reason(fixture.knowledge("Acme 81mm f/4", focal: 81))
        == "lensfun does not know Acme 81mm f/4 for ACME One")
  }

  @Test func focalLengthsFitWithinTwoPercent() {
    for (focal, fits) in [(49.1, true), (50.9, true), (48.9, false), (51.1, false)] {
      #expect((fixture.knowledge("Acme 50mm f/1.8", focal: focal).profile != nil) == fits)
    }
    #expect(
      reason(fixture.knowledge("Acme 50mm f/1.8", focal: 60))
        == "the file records 60 mm, which lensfun's Acme 50mm f/1.8 does not include")
    #expect(
      reason(fixture.knowledge("Acme 50mm f/1.8") { $0.focalLength = nil })
        == "the focal length is missing from the file")
  }

  /// A crop mode or a converter shows in the focal length on film.
  @Test func theCropFits() {
    for (film, fits) in [(50, true), (52, true), (75, false), (35, false)] {
      let found = fixture.knowledge("Acme 50mm f/1.8") { $0.focalLength35mm = film }
      #expect((found.profile != nil) == fits, "\(film)")
    }
  }

  @Test func signsThatXMLNamesAreThemselves() {
    let found = fixture.knowledge("Sons & Co 'Art' 95mm", focal: 95)
    #expect(found.profile?.name == "Sons & Co 'Art' 95mm", "\(found)")
  }

  /// A camera with a built-in lens does not need a name.
  @Test func builtInLensesAreTheCameras() {
    for name in [nil, "Acme Zoom 5-9mm"] {
      let found = fixture.knowledge(name, focal: 7) { $0.model = "Acme Pocket" }
      #expect(found.profile?.name == "fixed lens")
    }
    #expect(reason(fixture.knowledge(nil)) == "the file does not name a lens")
    // No other camera has it.
    #expect(fixture.knowledge("fixed lens", focal: 7).profile == nil)
  }

  @Test func unknownCamerasAreReported() {
    let unknown = fixture.knowledge("50mm f/1.8") { $0.model = "Nine" }
    #expect(unknown == .unknown(reason: "lensfun does not know the camera Nine"))
    let other = fixture.knowledge("50mm f/1.8") { $0.make = "Other" }
    #expect(other == .unknown(reason: "lensfun does not know the camera ACME One"))
  }

  /// The search ignores comments, and no content of a file stops it.
  @Test func damagedFilesDoNotStopTheSearch() throws {
    #expect(fixture.knowledge("Acme 99mm f/2", focal: 99).profile == nil)
    let sound = DatabaseFixture.text
    let half = String(sound.prefix(sound.count / 2))
    let strange = try DatabaseFixture([
      "a.xml": "", "b.xml": "<lens>", "c.xml": "<!-- <lens></lens>",
      "d.xml": "<lens><model></model><mount/><cropfactor>x</cropfactor></lens>",
      "e.xml": half, "f.xml": String(repeating: "<lens>", count: 1000) + "</lens>",
      "g.txt": sound, "h.xml": "<camera><model",
    ])
    #expect(strange.knowledge("Acme 50mm f/1.8").profile?.name == "Acme 50mm f/1.8")
    // The library accepts or rejects well-formed text.
    let broken = DatabaseFixture.database(
      DatabaseFixture.mounts + DatabaseFixture.camera("Acme One")
        + DatabaseFixture.lens("Acme 50mm f/1.8", "<distortion model=\"poly3\" focal=>"))
    #expect(
      reason(try DatabaseFixture(["a.xml": broken]).knowledge("Acme 50mm f/1.8"))
        == "lensfun cannot read its entry of Acme 50mm f/1.8")
    let none = try DatabaseFixture([:])
    #expect(
      none.knowledge("Acme 50mm f/1.8") == .unknown(reason: "lensfun's database is not installed"))
    #expect(none.database.identity == nil)
  }

  /// A different database has a different identity. The same database has the same identity.
  @Test func identityFollowsTheFiles() throws {
    let one = fixture.database.identity
    #expect(one != nil && one == fixture.database.identity)
    let other = try DatabaseFixture(["mil-acme.xml": DatabaseFixture.text + "\n"])
    #expect(other.database.identity != one)
  }

  /// The cache keeps results for all photos with a camera and lens until the files change.
  @Test func resultsAreCachedUntilFilesChange() throws {
    let database = LensDatabase(folders: [FilePath(fixture.folder.path)], leastSeconds: 0)
    var metadata = PhotoMetadata()
    (metadata.make, metadata.model) = ("Acme", "Acme One")
    metadata.lensModel = "Acme 50mm f/1.8"
    func query(_ aperture: Int) -> LensQuery {
      metadata.focalLength = Rational(50, 1)
      metadata.fNumber = Rational(aperture, 1)
      return LensQuery(metadata, size: Size(width: 6000, height: 4000))
    }
    #expect(database.remembered(query(2)) == nil)
    let found = database.knowledge(query(2))
    #expect(found.profile != nil && database.remembered(query(2)) == found)
    // The same lens at another aperture was not searched yet.
    #expect(database.remembered(query(4)) == found)
    let identity = database.identity
    _ = try fixture.folder.write([UInt8](DatabaseFixture.database("").utf8), as: "mil-acme.xml")
    #expect(database.identity != identity)
    #expect(database.remembered(query(2)) == nil)
    #expect(
      database.knowledge(query(2)) == .unknown(reason: "lensfun does not know the camera Acme One"))
    // Results that do not need a search are available at once.
    metadata.model = nil
    #expect(database.remembered(query(2)) == .unknown(reason: "the file does not name a camera"))
  }
}
