#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// Brings the measured luminance of photos to a smooth course.
///
/// The luminance of photo i in EV, less the brightness it was set to, is what the scene and the flicker gave. Its smooth
/// course is a `LocalTrend`, a straight line through each photo's neighbours, so that nothing lags, a ramp stays one up to the
/// first and last photo, and lightning does not take its neighbours with it. The correction is course − measured. Steps of
/// the settings are not flicker: they are taken out first, and `HolyGrail` handles them.
public enum Deflicker {
  /// EV to add to each photo.
  ///
  /// - Parameters:
  ///   - luminance: Mean linear light of each photo, 1 for white; nil if it was not measured.
  ///   - brightness: The camera's setting for each photo in EV; all 0 if steps count as flicker.
  ///   - smooth: Photos on either side that the course depends on, at most a quarter of those measured: more would make the
  ///     bend of a short run straight. With 1 or less nothing is corrected.
  ///   - rounds: How often the course is smoothed, at least 1. Twice where steps are evened out too, whose rest would add to
  ///     what is left of the flicker.
  public static func correction(
    _ luminance: [Double?], brightness: [Double], smooth: Double, rounds: Int = 1
  ) -> [Double] {
    let measured = seen(luminance, brightness)
    guard let (course, reach) = smoothable(measured, smooth) else { return measured.map { _ in 0 } }
    var smoothed = LocalTrend.through(course, reach: reach, isRobust: true)
    for _ in 1..<max(rounds, 1) {
      smoothed = LocalTrend.through(smoothed, reach: reach, isRobust: false)
    }
    return measured.indices.map { i in
      measured[i] == nil ? 0 : min(max(smoothed[i] - course[i], -largest), largest)
    }
  }

  /// Photos that are so far from their neighbours' course that they do not count for it, such as those with lightning:
  /// beyond nine times the median deviation and a tenth of a stop.
  ///
  /// - Parameters: See `correction`.
  public static func outliers(
    _ luminance: [Double?], brightness: [Double], smooth: Double
  ) -> [Int] {
    let measured = seen(luminance, brightness)
    guard let (values, reach) = smoothable(measured, smooth) else { return [] }
    let (course, trust) = LocalTrend.fit(values, reach: reach, isRobust: true)
    return measured.indices.filter { i in
      measured[i] != nil && trust[i] == 0 && abs(values[i] - course[i]) > 0.1
    }
  }

  /// What the scene and the flicker gave, in EV; nil where nothing was measured.
  private static func seen(_ luminance: [Double?], _ brightness: [Double]) -> [Double?] {
    luminance.indices.map { i in
      luminance[i].flatMap { $0 >= darkest ? log2($0) - brightness[i] : nil }
    }
  }

  /// What is smoothed, without gaps, and over how many photos on either side; nil if there is nothing to smooth.
  private static func smoothable(
    _ measured: [Double?], _ smooth: Double
  ) -> (values: [Double], reach: Int)? {
    let window = Int(smooth.rounded())
    let known = measured.indices.filter { measured[$0] != nil }
    guard window > 1, known.count > 2 else { return nil }
    return (filled(measured, known), min(window, max(2, known.count / 4)))
  }

  /// One code value of a 14-bit sensor: a darker photo has no light to compare.
  private static let darkest = 1.0 / 16_384
  /// Flicker is weaker; stronger changes are lightning or a hand before the lens.
  private static let largest = 1.0

  /// Photos that were not measured lie on the line between their neighbours.
  private static func filled(_ values: [Double?], _ known: [Int]) -> [Double] {
    var next = 0
    return values.indices.map { i in
      if let value = values[i] { return value }
      while next < known.count && known[next] < i { next += 1 }
      guard next > 0 else { return values[known[0]]! }
      let left = known[next - 1]
      guard next < known.count else { return values[left]! }
      let right = known[next]
      let share = Double(i - left) / Double(right - left)
      return values[left]! + (values[right]! - values[left]!) * share
    }
  }
}
