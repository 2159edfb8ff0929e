import BromideValues
import Foundation
import TestSupport
import Testing

@testable import BromideCodecs

/// Output profiles with matrices and curves, compared with lcms2 2.14 (`cmsDoTransform` with floats
/// from linear Rec. 2020).
@Suite struct OutputProfileReaderTests {
  private func profile(
    _ made: HandmadeProfile, _ intent: RenderingIntent = .relative, black: Bool? = nil
  ) throws -> OutputProfile {
    let reader = try OutputProfileReader(made.bytes, intent: intent, blackPoint: black)
    return OutputProfile(
      path: "p.icc", digest: "", name: reader.name, bytes: reader.bytes, isGrey: reader.isGrey,
      intent: intent, blackPoint: black, form: try #require(reader.form))
  }

  /// Light in linear Rec. 2020.
  private static let lights: [SIMD3<Double>] = [
    SIMD3(0, 0, 0), SIMD3(0.18, 0.18, 0.18), SIMD3(1, 1, 1), SIMD3(0.2, 0.05, 0.02),
    SIMD3(0.02, 0.3, 0.05), SIMD3(0.9, 0.02, 0.01),
  ]

  private func expect(
    _ profile: OutputProfile, _ codes: [SIMD3<Double>], within slack: Double = 0.03
  ) {
    for (light, codes) in zip(Self.lights, codes) {
      let found = 255 * profile.codes(of: light)
      for c in 0..<3 {
        #expect(abs(found[c] - codes[c]) < slack, "\(light): \(found), not \(codes)")
      }
    }
  }

  private static let power = HandmadeProfile.power(2.2)

  @Test func matrixMatchesLittleCMS() throws {
    let same = try profile(.matrix(curves: [Self.power, Self.power, Self.power]))
    #expect(same.name == "Test RGB" && !same.isGrey)
    expect(
      same,
      [
        SIMD3(0, 0, 0), SIMD3(116.926, 116.925, 116.918), SIMD3(255, 255, 254.985),
        SIMD3(129.268, 52.981, 37.124), SIMD3(0, 155.498, 57.791), SIMD3(255, 0, 0),
      ])
    guard case .curves(_, _, let curves) = same.form else { return }
    #expect(curves.count == 1)
    let curves3 = [1.8, 2.2, 2.4].map(HandmadeProfile.power)
    expect(
      try profile(.matrix(curves: curves3)),
      [
        SIMD3(0, 0, 0), SIMD3(98.399, 116.925, 124.742), SIMD3(255, 255, 254.986),
        SIMD3(111.226, 52.981, 43.568), SIMD3(0, 155.498, 65.375), SIMD3(255, 0, 0),
      ])
  }

  /// White is exact and greys are grey, although primaries in the file are rounded.
  @Test func greysStayGrey() throws {
    let same = try profile(.matrix(curves: [Self.power, Self.power, Self.power]))
    for step in 0...100 {
      let codes = same.codes(of: SIMD3(repeating: Double(step) / 100))
      #expect(codes.max() - codes.min() < 1e-9)
    }
    #expect(same.codes(of: SIMD3(1, 1, 1)).min() > 1 - 1e-9)
  }

  /// A device with a black of 2 % of white, and a paper that is not D50.
  @Test func blackAndWhiteOfTheDeviceMatchLittleCMS() throws {
    let curve = HandmadeProfile.table([1311, 15000, 65535])
    let paper = HandmadeProfile.matrix(curves: [curve, curve, curve], white: [0.87, 0.9, 0.72])
    expect(
      try profile(paper),
      [
        SIMD3(0, 0, 0), SIMD3(107.681, 107.673, 107.661), SIMD3(255, 255, 254.977),
        SIMD3(129.335, 18.879, 8.634), SIMD3(0, 147.564, 22.856), SIMD3(255, 0, 0),
      ])
    let plain: [SIMD3<Double>] = [
      SIMD3(0, 0, 0), SIMD3(97.665, 97.658, 97.650), SIMD3(255, 255, 254.977),
      SIMD3(124.790, 7.062, 0), SIMD3(0, 145.370, 11.113), SIMD3(255, 0, 0),
    ]
    expect(try profile(paper, black: false), plain)
    #expect(try profile(paper, .perceptual) != profile(paper))
    expect(
      try profile(paper, .absolute),
      [
        SIMD3(0, 0, 0), SIMD3(108.210, 110.268, 114.070), SIMD3(255, 255, 255),
        SIMD3(130.724, 9.455, 0), SIMD3(0, 151.603, 15.089), SIMD3(255, 0, 0),
      ])
    // The colours of displays of version 2 are relative to D50, whatever their white.
    var display = paper
    display.deviceClass = "mntr"
    expect(try profile(display, .absolute), plain)
  }

  @Test func greyMatchesLittleCMS() throws {
    var grey = HandmadeProfile()
    grey.colors = "GRAY"
    grey.tags = [("kTRC", Self.power)]
    let made = try profile(grey)
    #expect(made.isGrey && made.name == "ICC profile")
    expect(made, [0, 116.925, 255, 85.525, 125.541, 139.432].map { SIMD3(repeating: $0) })
    // A curve of lightness: 0.18 is L* 49.496.
    grey.connection = "Lab "
    grey.tags = [("kTRC", HandmadeProfile.table([]))]
    expect(try profile(grey), [0, 126.215, 255].map { SIMD3(repeating: $0) })
  }

  /// The formulas of ICC.1:2022, table 68.
  @Test func parametricCurvesAreInverted() throws {
    let cases: [(Int, [Double], (Double) -> Double)] = [
      (0, [2.4], { pow($0, 2.4) }), (1, [2, 1.1, -0.1], { pow(max(1.1 * $0 - 0.1, 0), 2) }),
      (2, [2, 0.9, 0, 0.1], { pow(0.9 * $0, 2) + 0.1 }),
      (3, [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045], SRGBCurve.light),
      (4, [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045, 0, 0], SRGBCurve.light),
    ]
    for (kind, parameters, light) in cases {
      var grey = HandmadeProfile()
      grey.colors = "GRAY"
      grey.tags = [("kTRC", HandmadeProfile.formula(kind, parameters))]
      let made = try profile(grey, black: false)
      for code in [0.2, 0.5, 0.9] where light(code) < 1 {
        let found = made.codes(of: SIMD3(repeating: light(code))).x
        #expect(abs(found - code) < 1e-4, "\(kind), \(code): \(found)")
      }
    }
  }

  @Test func otherProfilesAreRejectedByName() throws {
    func reason(
      _ profile: HandmadeProfile, _ intent: RenderingIntent = .relative, black: Bool? = nil,
      cut: Int = 0
    ) -> String {
      do throws(ProfileError) {
        let bytes = Array(profile.bytes.dropLast(cut))
        let reader = try OutputProfileReader(bytes, intent: intent, blackPoint: black)
        return "accepted with \(reader.form == nil ? "a table" : "curves")"
      } catch { return error.reason }
    }
    let matrix = HandmadeProfile.matrix(curves: [Self.power, Self.power, Self.power])
    func with(_ change: (inout HandmadeProfile) -> Void) -> HandmadeProfile {
      var profile = matrix
      change(&profile)
      return profile
    }
    #expect(reason(matrix) == "accepted with curves")
    #expect(reason(.lab) == "accepted with a table")
    #expect(reason(with { $0.colors = "CMYK" }).contains("colours are CMYK"))
    #expect(reason(with { $0.colors = "Lab " }).contains("colours are Lab;"))
    #expect(reason(with { $0.deviceClass = "link" }).contains("a device link"))
    #expect(reason(with { $0.deviceClass = "scnr" }).contains("a camera or scanner"))
    #expect(reason(matrix, cut: 4).contains("incomplete"))
    #expect(reason(with { $0.tags.removeAll { $0.name == "gXYZ" } }).contains("no gXYZ"))
    #expect(reason(with { $0.tags.removeAll { $0.name == "bTRC" } }).contains("no bTRC"))
    #expect(
      reason(.matrix(curves: [HandmadeProfile.table([9, 5]), Self.power, Self.power]))
        .contains("rTRC does not rise"))
    #expect(reason(with { $0.tags = HandmadeProfile.lab.tags }).contains("accepted with a table"))
    #expect(
      reason(with { $0.tags = [("A2B0", HandmadeProfile.identityTable)] })
        .contains("only converts from its device"))
    var perceptual = HandmadeProfile.lab
    perceptual.tags.removeAll { ["B2A1", "B2A2"].contains($0.name) }
    #expect(reason(perceptual).contains("no table for the relative intent; use perceptual"))
    #expect(reason(perceptual, .perceptual) == "accepted with a table")
    #expect(reason(.lab, .absolute, black: true).contains("no effect with the absolute intent"))
    perceptual.version = 4
    #expect(reason(perceptual, .perceptual, black: false).contains("black-point off"))
    #expect(reason(perceptual, .perceptual, black: true) == "accepted with a table")
  }

  /// Changing any byte gives a profile or an error, but no crash.
  @Test func damagedProfilesDoNotCrash() {
    let table = HandmadeProfile.table([0, 9, 65535])
    let bytes = HandmadeProfile.matrix(curves: [table, table, table]).bytes
    var grey = HandmadeProfile()
    grey.colors = "GRAY"
    grey.tags = [("kTRC", HandmadeProfile.formula(4, [2.4, 1, 0, 0.1, 0.1, 0, 0]))]
    // Formulas take longer, because all codes of 16 bits are calculated.
    for (bytes, step) in [(bytes, 1), (grey.bytes, 5)] {
      for i in stride(from: 0, to: bytes.count, by: step) {
        for value in [UInt8(0), 0x5A, 0xFF] {
          var broken = bytes
          broken[i] = value
          let reader = try? OutputProfileReader(broken, intent: .relative, blackPoint: nil)
          _ = reader?.name
        }
      }
    }
    for count in stride(from: 0, to: bytes.count, by: 7) {
      let cut = Array(bytes.prefix(count))
      #expect(throws: ProfileError.self) {
        try OutputProfileReader(cut, intent: .relative, blackPoint: nil)
      }
    }
  }
}
