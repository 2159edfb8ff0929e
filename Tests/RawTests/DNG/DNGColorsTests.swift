import BromideValues
import SystemPackage
import TestSupport
import Testing

@testable import BromideRaw

/// Fields of colours whose numbers do not fit the picture's three colours. LibRaw takes any number of them.
@Suite struct DNGColorsTests {
  private static let sound: [UInt16: TinyDNG.Value] = [
    50721: ratios(11, -3, -1, -5, 14, 1, 0, 2, 6), 50728: .rational([(5, 10), (10, 10), (8, 10)]),
  ]

  private static func ratios(_ tenths: Int32...) -> TinyDNG.Value {
    .signedRational(tenths.map { ($0, 10) })
  }

  private func photo(_ fields: [UInt16: TinyDNG.Value?]) throws -> RawPhoto {
    var dng = TinyDNG(width: 40, height: 30, red: 1000, green: 2000, blue: 3000)
    for (tag, value) in Self.sound { dng.fields[tag] = value }
    for (tag, value) in fields { dng.fields[tag] = value }
    let folder = try TemporaryFolder()
    return try RawFile(path: FilePath(folder.write(dng.data(), as: "a.dng"))).decode()
  }

  /// DNG 1.7.1, chapter 4: the number of each field's values follows from the number of colours.
  @Test(
    arguments: [
      (50728, .rational([(1, 2), (1, 3)]), "AsShotNeutral holds 2 numbers where 3 are needed"),
      (
        50728, .rational([(1, 2), (1, 3), (1, 4), (1, 5)]),
        "AsShotNeutral holds 4 numbers where 3 are needed"
      ),
      (50728, .rational([(1, 2), (1, 0), (1, 4)]), "AsShotNeutral does not hold numbers"),
      (50728, .ascii("ab"), "AsShotNeutral does not hold numbers"),
      (50727, .rational([(1, 2)]), "AnalogBalance holds 1 numbers where 3 are needed"),
      (
        50723, ratios(20, 0, 0, 0, 5, 0, 0, 0),
        "CameraCalibration1 holds 8 numbers where 9 are needed"
      ),
      (
        50964, ratios(4, 3, 2, 2, 7, 0), "ForwardMatrix1 holds 6 numbers where 9 are needed"
      ),
      (50730, ratios(20, 10), "BaselineExposure holds 2 numbers where 1 is needed"),
    ] as [(UInt16, TinyDNG.Value, String)])
  func fieldsOfOtherCountsAreSkipped(
    tag: UInt16, value: TinyDNG.Value, remark: String
  ) throws {
    let (found, wanted) = (try photo([tag: value]), try photo([tag: TinyDNG.Value?.none]))
    #expect(found.metadata.remarks == ["\(remark): skipped"])
    #expect(wanted.metadata.remarks == [])
    #expect(found.profile == wanted.profile)
    #expect(found.matrixSource == .dng)
    #expect((found.profile.asShotMultipliers == nil) == (tag == 50728))
  }

  /// What LibRaw makes of half a matrix is no matrix either.
  @Test func matricesOfOtherCountsAreGuesses() throws {
    let matrix = Self.ratios(11, -3, -1, -5, 14, 1)
    let found = try photo([50721: matrix])
    #expect(
      found.metadata.remarks == ["ColorMatrix1 holds 6 numbers where 9 are needed: skipped"])
    #expect(found.profile.calibrations.isEmpty)
    #expect(found.matrixSource == .guessed(.sRGB))
  }

  /// Light without colours has a field for its one plane, or for three: neither changes it.
  @Test func lightWithoutColoursNeedsNone() throws {
    var dng = TinyDNG(width: 40, height: 30, samples: .init(repeating: 900, count: 1200))
    dng.pattern = []
    for (tag, value) in Self.sound { dng.fields[tag] = value }
    let folder = try TemporaryFolder()
    let photo = try RawFile(path: FilePath(folder.write(dng.data(), as: "a.dng"))).decode()
    #expect(photo.profile.isMonochrome && photo.metadata.remarks == [])
  }
}
