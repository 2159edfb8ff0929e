import BromideValues
import TestSupport
import Testing

/// The colour filter array, the levels of its sites, and how stored rows lie in the upright picture.
@Suite struct SensorLayoutTests {
  /// The four patterns as their names spell them, from any origin.
  @Test(arguments: BayerPattern.allCases)
  func patternsAreAsTheirNamesSpellThem(pattern: BayerPattern) {
    let letters = Array(pattern.rawValue)
    for (x, y) in Places(x: -4..<5, y: -4..<5) {
      let letter = letters[(y & 1) * 2 + (x & 1)]
      let expected: CFAColor = letter == "r" ? .red : letter == "g" ? .green : .blue
      #expect(pattern.color(x: x, y: y) == expected, "\(x), \(y)")
      for (dy, dx) in product(-3...3, -3...3) {
        #expect(pattern.shifted(x: dx, y: dy).color(x: x - dx, y: y - dy) == expected)
      }
    }
    #expect(pattern.color(x: pattern.redX, y: pattern.redY) == .red)
    #expect(BayerPattern(redX: pattern.redX + 6, redY: pattern.redY - 2) == pattern)
  }

  /// A black pattern of 3×2 sites repeats in both directions.
  @Test func blackLevelsRepeat() {
    let levels = SensorLevels(
      blackPatternSize: Size(width: 3, height: 2), black: [1, 2, 3, 4, 5, 6], white: 100)
    for (x, y) in Places(x: 0..<7, y: 0..<7) {
      let expected = Float(1 + (y % 2) * 3 + x % 3)
      #expect(levels.black(x: x, y: y) == expected)
    }
    #expect(SensorLevels(black: 7, white: 9).black(x: 123, y: 45) == 7)
  }

  /// EXIF 0x0112: which visual edge the stored row 0 and the stored column 0 are.
  @Test(arguments: [
    (1, "top", "left"), (2, "top", "right"), (3, "bottom", "right"), (4, "bottom", "left"),
    (5, "left", "top"), (6, "right", "top"), (7, "right", "bottom"), (8, "left", "bottom"),
  ])
  func orientationsFollowExif(value: Int, row: String, column: String) throws {
    let orientation = try #require(Orientation(rawValue: value))
    let stored = Size(width: 5, height: 3)
    let upright = orientation.upright(stored)
    #expect(upright == (value > 4 ? Size(width: 3, height: 5) : stored))
    #expect(orientation.isTransposed == (value > 4))
    /// How far a pixel of the upright picture lies from an edge.
    func distance(_ x: Int, _ y: Int, from edge: String) -> Int {
      switch edge {
      case "top": y
      case "bottom": upright.height - 1 - y
      case "left": x
      default: upright.width - 1 - x
      }
    }
    for (x, y) in Places(x: 0..<upright.width, y: 0..<upright.height) {
      let found = orientation.storedPosition(x: x, y: y, in: stored)
      #expect(found.y == distance(x, y, from: row))
      #expect(found.x == distance(x, y, from: column))
    }
    // A part of the upright picture is where its pixels are.
    let part = Region(x: 1, y: 1, width: 2, height: 1)
    let region = orientation.storedRegion(part, in: stored)
    #expect(region.size.area == 2)
    for x in 1...2 {
      let pixel = orientation.storedPosition(x: x, y: 1, in: stored)
      #expect(region.contains(Region(x: pixel.x, y: pixel.y, width: 1, height: 1)))
    }
    let none = Region(x: 1, y: 1, width: 0, height: 4)
    #expect(orientation.storedRegion(none, in: stored).isEmpty)
  }

  @Test func uprightIsExifOrientationNumber1() {
    #expect(Orientation.upright.rawValue == 1)
  }
}
