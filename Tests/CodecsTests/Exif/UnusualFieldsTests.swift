import BromideCodecs
import BromideValues
import TestSupport
import Testing

/// Fields that are rare, redirect to another field or are invalid, and the meaning in the standard
/// (CIPA DC-008-2023).
@Suite struct UnusualFieldsTests {
  /// A set of fields, and the values that readers find.
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let block: HandmadeBlock
    let expected: PhotoMetadata

    init(
      _ name: String, main: [(Int, HandmadeBlock.Values)] = [],
      exif: [(Int, HandmadeBlock.Values)] = [], gps: [(Int, HandmadeBlock.Values)] = [],
      _ fill: (inout PhotoMetadata) -> Void
    ) {
      testDescription = name
      block = HandmadeBlock(main: main, exif: exif, gps: gps)
      var expected = PhotoMetadata()
      fill(&expected)
      self.expected = expected
    }
  }

  @Test(arguments: sensitivities + exposures + times + texts + places)
  func isRead(_ unusual: Case) {
    #expect(unusual.block.metadata == unusual.expected)
    var big = unusual.block
    big.isBigEndian = true
    #expect(big.metadata == unusual.expected)
  }

  /// SensitivityType names the field that counts if PhotographicSensitivity is 65535.
  static let sensitivities = [
    Case(
      "65535 and RecommendedExposureIndex",
      exif: [(0x8827, .shorts([65535])), (0x8830, .shorts([2])), (0x8832, .longs([102_400]))]
    ) { ($0.iso, $0.sensitivityType) = (102_400, 2) },
    Case(
      "65535, and the type names ISOSpeed",
      exif: [
        (0x8827, .shorts([65535])), (0x8830, .shorts([3])), (0x8832, .longs([70_000])),
        (0x8833, .longs([80_000])),
      ]
    ) { ($0.iso, $0.sensitivityType) = (80_000, 3) },
    Case(
      "65535, and the type names StandardOutputSensitivity",
      exif: [
        (0x8827, .shorts([65535])), (0x8830, .shorts([1])), (0x8831, .longs([90_000])),
        (0x8832, .longs([70_000])), (0x8833, .longs([80_000])),
      ]
    ) { ($0.iso, $0.sensitivityType) = (90_000, 1) },
    Case(
      "the named field is missing",
      exif: [(0x8827, .shorts([65535])), (0x8830, .shorts([1])), (0x8832, .longs([70_000]))]
    ) { ($0.iso, $0.sensitivityType) = (70_000, 2) },
    Case("only ISOSpeed", exif: [(0x8833, .longs([1600]))]) {
      ($0.iso, $0.sensitivityType) = (1600, 3)
    },
    Case("two numbers, the first unknown", exif: [(0x8827, .shorts([0, 800]))]) { $0.iso = 800 },
    Case(
      "a number and a type", exif: [(0x8827, .shorts([200])), (0x8830, .shorts([1]))]
    ) { ($0.iso, $0.sensitivityType) = (200, 1) },
    Case("an unknown type", exif: [(0x8827, .shorts([200])), (0x8830, .shorts([9]))]) {
      $0.iso = 200
    },
    Case("65535 alone", exif: [(0x8827, .shorts([65535]))]) {
      $0.remarks = ["PhotographicSensitivity is 65535, and no other field contains the sensitivity"]
    },
    Case("0", exif: [(0x8827, .shorts([0]))]) { _ in },
  ]

  static let exposures = [
    Case(
      "unknown beside APEX values",
      exif: [
        (0x829A, .ratios([(0, 0)])), (0x829D, .ratios([(0, 0)])), (0x9201, .signedRatios([(7, 1)])),
        (0x9202, .ratios([(3, 1)])),
      ]
    ) { ($0.exposureTime, $0.fNumber) = (Rational(1, 128), Rational(28, 10)) },
    Case(
      "APEX values alone",
      exif: [(0x9201, .signedRatios([(-4, 1)])), (0x9202, .ratios([(4, 1)]))]
    ) { ($0.exposureTime, $0.fNumber) = (Rational(16, 1), Rational(4, 1)) },
    Case("APEX values of 0 alone", exif: [(0x9201, .signedRatios([(0, 1)]))]) {
      $0.exposureTime = Rational(1, 1)
    },
    Case(
      "zeros everywhere",
      exif: [
        (0x829A, .ratios([(0, 1)])), (0x829D, .ratios([(0, 1)])), (0x9201, .signedRatios([(0, 1)])),
        (0x9202, .ratios([(0, 1)])),
      ]
    ) { _ in },
    Case("infinite", exif: [(0x829A, .ratios([(1, 0)])), (0x829D, .ratios([(28, 0)]))]) { _ in },
    Case("a long one", exif: [(0x829A, .ratios([(3630, 10)]))]) {
      $0.exposureTime = Rational(3630, 10)
    },
  ]

  private static func time(_ source: PhotoMetadata.TimeSource = .original)
    -> (inout PhotoMetadata) -> Void
  {
    {
      $0.captureTime = CaptureTime(year: 2026, month: 5, day: 4, hour: 3, minute: 2, second: 1)
      $0.timeSource = source
    }
  }
  private static let good = "2026:05:04 03:02:01"

  static let times = [
    Case("ISO 8601", exif: [(0x9003, .text("2026-05-04T03:02:01.25+02:00"))]) {
      time()(&$0)
      $0.captureTime?.subSecond = "25"
      $0.captureTime?.zone = "+02:00"
    },
    Case(
      "its own fraction and zone before others",
      exif: [
        (0x9003, .text("2026-05-04 03:02:01.5Z")), (0x9291, .text("75")), (0x9011, .text("+01:00")),
      ]
    ) {
      time()(&$0)
      $0.captureTime?.subSecond = "5"
      $0.captureTime?.zone = "+00:00"
    },
    Case("a leap second", exif: [(0x9003, .text("2016:12:31 23:59:60"))]) {
      $0.captureTime = CaptureTime(year: 2016, month: 12, day: 31, hour: 23, minute: 59, second: 60)
      $0.timeSource = .original
    },
    Case("a zone without a colon", exif: [(0x9003, .text(good)), (0x9011, .text("-0530"))]) {
      time()(&$0)
      $0.captureTime?.zone = "-05:30"
    },
    Case("a blank zone", exif: [(0x9003, .text(good)), (0x9011, .text("   :  "))], time()),
    Case("another field's zone", exif: [(0x9003, .text(good)), (0x9010, .text("+02:00"))], time()),
    Case("no zone", exif: [(0x9003, .text(good)), (0x9011, .text("+25:99"))]) {
      time()(&$0)
      $0.remarks = ["DateTimeOriginal's zone is \"+25:99\": skipped"]
    },
    Case("no fraction", exif: [(0x9003, .text(good)), (0x9291, .text("x4"))]) {
      time()(&$0)
      $0.remarks = ["DateTimeOriginal's fraction of a second is \"x4\": skipped"]
    },
    Case(
      "blanks, then DateTimeDigitized",
      exif: [(0x9003, .text("    :  :     :  :  ")), (0x9004, .text(good))], time(.digitized)),
    Case(
      "zeros, then DateTime", main: [(0x0132, .text(good))],
      exif: [(0x9003, .text("0000:00:00 00:00:00"))]
    ) {
      time(.changed)(&$0)
      $0.remarks = ["DateTimeOriginal is unknown: DateTime is used, 2026:05:04 03:02:01"]
    },
    Case("DateTime alone", main: [(0x0132, .text(good))], time(.changed)),
    Case(
      "30 February, then DateTimeDigitized",
      exif: [(0x9003, .text("2026:02:30 10:00:00")), (0x9004, .text(good))]
    ) {
      time(.digitized)(&$0)
      $0.remarks = [
        "DateTimeOriginal is \"2026:02:30 10:00:00\", which is not a date and time: "
          + "DateTimeDigitized is used, 2026:05:04 03:02:01"
      ]
    },
    Case("30 February alone", exif: [(0x9003, .text("2026:02:30 10:00:00"))]) {
      $0.remarks = [
        "DateTimeOriginal is \"2026:02:30 10:00:00\", which is not a date and time: skipped"
      ]
    },
    Case("blanks alone", exif: [(0x9003, .text("    :  :     :  :  "))]) { _ in },
  ]

  static let texts = [
    Case("two copyrights", main: [(0x8298, .text("Photographer\0Editor"))]) {
      ($0.copyright, $0.editorCopyright) = ("Photographer", "Editor")
    },
    Case("an editor's copyright", main: [(0x8298, .text(" \0Editor"))]) {
      $0.editorCopyright = "Editor"
    },
    Case("one copyright", main: [(0x8298, .text("Photographer"))]) {
      $0.copyright = "Photographer"
    },
    Case("UTF-8 of EXIF 3.0", main: [(0x013B, .bytes(Array("Zoë 東\0".utf8), type: 129))]) {
      $0.artist = "Zoë 東"
    },
    Case("Latin-1", main: [(0x013B, .bytes([0x5A, 0x6F, 0xEB, 0], type: 2))]) {
      $0.artist = "Zoë"
    },
    Case("no NUL", main: [(0x0110, .bytes(Array("CAMERA".utf8), type: 7))]) {
      $0.model = "CAMERA"
    },
    Case("blanks", exif: [(0xA434, .text("    "))]) { _ in },
    Case("the first of two", main: [(0x0112, .shorts([6])), (0x0112, .shorts([1]))]) {
      $0.orientation = .rightTop
    },
    Case("an orientation of two numbers", main: [(0x0112, .shorts([6, 1]))]) {
      $0.orientation = .rightTop
    },
    Case("an orientation above 8", main: [(0x0112, .shorts([9]))]) { _ in },
  ]

  private static let north: [(Int, HandmadeBlock.Values)] = [
    (1, .text("N")), (2, .ratios([(47, 1), (22, 1), (30, 1)])),
  ]
  private static let east: [(Int, HandmadeBlock.Values)] = [
    (3, .text("E")), (4, .ratios([(8, 1), (30, 1), (0, 1)])),
  ]
  private static func place(
    _ latitude: Double?, _ longitude: Double?, _ altitude: Double? = nil
  ) -> (inout PhotoMetadata) -> Void {
    {
      var position = Position()
      (position.latitude, position.longitude) = (latitude, longitude)
      position.altitude = altitude
      $0.position = position
    }
  }
  private static func left(_ reason: String) -> (inout PhotoMetadata) -> Void {
    { $0.remarks = [reason + ": the position is skipped"] }
  }

  static let places = [
    Case("three ratios", gps: north + east, place(47.375, 8.5)),
    Case(
      "degrees alone",
      gps: [
        (1, .text("S")), (2, .ratios([(67_713_568, 2_000_000)])), (3, .text("W")),
        (4, .ratios([(151, 1), (30, 1)])),
      ], place(-33.856784, -151.5)),
    Case(
      "words in small letters",
      gps: [(1, .text("s")), north[1], (3, .text("west")), east[1]], place(-47.375, -8.5)),
    Case(
      "75 seconds", gps: [(1, .text("N")), (2, .ratios([(47, 1), (22, 1), (75, 1)]))] + east,
      place(47.3875, 8.5)),
    Case(
      "zeros",
      gps: [
        (1, .text("N")), (2, .ratios([(0, 1), (0, 1), (0, 1)])), (3, .text("E")),
        (4, .ratios([(0, 1), (0, 1), (0, 1)])),
      ], place(0, 0)),
    Case(
      "all unknown",
      gps: [
        (1, .text("")), (2, .ratios([(0, 0), (0, 0), (0, 0)])), (3, .text("")),
        (4, .ratios([(0, 0), (0, 0), (0, 0)])), (5, .bytes([0], type: 1)), (6, .ratios([(0, 0)])),
        (7, .ratios([(0, 0), (0, 0), (0, 0)])), (0x11, .ratios([(0, 0)])), (0x1D, .text("")),
      ]
    ) { _ in },
    Case(
      "unknown seconds", gps: [(1, .text("N")), (2, .ratios([(48, 1), (9, 1), (0, 0)]))] + east,
      left("GPSLatitude has an unknown part (0/0)")),
    Case("void", gps: north + east + [(9, .text("V"))], left("GPSStatus is V, a void measurement")),
    Case("in progress", gps: north + east + [(9, .text("A"))], place(47.375, 8.5)),
    Case(
      "no references", gps: [north[1], east[1]],
      left("GPSLatitudeRef is missing, GPSLongitudeRef is missing")),
    Case(
      "a wrong reference", gps: [(1, .text("E")), north[1]] + east,
      left("GPSLatitudeRef is neither N nor S")),
    Case(
      "beyond the pole", gps: [(1, .text("N")), (2, .ratios([(91, 1), (0, 1), (0, 1)]))] + east,
      left("GPSLatitude is above 90°")),
    Case(
      "a sign", gps: [(1, .text("N")), (2, .signedRatios([(-33, 1), (51, 1), (24, 1)]))] + east,
      left("GPSLatitude is negative")),
    Case("half a place", gps: north, left("GPSLongitude is missing")),
    Case(
      "below the sea", gps: [(5, .bytes([1], type: 1)), (6, .ratios([(861, 2)]))],
      place(nil, nil, -430.5)),
    // EXIF 3.0: 3 is below the sea, and 2 above.
    Case(
      "below the sea by EXIF 3.0", gps: [(5, .bytes([3], type: 1)), (6, .ratios([(861, 2)]))],
      place(nil, nil, -430.5)),
    Case(
      "above the sea by EXIF 3.0", gps: [(5, .bytes([2], type: 1)), (6, .ratios([(861, 2)]))],
      place(nil, nil, 430.5)),
    Case(
      "a date with slashes",
      gps: north + east + [(7, .ratios([(10, 1), (2, 1), (7, 2)])), (0x1D, .text("2026/05/04"))]
    ) {
      place(47.375, 8.5)(&$0)
      $0.position?.time = [Rational(10, 1), Rational(2, 1), Rational(7, 2)]
      $0.position?.date = "2026/05/04"
    },
    Case("no date", gps: north + east + [(0x1D, .text("yesterday"))]) {
      place(47.375, 8.5)(&$0)
      $0.remarks = ["GPSDateStamp is \"yesterday\", which is not a date: skipped"]
    },
    Case(
      "a compass without a fix",
      gps: north + east + [(9, .text("V")), (0x10, .text("T")), (0x11, .ratios([(90, 1)]))]
    ) {
      left("GPSStatus is V, a void measurement")(&$0)
      var position = Position()
      (position.direction, position.isDirectionTrue) = (90, true)
      $0.position = position
    },
  ]

  /// exiftool's reading of the same blocks, where it reads them by the standard.
  @Test(.enabled(if: ForeignProgram.exiftool != nil, "exiftool is not installed"))
  func exiftoolAgrees() throws {
    for unusual in Self.exposures + Self.places where unusual.expected.remarks.isEmpty {
      let read = try Exiftool.read(block: unusual.block.bytes, arguments: ["-n"])
      let names: [(String, Double?)] = [
        ("Composite:GPSLatitude", unusual.expected.position?.latitude),
        ("Composite:GPSLongitude", unusual.expected.position?.longitude),
        ("Composite:GPSAltitude", unusual.expected.position?.altitude),
      ]
      for (name, value) in names {
        // exiftool 12.57 does not know EXIF 3.0's references.
        if unusual.testDescription.hasSuffix("EXIF 3.0") { continue }
        let found = read[name].flatMap { Double($0) }
        let words = "\(unusual.testDescription): \(name) \(read[name] ?? "none")"
        if let value {
          #expect(abs((found ?? .nan) - value) < 1e-6, Comment(rawValue: words))
        } else {
          #expect(found == nil, Comment(rawValue: words))
        }
      }
    }
  }
}
