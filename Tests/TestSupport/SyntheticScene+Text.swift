extension SyntheticScene {
  /// Lines of dark letters on paper that become smaller downwards, from a twelfth of the picture to
  /// a few pixels.
  public static let text = SyntheticScene("text") { x, y in
    let paper = SIMD3(0.82, 0.80, 0.74)
    var top = 0.05
    var height = 0.11
    for line in 0..<12 {
      if y < top { return paper }
      if y < top + height {
        return ink(x: x - 0.04, y: y - top, height: height, line: line) ?? paper
      }
      top += height * 1.45
      height *= 0.8
    }
    return paper
  }

  /// Returns the colour of a letter at a position in a line, or `nil` between letters.
  private static func ink(x: Double, y: Double, height: Double, line: Int) -> SIMD3<Double>? {
    // A cell is 6 × 7 dots, and the picture is 3:2.
    let dot = height / 7
    let column = Int((x * 1.5 / dot).rounded(.down))
    guard x >= 0, x < 0.92, column % 6 < 5 else { return nil }
    let letter = letters[(column / 6 + line * 3) % letters.count]
    let row = min(Int(y / dot), 6)
    guard letter[row] >> (4 - column % 6) & 1 == 1 else { return nil }
    return line % 3 == 1 ? SIMD3(0.45, 0.04, 0.05) : SIMD3(0.03, 0.04, 0.07)
  }

  /// `BROMIDE 24 `, five dots wide and seven high, the leftmost dot in bit 4.
  private static let letters: [[Int]] = [
    [0b11110, 0b10001, 0b10001, 0b11110, 0b10001, 0b10001, 0b11110],
    [0b11110, 0b10001, 0b10001, 0b11110, 0b10100, 0b10010, 0b10001],
    [0b01110, 0b10001, 0b10001, 0b10001, 0b10001, 0b10001, 0b01110],
    [0b10001, 0b11011, 0b10101, 0b10101, 0b10001, 0b10001, 0b10001],
    [0b01110, 0b00100, 0b00100, 0b00100, 0b00100, 0b00100, 0b01110],
    [0b11110, 0b10001, 0b10001, 0b10001, 0b10001, 0b10001, 0b11110],
    [0b11111, 0b10000, 0b10000, 0b11110, 0b10000, 0b10000, 0b11111],
    [0, 0, 0, 0, 0, 0, 0],
    [0b01110, 0b10001, 0b00001, 0b00110, 0b01000, 0b10000, 0b11111],
    [0b00010, 0b00110, 0b01010, 0b10010, 0b11111, 0b00010, 0b00010],
    [0, 0, 0, 0, 0, 0, 0],
  ]
}
