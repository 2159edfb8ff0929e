import BromideValues
import Foundation
import TestSupport
import Testing

@Suite struct XTransPatternTests {
  /// Every 3×3 sites have five greens, and at least one red and one blue.
  @Test(arguments: XTransPattern.allCases) func colours(pattern: XTransPattern) {
    for (x, y) in Places(x: -7..<7, y: -7..<7) {
      var counts = [0, 0, 0]
      for i in 0..<9 { counts[pattern.color(x: x + i % 3, y: y + i / 3).rawValue] += 1 }
      #expect(counts[1] == 5 && counts[0] >= 1 && counts[2] >= 1)
      #expect(pattern.color(x: x, y: y) == pattern.color(x: x + 6, y: y - 6))
    }
  }

  @Test func originsAreDistinct() {
    #expect(
      Set(XTransPattern.allCases.map { p in (0..<36).map { p.color(x: $0 % 6, y: $0 / 6) } })
        .count == 18)
  }

  /// Patterns are found again from a new origin, mirrored and transposed.
  @Test(arguments: XTransPattern.allCases) func transformed(pattern: XTransPattern) throws {
    for (dx, dy) in [(1, 0), (0, 1), (-5, 4), (3, 3), (9, -2)] {
      let shifted = pattern.shifted(x: dx, y: dy)
      for i in 0..<36 {
        let (x, y) = (i % 6, i / 6)
        #expect(shifted.color(x: x, y: y) == pattern.color(x: x + dx, y: y + dy))
      }
    }
    #expect(pattern.shifted(x: 3, y: 3) == pattern)
    #expect(XTransPattern { pattern.color(x: -$0, y: $1) } != nil)
    #expect(XTransPattern { pattern.color(x: $1, y: $0) } != nil)
    let data = try JSONEncoder().encode(pattern)
    #expect(try JSONDecoder().decode(XTransPattern.self, from: data) == pattern)
  }

  @Test func otherArrangementsAreRejected() {
    #expect(XTransPattern { _, _ in .green } == nil)
    #expect(XTransPattern { BayerPattern.rggb.color(x: $0, y: $1) } == nil)
    let pattern = XTransPattern.allCases[0]
    #expect(XTransPattern { $0 == 5 && $1 == 5 ? .red : pattern.color(x: $0, y: $1) } == nil)
    for text in [#"{"column":6,"row":0}"#, #"{"column":0,"row":3}"#, #"{"column":-1,"row":0}"#] {
      #expect(throws: DecodingError.self) {
        try JSONDecoder().decode(XTransPattern.self, from: Data(text.utf8))
      }
    }
  }

  /// Means and maxima of 3×3 sites, compared with sums over single sites.
  @Test(arguments: XTransPattern.allCases) func cells(pattern: XTransPattern) {
    let samples = ImageBuffer<UInt16>(size: Size(width: 17, height: 14)) { x, y, _ in
      UInt16((x * 7919 + y * 104_729) % 4001)
    }
    let blacks = [Size(width: 1, height: 1), Size(width: 6, height: 6), Size(width: 2, height: 5)]
    for (size, white) in blacks.map({ ($0, Float(4000)) }) + [(blacks[1], Float(101))] {
      let mosaic = XTransMosaic(
        samples: samples.plane, pattern: pattern,
        levels: SensorLevels(
          blackPatternSize: size, black: (0..<size.area).map { Float(90 + $0) }, white: white))
      for (x, y) in Places(x: 0...14, y: 0...11) {
        var (sum, count, most) = (SIMD3<Double>(), SIMD3<Double>(), 0.0)
        for i in 0..<9 {
          let color = pattern.color(x: x + i % 3, y: y + i / 3).rawValue
          sum[color] += mosaic.light(x: x + i % 3, y: y + i / 3)
          count[color] += 1
          most = max(most, mosaic.light(x: x + i % 3, y: y + i / 3))
        }
        let cell = mosaic.cell(x: x, y: y)
        #expect(cell.mean == sum / count && cell.most == most)
      }
    }
  }
}
