/// The noise of a sensor's samples. The variance at light x is a·x + b.
///
/// Light is 0 at black and 1 at white, before any white balance. `a` comes from photons (1 over the
/// full well), and `b` from reading the sensor.
public struct NoiseModel: Sendable, Hashable, Codable {
  /// Growth of the variance with light, 0 or more.
  public var a: Double
  /// Variance in the dark, 0 or more.
  public var b: Double

  /// Creates a model from its variances.
  public init(a: Double, b: Double) {
    self.a = a
    self.b = b
  }

  /// Returns the variance of a sample with light `x`. Light below black is treated as black.
  public func variance(_ x: Double) -> Double { a * max(x, 0) + b }

  /// Whether both numbers are finite and at least 0.
  public var isSound: Bool { a.isFinite && b.isFinite && a >= 0 && b >= 0 }
}

extension NoiseModel {
  /// A model without noise.
  public static let none = NoiseModel(a: 0, b: 0)
}
