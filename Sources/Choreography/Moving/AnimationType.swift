public import Tweening

/// The duration and the curve of an item's movement.
public enum AnimationType: Hashable, Sendable {
  /// A duration in seconds, 0 to 3600, and any curve.
  case standard(duration: Double, curve: Curve)
  /// A damped spring.
  ///
  /// The damping is above 0 and at most 1. The velocity at the start, in distances per second, is
  /// −1000 to 1000. The spring settles to within a thousandth in the duration, 0 to 3600 seconds.
  case spring(damping: Double, velocity: Double, duration: Double)

  /// The default: .3 s along the Bézier (0,0,.58,1).
  public static let usual = standard(duration: 0.3, curve: .bezierEaseOut)

  /// A spring that settles in .3 s.
  public static func spring(damping: Double = 0.5, velocity: Double = 0.7) -> AnimationType {
    .spring(damping: damping, velocity: velocity, duration: 0.3)
  }

  /// Seconds of an item's movement.
  public var duration: Double {
    switch self {
    case .standard(let duration, _): duration
    case .spring(_, _, let duration): duration
    }
  }

  /// Returns the curve: the fraction of the distance as a function of the fraction of the duration.
  ///
  /// - Throws: `ChoreographyError` for a value out of its range.
  public func curve() throws(ChoreographyError) -> Curve {
    try phrase.check()
    switch self {
    case .standard(_, let curve): return curve
    case .spring(let damping, let velocity, let duration):
      do {
        // A curve's velocity is measured in distances per total duration.
        return try .spring(damping: damping, velocity: velocity * duration)
      } catch {
        throw ChoreographyError(
          name: "spring", parameter: "velocity × duration", found: error.found,
          accepted: error.accepted)
      }
    }
  }
}
