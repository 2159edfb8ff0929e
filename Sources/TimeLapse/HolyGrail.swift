/// Evens out steps of shutter, aperture and ISO, so that the settings seem to glide.
///
/// With bᵢ the brightness that photo i was set to, in EV, the settings' own course is replaced by a smooth one:
///
///     B(x) = b₀ + Σ dₖ · s((x − k + ½) / w + ½)      over all steps dₖ = bₖ − bₖ₋₁
///     compensation of photo i = B(i) − bᵢ
///
/// where s is 3t² − 2t³ between 0 and 1, and w the number of photos over which a step is smoothed. So the photo after a step
/// of +1 EV gets 1 EV less than the one before it, less what the glide gains from one photo to the next (at most
/// 1.5 · d / w); within half of w on either side the compensation rises to d/2, falls to −d/2 and is gone. Outside transitions each
/// photo keeps the exposure it was taken with and the scene its course. A w as long as the distance between steps makes one
/// glide of them all: the run as if the camera had stepless settings.
public enum HolyGrail {
  /// EV to add to each photo.
  ///
  /// - Parameters:
  ///   - brightness: The setting of each photo in EV (`ExposureSetting.brightness`); nil if unknown, then as the photo before it.
  ///   - smooth: Photos over which a step is smoothed, 0 or more; with 1 or less the steps stay.
  /// - Complexity: O(photos + steps · smooth).
  public static func compensation(_ brightness: [Double?], smooth: Double) -> [Double] {
    let settings = carried(brightness)
    var result = [Double](repeating: 0, count: settings.count)
    guard smooth > 1 else { return result }
    let reach = Int((smooth / 2).rounded(.up))
    for k in settings.indices.dropFirst() {
      let step = settings[k] - settings[k - 1]
      guard step != 0 else { continue }
      for i in max(0, k - reach)..<min(settings.count, k + reach) {
        let x = (Double(i - k) + 0.5) / smooth + 0.5
        result[i] += step * (glide(x) - (i >= k ? 1 : 0))
      }
    }
    return result
  }

  /// The step before each photo, in EV; 0 for the first.
  public static func steps(_ brightness: [Double?]) -> [Double] {
    let settings = carried(brightness)
    return settings.indices.map { $0 == 0 ? 0 : settings[$0] - settings[$0 - 1] }
  }

  /// Settings without gaps: what is not known is as before, at the beginning as the first that is known.
  static func carried(_ brightness: [Double?]) -> [Double] {
    var last = brightness.lazy.compactMap(\.self).first ?? 0
    return brightness.map { value in
      last = value ?? last
      return last
    }
  }

  private static func glide(_ x: Double) -> Double {
    let t = min(max(x, 0), 1)
    return t * t * (3 - 2 * t)
  }
}
