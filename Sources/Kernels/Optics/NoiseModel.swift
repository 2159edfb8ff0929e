/// How noisy a sensor's samples are: the variance of light x is a·x + b.
///
/// Light is 0 at black and 1 at white, before any white balance. `a` is the share of photons, 1 over the full well,
/// and `b` that of reading the sensor.
public struct NoiseModel: Sendable, Hashable, Codable {
  /// Growth of the variance with light, 0 or more.
  public var a: Double
  /// Variance in the dark, 0 or more.
  public var b: Double

  /// A model of these variances.
  public init(a: Double, b: Double) {
    self.a = a
    self.b = b
  }

  /// Variance of a sample of light `x`; light below black counts as black.
  public func variance(_ x: Double) -> Double { a * max(x, 0) + b }

  /// Whether both numbers are finite and not negative.
  public var isSound: Bool { a.isFinite && b.isFinite && a >= 0 && b >= 0 }
}

extension NoiseModel {
  /// No noise at all.
  public static let none = NoiseModel(a: 0, b: 0)
}
