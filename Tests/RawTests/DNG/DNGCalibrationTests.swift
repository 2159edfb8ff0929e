import BromideValues
import TestSupport
import Testing

@testable import BromideRaw

/// The calibrations of a DNG, by DNG 1.7.1, chapter 6.
@Suite struct DNGCalibrationTests {
  private static let first = ratios([11, -3, -1, -5, 14, 1, 0, 2, 6])
  private static let second = ratios([8, -1, -1, -4, 12, 2, -1, 1, 7])

  private static func ratios(_ tenths: [Int32]) -> TinyDNG.Value {
    .signedRational(tenths.map { ($0, 10) })
  }

  /// Two calibrations, for standard light A and D65, with additional or other fields.
  private func profile(_ fields: [UInt16: TinyDNG.Value?]) throws -> CameraProfile {
    var dng = TinyDNG(width: 40, height: 30, red: 1000, green: 2000, blue: 3000)
    dng.fields[50721] = Self.first
    dng.fields[50722] = Self.second
    dng.fields[50778] = .short([17])
    dng.fields[50779] = .short([21])
    dng.fields[50728] = Self.ratios([5, 10, 8])
    for (tag, value) in fields { dng.fields[tag] = value }
    return try decoded(dng.data()).profile
  }

  /// “If they match, then use the camera calibration tags. If not, then use identity matrices.”
  @Test(arguments: [
    (nil, nil, true), ("com.a", "com.a", true), ("com.a", nil, false), (nil, "com.a", false),
    ("com.a", "com.b", false),
  ])
  func cameraCalibrationsNeedTheProfilesSignature(
    camera: String?, profile: String?, isUsed: Bool
  ) throws {
    let matrix = Self.ratios([12, 0, 0, 0, 10, 0, 0, 0, 8])
    let found = try self.profile([
      50723: matrix, 50724: matrix, 50931: camera.map { .ascii($0) },
      50932: profile.map { .ascii($0) },
    ])
    #expect(found.calibrationSignature == camera)
    for calibration in found.calibrations {
      let expected = isUsed ? SIMD3(1.2, 1, 0.8) : SIMD3(1, 1, 1)
      let matrix = calibration.cameraCalibration
      for index in 0..<3 { #expect(abs(matrix[index, index] - expected[index]) < 1e-6) }
    }
  }

  /// IlluminantData: a SHORT of 0, x and y as RATIONALs.
  @Test func otherLightsHaveChromaticities() throws {
    let data = Self.data(0, [4472, 10_000, 4074, 10_000])
    let found = try profile([50778: .short([255]), 52533: .undefined(data)])
    #expect(found.calibrations.count == 2 && found.tables.findings.isEmpty)
    let light = found.calibrations[0].illuminant
    #expect(abs(light.x - 0.4472) < 1e-9 && abs(light.y - 0.4074) < 1e-9)
    #expect(found.calibrations[1].illuminant == Illuminant.d65.chromaticity)
  }

  private static func data(_ type: UInt16, _ numbers: [UInt32]) -> [UInt8] {
    TinyDNG.little(type) + numbers.flatMap(TinyDNG.little)
  }

  /// Two calibrations are interpolated by temperature, and an unknown light does not have one.
  @Test(
    arguments: [
      [50778: .short([0])], [50779: .short([0])], [50778: .short([255])],
      // A spectrum, and chromaticities that no light has.
      [50778: .short([255]), 52533: .undefined(data(1, [2, 360, 1, 470, 1, 1, 1, 1, 1]))],
      [50778: .short([255]), 52533: .undefined(data(0, [1, 0, 1, 3]))],
      [50778: .short([255]), 52533: .undefined(data(0, [3, 4, 1, 2]))],
    ] as [[UInt16: TinyDNG.Value?]])
  func unknownLightsLeaveTheFirstCalibration(_ fields: [UInt16: TinyDNG.Value?]) throws {
    let found = try profile(fields)
    #expect(found.calibrations.count == 1)
    #expect(abs((found.calibrations.first?.colorMatrix[0, 0] ?? 0) - 1.1) < 1e-6)
    #expect(
      found.tables.findings == ["its ColorMatrix2: the light of a calibration is unknown"])
  }

  /// The weights of the calibrations follow from the white, so that the neutral leads back to it.
  @Test(arguments: [(0.3457, 0.3585), (0.41, 0.39), (0.3127, 0.329)])
  func recordedWhitesUseBothCalibrations(x: Double, y: Double) throws {
    let white = [x, y].map { (UInt32(($0 * 10_000).rounded()), UInt32(10_000)) }
    let found = try profile([50728: nil, 50729: .rational(white)])
    let multipliers = try #require(found.asShotMultipliers)
    let back = try found.white(neutral: SIMD3(1, 1, 1) / multipliers)
    #expect(abs(back.x - x) < 1e-6 && abs(back.y - y) < 1e-6)
  }

  /// Parts of DNG 1.6 and 1.7 that change colours are never skipped silently.
  @Test func unsupportedPartsAreReported() throws {
    let hdr = Self.data(1, []) + TinyDNG.little(UInt16(1)) + TinyDNG.little(Float(8).bitPattern)
    let found = try profile([
      52531: Self.first, 52543: .undefined([UInt8](repeating: 0, count: 40)),
      52551: .undefined(hdr),
    ])
    #expect(
      found.tables.findings == [
        "its ColorMatrix3: a third light is not supported", "its RGBTables: not supported",
        "its ProfileDynamicRange: HDR profiles are not supported",
      ])
    #expect(found.calibrations.count == 2)
    let sdr = Self.data(1, []) + TinyDNG.little(UInt16(0)) + TinyDNG.little(Float(1).bitPattern)
    #expect(try profile([52551: .undefined(sdr)]).tables.findings.isEmpty)
  }
}
