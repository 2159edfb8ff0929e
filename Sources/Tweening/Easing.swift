/// A function of normalised time that says how much of its way a motion has covered.
///
/// Segments, animations and detours take any `Easing`; `Curve` is the one with names, parameters
/// and a text form. For your own, implement the value alone: the default slope is computed from
/// differences.
///
/// ```swift
/// struct Gallop: Easing {
///   func callAsFunction(_ u: Double) -> Double { u * u * (2 - u) }
/// }
/// ```
public protocol Easing: Sendable {
  /// The share of the way at normalised time `u`, 0…1. The share itself is not limited to 0…1.
  func callAsFunction(_ u: Double) -> Double

  /// The derivative of the value with respect to `u`, which detours need.
  ///
  /// At the ends it is the one-sided derivative from within 0…1. It may be infinite.
  func slope(at u: Double) -> Double
}

extension Easing {
  /// The slope by a five-point difference of step 1/1024.
  ///
  /// For a smooth function the error is about 1e-12 of its size; a power of two as the step keeps
  /// the abscissae exact.
  @inlinable public func slope(at u: Double) -> Double {
    let h = 1.0 / 1024
    let u = min(max(u, 0), 1)
    if u < 2 * h || u > 1 - 2 * h {
      // Too near an end: all five points lie on the inner side.
      let step = u < 0.5 ? h : -h
      let near = -25 * self(u) + 48 * self(u + step) - 36 * self(u + 2 * step)
      return (near + 16 * self(u + 3 * step) - 3 * self(u + 4 * step)) / (12 * step)
    }
    return (self(u - 2 * h) - 8 * self(u - h) + 8 * self(u + h) - self(u + 2 * h)) / (12 * h)
  }
}
