/// A smooth curve through noisy numbers. At each position, it is the straight line that fits its
/// neighbours best, by least squares with tricube weights (Cleveland 1979, LOWESS).
///
/// A line keeps a ramp unchanged up to both ends, but a mean would bend it. Outliers, such as
/// lightning, lose their weight in two further rounds (Tukey's biweight, at nine times the median
/// deviation). With a smaller limit, asymmetric flicker would pull the curve to its more frequent
/// side.
enum LocalTrend {
  /// Returns the curve at every position.
  ///
  /// - Parameters:
  ///   - values: Finite numbers.
  ///   - reach: Neighbours on either side, at least 1.
  ///   - isRobust: Whether to ignore numbers far from the curve.
  /// - Complexity: O(values · reach).
  static func through(_ values: [Double], reach: Int, isRobust: Bool) -> [Double] {
    guard values.count > 2 else { return values }
    let weights = Self.weights(reach)
    var trust = [Double](repeating: 1, count: values.count)
    var course = fitted(values, weights, trust)
    for _ in 0..<(isRobust ? 2 : 0) {
      let deviations = values.indices.map { abs(values[$0] - course[$0]) }
      let limit = 9 * deviations.sorted()[values.count / 2]
      // Numbers without noise only have rounding errors, so skip the search for outliers.
      guard limit > 1e-9 else { break }
      trust = deviations.map { deviation in
        let share = min(deviation / limit, 1)
        return (1 - share * share) * (1 - share * share)
      }
      course = fitted(values, weights, trust)
    }
    return course
  }

  /// Tricube weights by distance.
  private static func weights(_ reach: Int) -> [Double] {
    (0...max(reach, 1)).map { distance in
      let d = Double(distance) / Double(max(reach, 1) + 1)
      let rest = 1 - d * d * d
      return rest * rest * rest
    }
  }

  /// Returns the curve at every position, with a weight for each number.
  ///
  /// - Parameters:
  ///   - values: Finite numbers.
  ///   - reach: Neighbours on either side, at least 1.
  ///   - trust: Weights from 0 (ignored) to 1.
  static func through(_ values: [Double], reach: Int, trust: [Double]) -> [Double] {
    values.count > 2 ? fitted(values, weights(reach), trust) : values
  }

  private static func fitted(
    _ values: [Double], _ weights: [Double], _ trust: [Double]
  ) -> [Double] {
    values.indices.map { place in
      var (sum, x, y, xx, xy) = (0.0, 0.0, 0.0, 0.0, 0.0)
      let reach = weights.count - 1
      for other in max(0, place - reach)...min(values.count - 1, place + reach) {
        let weight = weights[abs(other - place)] * trust[other]
        let away = Double(other - place)
        sum += weight
        x += weight * away
        y += weight * values[other]
        xx += weight * away * away
        xy += weight * away * values[other]
      }
      let spread = sum * xx - x * x
      // All neighbours but one may have lost their weight.
      guard spread > 1e-9 * max(sum * xx, 1e-12) else { return sum > 0 ? y / sum : values[place] }
      return (xx * y - x * xy) / spread
    }
  }
}
