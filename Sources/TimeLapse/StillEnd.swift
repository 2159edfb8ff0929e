/// The photos at an end of a run in which the light stands still, before it begins to move.
///
/// The model is a level, and a parabola that leaves it after some photos: smooth light that begins to move. The number of still
/// photos is the one that leaves the least squares. The mean of all of them is the best guess of the light there, as each
/// photo's exposure errs.
struct StillEnd {
  /// The light that stands still.
  let level: Double
  /// The number of photos from the end on that show it.
  let count: Int

  /// - Parameter values: Light from the end inwards, without the settings; nil for photos that do not count.
  /// - Returns: nil if the light moves from the end on, or if fewer than six photos count.
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

  /// The fewest photos whose mean says more than a line through their neighbours.
  private static let fewest = 6

  /// The best a + b · shape(place) by least squares: a, and the sum of squares that is left.
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
