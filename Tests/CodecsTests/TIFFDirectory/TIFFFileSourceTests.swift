import BromideCodecs
import SystemPackage
import TestSupport
import Testing

/// Reads at any positions, near and far, give the bytes of the file.
@Suite struct TIFFFileSourceTests {
  @Test func windowsGiveTheBytesOfTheFile() throws {
    let (folder, noise) = (try TemporaryFolder(), SeededNoise(seed: 49))
    let bytes = (0..<100_000).map { UInt8(truncatingIfNeeded: noise.bits($0, 0)) }
    let source = try #require(TIFFFileSource(FilePath(try folder.write(bytes, as: "a.tif"))))
    #expect(source.size == bytes.count)
    var places = [(0, 8), (99_990, 10), (8, 12), (20, 200), (99_000, 12), (20_000, 16_384)]
    places += [(16_380, 8), (0, 16_385), (50_000, 0), (100_000, 0), (4, 4)]
    for step in 0..<2000 {
      let count = Int(noise.bits(step, 1) % 40)
      places.append((Int(noise.bits(step, 2) % UInt64(bytes.count - count)), count))
    }
    for (offset, count) in places {
      #expect(source.bytes(at: offset, count: count) == Array(bytes[offset..<offset + count]))
    }
    #expect(source.bytes(at: 99_999, count: 2) == nil && source.bytes(at: -1, count: 1) == nil)
  }
}
