internal import BromideLibc

/// Smooths the measured luminance of photos.
///
/// The luminance of photo i in EV, minus the brightness of its settings, comes from the scene and
/// the flicker. Its smooth curve is a `LocalTrend`, a straight line through each photo's
/// neighbours. It does not lag, and a ramp stays a ramp up to the first and last photo. The
/// correction is curve − measured. Outliers, such as photos with lightning or a car's lights, are
/// not part of the curve and get the correction of their neighbours. Steps of the settings are not
/// flicker, so they are removed first, and `HolyGrail` handles them.
public enum Deflicker {
  /// Returns the EV to add to each photo.
  ///
  /// - Parameters:
  ///   - luminance: Mean linear light of each photo, 1 for white, or `nil` if it was not measured.
  ///   - brightness: The camera's setting for each photo in EV. Use 0 for all to treat steps as
  ///     flicker.
  ///   - settings: The settings for finding outliers, or `nil` to use `brightness`.
  ///   - smooth: The number of photos on either side that the curve depends on, at most a quarter
  ///     of the measured photos. More would straighten the bend of a short run. With 1 or less, the
  ///     correction is 0.
  ///   - rounds: The number of times to smooth the curve, at least 1. Use 2 if steps are also
  ///     smoothed, because the rest of a step would add to the remaining flicker.
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

  /// Returns the brightness from scene and flicker in EV, with `nil` for photos without a
  /// measurement.
  private static func seen(_ luminance: [Double?], _ brightness: [Double]) -> [Double?] {
    luminance.indices.map { i in
      luminance[i].flatMap { $0 >= MeasuredLight.darkest ? log2($0) - brightness[i] : nil }
    }
  }

  /// Flicker is weaker. Stronger changes come from other causes, such as a hand before the lens.
  private static let largest = 1.0
}
