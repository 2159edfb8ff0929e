import Testing

@testable import BromideValues

/// Colours in hexadecimal digits.
@Suite struct HexColorTests {
  /// A digit of three counts twice, as in CSS Color 4, 5.2.
  @Test(arguments: [
    ("000000", SIMD3<UInt8>(0, 0, 0)), ("1a2B3c", SIMD3(26, 43, 60)),
    ("FFfF00", SIMD3(255, 255, 0)), ("f80", SIMD3(255, 136, 0)), ("09A", SIMD3(0, 153, 170)),
  ])
  func digitsAreRead(text: String, codes: SIMD3<UInt8>) {
    #expect(HexColor.codes(text[...]) == codes)
  }

  /// Full-width digits and accents are no digits.
  @Test(arguments: [
    "", "#fff", "ff", "ffff", "fffff", "fffffff", "ggg", "+12345", "-12345", " 12345", "0x1234",
    "１２３", "e\u{301}ee", "12345\u{301}6",
  ])
  func otherTextsAreNot(text: String) {
    #expect(HexColor.codes(text[...]) == nil)
  }
}
