public import BromideValues

/// A lens or sensor correction that runs on sensor pixels.
public enum OpticsCorrection: String, Sendable, Hashable, Codable, CaseIterable {
  /// Correct lateral colour.
  case lateralColor
  /// Replace hot and dead pixels.
  case hotPixels
  /// Sharpen the blur of the capture.
  case captureSharpening
  /// Reduce noise.
  case noise
}

extension OpticsSettings {
  /// The corrections that are on, and that no photo with this image can get: all of an image
  /// without a mosaic.
  public func withoutEffect(on image: SensorImage) -> [OpticsCorrection] {
    OpticsCorrection.allCases.filter { isOn($0) && image.filters == nil }
  }

  private func isOn(_ correction: OpticsCorrection) -> Bool {
    switch correction {
    case .lateralColor: lateralColor != .none
    case .hotPixels: hotPixels != .none
    case .captureSharpening: captureAmount > 0
    case .noise: noise.strength > 0
    }
  }
}
