internal import BromideLibc
internal import BromideValues

/// The scene's light, measured on a run of photos: without the settings, flicker and outliers.
struct MeasuredLight {
  /// The scene's light in EV: what was measured less the settings, smoothed by `LocalTrend`.
  let light: [Double]
  /// The deviation of each photo from it, or 0 for ignored photos.
  let deviations: [Double]
  /// The median size of the deviations that count.
  let flicker: Double
  /// Outliers, such as photos with lightning or a car's lights (see `OutlyingPhotos`). They are not
  /// part of the light.
  let outliers: [Int]

  /// - Parameters:
  ///   - luminance: Mean linear light of each photo, 1 for white, or `nil` if it was not measured.
  ///   - settings: The camera's setting for each photo in EV.
  ///   - smooth: Photos on either side that a photo's light depends on, more than 1.
  /// - Returns: `nil` if fewer than three photos were measured.
  init?(_ luminance: [Double?], settings: [Double], smooth: Double) {
    self.init(
      of: luminance.indices.map { i in
        luminance[i].flatMap { $0 >= Self.darkest ? log2($0) - settings[i] : nil }
      }, smooth: smooth)
  }

  /// - Parameters:
  ///   - seen: Any measurement of the photos, or `nil` if it is missing.
  ///   - threshold: The minimum difference of an outlier.
  init?(of seen: [Double?], smooth: Double, threshold: Double = 0.1) {
    let known = seen.indices.filter { seen[$0] != nil }
    let reach = Int(smooth.rounded())
    guard reach > 1, known.count > 2 else { return nil }
    // A short reach follows real changes of the light.
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
    flicker = sizes.isEmpty ? 0 : sizes.median
    deviations = counted.indices.map { i in (counted[i] ?? light[i]) - light[i] }
    self.light = light
    self.counted = counted
    mostStill = min(max(4 * reach, seen.count / 8), seen.count / 3)
  }

  /// The measure of the photos that count.
  private let counted: [Double?]
  /// The maximum number of photos at an end for detecting constant light.
  private let mostStill: Int

  /// One code value of a 14-bit sensor: a darker photo has no light to compare.
  static let darkest = 1.0 / 16_384

  /// Returns the EV of light with white at 1, rounded to thousandths, and at least the EV of
  /// `darkest`.
  static func stops(_ light: Double) -> Double {
    (1000 * log2(light.isFinite ? max(light, darkest) : darkest)).rounded() / 1000
  }

  /// Interpolates photos that were not measured between their neighbours.
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
  /// Returns the curve of the photos in EV: the stiffest curve through the light that the settings
  /// exposed.
  ///
  /// Its distance from a photo is at most 0.6 times the camera's step plus twice the median
  /// flicker. The curve can therefore cut through the saw teeth of light and settings, but no
  /// further. If light and settings are constant at an end, the curve is also constant, at the mean
  /// of these photos. If the light changes immediately, it starts at the light of the end's photo.
  /// - Parameter settings: The camera's setting for each photo in EV, from the measurement of the
  ///   light.
  func course(_ settings: [Double]) -> [Double] {
    var exposed = zip(light, settings).map { $0 + $1 }
    let bound = 2 * flicker
    var centers = zip(exposed, deviations).map { $0 + min(max($1, -bound), bound) }
    var limits = HolyGrail.limits(settings).map { max($0 + bound, Self.least) }
    for inwards in [Array(exposed.indices), exposed.indices.reversed()] {
      let still = StillEnd(inwards.prefix(mostStill).map { counted[$0] })
      // At least three fifths of the run remain for the curve from one end to the other.
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

  /// The minimum limit: an invisible difference.
  static let least = 0.01
}
