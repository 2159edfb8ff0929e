#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// The scene's light as a run of photos measured it: with the settings taken out, without flicker, and without the photos that
/// stand out.
struct MeasuredLight {
  /// The scene's light in EV: what was measured less the settings, smoothed by `LocalTrend`.
  let light: [Double]
  /// How far each photo is from it; 0 for those that do not count.
  let deviations: [Double]
  /// The median size of the deviations that count.
  let flicker: Double
  /// The photos that stand out, such as those with lightning or a car's lights: see `OutlyingPhotos`. They do not count for the
  /// light.
  let outliers: [Int]

  /// - Parameters:
  ///   - luminance: Mean linear light of each photo, 1 for white; nil if it was not measured.
  ///   - settings: The camera's setting for each photo in EV.
  ///   - smooth: Photos on either side that a photo's light depends on, more than 1.
  /// - Returns: nil if fewer than three photos were measured.
  init?(_ luminance: [Double?], settings: [Double], smooth: Double) {
    self.init(
      of: luminance.indices.map { i in
        luminance[i].flatMap { $0 >= Self.darkest ? log2($0) - settings[i] : nil }
      }, smooth: smooth)
  }

  /// - Parameters:
  ///   - seen: Any measure of the photos; nil where there is none.
  ///   - threshold: Photos stand out by at least this much.
  init?(of seen: [Double?], smooth: Double, threshold: Double = 0.1) {
    let known = seen.indices.filter { seen[$0] != nil }
    let reach = Int(smooth.rounded())
    guard reach > 1, known.count > 2 else { return nil }
    // A short reach follows what the light really does.
    let short = min(reach, max(4, known.count / 8))
    outliers = OutlyingPhotos(seen, reach: short, threshold: threshold).all
    var counted = seen
    for index in outliers { counted[index] = nil }
    let sound = Self.filled(counted)
    var light = LocalTrend.through(sound, reach: short, isRobust: false)
    // A long one makes the noise of both ends small, through which the course leads.
    let long = LocalTrend.through(
      sound, reach: max(min(reach, max(2, known.count / 4)), seen.count / 16), isRobust: false)
    for end in [0, seen.count - 1] { light[end] = long[end] }
    let sizes = counted.indices.filter { counted[$0] != nil }.map { abs(sound[$0] - light[$0]) }
    flicker = sizes.isEmpty ? 0 : RepeatedMedian.median(sizes)
    deviations = counted.indices.map { i in (counted[i] ?? light[i]) - light[i] }
    self.light = light
    self.counted = counted
    mostStill = min(max(4 * reach, seen.count / 8), seen.count / 3)
  }

  /// The measure of the photos that count.
  private let counted: [Double?]
  /// Photos at an end by which still light is found.
  private let mostStill: Int

  /// One code value of a 14-bit sensor: a darker photo has no light to compare.
  static let darkest = 1.0 / 16_384

  /// EV of light whose white is 1, rounded to thousandths; never below that of `darkest`.
  static func stops(_ light: Double) -> Double {
    (1000 * log2(light.isFinite ? max(light, darkest) : darkest)).rounded() / 1000
  }

  /// Photos that were not measured lie on the line between their neighbours.
  static func filled(_ values: [Double?]) -> [Double] {
    let known = values.indices.filter { values[$0] != nil }
    guard let first = known.first else { return values.map { _ in 0 } }
    var next = 0
    return values.indices.map { i in
      if let value = values[i] { return value }
      while next < known.count && known[next] < i { next += 1 }
      guard next > 0 else { return values[first]! }
      let left = known[next - 1]
      guard next < known.count else { return values[left]! }
      let right = known[next]
      let share = Double(i - left) / Double(right - left)
      return values[left]! + (values[right]! - values[left]!) * share
    }
  }
}

extension MeasuredLight {
  /// The course of the photos in EV: the stiffest curve through the light as the settings exposed it.
  ///
  /// Its distance from a photo is at most 0.6 times the camera's step and twice the median flicker. So the curve may cut
  /// through the saw's teeth that light and settings make together, and no further. Where the light and the settings stand still at
  /// an end, it stands still too, at the mean of these photos. Where the light moves at once, it begins at the light of the
  /// end's photo.
  /// - Parameter settings: The camera's setting for each photo in EV, which the light was measured with.
  func course(_ settings: [Double]) -> [Double] {
    var exposed = zip(light, settings).map { $0 + $1 }
    let bound = 2 * flicker
    var centers = zip(exposed, deviations).map { $0 + min(max($1, -bound), bound) }
    var limits = HolyGrail.limits(settings).map { max($0 + bound, Self.least) }
    for inwards in [Array(exposed.indices), exposed.indices.reversed()] {
      let still = StillEnd(inwards.prefix(mostStill).map { counted[$0] })
      // Three fifths of the run at least are left to lead from one end to the other.
      let held = still.map { inwards.prefix(max(1, min($0.count, inwards.count / 5))) }
      for place in (held ?? inwards.prefix(1)).prefix(while: {
        settings[$0] == settings[inwards[0]]
      }) {
        if let still { exposed[place] = still.level + settings[place] }
        centers[place] = exposed[place]
        limits[place] = Self.least
      }
    }
    return StiffCourse.through(exposed, centers: centers, limits: limits)
  }

  /// The least limit: a difference that nobody sees.
  static let least = 0.01
}
