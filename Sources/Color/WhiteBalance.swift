/// The choice of the colour that becomes neutral.
public enum WhiteBalance: Sendable, Hashable, Codable {
  /// As the camera recorded it. Photos that record none are loaded with one that is found from
  /// their preview or their pixels; without that it is daylight.
  case camera
  /// Estimated from the picture. It depends on content, so it is never a default.
  case auto
  /// D65, through the camera's matrix.
  case daylight
  /// Correlated colour temperature in kelvin, and tint = 3000 × Duv; with positive tint, the light
  /// is greener than the locus.
  case temperature(Double, tint: Double = 0)
  /// Multipliers of camera red, green and blue; only their ratios count.
  case multipliers(Double, Double, Double)
}

/// A white balance as numbers.
public struct ResolvedWhiteBalance: Sendable, Hashable, Codable {
  /// Multipliers of camera red, green and blue; green is 1.
  public var multipliers: SIMD3<Double>
  /// The chromaticity of the scene's white that these multipliers make neutral.
  public var white: Chromaticity
  /// Correlated colour temperature of that white, in kelvin.
  public var temperature: Double
  /// Tint of that white, 3000 × Duv.
  public var tint: Double

  /// A white balance of these numbers, which the caller knows to belong together.
  public init(
    multipliers: SIMD3<Double>, white: Chromaticity, temperature: Double, tint: Double
  ) {
    self.multipliers = multipliers
    self.white = white
    self.temperature = temperature
    self.tint = tint
  }
}
