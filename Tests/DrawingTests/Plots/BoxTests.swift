import BromideDrawing
import Testing

/// Boxes, axes and inks: the arithmetic of drawings, before anything is drawn.
@Suite struct BoxTests {
  private let box = Box(x: 10, y: 20, width: 60, height: 30)

  @Test func edgesAndMiddle() {
    #expect(box.maxX == 70 && box.maxY == 50)
    #expect(box.center == [40, 35])
  }

  @Test func insetsTakeOffTheirSides() {
    #expect(
      box.inset(left: 1, top: 2, right: 4, bottom: 8) == Box(x: 11, y: 22, width: 55, height: 20))
    #expect(box.inset(by: 5) == Box(x: 15, y: 25, width: 50, height: 20))
    #expect(box.inset(by: -5) == Box(x: 5, y: 15, width: 70, height: 40))
    // The result is empty, and not negative.
    let none = box.inset(by: 40)
    #expect(none.width == 0 && none.height == 0)
  }

  /// Cells and gaps add up to the box; the last row may be short.
  @Test func gridsFillTheBox() {
    let cells = box.grid(count: 5, columns: 3, gap: (x: 6, y: 2))
    #expect(cells.count == 5)
    // (60 − 2·6)/3 and (30 − 2)/2.
    for cell in cells { #expect(cell.width == 16 && cell.height == 14) }
    #expect(cells.map(\.x) == [10, 32, 54, 10, 32])
    #expect(cells.map(\.y) == [20, 20, 20, 36, 36])
    #expect(cells[2].maxX == box.maxX && cells[4].maxY == box.maxY)
    #expect(box.grid(count: 3, columns: 3, gap: (x: 0, y: 9))[2].height == 30)
    #expect(box.grid(count: 0, columns: 3, gap: (x: 1, y: 1)).isEmpty)
  }

  @Test func fittingKeepsProportionsAndTheMiddle() {
    #expect(box.fitting(width: 2, height: 2) == Box(x: 25, y: 20, width: 30, height: 30))
    #expect(box.fitting(width: 4, height: 1) == Box(x: 10, y: 27.5, width: 60, height: 15))
    #expect(box.fitting(width: 2, height: 1) == box)
  }

  /// The step is the smallest of 1, 2, 5, 10, 20 … that is at least ¾ of the requested distance.
  @Test(arguments: [
    (0.0...1, 10, [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1]), (0...10, 1, [0, 10]),
    (0...2.6, 1, [0, 2]), (0...26, 1, [0, 20]), (0...27, 1, [0]),
    (0...60, 1, [0, 50]), (0...66, 1, [0, 50]), (0...67, 1, [0]),
    (0...1.3, 1, [0, 1]), (0...1.34, 1, [0]), (2...4, 2, [2, 3, 4]), (0.41...0.49, 1, []),
    (-3...(-1), 2, [-3, -2, -1]),
  ])
  func axisLinesAreAtRoundValues(range: ClosedRange<Double>, count: Int, expected: [Double]) {
    #expect(Axis.roundValues(in: range, about: count) == expected)
  }

  @Test func emptyRangeHasOneValue() {
    #expect(Axis.roundValues(in: 3...3, about: 1) == [3])
    #expect(Axis.roundValues(in: 3...5, about: 0) == [3])
    #expect(Axis.roundValues(in: 3...(.infinity), about: 1) == [3])
    let axis = Axis(-1...1, about: 2, unit: " EV")
    #expect(axis.lines == [-1, 0, 1] && axis.numbers == axis.lines && axis.majorLines == [0])
    #expect(Axis(1...2).majorLines.isEmpty)
  }

  @Test func inksAreReadFromHex() {
    let ink = Ink(0xD55E01, alpha: 0.5)
    #expect(ink.red == 213 / 255.0 && ink.green == 94 / 255.0 && ink.blue == 1 / 255.0)
    #expect(ink.alpha == 0.5 && ink.opacity(1) == Ink(0xD55E01))
  }

  /// Rec. 709's luminance of the primaries. The text is black or white, with the larger contrast of
  /// WCAG, (L + 0.05)/(M + 0.05).
  @Test(
    arguments: [0x000000, 0xFFFFFF, 0xFF0000, 0x00FF00, 0x0000FF, 0x757575, 0x777777] as [UInt32])
  func legibleInkHasTheLargerContrast(hex: UInt32) {
    let ink = Ink(hex)
    func light(_ shift: UInt32) -> Double {
      let v = Double(hex >> shift & 0xFF) / 255
      return v <= 0.04045 ? v / 12.92 : root((v + 0.055) / 1.055)
    }
    /// x to the power of 2.4, by halving twelve fifths: x² · x^0.4, the latter by bisection.
    func root(_ x: Double) -> Double {
      var (low, high) = (0.0, 1.0)
      for _ in 0..<80 {
        let y = (low + high) / 2
        if y * y * y * y * y < x * x { low = y } else { high = y }
      }
      return x * x * low
    }
    let luminance = 0.2126 * light(16) + 0.7152 * light(8) + 0.0722 * light(0)
    #expect(abs(ink.luminance - luminance) < 2e-4)
    let onBlack = (luminance + 0.05) / 0.05
    let onWhite = 1.05 / (luminance + 0.05)
    #expect(ink.legible == (onBlack > onWhite ? .black : .white))
  }
}
