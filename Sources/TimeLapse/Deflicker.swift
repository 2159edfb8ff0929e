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
/// first and last photo. The correction is course − measured. Photos that stand out, as those with lightning or a car's lights
/// do, do not count for the course and are corrected as their neighbours are. Steps of the settings are not flicker: they are
/// taken out first, and `HolyGrail` handles them.
public enum Deflicker {
  /// EV to add to each photo.
  ///
  /// - Parameters:
  ///   - luminance: Mean linear light of each photo, 1 for white; nil if it was not measured.
  ///   - brightness: The camera's setting for each photo in EV; all 0 if steps count as flicker.
  ///   - settings: The settings, by which photos that stand out are found; nil for `brightness`.
  ///   - smooth: Photos on either side that the course depends on, at most a quarter of those measured: more would make the
  ///     bend of a short run straight. With 1 or less nothing is corrected.
  ///   - rounds: How often the course is smoothed, at least 1. Twice where steps are evened out too, whose rest would add to
  ///     what is left of the flicker.
  public static func correction(
    _ luminance: [Double?], brightness: [Double], settings: [Double]? = nil, smooth: Double,
    rounds: Int = 1
  ) -> [Double] {
    let settings = settings ?? brightness
    let measured = seen(luminance, brightness)
    guard let light = MeasuredLight(luminance, settings: settings, smooth: smooth) else {
      return measured.map { _ in 0 }
    }
    var sound = measured
    for i in light.outliers { sound[i] = light.light[i] + settings[i] - brightness[i] }
    let course = MeasuredLight.filled(sound)
    let known = measured.count { $0 != nil }
    let reach = min(Int(smooth.rounded()), max(2, known / 4))
    var smoothed = LocalTrend.through(course, reach: reach, isRobust: true)
    for _ in 1..<max(rounds, 1) {
      smoothed = LocalTrend.through(smoothed, reach: reach, isRobust: false)
    }
    return measured.indices.map { i in
      measured[i] == nil ? 0 : min(max(smoothed[i] - course[i], -largest), largest)
    }
  }

  /// What the scene and the flicker gave, in EV; nil where nothing was measured.
  private static func seen(_ luminance: [Double?], _ brightness: [Double]) -> [Double?] {
    luminance.indices.map { i in
      luminance[i].flatMap { $0 >= MeasuredLight.darkest ? log2($0) - brightness[i] : nil }
    }
  }

  /// Flicker is weaker; stronger changes are a hand before the lens.
  private static let largest = 1.0
}
