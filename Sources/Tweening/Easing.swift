/// A function that maps normalised time to the fraction of a motion's distance.
///
/// Segments, animations and detours accept any `Easing`. `Curve` adds names, parameters and a text
/// form. To write your own easing, implement only the value. The default slope uses differences.
///
/// ```swift
/// struct Gallop: Easing {
///   func callAsFunction(_ u: Double) -> Double { u * u * (2 - u) }
/// }
/// ```
public protocol Easing: Sendable {
  /// Returns the fraction of the distance at normalised time `u`, 0…1. The result can be outside
  /// 0…1.
  func callAsFunction(_ u: Double) -> Double

  /// Returns the derivative of the value with respect to `u`. Detours need it.
  ///
  /// At the ends it is the one-sided derivative from within 0…1. It can be infinite.
  func slope(at u: Double) -> Double
}

extension Easing {
  /// Returns a five-point difference with step 1/1024.
  ///
  /// For a smooth function, the relative error is about 1e-12. The step is a power of two, so the
  /// abscissae are exact.
  @inlinable public func slope(at u: Double) -> Double {
    let h = 1.0 / 1024
    let u = min(max(u, 0), 1)
    if u < 2 * h || u > 1 - 2 * h {
      // Close to an end, all five points are on the inner side.
      let step = u < 0.5 ? h : -h
      let near = -25 * self(u) + 48 * self(u + step) - 36 * self(u + 2 * step)
      return (near + 16 * self(u + 3 * step) - 3 * self(u + 4 * step)) / (12 * step)
    }
    return (self(u - 2 * h) - 8 * self(u - h) + 8 * self(u + h) - self(u + 2 * h)) / (12 * h)
  }
}
