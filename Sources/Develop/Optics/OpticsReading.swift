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

  /// Whether every number is one that a photo can have, so that corrections by it stay within theirs.
  public var isSound: Bool {
    let shifts = [lateralColor?.red, lateralColor?.blue].compactMap(\.self)
    return shifts.allSatisfy(\.isSound)
      && (radius.map { (0.5...1).contains($0) } ?? true)
      && (noise.map { $0.isSound && $0.a <= 1 && $0.b <= 1 } ?? true)
  }
}
