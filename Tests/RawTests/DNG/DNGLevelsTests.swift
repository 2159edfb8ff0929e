import BromideValues
import TestSupport
import Testing

@testable import BromideRaw

/// Black, white and the linearization table by DNG 1.7.1, chapter 5.
@Suite struct DNGLevelsTests {
  private func decode(_ dng: TinyDNG) throws -> RawPhoto {
    return try decoded(dng.data())
  }

  private func mosaic(_ dng: TinyDNG) throws -> Mosaic {
    let mosaic = try #require(decode(dng).image.asMosaic)
    return mosaic
  }

  /// Light by the standard's formula: (sample − black) / (white − largest black).
  private func light(_ mosaic: Mosaic, _ x: Int, _ y: Int) -> Double {
    let levels = mosaic.levels
    return (Double(mosaic.samples[x, y]) - Double(levels.black(x: x, y: y)))
      / Double(levels.white - levels.black(x: x, y: y))
  }

  /// Repeats, columns and rows add up, and all sites have one scale.
  @Test func blacksAddUp() throws {
    let (width, height) = (40, 30)
    let repeats = [256.0, 1024, 768, 1500.5]
    func black(_ x: Int, _ y: Int) -> Double {
      repeats[(y % 2) * 2 + x % 2] + Double(x) * 4.25 + Double(y) * 8
    }
    let largest = 1500.5 + 39 * 4.25 + 29 * 8
    var dng = TinyDNG(width: width, height: height, red: 0, green: 0, blue: 0)
    dng.samples = (0..<width * height).map { i in
      let (x, y) = (i % width, i / width)
      return UInt16((black(x, y) + 0.25 * Double(1 + x % 3) * (12_000 - largest)).rounded())
    }
    dng.fields[50713] = .short([2, 2])
    dng.fields[50714] = .rational(repeats.map { (UInt32($0 * 2), 2) })
    dng.fields[50715] = .signedRational((0..<width).map { (Int32($0 * 17), 4) })
    dng.fields[50716] = .signedRational((0..<height).map { (Int32($0 * 8), 1) })
    dng.fields[50717] = .long([12_000])
    let mosaic = try mosaic(dng)
    for (x, y) in [(0, 0), (1, 0), (0, 1), (39, 29), (17, 12), (20, 3)] {
      #expect(abs(light(mosaic, x, y) - 0.25 * Double(1 + x % 3)) < 1e-4, "\(x), \(y)")
    }
    dng.fields[50716] = .signedRational([(1, 1)])
    #expect(try #require(fault(dng)).contains("BlackLevelDeltaV holds 1 numbers where 30"))
  }

  /// Repeats start at the active area, and so do columns and rows.
  @Test func blackPatternsStartAtTheActiveArea() throws {
    var dng = TinyDNG(width: 32, height: 24, red: 1000, green: 1000, blue: 1000)
    dng.fields[50829] = .long([3, 5, 23, 31])
    dng.fields[50713] = .short([2, 2])
    dng.fields[50714] = .long([10, 20, 30, 40])
    dng.fields[50716] = .signedRational((0..<20).map { ($0 == 7 ? 100 : 0, 1) })
    let samples = try mosaic(dng).samples
    #expect(Int(samples[0, 0]) - Int(samples[1, 0]) == 10)
    #expect(Int(samples[0, 0]) - Int(samples[1, 1]) == 30)
    #expect(Int(samples[1, 5]) - Int(samples[1, 7]) == 100)
  }

  @Test func maskedAreasProvideMissingBlack() throws {
    let width = 40
    var dng = TinyDNG(width: width, height: 24, red: 0, green: 0, blue: 0)
    let blacks = [500, 510, 520, 530]
    for (x, y) in Places(x: 0..<width, y: 0..<24) {
      let black = blacks[(y & 1) * 2 + (x & 1)] + (y & 2) - 1
      dng.samples[y * width + x] = UInt16(x < 8 ? black : black + 4000)
    }
    dng.fields[50829] = .long([0, 8, 24, 40])
    dng.fields[50830] = .long([0, 0, 24, 8])
    dng.fields[50717] = .long([16_000])
    let mosaic = try mosaic(dng)
    let expected = 4000 / (16_000 - 530.0)
    for (x, y) in [(0, 0), (1, 0), (0, 1), (1, 1), (20, 12)] {
      let difference = Double(light(mosaic, x, y)) - expected
      #expect(abs(difference) < 2e-4, "\(x), \(y)")
    }
    // A recorded black has priority over masked sites.
    dng.fields[50714] = .long([100])
    #expect(try self.mosaic(dng).levels.black == [100])
  }

  /// Each plane of a linear DNG has a separate black and white.
  @Test func linearPlanesHaveSeparateScales() throws {
    let (blacks, whites) = ([400, 500, 700], [12_000, 10_000, 8000])
    var dng = TinyDNG(width: 24, height: 20, samples: [])
    let middles = zip(blacks, whites).map { UInt16(($0 + $1) / 2) }
    dng.samples = (0..<24 * 20 * 3).map { middles[$0 % 3] }
    dng.channels = 3
    dng.pattern = []
    dng.fields[50714] = .long(blacks.map(UInt32.init))
    dng.fields[50717] = .long(whites.map(UInt32.init))
    let image = try #require(decode(dng).image.asLinear)
    for i in [0, 1, 2, 40, 71] {
      #expect(abs(Float(image.samples[i, 11]) / image.white - 0.5) < 1e-4, "sample \(i)")
    }
  }

  /// The table is applied first. Without WhiteLevel, its last value is white.
  @Test func tableComesFirst() throws {
    var dng = TinyDNG(width: 24, height: 20, red: 10, green: 100, blue: 255)
    let table = (0..<256).map { UInt16($0 * $0 / 5) }
    dng.fields[50712] = .short(table)
    let mosaic = try mosaic(dng)
    #expect(mosaic.levels.white == Float(table[255]))
    #expect(mosaic.samples[0, 0] == table[10] && mosaic.samples[1, 0] == table[100])
    dng.samples[0] = 300
    #expect(try self.mosaic(dng).samples[0, 0] == table[255])
  }

  @Test func impossibleLevelsAreRejected() throws {
    var dng = TinyDNG(width: 24, height: 20, red: 10, green: 100, blue: 255)
    dng.fields[50714] = .long([5000])
    dng.fields[50717] = .long([5000])
    #expect(throws: RawError.self) { try decode(dng) }
    dng.fields[50717] = .long([0])
    #expect(try #require(fault(dng)).contains("WhiteLevel"))
    dng.fields[50717] = nil
    dng.fields[50713] = .short([2, 2])
    dng.fields[50714] = .long([1, 2])
    #expect(try #require(fault(dng)).contains("BlackLevel does not contain the 4 numbers"))
  }
}
