internal import Color

/// Finds the colour space in an Exif block, which names no other than sRGB itself: cameras state
/// Adobe RGB by an uncalibrated space together with the interoperability index R03 (CIPA DC-010,
/// Design rule for Camera File system 2.0, 3.6.2.2.3).
enum ExifColorSpace {
  /// The colours of files that follow the rule; nil for all others.
  static func find(_ exif: [UInt8]) -> RGBSpace? {
    guard let block = ExifBlock(exif),
      let photo = block.value(of: 0x8769, type: .long, count: 1, in: block.first),
      block.value(of: 0xA001, type: .short, count: 1, in: photo) == uncalibrated,
      let interoperability = block.value(of: 0xA005, type: .long, count: 1, in: photo),
      block.shortText(of: 0x0001, in: interoperability) == "R03"
    else { return nil }
    return .adobeRGB
  }

  private static let uncalibrated = 65535
}
