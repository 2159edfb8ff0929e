/// A colour of the colour filter array (CFA).
public enum CFAColor: Int, Sendable, Hashable, Codable, CaseIterable {
  case red = 0
  case green = 1
  case blue = 2
}

/// The four 2×2 Bayer patterns. Each name lists the colours in reading order.
public enum BayerPattern: String, Sendable, Hashable, Codable, CaseIterable {
  case rggb, bggr, grbg, gbrg

  /// Returns the colour of the site in column `x` of row `y`. The pattern also repeats at negative
  /// positions.
  public func color(x: Int, y: Int) -> CFAColor {
    let dx = (x ^ (redX)) & 1
    let dy = (y ^ (redY)) & 1
    return dx == 0 && dy == 0 ? .red : dx == 1 && dy == 1 ? .blue : .green
  }

  /// The column (0 or 1) of the red site.
  public var redX: Int { self == .rggb || self == .gbrg ? 0 : 1 }

  /// The row (0 or 1) of the red site.
  public var redY: Int { self == .rggb || self == .grbg ? 0 : 1 }

  /// Creates the pattern with its red site at the given column and row. Only their parity matters.
  public init(redX: Int, redY: Int) {
    self =
      switch (redX & 1, redY & 1) {
      case (0, 0): .rggb
      case (1, 1): .bggr
      case (1, 0): .grbg
      default: .gbrg
      }
  }

  /// Returns the pattern from a new origin, `dx` columns to the right of the old one and `dy` rows
  /// below it.
  public func shifted(x dx: Int, y dy: Int) -> BayerPattern {
    BayerPattern(redX: redX ^ (dx & 1), redY: redY ^ (dy & 1))
  }
}
