/// The 6×6 colours of an X-Trans sensor, from any of their 18 origins.
///
/// Mirrored and transposed patterns are the same pattern from another origin.
public struct XTransPattern: Sendable, Hashable, Codable, CaseIterable {
  /// Rows and columns after which the colours repeat.
  public static let period = 6

  /// The colours from an origin at two greens of a 2×2 block, row after row. One array, as it is looked up for
  /// each site of some statistics.
  fileprivate static let colors: [CFAColor] = [
    .green, .green, .red, .green, .green, .blue,
    .green, .green, .blue, .green, .green, .red,
    .blue, .red, .green, .red, .blue, .green,
    .green, .green, .blue, .green, .green, .red,
    .green, .green, .red, .green, .green, .blue,
    .red, .blue, .green, .blue, .red, .green,
  ]

  /// Where the origin lies in `colors`: 0 ..< 6 and, as three rows and columns further the colours
  /// are the same, 0 ..< 3.
  private let column: Int
  private let row: Int

  private init(column: Int, row: Int) {
    (self.column, self.row) = (column, row)
  }

  /// The pattern whose 6×6 sites from the origin have these colours; nil if there is none.
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

  /// The colour of the site in column `x` of row `y`. The pattern repeats at negative positions too.
  public func color(x: Int, y: Int) -> CFAColor {
    let place = place(x: x, y: y)
    return Self.colors[Self.period * place.row + place.column]
  }

  /// Where in `colors` a site lies.
  fileprivate func place(x: Int, y: Int) -> (column: Int, row: Int) {
    func inside(_ position: Int) -> Int {
      let rest = position % Self.period
      return rest < 0 ? rest + Self.period : rest
    }
    return (inside(x + column), inside(y + row))
  }

  /// The pattern seen from a new origin, `dx` columns to the right of and `dy` rows below the old
  /// one.
  public func shifted(x dx: Int, y dy: Int) -> XTransPattern {
    XTransPattern { color(x: $0 + dx, y: $1 + dy) }!
  }
}

extension XTransPattern {
  private enum CodingKeys: CodingKey {
    case column, row
  }

  /// Reads what `encode` wrote; other origins are taken modulo the period.
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

/// A repeating arrangement of colours over a sensor.
public enum ColorFilters: Sendable, Hashable {
  case bayer(BayerPattern)
  case xtrans(XTransPattern)

  /// The colour of the site in column `x` of row `y`.
  public func color(x: Int, y: Int) -> CFAColor {
    switch self {
    case .bayer(let pattern): pattern.color(x: x, y: y)
    case .xtrans(let pattern): pattern.color(x: x, y: y)
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

/// The recording of an X-Trans sensor: one sample per site.
public struct XTransMosaic: Sendable {
  /// The active area, without masked borders, in raw code values.
  public let samples: PlaneView<UInt16>
  /// Colours of the sites, from the plane's origin.
  public let pattern: XTransPattern
  /// Black and white levels, from the plane's origin.
  public var levels: SensorLevels

  /// A mosaic of these samples, which are not copied.
  public init(samples: PlaneView<UInt16>, pattern: XTransPattern, levels: SensorLevels) {
    self.samples = samples
    self.pattern = pattern
    self.levels = levels
  }

  /// Size of the active area in sites, of which there are as many as pixels.
  public var size: Size { samples.size }

  /// The recorded value of a site: 0 black, 1 saturation. A white level at or below black counts as
  /// black plus one.
  public func light(x: Int, y: Int) -> Double {
    let black = Double(levels.black(x: x, y: y))
    let range = Double(levels.white) - black
    return (Double(samples[x, y]) - black) / (range > 0 ? range : 1)
  }

  /// The mean light of each colour among the 3×3 sites from a place on, which have all three, and
  /// the brightest of them.
  public func cell(x: Int, y: Int) -> (mean: SIMD3<Double>, most: Double) {
    var (sum, count, most) = (SIMD3<Double>(), SIMD3<Double>(), 0.0)
    let (white, black) = (Double(levels.white), levels.blackPatternSize)
    // Places in the patterns go on with the sites: divisions for each would take most of the time.
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
