internal import BromideValues

/// Finds outliers, such as photos with lightning or a car's lights.
///
/// Photos far from the trend are candidates, because the trend also cuts off bends of the light and
/// rounds the step of a time gap. A candidate is an outlier if it differs in the same direction
/// from the lines that lead to it from both sides.
struct OutlyingPhotos {
  private let seen: [Double?]
  private let reach: Int
  /// How far each photo is from the trend.
  private let away: [Double]
  /// Photos are tried if they are this far from the trend.
  private let limit: Double
  /// Photos that are near the trend.
  private let near: [Int]

  /// - Parameters:
  ///   - seen: A measurement for each photo, or `nil` if it is unknown. At least one is known.
  ///   - reach: The number of photos on either side that the trend and the lines depend on.
  ///   - threshold: The minimum difference of an outlier.
  init(_ seen: [Double?], reach: Int, threshold: Double) {
    self.seen = seen
    self.reach = reach
    let filled = MeasuredLight.filled(seen)
    let trend = LocalTrend.through(filled, reach: reach, isRobust: true)
    let away = zip(filled, trend).map { $0 - $1 }
    let known = seen.indices.filter { seen[$0] != nil }
    // Four and a half standard deviations of a normal distribution.
    let limit = max(threshold, 7 * known.map { abs(away[$0]) }.median)
    near = known.filter { abs(away[$0]) <= limit }
    self.away = away
    self.limit = limit
  }

  /// The photos, in the order of the run.
  var all: [Int] {
    var all: [Int] = []
    var run: [Int] = []
    for photo in seen.indices where seen[photo] != nil && abs(away[photo]) > limit {
      if let last = run.last, last != photo - 1 || away[last] * away[photo] < 0 {
        all += outlying(of: run)
        run = []
      }
      run.append(photo)
    }
    return all + outlying(of: run)
  }

  /// Returns the photos of a run that is far from the trend, without photos at its ends that match
  /// the light next to them.
  private func outlying(of run: [Int]) -> [Int] {
    guard let start = run.first, let end = run.last else { return [] }
    let before = near.prefix { $0 < start }.suffix(reach)
    let behind = near.drop { $0 < end }.prefix(reach)
    // A line through three photos errs more than they do.
    let (first, last) = (before.count > 3 ? before : [], behind.count > 3 ? behind : [])
    guard first.count + last.count > 0 else { return [] }
    var run = run[...]
    func belongs(_ photo: Int, near: ArraySlice<Int>, far: ArraySlice<Int>) -> Bool {
      differs(photo, from: near, least)
        && differs(photo, from: far, run.count == 1 ? least : least / 2)
    }
    while let photo = run.first, !belongs(photo, near: first, far: last) { run.removeFirst() }
    while let photo = run.last, !belongs(photo, near: last, far: first) { run.removeLast() }
    return Array(run)
  }

  /// The threshold for the closest line. A line across other photos of the event is less certain,
  /// so half of this is enough.
  private var least: Double { 0.6 * limit }

  /// Returns whether a photo differs from the line through others. Without others, it returns true.
  private func differs(_ photo: Int, from side: ArraySlice<Int>, _ least: Double) -> Bool {
    guard !side.isEmpty, let value = seen[photo] else { return true }
    let line = RepeatedMedian.line(
      at: Double(photo), side.compactMap { place in seen[place].map { (Double(place), $0) } })
    return (value - line) * (away[photo] < 0 ? -1 : 1) > least
  }
}
