/// Smooths steps of shutter, aperture and ISO, so that the settings seem to glide.
///
/// With bᵢ the brightness of photo i's settings, in EV, the curve of the settings is replaced by a
/// smooth one:
///
///     B(x) = b₀ + Σ dₖ · s((x − k + ½) / w + ½)      over all steps dₖ = bₖ − bₖ₋₁
///     compensation of photo i = B(i) − bᵢ
///
/// where s is 3t² − 2t³ between 0 and 1, and w the number of photos over which a step is smoothed.
/// The photo after a step of +1 EV therefore gets 1 EV less than the one before it, minus the
/// increase of the glide from one photo to the next (at most 1.5 · d / w). Within half of w on
/// either side, the compensation rises to d/2, falls to −d/2 and returns to 0. Outside transitions,
/// each photo keeps its exposure and the scene its changes. If w equals the distance between steps,
/// all steps become one glide, as with stepless settings.
///
/// You can set w for this curve. Without w, `spread` finds the stiffest curve within 0.6 times the
/// camera's usual step of the settings. If photos are measured, `MeasuredLight` finds the curve
/// from their light, and the settings only limit it.
public enum HolyGrail {
  /// Returns the smooth curve of the settings without a window, in EV: the stiffest curve through
  /// them. It starts and ends at the first and the last setting.
  /// - Parameter brightness: The setting of each photo in EV. If it is `nil`, the setting of the
  ///   photo before it is used.
  public static func spread(_ brightness: [Double?]) -> [Double] {
    let settings = carried(brightness)
    var limits = limits(settings)
    guard let last = limits.indices.last, limits[0] > 0 else { return settings }
    (limits[0], limits[last]) = (MeasuredLight.least, MeasuredLight.least)
    return StiffCourse.through(settings, centers: settings, limits: limits)
  }

  /// Returns the maximum distance of a curve from each setting.
  ///
  /// It is 0.6 times the median step, or times a larger step at either end of the stretch of equal
  /// settings, because half a step must be smoothed on both of its sides. Without steps, it is 0.
  static func limits(_ settings: [Double]) -> [Double] {
    let steps = zip(settings, settings.dropFirst()).map { abs($1 - $0) }
    let sizes = steps.filter { $0 > 0 }.sorted()
    var limits = settings.map { _ in sizes.isEmpty ? 0 : 0.6 * sizes[sizes.count / 2] }
    for (index, step) in steps.enumerated() where step > 0 {
      for (start, direction) in [(index, -1), (index + 1, 1)] {
        var place = start
        while limits.indices.contains(place), settings[place] == settings[start] {
          limits[place] = max(limits[place], 0.6 * step)
          place += direction
        }
      }
    }
    return limits
  }

  /// Returns the number of photos on either side for rounding a curve of these settings.
  ///
  /// It is one and a half times the usual distance between two steps, at most a quarter of all
  /// photos, so that the rest of a step does not show as a ripple.
  static func rounding(_ settings: [Double], reach: Int) -> Int {
    let middles = middles(of: settings)
    let gaps = zip(middles, middles.dropFirst()).map { $1.place - $0.place }.sorted()
    let usual = gaps.isEmpty ? 0 : gaps[gaps.count / 2]
    return max(1, min(max(reach, Int((1.5 * usual).rounded())), settings.count / 4))
  }

  /// Returns the centre of each stretch of equal settings.
  private static func middles(of settings: [Double]) -> [(place: Double, value: Double)] {
    var middles: [(Double, Double)] = []
    var first = 0
    for next in 1...max(settings.count, 1) where !settings.isEmpty {
      guard next == settings.count || settings[next] != settings[first] else { continue }
      middles.append((Double(first + next - 1) / 2, settings[first]))
      first = next
    }
    return middles
  }

  /// Returns the EV to add to each photo.
  ///
  /// - Parameters:
  ///   - brightness: The setting of each photo in EV (`ExposureSetting.brightness`). If it is
  ///     `nil`, the photo before it is used.
  ///   - smooth: The number of photos over which a step is smoothed, 0 or more. With 1 or less,
  ///     steps stay.
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

  /// Returns the step before each photo, in EV. The first is 0.
  public static func steps(_ brightness: [Double?]) -> [Double] {
    let settings = carried(brightness)
    return settings.indices.map { $0 == 0 ? 0 : settings[$0] - settings[$0 - 1] }
  }

  /// Settings without gaps: what is not known is as before, at the beginning as the first that is
  /// known.
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
