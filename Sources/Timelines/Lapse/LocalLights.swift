internal import BromideLibc
internal import BromideValues

/// Measures how much local light or shade, such as a car's lights or a bird, changes the
/// measurement of each photo.
///
/// An exposure error changes all tiles of a photo by the same EV, but a local light changes only
/// some. The gain of a photo is therefore the one that most of its tiles agree on. It is the
/// minimum of the sum of Tukey's biweight losses (Beaton and Tukey 1974), over the gains of all
/// tiles. Unlike a median, it stays with the agreeing tiles if lights brighten almost half of them.
///
/// A light on the entire picture is not local. If it is strong, `OutlyingPhotos` finds it.
enum LocalLights {
  /// Returns the measured light of photos without local lights, and the photos that they change
  /// visibly.
  ///
  /// - Parameter smooth: Photos on either side for smoothing flicker.
  static func removed(
    from photos: [LapseAnalysis.Photo], smooth: Double
  ) -> (luminance: [Double?], lit: [Int]) {
    let known = photos.count { $0.tiles != nil }
    let excess = Self.excess(
      photos.map(\.tiles), reach: min(Int(smooth.rounded()), max(4, known / 8)))
    return (
      zip(photos, excess).map { photo, excess in photo.luminance.map { $0 * exp2(-excess) } },
      photos.indices.filter { abs(excess[$0]) >= visible }
    )
  }

  /// In EV: less is no more than flicker.
  private static let visible = 0.1

  /// Returns the EV by which local lights change each photo's measurement, or 0 if it is unknown.
  ///
  /// - Parameters:
  ///   - tiles: The light of each photo's tiles in EV, or `nil` if it was not measured. All photos
  ///     have the same number.
  ///   - reach: Photos on either side that define the usual light of a tile. It must be usual in
  ///     most of them.
  /// - Complexity: O(photos · tiles · (tiles + reach · log reach)).
  static func excess(_ tiles: [[Double]?], reach: Int) -> [Double] {
    let known = tiles.indices.filter { tiles[$0] != nil }
    let values = known.map { tiles[$0]! }
    var excess = tiles.map { _ in 0.0 }
    guard reach > 1, known.count >= fewestPhotos, let first = values.first,
      first.count >= fewestTiles, values.allSatisfy({ $0.count == first.count })
    else { return excess }
    let usual = Self.usual(values, reach)
    let rests = zip(values, usual).map { photo, usual in zip(photo, usual).map { $0 - $1 } }
    let least = rests.map { photo in photo.map { _ in leastSpread } }
    let rough = zip(rests, least).map { Gain($0, spreads: $1) }
    // The usual distance of each tile from the gain. It is larger for clouds than for a wall.
    let spreads = columns(rests, rough) { rest, gain in abs(rest - gain.value) }
      .map { runningMedian($0, reach) }
    for (place, photo) in known.enumerated() {
      let gain = Gain(
        rests[place], spreads: spreads.map { max($0[place], leastSpread) })
      let sound = values[place].indices.map { tile in
        let expected = usual[place][tile] + gain.value
        return expected + gain.trusts[tile] * (values[place][tile] - expected)
      }
      excess[photo] = middle(values[place]) - middle(sound)
    }
    return excess
  }

  private static let fewestPhotos = 5
  private static let fewestTiles = 6
  /// In EV: noise, and rounding, of the quietest tile.
  private static let leastSpread = 0.02

  // MARK: What is usual

  /// Returns the usual EV of each tile relative to the centre of its photo, from most photos near
  /// it.
  private static func usual(_ values: [[Double]], _ reach: Int) -> [[Double]] {
    let middles = values.map(\.median)
    let courses = columns(values, middles) { $0 - $1 }.map { robustTrend($0, reach) }
    return values.indices.map { place in courses.map { $0[place] } }
  }

  /// Returns a trend that tolerates outliers in almost half of the numbers, because a light can
  /// stay for some photos. `LocalTrend` would follow it in its first round, but a running median
  /// does not.
  private static func robustTrend(_ values: [Double], _ reach: Int) -> [Double] {
    var course = runningMedian(values, reach)
    for _ in 0..<2 {
      let away = zip(values, course).map { abs($0 - $1) }
      let limit = max(6 * away.median, leastSpread / 2)
      course = LocalTrend.through(values, reach: reach, trust: away.map { trust($0 / limit) })
    }
    return course
  }

  /// The median of each number and its neighbours.
  static func runningMedian(_ values: [Double], _ reach: Int) -> [Double] {
    values.indices.map { place in
      let window = max(0, place - reach)...min(values.count - 1, place + reach)
      return Array(values[window]).median
    }
  }

  /// The numbers of each tile over time, combined with something of each photo.
  private static func columns<Other>(
    _ rows: [[Double]], _ others: [Other], _ combine: (Double, Other) -> Double
  ) -> [[Double]] {
    (rows.first ?? []).indices.map { tile in
      zip(rows, others).map { combine($0[tile], $1) }
    }
  }

  /// Tukey's biweight: 1 at 0, and 0 for 1 or more.
  private static func trust(_ distance: Double) -> Double {
    let share = min(distance, 1)
    return (1 - share * share) * (1 - share * share)
  }

  /// The mean light of the middle half in EV. `RawLuminance` measures photos in the same way.
  private static func middle(_ tiles: [Double]) -> Double {
    let light = tiles.sorted().map { exp2($0) }
    let half = light[light.count / 4..<light.count - light.count / 4]
    return log2(half.reduce(0, +) / Double(half.count))
  }

  // MARK: The gain of a photo

  /// The EV that most tiles of a photo agree on, and each tile's agreement.
  private struct Gain {
    private(set) var value = 0.0
    /// From 0 to 1, by tile.
    private(set) var trusts: [Double] = []

    /// - Parameters:
    ///   - rests: The distance of each tile from its usual light, in EV. At least one.
    ///   - spreads: Its usual distance from the gain.
    init(_ rests: [Double], spreads: [Double]) {
      // Four standard deviations of a normal distribution, by its median deviation.
      let limits = spreads.map { 4 * 1.4826 * $0 }
      var least = Double.infinity
      for candidate in rests {
        var loss = 0.0
        for (rest, limit) in zip(rests, limits) {
          let share = min(abs(rest - candidate) / limit, 1)
          let inside = 1 - share * share
          loss += 1 - inside * inside * inside
        }
        if loss < least { (least, value) = (loss, candidate) }
      }
      // The loss is least at a weighted mean.
      for _ in 0..<5 {
        trusts = zip(rests, limits).map { LocalLights.trust(abs($0 - value) / $1) }
        let weights = zip(trusts, spreads).map { $0 / ($1 * $1) }
        let total = weights.reduce(0, +)
        guard total > 0 else { break }
        value = zip(weights, rests).reduce(0) { $0 + $1.0 * $1.1 } / total
      }
    }
  }
}
