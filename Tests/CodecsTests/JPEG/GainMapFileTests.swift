import BromideValues
import SystemPackage
import TestSupport
import Testing

@testable import BromideCodecs

/// A JPEG with a gain map is two JPEGs and an index.
@Suite struct GainMapFileTests {
  private static let size = Size(width: 40, height: 24)
  private static let map = GainMap(
    size: Size(width: 10, height: 6), codes: (0..<60).map { UInt8(4 * $0) }, headroom: 2.5)

  /// A picture with and without the map.
  private func files() throws -> (plain: [UInt8], mapped: [UInt8], map: [UInt8]) {
    let folder = try TemporaryFolder()
    var description = JPEGDescription(
      size: Self.size, format: PixelFormat(channels: 3, sample: .uint8))
    description.profile = [1, 2, 3]
    let bytes = JPEGPattern.smooth.bytes(Self.size, channels: 3)
    let plain = try write(bytes, description, JPEGOptions(), to: folder("a.jpg"))
    let map = try GainMapSegments.file(Self.map)
    description.gainMap = map
    return (plain, try write(bytes, description, JPEGOptions(), to: folder("b.jpg")), map)
  }

  private func number(_ bytes: [UInt8], _ at: Int) -> Int {
    Int(big: bytes[at..<at + 4])
  }

  @Test func theIndexNamesBothPictures() throws {
    let (plain, mapped, map) = try files()
    let mark = try #require(mapped.firstRange(of: Array("MPF\0MM\0*".utf8)))
    let tiff = mark.lowerBound + 4
    // CIPA DC-007: three entries starting at byte 10, then the pictures.
    #expect(number(mapped, tiff + 4) == 8 && mapped[tiff + 9] == 3)
    let pictures = number(mapped, tiff + 10 + 2 * 12 + 8)
    #expect(number(mapped, tiff + pictures) == 0x30000)
    let base = number(mapped, tiff + pictures + 4)
    #expect(base == mapped.count - map.count && number(mapped, tiff + pictures + 8) == 0)
    #expect(number(mapped, tiff + pictures + 20) == map.count)
    #expect(tiff + number(mapped, tiff + pictures + 24) == base)
    #expect(Array(mapped[base...]) == map)
    #expect(Array(mapped[base - 2..<base]) == [0xFF, 0xD9])
    // The picture itself is the one without a map.
    let (a, b) = (try Segments(plain), try Segments(Array(mapped[..<base])))
    #expect(a.entropy == b.entropy && a.coding == b.coding)
    #expect(a.data(0xE2, "ICC_PROFILE") == b.data(0xE2, "ICC_PROFILE"))
    #expect(b.data(0xE2, "urn:iso:std:iso:ts:21496:-1\0") == [[0, 0, 0, 0]])
  }

  @Test func theMapRecordsItsGains() throws {
    let segments = try Segments(files().map)
    let iso = try #require(segments.data(0xE2, "urn:iso:std:iso:ts:21496:-1\0").first)
    #expect(iso.count == 61)
    #expect(Array(iso[..<5]) == [0, 0, 0, 0, 0x40])
    let numbers = stride(from: 5, to: 61, by: 4).map { number(iso, $0) }
    // Headrooms, minimum, maximum, gamma, offsets.
    #expect(numbers == [0, 1, 25_000, 10_000, 0, 1, 25_000, 10_000, 1, 1, 1, 64, 1, 64])
    let xmp = try #require(segments.data(0xE1, "http://ns.adobe.com/xap/1.0/\0").first)
    let text = String(decoding: xmp, as: UTF8.self)
    for words in [
      "hdrgm:GainMapMin=\"0\"", "hdrgm:GainMapMax=\"2.5\"", "hdrgm:HDRCapacityMax=\"2.5\"",
      "hdrgm:BaseRenditionIsHDR=\"False\"",
    ] {
      #expect(text.contains(words), "\(text)")
    }
  }
}
