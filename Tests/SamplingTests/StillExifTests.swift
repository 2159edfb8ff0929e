import Metadata
import Testing

@testable import Sampling

/// What finished pictures state of their making.
@Suite struct StillExifTests {
  /// A block of two directories, in either byte order.
  private func block(_ isLittle: Bool) -> [UInt8] {
    func number(_ value: Int, _ count: Int) -> [UInt8] {
      let bytes = (0..<count).map { UInt8(value >> (8 * $0) & 255) }
      return isLittle ? bytes : bytes.reversed()
    }
    func entry(_ tag: Int, _ type: Int, _ count: Int, _ value: [UInt8]) -> [UInt8] {
      number(tag, 2) + number(type, 2) + number(count, 4) + value
        + [UInt8](repeating: 0, count: 4 - value.count)
    }
    // Directory at 8 with two entries, Exif's at 38 with four, values from 92 on.
    let main =
      number(2, 2) + entry(0x0110, 2, 3, Array("X1\0".utf8)) + entry(0x8769, 4, 1, number(38, 4))
      + number(0, 4)
    let own =
      number(4, 2) + entry(0x829A, 5, 1, number(92, 4)) + entry(0x8827, 3, 1, number(400, 2))
      + entry(0x9003, 2, 20, number(100, 4)) + entry(0x9291, 2, 3, Array("25\0".utf8))
      + number(0, 4)
    let values = number(1, 4) + number(60, 4) + Array("2026:06:21 22:10:05\0".utf8)
    return (isLittle ? [0x49, 0x49] : [0x4D, 0x4D]) + number(42, 2) + number(8, 4) + main + own
      + values
  }

  @Test(arguments: [true, false])
  func tagsAreRead(isLittle: Bool) throws {
    let metadata = try #require(StillExif(block(isLittle))).metadata
    #expect(metadata.model == "X1" && metadata.iso == 400)
    #expect(metadata.exposureTime == Rational(1, 60) && metadata.fNumber == nil)
    #expect(metadata.captureTime?.exifText == "2026:06:21 22:10:05")
    #expect(metadata.captureTime?.fraction == 0.25)
  }

  /// Damage leaves out what it hits, and reads nothing outside the block.
  @Test func anyDamageIsSafe() {
    let whole = block(true)
    for length in 0..<whole.count { _ = StillExif(Array(whole.prefix(length)))?.metadata }
    for place in 8..<whole.count {
      for value in [UInt8(0), 0x7F, 0xFF] {
        var bytes = whole
        bytes[place] = value
        _ = StillExif(bytes)?.metadata
      }
    }
    #expect(StillExif([]) == nil && StillExif(Array("JUNK".utf8)) == nil)
  }
}
