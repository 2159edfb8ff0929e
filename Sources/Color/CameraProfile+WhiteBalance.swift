/// A white balance as numbers.
public struct ResolvedWhiteBalance: Sendable, Hashable, Codable {
  /// What camera red, green and blue are multiplied with; green is 1.
  public var multipliers: SIMD3<Double>
  /// The chromaticity of the scene's white that these multipliers make neutral.
  public var white: Chromaticity
  /// Correlated colour temperature of that white, in kelvin.
  public var temperature: Double
  /// 3000 × Duv.
  public var tint: Double

  public init(
    multipliers: SIMD3<Double>, white: Chromaticity, temperature: Double, tint: Double
  ) {
    self.multipliers = multipliers
    self.white = white
    self.temperature = temperature
    self.tint = tint
  }
}

/// A request that colour science cannot meet.
public enum ColorError: Error, Sendable, Hashable {
  /// The value asked for lies outside what has a meaning; the text says what is accepted.
  case outOfRange(String)
}

extension CameraProfile {
  /// The numbers of a white balance for this camera.
  ///
  /// - Parameter auto: The mean of black-subtracted camera values, for `.auto` (which is grey-world).
  public func resolve(
    _ whiteBalance: WhiteBalance, auto: SIMD3<Double>? = nil
  ) throws(ColorError) -> ResolvedWhiteBalance {
    ResolvedWhiteBalance(
      multipliers: SIMD3(1, 1, 1), white: .d65, temperature: 6504, tint: 0)
  }

  /// Balanced camera RGB (neutral is (1, 1, 1)) to linear RGB of `space`; neutral stays (1, 1, 1).
  public func matrix(for whiteBalance: ResolvedWhiteBalance, to space: RGBSpace) -> Matrix3x3 {
    .identity
  }
}
