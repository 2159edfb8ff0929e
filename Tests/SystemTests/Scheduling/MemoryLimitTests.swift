import BromideSystem
import Testing

@Suite struct MemoryLimitTests {
  @Test(arguments: [
    ("2G", 2_147_483_648), ("1.5g", 1_610_612_736), ("800M", 838_860_800), ("64k", 65536),
    ("1T", 1_099_511_627_776), ("123456", 123_456), ("2GB", 2_147_483_648), ("2GiB", 2_147_483_648),
    ("50%", 500), ("12.5%", 125), ("100%", 1000),
  ])
  func limitsAreRead(_ text: String, _ bytes: Int) {
    #expect(MemoryLimit(text)?.bytes(free: 1000) == bytes)
  }

  @Test(arguments: [
    "", "0", "-1", "2X", "G", "%", "0%", "101%", "-5%", "nan", "inf", "1e3", "1 G", "9999999T",
    "0x10",
  ])
  func otherTextsAreRejected(_ text: String) {
    #expect(MemoryLimit(text) == nil)
  }
}
