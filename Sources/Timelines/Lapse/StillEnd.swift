/// The photos at an end of a run with constant light, before it starts to change.
///
/// The model is a level, and a parabola that leaves it after some photos, like smooth light that
/// starts to change. The number of constant photos minimises the squared error. Their mean is the
/// best estimate of the light, because each photo's exposure has an error.
struct StillEnd {
  /// The level of the constant light.
  let level: Double
  /// The number of constant photos, counted from the end.
  let count: Int

  /// - Parameter values: Light from the end inwards, without the settings, or `nil` for photos to
  ///   ignore.
  /// - Returns: `nil` if the light changes immediately, or if there are fewer than six values.
  init?(_ values: [Double?]) {
    let known = values.enumerated().compactMap { place, value in
      value.map { (place: Double(place), value: $0) }
    }
    guard known.count >= Self.fewest else { return nil }
    var best = (level: 0.0, rest: Double.infinity, count: 0)
    for count in 2...values.count {
      let fit = Self.fit(known) { place in
        let beyond = max(place - Double(count - 1), 0)
        return beyond * beyond
      }
      if fit.rest <= best.rest { best = (fit.level, fit.rest, count) }
    }
    // A line that fits better by two standard errors of its slope is light that moves at once.
    let line = Self.fit(known) { $0 }
    guard (best.rest - line.rest) * Double(known.count - 2) <= 4 * line.rest else { return nil }
    (level, count) = (best.level, best.count)
  }

  /// The minimum number of photos with a mean that is better than a line through their neighbours.
  private static let fewest = 6

  /// Fits a + b · shape(place) by least squares. Returns a and the remaining sum of squares.
  private static func fit(
    _ known: [(place: Double, value: Double)], _ shape: (Double) -> Double
  ) -> (level: Double, rest: Double) {
    let count = Double(known.count)
    let x = known.reduce(0) { $0 + shape($1.place) } / count
    let y = known.reduce(0) { $0 + $1.value } / count
    var (xx, xy, yy) = (0.0, 0.0, 0.0)
    for (place, value) in known {
      let (dx, dy) = (shape(place) - x, value - y)
      xx += dx * dx
      xy += dx * dy
      yy += dy * dy
    }
    guard xx > 1e-12 else { return (y, yy) }
    return (y - xy / xx * x, yy - xy * xy / xx)
  }
}
