/// The choice of the colour that becomes neutral.
public enum WhiteBalance: Sendable, Hashable, Codable {
  /// As the camera recorded it; daylight if it recorded nothing.
  case camera
  /// Grey-world over the picture. It depends on content, so it is never a default.
  case auto
  /// D65, through the camera's matrix.
  case daylight
  /// Correlated colour temperature in kelvin, and tint = 3000 × Duv; with positive tint, the light is
  /// greener than the locus.
  case temperature(Double, tint: Double)
  /// Multipliers of camera red, green and blue; only their ratios count.
  case multipliers(Double, Double, Double)
}
