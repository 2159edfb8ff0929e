internal import BromideLibc

/// Gains by position and brightness: a photo's ProfileGainTableMap, which phone cameras write to
/// brighten parts of a picture (DNG specification 1.7, ProfileGainTableMap and
/// ProfileGainTableMap2).
///
/// A grid of points covers the sensor's active area. Each point has gains for brightness from 0 to
/// 1. Gains are interpolated between points and between brightnesses. Outside the grid, the
/// outermost points apply.
public struct GainTable: Sendable, Hashable, Codable {
  /// Points side by side.
  public let columns: Int
  /// Rows of points.
  public let rows: Int
  /// Gains of each point.
  public let count: Int
  /// The place of the first point, and the distance of points, in widths and heights of the active
  /// area.
  public let origin: SIMD2<Double>
  /// The distance of points, in widths and heights of the active area.
  public let spacing: SIMD2<Double>
  /// The weights of red, green, blue, the smallest and the largest component in brightness.
  public let weights: [Double]
  /// The exponent of brightness for looking up gains.
  public let gamma: Double
  /// Gains of the first point, then of the point to its right, and so on in row order.
  public let gains: [Float]

  /// A limit far above phones. A grid of 256 megabytes means damage.
  public static let mostGains = 1 << 24
  /// 13 stops: no picture was raised more.
  static let mostGain: Float = 8192

  /// Creates a table from its parts.
  ///
  /// - Throws: `ProfileError` for a grid without points, a number of gains that does not match the
  ///   grid, and numbers that are not finite or are out of range.
  public init(
    columns: Int, rows: Int, count: Int, origin: SIMD2<Double>, spacing: SIMD2<Double>,
    weights: [Double], gamma: Double = 1, gains: [Float]
  ) throws(ProfileError) {
    let all = try Self.count(columns: columns, rows: rows, count: count)
    guard gains.count == all else {
      throw ProfileError("\(gains.count) gains where \(columns)×\(rows) points require \(all)")
    }
    let numbers = [origin.x, origin.y, spacing.x, spacing.y] + weights
    guard weights.count == 5, numbers.allSatisfy({ abs($0) <= 1e6 }),
      columns == 1 || spacing.x > 1e-6, rows == 1 || spacing.y > 1e-6
    else { throw ProfileError("points or weights outside the sensor") }
    guard (0.0625...16).contains(gamma) else {
      throw ProfileError("a gamma of \(gamma); expected 0.0625 to 16")
    }
    guard gains.allSatisfy({ (0...Self.mostGain).contains($0) }) else {
      throw ProfileError("gains that are not between 0 and \(Int(Self.mostGain))")
    }
    self.columns = columns
    self.rows = rows
    self.count = count
    self.origin = origin
    self.spacing = SIMD2(columns == 1 ? 1 : spacing.x, rows == 1 ? 1 : spacing.y)
    self.weights = weights
    self.gamma = gamma
    self.gains = gains
  }

  /// The gains of a grid.
  ///
  /// - Throws: `ProfileError` for a grid without points or with more than `mostGains`.
  public static func count(columns: Int, rows: Int, count: Int) throws(ProfileError) -> Int {
    let points = columns.multipliedReportingOverflow(by: rows)
    let all = points.partialValue.multipliedReportingOverflow(by: count)
    guard columns > 0, rows > 0, count > 0, !points.overflow, !all.overflow,
      all.partialValue <= mostGains
    else {
      throw ProfileError(
        "a grid of \(columns)×\(rows) points with \(count) gains each; expected 1 to \(mostGains) together"
      )
    }
    return all.partialValue
  }

  /// Whether the numbers of gains and weights match the dimensions.
  var isSound: Bool {
    (try? Self.count(columns: columns, rows: rows, count: count)) == gains.count
      && weights.count == 5
  }

  /// Whether the table has no effect.
  public var isIdentity: Bool { gains.allSatisfy { $0 == 1 } }

  /// Returns the gain of light at a position.
  ///
  /// - Parameters:
  ///   - place: In widths and heights of the active area, from its top left.
  ///   - light: Linear ProPhoto RGB after the photo's baseline exposure.
  public func gain(at place: SIMD2<Double>, of light: SIMD3<Double>) -> Double {
    let sum =
      weights[0] * light.x + weights[1] * light.y + weights[2] * light.z
      + weights[3] * light.min() + weights[4] * light.max()
    var brightness = min(max(sum, 0), 1)
    if gamma != 1 { brightness = pow(brightness, gamma) }
    let point = (place - origin) / spacing
    let (x, xShare) = Self.place(point.x, count: columns)
    let (y, yShare) = Self.place(point.y, count: rows)
    let (i, share) = Self.place(brightness * Double(count), count: count)
    func gain(_ x: Int, _ y: Int, _ i: Int) -> Double {
      Double(
        gains[(min(y, rows - 1) * columns + min(x, columns - 1)) * count + min(i, count - 1)])
    }
    func mix(_ a: Double, _ b: Double, _ share: Double) -> Double { a + share * (b - a) }
    func corner(_ x: Int, _ y: Int) -> Double { mix(gain(x, y, i), gain(x, y, i + 1), share) }
    return mix(
      mix(corner(x, y), corner(x + 1, y), xShare),
      mix(corner(x, y + 1), corner(x + 1, y + 1), xShare),
      yShare)
  }

  private static func place(_ place: Double, count: Int) -> (first: Int, share: Double) {
    let place = min(max(place, 0), Double(count - 1))
    let first = min(Int(place), max(count - 2, 0))
    return (first, place - Double(first))
  }
}
