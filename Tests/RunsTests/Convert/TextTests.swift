import BromideCodecs
import BromideDevelop
import BromidePhotos
import BromideSampling
import BromideValues
import SystemPackage
import Testing

@testable import BromideRuns
@testable import BromideSystem

@Suite struct PictureMetadataTests {
  private var photo: PhotoMetadata {
    var photo = PhotoMetadata()
    photo.model = "Test"
    photo.position = Position()
    photo.position?.latitude = 1
    photo.captureTime = CaptureTime(
      year: 2026, month: 11, day: 21, hour: 7, minute: 5, second: 9, zone: "+01:00")
    return photo
  }

  private func texts(_ metadata: PictureMetadata) -> [String: String] {
    Dictionary(uniqueKeysWithValues: metadata.texts.map { ($0.keyword, $0.text) })
  }

  @Test func timesFollowRFC1123() {
    var time = CaptureTime(year: 2026, month: 11, day: 21, hour: 7, minute: 5, second: 9)
    #expect(time.rfc1123Text == "Sat, 21 Nov 2026 07:05:09")
    time.zone = "+01:00"
    #expect(time.rfc1123Text == "Sat, 21 Nov 2026 07:05:09 +0100")
    time = CaptureTime(year: 2000, month: 2, day: 29, hour: 0, minute: 0, second: 0, zone: "Z")
    #expect(time.rfc1123Text == "Tue, 29 Feb 2000 00:00:00 +0000")
    time = CaptureTime(year: 1970, month: 1, day: 1, hour: 23, minute: 59, second: 59)
    #expect(time.rfc1123Text == "Thu, 01 Jan 1970 23:59:59")
  }

  @Test func metadataChoiceLimitsTheFields() {
    var settings = PictureSettings(RunContext())
    let all = PictureMetadata(photo: photo, orientation: .upright, settings: settings)
    settings.metadata = .noPlace
    let noPlace = PictureMetadata(photo: photo, orientation: .upright, settings: settings)
    settings.metadata = .none
    let none = PictureMetadata(photo: photo, orientation: .rightTop, settings: settings)
    #expect(all.photo?.position != nil)
    #expect(noPlace.photo != nil && noPlace.photo?.position == nil)
    #expect(none.photo == nil)
    #expect(texts(all)["Creation Time"] == "Sat, 21 Nov 2026 07:05:09 +0100")
    #expect(texts(none)["Creation Time"] == nil)
    #expect(texts(none)["Software"] == BromideVersion.software)
  }

  @Test func orientationAndCopyrightStayWithoutMetadata() {
    var settings = PictureSettings(RunContext())
    settings.metadata = .none
    settings.photo.recipe.orientation = .keep
    #expect(PictureMetadata(photo: photo, orientation: .rightTop, settings: settings).photo != nil)
    #expect(PictureMetadata(photo: photo, orientation: .upright, settings: settings).photo == nil)
    settings.copyright = "© me"
    #expect(PictureMetadata(photo: photo, orientation: .upright, settings: settings).photo != nil)
  }
}

@Suite struct FingerprintTests {
  @Test func fingerprintDependsOnlyOnContentAndSettings() throws {
    let tree = TemporaryTree()
    let long = String(repeating: "x", count: 300_000)
    try tree.write("a", "b", content: long)
    try tree.write("c", content: long + "y")
    let settings = PictureSettings(RunContext())
    let a = try Fingerprint.text(input: FilePath(tree.path("a")), settings: settings)
    #expect(try a == Fingerprint.text(input: FilePath(tree.path("b")), settings: settings))
    #expect(try a != Fingerprint.text(input: FilePath(tree.path("c")), settings: settings))
    var other = settings
    other.photo.recipe.exposure = 0.1
    #expect(try a != Fingerprint.text(input: FilePath(tree.path("a")), settings: other))
    other = settings
    other.photo.recipe.space = .linearSRGB
    #expect(try a != Fingerprint.text(input: FilePath(tree.path("a")), settings: other))
    other = settings
    other.encoding = .png(.small)
    #expect(try a != Fingerprint.text(input: FilePath(tree.path("a")), settings: other))
  }

  @Test func originContainsPathAndCapture() throws {
    let tree = TemporaryTree()
    try tree.write("in/a.x")
    func origin(
      _ input: String, _ output: String, model: String = "x", second: Int = 0, width: Int = 3
    ) -> String {
      var metadata = PhotoMetadata()
      metadata.model = model
      metadata.captureTime = CaptureTime(
        year: 2026, month: 5, day: 4, hour: 3, minute: 2, second: second)
      return PictureOrigin.text(
        input: FilePath(tree.path(input)), output: FilePath(tree.path(output)),
        size: Size(width: width, height: 2), metadata)
    }
    let first = origin("in/a.x", "out/a.png")
    // The picture's name, and folders that do not exist yet, change nothing.
    #expect(first == origin("in/a.x", "out/b.jpg") && first == origin("in/../in/a.x", "new/a.png"))
    let others = [
      origin("in/b.x", "out/a.png"), origin("a.x", "out/a.png"), origin("in/a.x", "in/a.png"),
      origin("in/a.x", "out/deep/a.png"), origin("in/in/a.x", "out/a.png"),
      origin("in/a.x", "out/a.png", model: "y"), origin("in/a.x", "out/a.png", second: 1),
      origin("in/a.x", "out/a.png", width: 4),
    ]
    #expect(Set(others + [first]).count == others.count + 1)
  }

  @Test func shortAndEmptyFilesHaveOne() throws {
    let tree = TemporaryTree()
    try tree.write("empty", content: "")
    try tree.write("one", content: "1")
    let settings = PictureSettings(RunContext())
    #expect(
      try Fingerprint.text(input: FilePath(tree.path("empty")), settings: settings)
        != Fingerprint.text(input: FilePath(tree.path("one")), settings: settings))
    #expect(throws: SystemError.self) {
      try Fingerprint.text(input: FilePath(tree.path("none")), settings: settings)
    }
  }
}
