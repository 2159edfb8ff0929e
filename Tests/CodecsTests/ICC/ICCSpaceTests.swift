import BromideValues
import CBromideCodecs
import TestSupport
import Testing

@testable import BromideCodecs

@Suite struct ICCSpaceTests {
  @Test(arguments: RGBSpace.all) func writtenProfilesAreRead(space: RGBSpace) {
    #expect(ICCProfile.space(of: ICCProfile(space).bytes) == space)
    let grey = ICCProfile.space(of: ICCProfile(space, channels: 1).bytes)
    #expect(grey?.transfer == space.transfer)
  }

  /// The curve of a grey profile in L\*a\*b\* gives L\*, so half of the codes is L\* 50.
  @Test func greyProfilesOfLabAreNotCurvesOfLight() throws {
    var grey = HandmadeProfile()
    (grey.deviceClass, grey.colors, grey.connection) = ("mntr", "GRAY", "Lab ")
    grey.tags = [("kTRC", HandmadeProfile.table([]))]
    #expect(ICCProfile.space(of: grey.bytes) == nil)
    let transform = try #require(ProfileTransform(grey.bytes, of: .grey, to: .rec2020))
    var light: [Double] = []
    transform.light(of: [0, 0.5, 1]) { light.append($1.y) }
    // CIE 15:2018, 8.2.1: Y = ((L* + 16)/116)³.
    for (found, expected) in zip(light, [0, 0.184187, 1]) {
      #expect(abs(found - expected) < 1e-3)
    }
  }

  /// Profiles from elsewhere: lcms2's own sRGB, and one with a pure power and primaries of no
  /// standard.
  @Test func foreignProfilesAreRead() throws {
    func bytes(_ profile: cmsHPROFILE) -> [UInt8] {
      var count: cmsUInt32Number = 0
      unsafe cmsSaveProfileToMem(profile, nil, &count)
      var bytes = [UInt8](repeating: 0, count: Int(count))
      unsafe cmsSaveProfileToMem(profile, &bytes, &count)
      return bytes
    }
    let srgb = unsafe try #require(unsafe cmsCreate_sRGBProfile())
    defer { unsafe _ = cmsCloseProfile(srgb) }
    #expect(unsafe ICCProfile.space(of: bytes(srgb)) == .srgb)

    var white = cmsCIExyY(x: 0.3127, y: 0.3290, Y: 1)
    var primaries = cmsCIExyYTRIPLE(
      Red: cmsCIExyY(x: 0.66, y: 0.32, Y: 1), Green: cmsCIExyY(x: 0.22, y: 0.70, Y: 1),
      Blue: cmsCIExyY(x: 0.14, y: 0.07, Y: 1))
    let curve = unsafe cmsBuildGamma(nil, 2.1)
    defer { unsafe cmsFreeToneCurve(curve) }
    var curves = unsafe [curve, curve, curve]
    let own = unsafe try #require(unsafe cmsCreateRGBProfile(&white, &primaries, &curves))
    defer { unsafe _ = cmsCloseProfile(own) }
    let space = try #require(unsafe ICCProfile.space(of: bytes(own)))
    #expect(abs(space.transfer.decode(0.5) - 0.233_258) < 1e-3)
    // Its red in XYZ under D50 is the red of the primaries under D65, adapted.
    let expected =
      Matrix3x3.bradford(from: .d65, to: .d50)
      * RGBSpace(
        name: "own", red: .init(x: 0.66, y: 0.32), green: .init(x: 0.22, y: 0.70),
        blue: .init(x: 0.14, y: 0.07), white: .d65, transfer: .linear, cicp: nil
      ).toXYZ
    let gap = space.toXYZ + -1 * expected
    for row in gap.rows { #expect(row.max() < 1e-3 && row.min() > -1e-3) }
  }

  @Test func otherProfilesDoNotNameASpace() throws {
    let bytes = ICCProfile(.displayP3).bytes
    #expect(ICCProfile.space(of: []) == nil)
    #expect(ICCProfile.space(of: Array(bytes.prefix(200))) == nil)
    #expect(ICCProfile.space(of: [UInt8](repeating: 7, count: 500)) == nil)
    let lab = unsafe try #require(unsafe cmsCreateLab4Profile(nil))
    defer { unsafe _ = cmsCloseProfile(lab) }
    var count: cmsUInt32Number = 0
    unsafe cmsSaveProfileToMem(lab, nil, &count)
    var other = [UInt8](repeating: 0, count: Int(count))
    unsafe cmsSaveProfileToMem(lab, &other, &count)
    #expect(ICCProfile.space(of: other) == nil)
    // Changing any byte gives a space or none, but no crash.
    for i in stride(from: 0, to: bytes.count, by: 3) {
      var broken = bytes
      broken[i] ^= 0x5A
      _ = ICCProfile.space(of: broken)
    }
  }
}
