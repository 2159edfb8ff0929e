/// The way from the scene's white to the output's for a camera with a single matrix.
public enum CameraAdaptation: Sendable, Hashable, Codable, CaseIterable {
  /// The Bradford transform only, as in the DNG specification.
  case bradford
  /// The Bradford transform in warm light, and a blend with half camera scaling in daylight.
  case blended
}

/// Camera scaling: the matrix of one calibration keeps its white, and the balance's multipliers do
/// the rest.
///
/// A matrix fitted under D65 does not describe other lights. This simulation used measured
/// sensitivities of a Nikon D5100 (NPL) on the ColorChecker and skylight. The Bradford transform
/// has the smallest error below 4000 K (mean ΔE 1.2 against 2.2), but shifts the sky's hue by up to
/// −2° towards cyan. Camera scaling is best at 6500 K (1.0 against 1.3), but shifts the hue by up
/// to +8.5° in lamp light. Half of each is best at 5500 K (1.1). The weight below follows from
/// this.
extension CameraProfile {
  /// Camera scaling's share: 0 up to 3500 K, ½ from 5000 K, a smooth step over the mired between.
  ///
  /// - Parameter temperature: Correlated colour temperature of the scene's white in kelvin.
  static func cameraScalingShare(temperature: Double) -> Double {
    let (warm, cool) = (1e6 / 3500, 1e6 / 5000)
    let t = min(1, max(0, (warm - 1e6 / temperature) / (warm - cool)))
    return 0.5 * t * t * (3 - 2 * t)
  }

  /// Returns the matrix from balanced camera RGB to XYZ under D65 that keeps the calibration's
  /// white: M⁻¹ · diag(M · D65).
  ///
  /// Returns `nil` unless the profile has one calibration, under D65 and without a ForwardMatrix.
  /// Two calibrations, or a ForwardMatrix, already describe other lights.
  func cameraScaling() -> Matrix3x3? {
    guard calibrations.count == 1, let only = calibrations.first, only.forwardMatrix == nil,
      only.illuminant.isD65
    else { return nil }
    let fromXYZ = xyzToCamera(white: only.illuminant)
    let white = fromXYZ * Chromaticity.d65.xyz
    guard white.min() > 0, let toXYZ = fromXYZ.inverse else { return nil }
    return toXYZ * Matrix3x3(diagonal: white)
  }
}

extension Chromaticity {
  /// Whether this is D65 in any of the roundings that standards use.
  fileprivate var isD65: Bool {
    abs(x - Chromaticity.d65.x) < 5e-4 && abs(y - Chromaticity.d65.y) < 5e-4
  }
}
