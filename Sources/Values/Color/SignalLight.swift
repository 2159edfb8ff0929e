import BromideLibc

/// Converts R′G′B′ of a space to linear light and back. Create it once for many colours.
///
/// For most spaces, it applies the transfer function to each channel. In hybrid log-gamma, this
/// gives scene light. A display of 1000 cd/m² shows it with ITU-R BT.2100's opto-optical function F
/// = 1000/203 · Y^0.2 · E, for all channels together.
public struct SignalLight: Sendable {
  /// The curve of each channel by itself.
  package let transfer: TransferFunction
  /// The luminance weight of each primary if channels depend on each other, or `nil`.
  private let weights: SIMD3<Double>?

  /// - Parameter space: The space of the R′G′B′.
  public init(_ space: RGBSpace) {
    transfer = space.transfer
    guard transfer.curve == .hlg else {
      weights = nil
      return
    }
    let toXYZ = space.toXYZ
    weights = SIMD3(toXYZ[1, 0], toXYZ[1, 1], toXYZ[1, 2])
  }

  /// Whether a channel's light depends on the others.
  package var couplesChannels: Bool { weights != nil }

  /// Linear light, white at 1, of code values, nominally 0…1.
  @inline(__always)
  public func light(of codes: SIMD3<Double>) -> SIMD3<Double> {
    shown(
      SIMD3(transfer.decode(codes.x), transfer.decode(codes.y), transfer.decode(codes.z)))
  }

  /// Returns the light that a display shows for each channel.
  @inline(__always)
  package func shown(_ scene: SIMD3<Double>) -> SIMD3<Double> {
    guard let weights else { return scene }
    let luminance = abs((weights * scene).sum())
    return scene * (Self.brightest * pow(luminance, HighRangeCurve.hlgGamma - 1))
  }

  /// The light of each channel by itself that a display shows as `light`: the inverse of `shown`,
  /// which the transfer function encodes.
  public func channelLight(of light: SIMD3<Double>) -> SIMD3<Double> {
    guard let weights else { return light }
    let luminance = abs((weights * light).sum()) / Self.brightest
    guard luminance > 0 else { return SIMD3() }
    return light / Self.brightest * pow(luminance, 1 / HighRangeCurve.hlgGamma - 1)
  }

  /// Light of a scene's white.
  private static let brightest = HighRangeCurve.hlgDisplay / HighRangeCurve.white
}
