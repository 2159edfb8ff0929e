import BromideCodecs
import BromideValues
import TestSupport
import Testing

@testable import BromideRaw

/// Colour fields with numbers that do not match the picture's three colours. LibRaw accepts any
/// number of values.
@Suite struct DNGColorsTests {
  private static var sound: [UInt16: TinyDNG.Value] {
    [50721: ratios([11, -3, -1, -5, 14, 1, 0, 2, 6]), 50728: ratios([5, 10, 8])]
  }

  private static func ratios(_ tenths: [Int32]) -> TinyDNG.Value {
    .signedRational(tenths.map { ($0, 10) })
  }

  private func photo(_ fields: [UInt16: TinyDNG.Value?]) throws -> RawPhoto {
    var dng = TinyDNG(width: 40, height: 30, red: 1000, green: 2000, blue: 3000)
    for (tag, value) in Self.sound { dng.fields[tag] = value }
    for (tag, value) in fields { dng.fields[tag] = value }
    return try decoded(dng.data())
  }

  /// DNG 1.7.1, chapter 4: the number of each field's values follows from the number of colours.
  @Test(arguments: [
    (50728, [5, 3], "AsShotNeutral contains 2 numbers instead of 3"),
    (50728, [5, 3, 2, 4], "AsShotNeutral contains 4 numbers instead of 3"),
    (50727, [5], "AnalogBalance contains 1 numbers instead of 3"),
    (50723, [20, 0, 0, 0, 5, 0, 0, 0], "CameraCalibration1 contains 8 numbers instead of 9"),
    (50964, [4, 3, 2, 2, 7, 0], "ForwardMatrix1 contains 6 numbers instead of 9"),
    (50730, [20, 10], "BaselineExposure contains 2 numbers instead of 1"),
  ])
  func fieldsOfOtherCountsAreSkipped(tag: UInt16, tenths: [Int32], remark: String) throws {
    try check(tag, Self.ratios(tenths), remark)
  }

  @Test func invalidNumbersAreSkipped() throws {
    try check(
      50728, .rational([(1, 2), (1, 0), (1, 4)]), "AsShotNeutral does not contain 3 numbers")
    try check(50728, .ascii("ab"), "AsShotNeutral does not contain 3 numbers")
  }

  /// A photo with the field is the one without it, and says so.
  private func check(_ tag: UInt16, _ value: TinyDNG.Value, _ remark: String) throws {
    let (found, expected) = (try photo([tag: value]), try photo([tag: TinyDNG.Value?.none]))
    #expect(found.metadata.remarks == ["\(remark): skipped"])
    #expect(expected.metadata.remarks == [])
    #expect(found.profile == expected.profile)
    #expect(found.matrixSource == .dng)
    #expect((found.profile.asShotMultipliers == nil) == (tag == 50728))
  }

  /// LibRaw's value of half a matrix is also invalid.
  @Test func matricesOfOtherCountsAreGuesses() throws {
    let matrix = Self.ratios([11, -3, -1, -5, 14, 1])
    let found = try photo([50721: matrix])
    #expect(found.metadata.remarks == ["ColorMatrix1 contains 6 numbers instead of 9: skipped"])
    #expect(found.profile.calibrations.isEmpty)
    #expect(found.matrixSource == .guessed(.sRGB))
  }

  /// Light without colours has a field for its one plane, or for three: neither changes it.
  @Test func monochromePhotosDoNotNeedColours() throws {
    var dng = TinyDNG(width: 40, height: 30, samples: .init(repeating: 900, count: 1200))
    dng.pattern = []
    for (tag, value) in Self.sound { dng.fields[tag] = value }
    let photo = try decoded(dng.data())
    #expect(photo.profile.isMonochrome && photo.metadata.remarks == [])
  }
}
