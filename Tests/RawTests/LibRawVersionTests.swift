import Testing

@testable import BromideRaw

/// LibRaw's numbers: major << 16 | minor << 8 | patch.
@Suite struct LibRawVersionTests {
  @Test func patchesFit() {
    #expect(LibRawVersion.mismatch(compiled: 0x00_15_00, running: 0x00_15_04) == nil)
    #expect(LibRawVersion.mismatch(compiled: 0x00_16_02, running: 0x00_16_00) == nil)
  }

  @Test(arguments: [0x00_14_02, 0x00_16_00, 0x01_15_04])
  func otherLayoutsAreRejected(running: Int32) throws {
    let words = try #require(LibRawVersion.mismatch(compiled: 0x00_15_04, running: running))
    let version = "\(running >> 16).\(running >> 8 & 255).\(running & 255)"
    #expect(words.contains("0.21.4") && words.contains(" \(version) is installed"))
  }

  /// The library's name starts with the version of its number.
  @Test func installedLibRawIsSupported() {
    #expect(LibRawVersion.mismatch == nil)
    #expect(LibRawVersion.text.hasPrefix("0.2"))
  }
}
