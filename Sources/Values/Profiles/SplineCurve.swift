/// A camera profile's tone curve: the natural cubic spline through its points, from linear to
/// linear light (DNG specification 1.7, ProfileToneCurve).
///
/// A natural spline has no curvature at its ends. Between steep points it can leave 0…1, so it is
/// limited to that range.
public struct SplineCurve: Sendable, Hashable, Codable {
  /// The curve's points. x rises from 0 to 1.
  public let points: [SIMD2<Double>]
  /// The second derivative at each point.
  private let bends: [Double]

  /// Adobe's curves have up to some hundred points.
  public static let most = 8192

  /// Creates a curve through points.
  ///
  /// - Throws: `ProfileError` unless there are 2 to `most` points in 0…1 and x rises from 0 to 1.
  public init(_ points: [SIMD2<Double>]) throws(ProfileError) {
    guard (2...Self.most).contains(points.count) else {
      throw ProfileError("\(points.count) points; expected 2 to \(Self.most)")
    }
    guard points.allSatisfy({ (0...1).contains($0.x) && (0...1).contains($0.y) }),
      points[0].x == 0, points[points.count - 1].x == 1,
      zip(points, points.dropFirst()).allSatisfy({ $0.x < $1.x })
    else { throw ProfileError("points that do not rise from 0 to 1") }
    self.points = points
    bends = Self.bends(points)
  }

  /// Whether it has as many bends as points.
  var isSound: Bool { points.count >= 2 && bends.count == points.count }

  /// The second derivatives that join the pieces with equal slopes, 0 at both ends: a tridiagonal
  /// system, solved from the first point to the last and back.
  private static func bends(_ points: [SIMD2<Double>]) -> [Double] {
    let last = points.count - 1
    var bends = [Double](repeating: 0, count: points.count)
    var (factors, rest) = (bends, bends)
    for i in stride(from: 1, to: last, by: 1) {
      let (before, after) = (points[i] - points[i - 1], points[i + 1] - points[i])
      let diagonal = 2 * (before.x + after.x) - before.x * factors[i - 1]
      factors[i] = after.x / diagonal
      rest[i] =
        (6 * (after.y / after.x - before.y / before.x) - before.x * rest[i - 1]) / diagonal
    }
    for i in stride(from: last - 1, to: 0, by: -1) {
      bends[i] = rest[i] - factors[i] * bends[i + 1]
    }
    return bends
  }

  /// The curve at x, which is limited to 0…1.
  ///
  /// - Complexity: O(log points).
  public func callAsFunction(_ x: Double) -> Double {
    let x = min(max(x, 0), 1)
    var (low, high) = (0, points.count - 1)
    while high - low > 1 {
      let middle = (low + high) / 2
      if points[middle].x > x { high = middle } else { low = middle }
    }
    let width = points[high].x - points[low].x
    let (a, b) = ((points[high].x - x) / width, (x - points[low].x) / width)
    let bend = (a * a * a - a) * bends[low] + (b * b * b - b) * bends[high]
    let y = a * points[low].y + b * points[high].y + bend * width * width / 6
    return min(max(y, 0), 1)
  }
}
