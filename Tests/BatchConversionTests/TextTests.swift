import Color
import Develop
import Metadata
import PNGCoding
import Pixels
import Platform
import Sampling
import SystemPackage
import Testing

@testable import BatchConversion
@testable import Outputs
@testable import Scheduling

@Suite struct MemoryLimitTests {
  @Test(arguments: [
    ("2G", 2_147_483_648), ("1.5g", 1_610_612_736), ("800M", 838_860_800), ("64k", 65536),
    ("1T", 1_099_511_627_776), ("123456", 123_456), ("2GB", 2_147_483_648), ("2GiB", 2_147_483_648),
    ("50%", 500), ("12.5%", 125), ("100%", 1000),
  ])
  func limitsAreRead(_ text: String, _ bytes: Int) {
    #expect(MemoryLimit(text)?.bytes(free: 1000) == bytes)
  }

  @Test(arguments: [
    "", "0", "-1", "2X", "G", "%", "0%", "101%", "-5%", "nan", "inf", "1e3", "1 G", "9999999T",
    "0x10",
  ])
  func othersAreRefused(_ text: String) {
    #expect(MemoryLimit(text) == nil)
  }
}

@Suite struct PictureWordsTests {
  private var photo: PhotoMetadata {
    var photo = PhotoMetadata()
    photo.model = "Test"
    photo.position = Position()
    photo.position?.latitude = 1
    photo.captureTime = CaptureTime(
      year: 2026, month: 11, day: 21, hour: 7, minute: 5, second: 9, zone: "+01:00")
    return photo
  }

  private func texts(_ words: PictureWords) -> [String: String] {
    Dictionary(uniqueKeysWithValues: words.texts.map { ($0.keyword, $0.text) })
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

  @Test func metadataGoesInAsFarAsAsked() {
    var settings = PictureSettings()
    let all = PictureWords(photo: photo, orientation: .upright, settings: settings)
    settings.metadata = .noPlace
    let noPlace = PictureWords(photo: photo, orientation: .upright, settings: settings)
    settings.metadata = .none
    let none = PictureWords(photo: photo, orientation: .rightTop, settings: settings)
    #expect((all.exif?.count ?? 0) > (noPlace.exif?.count ?? 0))
    #expect(noPlace.exif != nil)
    #expect(none.exif == nil)
    #expect(texts(all)["Creation Time"] == "Sat, 21 Nov 2026 07:05:09 +0100")
    #expect(texts(none)["Creation Time"] == nil)
    #expect(texts(none)["Software"] == BromideVersion.software)
  }

  @Test func whatPixelsAndWishesNeedIsKeptWithoutMetadata() {
    var settings = PictureSettings()
    settings.metadata = .none
    settings.photo.recipe.orientation = .keep
    #expect(PictureWords(photo: photo, orientation: .rightTop, settings: settings).exif != nil)
    #expect(PictureWords(photo: photo, orientation: .upright, settings: settings).exif == nil)
    settings.copyright = "© me"
    #expect(PictureWords(photo: photo, orientation: .upright, settings: settings).exif != nil)
  }
}

@Suite struct FingerprintTests {
  @Test func contentAndSettingsDecideNothingElse() throws {
    let tree = try TemporaryTree()
    let long = String(repeating: "x", count: 300_000)
    try tree.write("a", "b", content: long)
    try tree.write("c", content: long + "y")
    let settings = PictureSettings()
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
    other.compression = .small
    #expect(try a != Fingerprint.text(input: FilePath(tree.path("a")), settings: other))
  }

  @Test func shortAndEmptyFilesHaveOne() throws {
    let tree = try TemporaryTree()
    try tree.write("empty", content: "")
    try tree.write("one", content: "1")
    let settings = PictureSettings()
    #expect(
      try Fingerprint.text(input: FilePath(tree.path("empty")), settings: settings)
        != Fingerprint.text(input: FilePath(tree.path("one")), settings: settings))
    #expect(throws: SystemError.self) {
      try Fingerprint.text(input: FilePath(tree.path("none")), settings: settings)
    }
  }
}
