internal import BromideValues

/// A straight line through numbers, almost half of them possibly outliers (Siegel 1982, "Robust
/// regression using repeated medians").
enum RepeatedMedian {
  /// Returns the line's value at a position. Its slope is the median of each point's median slope
  /// to the others.
  ///
  /// - Parameter points: At least two, at different positions.
  /// - Complexity: O(points²).
  static func line(at place: Double, _ points: [(place: Double, value: Double)]) -> Double {
    let slopes = points.indices.map { i in
      points.indices.filter { $0 != i }.map { j in
        (points[j].value - points[i].value) / (points[j].place - points[i].place)
      }.median
    }
    let slope = slopes.median
    return points.map { $0.value + slope * (place - $0.place) }.median
  }
}
