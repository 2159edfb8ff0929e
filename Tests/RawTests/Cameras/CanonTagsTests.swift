import BromideValues
import SystemPackage
import TestSupport
import Testing

@testable import BromideRaw

/// Canon's boxes and note, on made-up bytes and on real headers.
@Suite struct CanonTagsTests {
  @Test func areasOfEverySize() throws {
    let small = Size(width: 640, height: 480)
    let size = Size(width: 3584, height: 2386)
    let moov =
      CanonFile.track(small, kind: 0, [[0, 0, 639, 479]])
      + CanonFile.track(
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

  /// An active area outside the raw picture is replaced by the picture. A picture outside it is
  /// ignored.
  @Test func areasThatContradictTheSize() throws {
    let size = Size(width: 1000, height: 800)
    let odd = CanonBoxes(
      moov: CanonFile.track(
        size, [[100, 90, 899, 709], [0, 0, 0, 0], [0, 0, 2000, 3], [80, 80, 1080, 799]]))
    #expect(odd.areas[size]?.active == Region(x: 100, y: 90, width: 800, height: 620))
    #expect(odd.areas[size]?.masked == [Region(x: 0, y: 0, width: 1, height: 1)])
    let none = CanonBoxes(
      moov: CanonFile.track(
        size, [[100, 90, 1000, 709], [0, 0, 0, 0], [0, 0, 0, 0], [80, 80, 999, 799]]))
    #expect(none.areas.isEmpty)
  }

  @Test func bytesOfAnyKindAreSurvived() {
    let whole = CanonFile.track(
      Size(width: 1000, height: 800),
      [[10, 9, 899, 709], [0, 0, 7, 7], [0, 0, 5, 3], [8, 8, 999, 799]])
    for count in 0..<whole.count {
      #expect(CanonBoxes(moov: Array(whole.prefix(count))).areas.isEmpty)
    }
    let noise = SeededNoise(seed: 5)
    for seed in 0..<300 {
      var damaged =
        whole
        + CanonFile.box("uuid", CanonFile.canon + CanonFile.box("CMT3", CanonFile.note([1, 2, 3])))
      for change in 0..<4 {
        let bits = noise.bits(seed, change)
        damaged[Int(bits >> 20) % damaged.count] = UInt8(truncatingIfNeeded: bits)
      }
      _ = CanonBoxes(moov: damaged).makerNote?.shorts(0x4001)
    }
  }

  @Test func theNoteIsFound() throws {
    let moov = CanonFile.box(
      "uuid", CanonFile.canon + CanonFile.box("CMT3", CanonFile.note([7, 8, 9])))
    #expect(CanonBoxes(moov: moov).makerNote?.shorts(0x4001) == [7, 8, 9])
    #expect(CanonBoxes(moov: moov).makerNote?.shorts(0x4000) == nil)
  }

  /// Real headers. One has lost its note.
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

  @Test(arguments: [
    (1816, 0x318, 0x47), (1824, 0x318, 0x47), (2024, 0x326, 0x55), (3656, 0x326, 0x55),
    (3973, 0x27C, 0x69), (3778, 0x27C, 0x69), (4528, 0x290, 0x69),
  ])
  func knownLengths(count: Int, black: Int, balance: Int) {
    let data = CanonColorData(CanonFile.colorData(count: count, black: black, balance: balance))
    #expect(data.black == SIMD4(510, 511, 513, 512))
    #expect(data.white == 16_200)
    #expect(data.multipliers == SIMD3(2, 1, 1.5))
  }

  @Test func unknownLengthsUseTheirVersion() {
    let old = CanonColorData(
      CanonFile.colorData(count: 5000, version: 33, black: nil, balance: 0x55))
    #expect(old.multipliers == SIMD3(2, 1, 1.5))
    let new = CanonColorData(
      CanonFile.colorData(count: 5000, version: 99, black: nil, balance: 0x69))
    #expect(new.multipliers == SIMD3(2, 1, 1.5))
    #expect(new.black == nil && new.white == nil)
    // There are no numbers that look like a balance.
    #expect(
      CanonColorData(CanonFile.colorData(count: 5000, black: nil, balance: nil)).multipliers == nil)
    for count in 0..<0x6D {
      #expect(CanonColorData([UInt16](repeating: 1024, count: count)).black == nil)
    }
  }
}
