public import BromideKernels

/// Properties of a photo's lens and sensor, from its file, from an analysis of its mosaic, or from
/// another photo.
///
/// A `nil` value is unknown. It is measured when a development needs it.
public struct OpticsReading: Sendable, Hashable, Codable {
  /// The shift of red and blue against green.
  public var lateralColor: LateralColor?
  /// Deviation of the blur that lens and sensor give a point, in sensor pixels.
  public var radius: Double?
  /// The noise of the sensor's samples.
  public var noise: NoiseModel?

  /// Creates an empty reading.
  public init() {}

  /// Whether every number is plausible for a photo, so that corrections stay in their valid range.
  public var isSound: Bool {
    let shifts = [lateralColor?.red, lateralColor?.blue].compactMap(\.self)
    return shifts.allSatisfy(\.isSound)
      && (radius.map { (0.5...1).contains($0) } ?? true)
      && (noise.map { $0.isSound && $0.a <= 1 && $0.b <= 1 } ?? true)
  }
}
