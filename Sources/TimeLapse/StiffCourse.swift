/// The stiffest curve through numbers, within a limit for each: the least sum of squared second differences (Whittaker 1922,
/// as in Eilers 2003, "A perfect smoother").
///
/// Among curves, a straight line has no second differences. So the curve is a line where the limits allow one, and bends
/// only where they do not: slow changes of the light stay, and nothing swings beyond the ends.
enum StiffCourse {
  /// The curve.
  ///
  /// It starts as the curve whose bends cost so much that it is almost the best straight line. Then each number that is
  /// further from the curve than its limit gets more weight, until none is (Lawson 1961).
  /// - Parameters:
  ///   - values: Finite.
  ///   - centers: The middles of the limits; at most a limit away from the values.
  ///   - limits: How far the curve may be from each middle, above 0.
  /// - Complexity: O(values · rounds); 10 to 70 rounds are usual, 500 are the most.
  static func through(_ values: [Double], centers: [Double], limits: [Double]) -> [Double] {
    guard values.count > 2 else { return values }
    let count = Double(values.count)
    // The slowest wave of a run of n has squared second differences of about 500 / n⁴ of its squares: this is 5000 times that.
    let stiffness = 10 * count * count * count * count
    var weights = [Double](repeating: 1, count: values.count)
    var course = fit(values, weights: weights, stiffness: stiffness)
    for _ in 0..<mostRounds {
      var isWithin = true
      for i in values.indices {
        let excess = abs(course[i] - centers[i]) / limits[i]
        guard excess > 1 else { continue }
        isWithin = false
        weights[i] *= min(1.3 * excess, 4)
      }
      if isWithin { break }
      course = fit(values, weights: weights, stiffness: stiffness)
    }
    return course
  }

  private static let mostRounds = 500

  /// The curve c with the least Σ weightᵢ (cᵢ − valueᵢ)² + stiffness · Σ (cᵢ₋₁ − 2cᵢ + cᵢ₊₁)².
  ///
  /// Solved as least squares by Givens rotations of the rows, not by normal equations: their condition is the square, and
  /// a run of thousands of photos would leave no digits.
  /// - Parameters:
  ///   - values: At least one.
  ///   - weights: Above 0.
  static func fit(_ values: [Double], weights: [Double], stiffness: Double) -> [Double] {
    // Upper triangle: the diagonal and two numbers to its right, then the right-hand side.
    var rows = [SIMD4<Double>](repeating: SIMD4(), count: values.count)
    let bend = stiffness.squareRoot()
    for i in values.indices {
      let weight = weights[i].squareRoot()
      rotate(SIMD4(weight, 0, 0, weight * values[i]), into: &rows, at: i)
      if i >= 2 { rotate(SIMD4(bend, -2 * bend, bend, 0), into: &rows, at: i - 2) }
    }
    var course = values
    for i in values.indices.reversed() {
      var rest = rows[i].w
      if i + 1 < values.count { rest -= rows[i].y * course[i + 1] }
      if i + 2 < values.count { rest -= rows[i].z * course[i + 2] }
      course[i] = rest / rows[i].x
    }
    return course
  }

  /// Adds a row whose first number is in a column, which rotations move to the right until nothing is left of it.
  private static func rotate(
    _ row: SIMD4<Double>, into rows: inout [SIMD4<Double>], at column: Int
  ) {
    var row = row
    for place in column..<min(column + 3, rows.count) {
      let length = (rows[place].x * rows[place].x + row.x * row.x).squareRoot()
      guard row.x != 0, length > 0 else {
        row = SIMD4(row.y, row.z, 0, row.w)
        continue
      }
      let (cosine, sine) = (rows[place].x / length, row.x / length)
      let rest = cosine * row - sine * rows[place]
      rows[place] = cosine * rows[place] + sine * row
      row = SIMD4(rest.y, rest.z, 0, rest.w)
    }
  }
}
