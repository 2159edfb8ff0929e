internal import BromideLibc
package import BromideValues

/// A rendering of scene-linear light for displays with headroom.
///
/// It matches the standard picture up to the start of its curve's shoulder. Above that point, it is
/// proportional to light.
///
/// The point is where a line through black touches the curve f: H(x) = f(x) below it and x · f(t) /
/// t above. The two parts join without a bend, and H is never darker than the standard picture.
struct ExtendedHighlights: Sendable {
  /// The light at the start of the line.
  let start: Double
  /// Display-linear light for each unit of scene-linear light above it.
  let slope: Double
  private let curve: @Sendable (Double) -> Double

  /// - Parameter look: The look, or `nil` for linear light, which clips at white.
  init(_ look: Look?) {
    let curve = Self.curve(of: look)
    // Curves reach the sensor's saturation, 1, and begin far below middle grey.
    let lights = (0...640).map { exp2(Double($0 - 640) / 64) }
    let touching = lights.max { curve($0) / $0 < curve($1) / $1 } ?? 1
    start = look == nil ? 1 : touching
    slope = curve(start) / start
    self.curve = curve
  }

  private static func curve(of look: Look?) -> @Sendable (Double) -> Double {
    if case .fitted(let fitted)? = look { return { light in fitted(light) } }
    if let curve = look?.curve { return { light in curve(light) } }
    return { light in min(light, 1) }
  }

  /// Returns the stops by which light is brighter than in the standard picture: log₂((H + k) / (f +
  /// k)), k = 1/64.
  func stops(_ light: Double) -> Double {
    guard light > start else { return 0 }
    let offset = GainMap.offset
    return max(0, log2((slope * light + offset) / (curve(light) + offset)))
  }
}

extension GainMap {
  /// The light that is added to both renditions before they are divided, so that black has no gain.
  package static let offset = 1.0 / 64
}
