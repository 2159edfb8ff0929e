import Pixels
import SystemPackage
import TestSupport
import Testing

@testable import RawDecoding

/// Canon's boxes and note, on made-up bytes and on real headers.
@Suite struct CanonTagsTests {
  private static func big(_ value: Int, bytes: Int) -> [UInt8] {
    (0..<bytes).map { UInt8(truncatingIfNeeded: value >> (8 * (bytes - 1 - $0))) }
  }

  private static func box(_ name: String, _ content: [UInt8]) -> [UInt8] {
    big(content.count + 8, bytes: 4) + Array(name.utf8) + content
  }

  /// A track whose sample entry states these areas: left, top, right, bottom, the last pixel included.
  private static func track(_ size: Size, kind: Int = 2, _ areas: [[Int]]) -> [UInt8] {
    let words = [size.width, size.height, 1, kind, 1, 0] + areas.flatMap { $0 }
    let iad1 = box("IAD1", big(0, bytes: 4) + words.flatMap { big($0, bytes: 2) })
    let cdi1 = box("CDI1", big(0, bytes: 4) + iad1)
    let craw = box("CRAW", [UInt8](repeating: 0, count: 82) + box("CMP1", big(7, bytes: 9)) + cdi1)
    let stsd = box("stsd", big(1, bytes: 8) + craw)
    return box("trak", box("mdia", box("minf", box("stbl", stsd))))
  }

