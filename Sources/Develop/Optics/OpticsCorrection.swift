public import Pixels

/// A correction of lens and sensor on the sensor's own pixels.
public enum OpticsCorrection: String, Sendable, Hashable, Codable, CaseIterable {
  /// Of lateral colour.
  case lateralColor
  /// Of hot and dead pixels.
  case hotPixels
  /// Of the capture's blur.
  case captureSharpening
  /// Of noise.
  case noise
}

extension OpticsSettings {
  /// The corrections that are on, and that no photo with this image can get: all of an image without a mosaic.
  public func withoutEffect(on image: SensorImage) -> [OpticsCorrection] {
    OpticsCorrection.allCases.filter { isOn($0) && image.filters == nil }
  }

  private func isOn(_ correction: OpticsCorrection) -> Bool {
    switch correction {
    case .lateralColor: lateralColor != .none
    case .hotPixels: hotPixels != .none
    case .captureSharpening: captureSharpening.amount > 0
    case .noise: noise.strength > 0
    }
  }
}
