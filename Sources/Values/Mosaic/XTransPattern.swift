/// The 6×6 colours of an X-Trans sensor, from any of their 18 origins.
///
/// Mirrored and transposed patterns are the same pattern from another origin.
public struct XTransPattern: Sendable, Hashable, Codable, CaseIterable {
  /// Rows and columns after which the colours repeat.
  public static let period = 6

  /// The colours, row by row. The origin is at two greens of a 2×2 block. This is a single array,
  /// because some statistics look it up for each site.
  fileprivate static let colors: [CFAColor] = [
    .green, .green, .red, .green, .green, .blue,
    .green, .green, .blue, .green, .green, .red,
    .blue, .red, .green, .red, .blue, .green,
    .green, .green, .blue, .green, .green, .red,
    .green, .green, .red, .green, .green, .blue,
    .red, .blue, .green, .blue, .red, .green,
  ]

  /// The position of the origin in `colors`. The column is 0 ..< 6. The row is 0 ..< 3, because the
  /// colours repeat three rows and three columns further.
  private let column: Int
  private let row: Int

  private init(column: Int, row: Int) {
    (self.column, self.row) = (column, row)
  }

  /// Creates the pattern with these colours in the 6×6 sites from the origin, or returns `nil` if
  /// no pattern matches.
  public init?(_ color: (_ x: Int, _ y: Int) -> CFAColor) {
    let found = Self.allCases.first { pattern in
      (0..<Self.period).allSatisfy { y in
        (0..<Self.period).allSatisfy { x in color(x, y) == pattern.color(x: x, y: y) }
      }
    }
    guard let found else { return nil }
    self = found
  }

  /// The patterns of all origins.
  public static var allCases: [XTransPattern] {
    (0..<period / 2).flatMap { row in (0..<period).map { XTransPattern(column: $0, row: row) } }
  }

  /// Returns the colour of the site in column `x` of row `y`. The pattern also repeats at negative
  /// positions.
  public func color(x: Int, y: Int) -> CFAColor {
    let place = place(x: x, y: y)
    return Self.colors[Self.period * place.row + place.column]
  }

  /// Returns the position of a site in `colors`.
  fileprivate func place(x: Int, y: Int) -> (column: Int, row: Int) {
    func inside(_ position: Int) -> Int {
      let rest = position % Self.period
      return rest < 0 ? rest + Self.period : rest
    }
    return (inside(x + column), inside(y + row))
  }

  /// Returns the pattern from a new origin, `dx` columns to the right of the old one and `dy` rows
  /// below it.
  public func shifted(x dx: Int, y dy: Int) -> XTransPattern {
    XTransPattern { color(x: $0 + dx, y: $1 + dy) }!
  }
}

extension XTransPattern {
  private enum CodingKeys: CodingKey {
    case column, row
  }

  /// Reads what `encode` wrote.
  ///
  /// - Throws: `DecodingError.dataCorrupted` if the origin is out of range.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    let column = try values.decode(Int.self, forKey: .column)
    let row = try values.decode(Int.self, forKey: .row)
    guard (0..<Self.period).contains(column), (0..<Self.period / 2).contains(row) else {
      throw DecodingError.dataCorruptedError(
        forKey: .column, in: values, debugDescription: "no origin of an X-Trans pattern")
    }
    self.init(column: column, row: row)
  }
}

/// The repeating colours of a sensor.
public enum ColorFilters: Sendable, Hashable, Codable {
  case bayer(BayerPattern)
  case xtrans(XTransPattern)

  /// Returns the colour of the site in column `x` of row `y`.
  public func color(x: Int, y: Int) -> CFAColor {
    switch self {
    case .bayer(let pattern): pattern.color(x: x, y: y)
    case .xtrans(let pattern): pattern.color(x: x, y: y)
    }
  }

  /// Returns the filters from a new origin, `dx` columns to the right of the old one and `dy` rows
  /// below it.
  package func shifted(x dx: Int, y dy: Int) -> ColorFilters {
    switch self {
    case .bayer(let pattern): .bayer(pattern.shifted(x: dx, y: dy))
    case .xtrans(let pattern): .xtrans(pattern.shifted(x: dx, y: dy))
    }
  }

  /// Rows and columns after which the colours repeat.
  public var period: Int {
    switch self {
    case .bayer: 2
    case .xtrans: XTransPattern.period
    }
  }
}

extension XTransMosaic {
  /// Returns the recorded value of a site, where 0 is black and 1 is saturation. If the white level
  /// is at or below black, black plus one is used instead.
  public func light(x: Int, y: Int) -> Double {
    let black = Double(levels.black(x: x, y: y))
    let range = Double(levels.white) - black
    return (Double(samples[x, y]) - black) / (range > 0 ? range : 1)
  }

  /// Returns the mean light of each colour in 3×3 sites, which contain all three colours, and the
  /// brightest light. (x, y) is the first site.
  public func cell(x: Int, y: Int) -> (mean: SIMD3<Double>, most: Double) {
    var (sum, count, most) = (SIMD3<Double>(), SIMD3<Double>(), 0.0)
    let (white, black) = (Double(levels.white), levels.blackPatternSize)
    // Update the pattern positions from site to site, because divisions would take most of the
    // time.
    let first = pattern.place(x: x, y: y)
    let firstBlack = x % black.width
    var row = first.row
    for dy in 0..<3 {
      let blackRow = (y + dy) % black.height * black.width
      var (column, blackColumn) = (first.column, firstBlack)
      for dx in 0..<3 {
        let level = Double(levels.black[blackRow + blackColumn])
        let range = white - level
        let light = (Double(samples[x + dx, y + dy]) - level) / (range > 0 ? range : 1)
        let color = XTransPattern.colors[XTransPattern.period * row + column].rawValue
        sum[color] += light
        count[color] += 1
        most = max(most, light)
        column = column + 1 == XTransPattern.period ? 0 : column + 1
        blackColumn = blackColumn + 1 == black.width ? 0 : blackColumn + 1
      }
      row = row + 1 == XTransPattern.period ? 0 : row + 1
    }
    return (sum / count, most)
  }
}
