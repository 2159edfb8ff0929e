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
  /// How far each photo is from it; of those that do not count, how far their neighbours say that they would be.
  let deviations: [Double]
  /// The median size of the deviations that count.
  let flicker: Double
  /// The photos that stand out, such as those with lightning or a car's lights: beyond nine times the median deviation and
  /// a tenth of a stop. They do not count for the light.
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
    // A short reach, which follows what the light really does, tells what does not belong to it.
    let short = min(reach, max(4, known.count / 8))
    let near = Self.filled(seen)
    let (trend, trust) = LocalTrend.fit(near, reach: short, isRobust: true, least: threshold)
    outliers = Self.events(
      known.filter { trust[$0] == 0 && abs(near[$0] - trend[$0]) > threshold }, in: near,
      threshold)
    var counted = seen
    for index in outliers { counted[index] = nil }
    let sound = Self.filled(counted)
    var light = LocalTrend.through(sound, reach: short, isRobust: false)
    // A long one makes the noise of both ends small, through which the course leads.
    let long = LocalTrend.through(
      sound, reach: max(min(reach, max(2, known.count / 4)), seen.count / 16), isRobust: false)
    for end in [0, seen.count - 1] { light[end] = long[end] }
    let sizes = counted.indices.filter { counted[$0] != nil }.map { abs(near[$0] - trend[$0]) }
      .sorted()
    flicker = sizes.isEmpty ? 0 : sizes[sizes.count / 2]
    deviations = counted.indices.map { i in (counted[i] ?? trend[i]) - light[i] }
    self.light = light
  }

  /// Of photos far from the trend, those that come or go at once, and are no bend of the light, which a trend cuts off.
  private static func events(
    _ far: [Int], in values: [Double], _ threshold: Double
  ) -> [Int] {
    var events: [Int] = []
    var start = 0
    for (place, last) in far.enumerated() {
      if place + 1 < far.count, far[place + 1] == last + 1 { continue }
      let run = far[start...place]
      let edges = [run.first! - 1, last]
      let isEvent = edges.contains { edge in
        values.indices.contains(edge) && values.indices.contains(edge + 1)
          && abs(values[edge + 1] - values[edge]) > threshold
      }
      if isEvent { events += run }
      start = place + 1
    }
    return events
  }

  /// One code value of a 14-bit sensor: a darker photo has no light to compare.
  static let darkest = 1.0 / 16_384

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
  /// through the saw's teeth that light and settings make together, and no further. At both ends it is the light that was
  /// photographed, so that a run ends as bright as its last photos are.
  /// - Parameter settings: The camera's setting for each photo in EV, which the light was measured with.
  func course(_ settings: [Double]) -> [Double] {
    let exposed = zip(light, settings).map { $0 + $1 }
    let bound = 2 * flicker
    var centers = zip(exposed, deviations).map { $0 + min(max($1, -bound), bound) }
    var limits = HolyGrail.limits(settings).map { max($0 + bound, Self.least) }
    for end in [exposed.indices.first, exposed.indices.last].compactMap(\.self) {
      centers[end] = exposed[end]
      limits[end] = Self.least
    }
    return StiffCourse.through(exposed, centers: centers, limits: limits)
  }

  /// The least limit: a difference that nobody sees.
  static let least = 0.01
}
