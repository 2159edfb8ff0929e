import BromideValues
import CBromideCodecs
import TestSupport
import Testing

@testable import BromideCodecs

@Suite struct ICCProfileTests {
  /// The colour that lcms2 computes from code values through a profile: Lab under D50, in floating
  /// point.
  func lab(_ profile: ICCProfile, _ values: [[Double]]) throws -> [Lab] {
    let channels = try #require(values.first).count
    let input = unsafe try #require(
      unsafe cmsOpenProfileFromMem(profile.bytes, UInt32(profile.bytes.count)))
    defer { unsafe _ = cmsCloseProfile(input) }
    let output = unsafe try #require(unsafe cmsCreateLab4Profile(nil))
    defer { unsafe _ = cmsCloseProfile(output) }
    // FLOAT_SH(1) | COLORSPACE_SH | CHANNELS_SH | BYTES_SH(0: 8 bytes)
    let inputFormat = UInt32(
      1 << 22 | (channels == 1 ? PT_GRAY : PT_RGB) << 16 | Int32(channels) << 3)
    let outputFormat = UInt32(1 << 22 | PT_Lab << 16 | 3 << 3)
    let transform = unsafe try #require(
      unsafe cmsCreateTransform(
        input, inputFormat, output, outputFormat, UInt32(INTENT_RELATIVE_COLORIMETRIC),
        UInt32(cmsFLAGS_NOOPTIMIZE)))
    defer { unsafe cmsDeleteTransform(transform) }
    let flat = values.flatMap(\.self)
    var result = [Double](repeating: 0, count: 3 * values.count)
    unsafe cmsDoTransform(transform, flat, &result, UInt32(values.count))
    return values.indices.map {
      Lab(l: result[3 * $0], a: result[3 * $0 + 1], b: result[3 * $0 + 2])
    }
  }

  @Test(arguments: RGBSpace.all)
  func colourProfileIsTheSpace(space: RGBSpace) throws {
    let profile = try ICCProfile.made(for: space)
    let toD50 = Matrix3x3.bradford(from: space.white, to: .d50) * space.toXYZ
    let levels = [0, 0.01, 0.03, 0.05, 0.2, 0.5, 0.8, 1]
    let values = levels.flatMap { r in levels.flatMap { g in levels.map { b in [r, g, b] } } }
    let found = try lab(profile, values)
    for (value, lab) in zip(values, found) {
      let linear = SIMD3(
        space.transfer.decode(value[0]), space.transfer.decode(value[1]),
        space.transfer.decode(value[2]))
      let expected = Lab(xyz: toD50 * linear)
      #expect(lab.deltaE2000(expected) < 0.05, "\(space.name) \(value)")
    }
  }

  @Test(arguments: RGBSpace.all)
  func greyProfileIsTheCurve(space: RGBSpace) throws {
    let profile = try ICCProfile.made(for: space, channels: 1)
    let values = (0...100).map { [Double($0) / 100] }
    for (value, lab) in zip(values, try lab(profile, values)) {
      let expected = Lab(xyz: space.transfer.decode(value[0]) * Chromaticity.d50.xyz)
      #expect(lab.deltaE2000(expected) < 0.05, "\(space.name) \(value)")
    }
  }

  @Test(arguments: RGBSpace.all)
  func greyIsExactlyNeutral(space: RGBSpace) throws {
    let values = (0...20).map { [Double](repeating: Double($0) / 20, count: 3) }
    for lab in try lab(ICCProfile(space), values) {
      #expect(abs(lab.a) < 2e-3 && abs(lab.b) < 2e-3)
    }
  }

  @Test(arguments: RGBSpace.all, [1, 3])
  func fileIsWellFormed(space: RGBSpace, channels: Int) throws {
    let profile = try ICCProfile.made(for: space, channels: channels)
    let bytes = profile.bytes
    #expect(bytes.count < 1024)
    func number(_ offset: Int) -> Int { Int(big: bytes[offset..<offset + 4]) }
    func text(_ offset: Int) -> String {
      String(decoding: bytes[offset..<offset + 4], as: UTF8.self)
    }
    #expect(number(0) == bytes.count && text(36) == "acsp")
    #expect(bytes[8] == 4 && bytes[9] == 0x30)
    #expect(
      text(12) == "mntr" && text(16) == (channels == 1 ? "GRAY" : "RGB ") && text(20) == "XYZ ")
    #expect(Array(bytes[24..<36]) == [7, 233, 0, 1, 0, 1, 0, 0, 0, 0, 0, 0])
    // D50 in s15Fixed16, as 7.2.16 prints it.
    #expect([number(68), number(72), number(76)] == [0xF6D6, 0x10000, 0xD32D])

    var tags: [String: (offset: Int, count: Int)] = [:]
    for index in 0..<number(128) {
      let entry = 132 + 12 * index
      tags[text(entry)] = (number(entry + 4), number(entry + 8))
    }
    let common: Set = ["desc", "cprt", "wtpt", "chad"]
    let own: Set = channels == 1 ? ["kTRC"] : ["rXYZ", "gXYZ", "bXYZ", "rTRC", "gTRC", "bTRC"]
    #expect(Set(tags.keys) == common.union(own))
    for (_, tag) in tags { #expect(tag.offset % 4 == 0 && tag.offset + tag.count <= bytes.count) }

    // The curve is parametric; its parameters are the transfer function's.
    let curve = try #require(tags[channels == 1 ? "kTRC" : "rTRC"])
    #expect(text(curve.offset) == "para")
    let type = bytes[curve.offset + 9]
    let hasLinearPiece = space.transfer.slope > 0 && !space.transfer.isLinear
    #expect(type == (hasLinearPiece ? 3 : 0))
    #expect(abs(Double(number(curve.offset + 12)) / 65_536 - 1 / space.transfer.exponent) < 1e-5)

    // The identifier is the MD5 of the profile with flags, intent and the identifier as 0.
    var blank = bytes
    for index in [44..<48, 64..<68, 84..<100].joined() { blank[index] = 0 }
    #expect(Array(bytes[84..<100]) == md5(blank))
    #expect((1...79).contains(profile.name.utf8.count) && profile.name.utf8.allSatisfy { $0 < 127 })
    #expect(try ICCProfile.made(for: space, channels: channels) == profile)
    #expect(ICCProfile(space, channels: channels) == profile)
  }

  @Test func md5IsRFC1321s() {
    func hex(_ text: String) -> String {
      md5(Array(text.utf8)).map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    }
    #expect(hex("") == "d41d8cd98f00b204e9800998ecf8427e")
    #expect(hex("abc") == "900150983cd24fb0d6963f7d28e17f72")
    #expect(
      hex("12345678901234567890123456789012345678901234567890123456789012345678901234567890")
        == "57edf4a22be3c955ac49da2e2107b67a")
  }

  /// Bytes other than a profile have no identifier: the error names the C function.
  @Test func failureIsTyped() throws {
    #expect(
      throws: ICCProfileError.littleCMS(function: "cmsOpenProfileFromMem", purpose: "identifier")
    ) {
      try ProfileWriter.withIdentifier([UInt8](repeating: 0, count: 128))
    }
    let text = ICCProfileError.littleCMS(function: "cmsWriteTag", purpose: "curve").description
    #expect(text == "lcms2's cmsWriteTag failed (curve)")
  }
}
