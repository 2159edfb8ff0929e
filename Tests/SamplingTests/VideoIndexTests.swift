import Testing

@testable import BromideSampling

/// Where the decoding of films begins.
@Suite struct VideoIndexTests {
  private func packets(_ text: String) -> [VideoIndex.Packet] {
    text.split(separator: " ").map { word in
      let parts = word.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
      return VideoIndex.Packet(time: Int(parts[0]), flags: parts[1])
    }
  }

  /// Frames are counted as they show, and decoding begins a key before the last.
  @Test func beginsAtTheKeyBeforeTheLast() throws {
    let index = VideoIndex(
      packets("0|K_ 30|__ 10|__ 20|__ 40|K_ 60|__ 50|__ 70|K_ 80|__ 100|K_ 110|__"))
    #expect(index.times == [0, 10, 20, 30, 40, 50, 60, 70, 80, 100, 110])
    #expect(index.start(for: 3) == nil && index.start(for: 11) == nil)
    #expect(try #require(index.start(for: 4)) == (0, 0))
    #expect(try #require(index.start(for: 8)) == (40, 4))
    #expect(try #require(index.start(for: 10)) == (70, 7))
    #expect(try #require(index.unevenness) == (10, 20))
  }

  /// Discarded packets are not frames, but decoding can start at them.
  @Test func discardedPacketsAreSkipped() throws {
    let index = VideoIndex(packets("-20|KD -10|_D 0|K_ 20|__ 10|__ 30|K_"))
    #expect(index.times == [0, 10, 20, 30] && index.unevenness == nil)
    #expect(try #require(index.start(for: 0)) == (-20, 0))
    #expect(try #require(index.start(for: 3)) == (0, 0))
  }

  /// There is no index if times are missing or equal, or if another packet is shown before the
  /// first.
  @Test(arguments: ["0|K_ N/A|__", "0|K_ 0|__", "0|__ 10|K_", "10|K_ 0|__ 20|__", ""])
  func unreliablePacketsCannotBeIndexed(text: String) {
    let index = VideoIndex(packets(text))
    #expect(index.times.isEmpty && index.start(for: 0) == nil && index.unevenness == nil)
  }
}
