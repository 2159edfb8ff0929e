/// The choice of the colour that becomes neutral.
public enum WhiteBalance: Sendable, Hashable, Codable {
  /// The balance that the camera recorded. If it is missing, loading a photo estimates it from the
  /// preview or the pixels. Otherwise it is daylight.
  case camera
  /// Estimated from the picture. It depends on content, so it is never a default.
  case auto
  /// D65, through the camera's matrix.
  case daylight
  /// Correlated colour temperature in kelvin, and tint = 3000 × Duv. With positive tint, the light
  /// is greener than the locus.
  case temperature(Double, tint: Double = 0)
  /// Multipliers of camera red, green and blue. Only their ratios matter.
  case multipliers(Double, Double, Double)
}

/// A white balance as numbers.
public struct ResolvedWhiteBalance: Sendable, Hashable, Codable {
  /// Multipliers of camera red, green and blue. Green is 1.
  public var multipliers: SIMD3<Double>
  /// The chromaticity of the scene's white that these multipliers make neutral.
  public var white: Chromaticity
  /// The white's correlated colour temperature, in kelvin.
  public var temperature: Double
  /// The white's tint, 3000 × Duv.
  public var tint: Double

  /// Creates a white balance. The caller ensures that the numbers are consistent.
  public init(
    multipliers: SIMD3<Double>, white: Chromaticity, temperature: Double, tint: Double
  ) {
    self.multipliers = multipliers
    self.white = white
    self.temperature = temperature
    self.tint = tint
  }
}
