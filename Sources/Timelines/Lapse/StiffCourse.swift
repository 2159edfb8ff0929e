/// The stiffest curve through numbers, within a limit for each.
///
/// It has the smallest sum of squared second differences (Whittaker 1922, as in Eilers 2003, "A
/// perfect smoother"). A straight line has no second differences. The curve is therefore a line if
/// the limits allow it, and bends only if they do not. Slow changes of the light stay, and the
/// curve does not swing at the ends.
enum StiffCourse {
  /// Returns the curve.
  ///
  /// It starts with a stiffness that gives almost the best straight line. Then each number that is
  /// further from the curve than its limit gets more weight, until all are within their limits
  /// (Lawson 1961).
  /// - Parameters:
  ///   - values: Finite numbers.
  ///   - centers: The centres of the limits, at most a limit away from the values.
  ///   - limits: The maximum distance of the curve from each centre, above 0.
  /// - Complexity: O(values · rounds). 10 to 70 rounds are usual, and 500 are the maximum.
  static func through(_ values: [Double], centers: [Double], limits: [Double]) -> [Double] {
    guard values.count > 2 else { return values }
    let count = Double(values.count)
    // For the slowest wave in a run of n, squared second differences are about 500 / n⁴ of its
    // squares. This is 5000 times as much.
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

  /// Returns the curve c with the minimum Σ weightᵢ (cᵢ − valueᵢ)² + stiffness · Σ (cᵢ₋₁ − 2cᵢ +
  /// cᵢ₊₁)².
  ///
  /// It is solved as least squares by Givens rotations of the rows. Normal equations would square
  /// the condition number, and a run of thousands of photos would lose all digits.
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

  /// Adds a row that starts in a column. Rotations move it to the right until all of it is zero.
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