  private static func note(_ words: [UInt16]) -> [UInt8] {
    var bytes: [UInt8] = [0x49, 0x49, 42, 0, 8, 0, 0, 0, 1, 0, 0x01, 0x40, 3, 0]
    bytes += big(words.count, bytes: 4).reversed()
    bytes += [26, 0, 0, 0, 0, 0, 0, 0]
    return bytes + words.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }
  }

  private static let canon: [UInt8] = [
    0x85, 0xC0, 0xB6, 0x87, 0x82, 0x0F, 0x11, 0xE0, 0x81, 0x11, 0xF4, 0xCE, 0x46, 0x2B, 0x6A, 0x48,
  ]

  @Test func areasOfEverySize() throws {
    let small = Size(width: 640, height: 480)
    let size = Size(width: 3584, height: 2386)
    let moov =
      Self.track(small, kind: 0, [[0, 0, 639, 479]])
      + Self.track(
        size,
        [[156, 108, 3563, 2379], [0, 0, 143, 2383], [144, 0, 3575, 95], [144, 96, 3575, 2383]])
    let boxes = CanonBoxes(moov: moov)
    #expect(boxes.areas.count == 1)
    let areas = try #require(boxes.areas[size])
    #expect(areas.picture == Region(x: 156, y: 108, width: 3408, height: 2272))
    #expect(areas.active == Region(x: 144, y: 96, width: 3432, height: 2288))
    #expect(
      areas.masked == [
        Region(x: 0, y: 0, width: 144, height: 2384), Region(x: 144, y: 0, width: 3432, height: 96),
      ])
    #expect(boxes.makerNote == nil)
  }

  /// An active area beyond the raw picture gives way to the picture; a picture beyond it is none.
  @Test func areasThatContradictTheSize() throws {
    let size = Size(width: 1000, height: 800)
    let odd = CanonBoxes(
      moov: Self.track(
        size, [[100, 90, 899, 709], [0, 0, 0, 0], [0, 0, 2000, 3], [80, 80, 1080, 799]]))
    #expect(odd.areas[size]?.active == Region(x: 100, y: 90, width: 800, height: 620))
    #expect(odd.areas[size]?.masked == [Region(x: 0, y: 0, width: 1, height: 1)])
    let none = CanonBoxes(
      moov: Self.track(
        size, [[100, 90, 1000, 709], [0, 0, 0, 0], [0, 0, 0, 0], [80, 80, 999, 799]]))
    #expect(none.areas.isEmpty)
  }

  @Test func bytesOfAnyKindAreSurvived() {
    let whole = Self.track(
      Size(width: 1000, height: 800),
      [[10, 9, 899, 709], [0, 0, 7, 7], [0, 0, 5, 3], [8, 8, 999, 799]])
    for count in 0..<whole.count {
      #expect(CanonBoxes(moov: Array(whole.prefix(count))).areas.isEmpty)
    }
    let noise = SeededNoise(seed: 5)
    for seed in 0..<300 {
      var damaged = whole + Self.box("uuid", Self.canon + Self.box("CMT3", Self.note([1, 2, 3])))
      for change in 0..<4 {
        let bits = noise.bits(seed, change)
        damaged[Int(bits >> 20) % damaged.count] = UInt8(truncatingIfNeeded: bits)
      }
      _ = CanonBoxes(moov: damaged).makerNote?.shorts(0x4001)
    }
  }

  @Test func theNoteIsFound() throws {
    let moov = Self.box("uuid", Self.canon + Self.box("CMT3", Self.note([7, 8, 9])))
    #expect(CanonBoxes(moov: moov).makerNote?.shorts(0x4001) == [7, 8, 9])
    #expect(CanonBoxes(moov: moov).makerNote?.shorts(0x4000) == nil)
  }

  /// Real headers, of which one lost its note.
  @Test(.enabled(if: Corpus.folder != nil, "no corpus")) func realHeaders() throws {
    let folder = try #require(Corpus.folder) + "/raw-headers/"
    let r6 = try #require(CanonBoxes(path: FilePath(folder + "exiv2_Canon-R6-pruned.CR3")))
    let size = Size(width: 3584, height: 2386)
    #expect(r6.areas[size]?.picture == Region(x: 156, y: 108, width: 3408, height: 2272))
    #expect(r6.areas[size]?.active == Region(x: 144, y: 96, width: 3432, height: 2288))
    let m50 = try #require(CanonBoxes(path: FilePath(folder + "exiftool/CanonRaw.cr3")))
    let areas = try #require(m50.areas[Size(width: 6288, height: 4056)])
    #expect(areas.picture == Region(x: 276, y: 48, width: 6000, height: 4000))
    #expect(areas.active == Region(x: 264, y: 36, width: 6024, height: 4020))
  }

  // MARK: ColorData

  private static func colorData(
    count: Int, version: UInt16 = 0, black: Int?, balance: Int?
  ) -> [UInt16] {
    var words = (0..<count).map { UInt16(3 + $0 % 5) }
    words[0] = version
    if let black {
      words.replaceSubrange(black..<black + 6, with: [510, 511, 512, 513, 15_000, 16_200])
    }
    if let balance {
      words.replaceSubrange(balance..<balance + 4, with: [2048, 1024, 1024, 1536])
    }
    return words
  }

  @Test(arguments: [
    (1816, 0x318, 0x47), (1824, 0x318, 0x47), (2024, 0x326, 0x55), (3656, 0x326, 0x55),
    (3973, 0x27C, 0x69), (3778, 0x27C, 0x69), (4528, 0x290, 0x69),
  ])
  func knownLengths(count: Int, black: Int, balance: Int) {
    let data = CanonColorData(Self.colorData(count: count, black: black, balance: balance))
    #expect(data.black == SIMD4(510, 511, 513, 512))
    #expect(data.white == 16_200)
    #expect(data.multipliers == SIMD3(2, 1, 1.5))
  }

  @Test func unknownLengthsGoByTheirVersion() {
    let old = CanonColorData(Self.colorData(count: 5000, version: 33, black: nil, balance: 0x55))
    #expect(old.multipliers == SIMD3(2, 1, 1.5))
    let new = CanonColorData(Self.colorData(count: 5000, version: 99, black: nil, balance: 0x69))
    #expect(new.multipliers == SIMD3(2, 1, 1.5))
    #expect(new.black == nil && new.white == nil)
    // Nothing that looks like a balance stands there.
    #expect(
      CanonColorData(Self.colorData(count: 5000, black: nil, balance: nil)).multipliers == nil)
    for count in 0..<0x6D {
      #expect(CanonColorData([UInt16](repeating: 1024, count: count)).black == nil)
    }
  }
}
