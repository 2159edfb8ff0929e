import TestSupport
import Testing

@testable import BromideSystem

@Suite struct CRC64Tests {
  /// The polynomial division, a bit at a time.
  private func byDivision(_ bytes: some Sequence<UInt8>) -> UInt64 {
    let polynomial: UInt64 = 0xC96C_5795_D787_0F42
    var sum = UInt64.max
    for byte in bytes {
      sum ^= UInt64(byte)
      for _ in 0..<8 { sum = sum & 1 == 0 ? sum >> 1 : (sum >> 1) ^ polynomial }
    }
    return ~sum
  }

  private let noise = SeededNoise(seed: 64)

  private func bytes(_ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(noise.bits($0, 1) & 255) }
  }

  /// The check value of CRC-64/XZ in the catalogue of parametrised CRC algorithms (G. Cook).
  @Test func theCheckValueOfTheCatalogue() {
    var sum = CRC64()
    sum.add(Array("123456789".utf8))
    #expect(sum.digits == "995dc9bbdf1939fa" && sum.count == 9)
    #expect(CRC64().digits == "0000000000000000")
    #expect(PixelSum(sum).text == "crc64 995dc9bbdf1939fa")
    #expect(PixelSum("crc64 995dc9bbdf1939fa") == PixelSum(sum))
    #expect(PixelSum("crc64 995dc9bbdf1939f") == nil && PixelSum("md5") == nil)
  }

  @Test(arguments: [0, 1, 7, 8, 15, 16, 17, 63, 64, 127, 128, 255, 256, 257, 1000, 4099])
  func everyLengthEqualsTheDivision(_ count: Int) {
    var sum = CRC64()
    sum.add(bytes(count))
    #expect(sum.value == byDivision(bytes(count)))
  }

  @Test func joinedPartsMatchTheCompleteChecksum() {
    let all = bytes(3000)
    for cuts in [[0], [1], [2999], [3000], [1, 2, 3], [64, 1000, 1001], [500, 500, 2500]] {
      var joined = CRC64()
      var start = 0
      for end in cuts + [all.count] {
        var part = CRC64()
        part.add(Array(all[start..<end]))
        joined.add(part)
        start = end
      }
      #expect(joined.value == byDivision(all) && joined.count == all.count)
    }
  }
}
