public import Kernels

/// What is known of a photo's lens and sensor: stated by its file, found by an analysis of its mosaic, or taken from
/// another photo. What is nil is not known yet, and measured when a development needs it.
public struct OpticsReading: Sendable, Hashable, Codable {
  /// The shift of red and blue against green.
  public var lateralColor: LateralColor?
  /// Deviation of the blur that lens and sensor give a point, in sensor pixels.
  public var radius: Double?
  /// The noise of the sensor's samples.
  public var noise: NoiseModel?

  /// A reading of which nothing is known.
  public init() {}

  /// This reading, with what it lacks taken from another.
  public func filled(from other: OpticsReading) -> OpticsReading {
    var reading = self
    reading.lateralColor = lateralColor ?? other.lateralColor
    reading.radius = radius ?? other.radius
    reading.noise = noise ?? other.noise
    return reading
  }
}
