/// All curves, for parameters of type `Easing`: `Segment(from: 0, to: 1, duration: 2, timing:
/// .cosine)`, `timing: try .ease(2)`. For their descriptions, see `Curve`.
extension Easing where Self == Curve {
  /// u: constant speed.
  public static var linear: Curve { Curve.linear }
  /// u²
  public static var quadraticIn: Curve { Curve.quadraticIn }
  /// 1 − (1 − u)²
  public static var quadraticOut: Curve { Curve.quadraticOut }
  /// `quadraticIn`, then `quadraticOut`, each over half the time and half the distance.
  public static var quadraticInOut: Curve { Curve.quadraticInOut }
  /// u³
  public static var cubicIn: Curve { Curve.cubicIn }
  /// 1 − (1 − u)³
  public static var cubicOut: Curve { Curve.cubicOut }
  /// `cubicIn`, then `cubicOut`, each over half the time and half the distance.
  public static var cubicInOut: Curve { Curve.cubicInOut }
  /// u⁴
  public static var quarticIn: Curve { Curve.quarticIn }
  /// 1 − (1 − u)⁴
  public static var quarticOut: Curve { Curve.quarticOut }
  /// `quarticIn`, then `quarticOut`, each over half the time and half the distance.
  public static var quarticInOut: Curve { Curve.quarticInOut }
  /// u⁵
  public static var quinticIn: Curve { Curve.quinticIn }
  /// 1 − (1 − u)⁵
  public static var quinticOut: Curve { Curve.quinticOut }
  /// `quinticIn`, then `quinticOut`, each over half the time and half the distance.
  public static var quinticInOut: Curve { Curve.quinticInOut }
  /// 1 − cos(πu/2)
  public static var sineIn: Curve { Curve.sineIn }
  /// sin(πu/2)
  public static var sineOut: Curve { Curve.sineOut }
  /// (1 − cos πu)/2
  public static var sineInOut: Curve { Curve.sineInOut }
  /// (2^(10u) − 1)/1023
  public static var exponentialIn: Curve { Curve.exponentialIn }
  /// 1 − exponentialIn(1 − u).
  public static var exponentialOut: Curve { Curve.exponentialOut }
  /// `exponentialIn`, then `exponentialOut`, each over half the time and half the distance.
  public static var exponentialInOut: Curve { Curve.exponentialInOut }
  /// 1 − √(1 − u²)
  public static var circularIn: Curve { Curve.circularIn }
  /// √(1 − (1 − u)²)
  public static var circularOut: Curve { Curve.circularOut }
  /// `circularIn`, then `circularOut`, each over half the time and half the distance.
  public static var circularInOut: Curve { Curve.circularInOut }
  /// u²(2.70158u − 1.70158)
  public static var backIn: Curve { Curve.backIn }
  /// 1 − backIn(1 − u): overshoots by a tenth of the distance and returns.
  public static var backOut: Curve { Curve.backOut }
  /// Moves back by a tenth of the distance, then overshoots by a tenth and returns.
  public static var backInOut: Curve { Curve.backInOut }
  /// 1 − elasticOut(1 − u): swings around the start with growing amplitude, then moves to the end.
  public static var elasticIn: Curve { Curve.elasticIn }
  /// Arrives early and swings around the end.
  public static var elasticOut: Curve { Curve.elasticOut }
  /// Swings around the start with growing amplitude, moves to the end, and swings there.
  public static var elasticInOut: Curve { Curve.elasticInOut }
  /// 1 − bounceOut(1 − u): bounces with growing height, then jumps to the end.
  public static var bounceIn: Curve { Curve.bounceIn }
  /// Falls to the end and bounces there three times.
  public static var bounceOut: Curve { Curve.bounceOut }
  /// `bounceIn`, then `bounceOut`, each over half the time and half the distance.
  public static var bounceInOut: Curve { Curve.bounceInOut }
  /// A short name for `backOut`.
  public static var back: Curve { Curve.back }
  /// A short name for `elasticOut`.
  public static var elastic: Curve { Curve.elastic }
  /// A short name for `bounceOut`.
  public static var bounce: Curve { Curve.bounce }
  /// (1 − cos πu)/2, the classic cosine ramp. Equal to `sineInOut`.
  public static var cosine: Curve { Curve.cosine }
  /// Stays at 0 and jumps to 1 exactly at the end.
  public static var hold: Curve { Curve.hold }
  /// The Bézier (.42,0,1,1).
  public static var bezierEaseIn: Curve { Curve.bezierEaseIn }
  /// The Bézier (0,0,.58,1).
  public static var bezierEaseOut: Curve { Curve.bezierEaseOut }
  /// The Bézier (.42,0,.58,1).
  public static var bezierEaseInOut: Curve { Curve.bezierEaseInOut }
  /// The Bézier (.25,.1,.25,1), which CSS calls `ease`.
  public static var bezierDefault: Curve { Curve.bezierDefault }
}

extension Easing where Self == Curve {
  /// uⁿ: slow at the start. A larger strength makes the start slower.
  ///
  /// - Parameter strength: n, above 0 and at most 1000.
  public static func easeIn(_ strength: Double = 2) throws(CurveError) -> Curve {
    try Curve.easeIn(strength)
  }

  /// 1 − (1 − u)ⁿ: slow at the end.
  ///
  /// - Parameter strength: n, above 0 and at most 1000.
  public static func easeOut(_ strength: Double = 2) throws(CurveError) -> Curve {
    try Curve.easeOut(strength)
  }

  /// `easeIn` over the first half, `easeOut` over the second.
  ///
  /// - Parameter strength: n, above 0 and at most 1000.
  public static func ease(_ strength: Double = 2) throws(CurveError) -> Curve {
    try Curve.ease(strength)
  }

  /// uⁿ, the same as `easeIn`.
  public static func accelerate(_ exponent: Double = 2) throws(CurveError) -> Curve {
    try Curve.accelerate(exponent)
  }

  /// 1 − (1 − u)ⁿ, the same as `easeOut`.
  public static func decelerate(_ exponent: Double = 2) throws(CurveError) -> Curve {
    try Curve.decelerate(exponent)
  }

  /// (1 − 2^(−u/h)) / (1 − 2^(−1/h)): the remaining distance halves every h.
  ///
  /// - Parameter halfLife: h as a fraction of the curve's time; above 0, at most 1000.
  public static func exponentialDecelerate(
    _ halfLife: Double = 0.15
  ) throws(CurveError) -> Curve {
    try Curve.exponentialDecelerate(halfLife)
  }

  /// 2^(−u/h): falls from 1, halving every h, and ends at 2^(−1/h).
  ///
  /// - Parameter halfLife: h as a fraction of the curve's time; above 0, at most 1000.
  public static func decay(_ halfLife: Double = 0.15) throws(CurveError) -> Curve {
    try Curve.decay(halfLife)
  }

  /// Passes the end exactly `count` times, alternating above and below.
  ///
  /// - Parameters:
  ///   - count: 0 to 1000.
  ///   - halfLife: The fraction of the curve's time in which the swings halve. Above 0 and at most
  ///     1000.
  public static func overshoot(
    _ count: Int = 1, halfLife: Double = 0.15
  ) throws(CurveError) -> Curve {
    try Curve.overshoot(count, halfLife: halfLife)
  }

  /// A damped spring that settles to within a thousandth in the curve's time.
  ///
  /// - Parameters:
  ///   - damping: Above 0 and at most 100. Below 1 the spring overshoots, above 1 it creeps.
  ///   - velocity: The slope at the start, −1000 to 1000.
  public static func spring(
    damping: Double = 0.5, velocity: Double = 0
  ) throws(CurveError) -> Curve {
    try Curve.spring(damping: damping, velocity: velocity)
  }

  /// A cubic Bézier from (0,0) to (1,1).
  ///
  /// - Parameters:
  ///   - x1: Time of the first control point, 0 to 1.
  ///   - y1: Value of the first control point, −1000 to 1000.
  ///   - x2: Time of the second control point, 0 to 1.
  ///   - y2: Value of the second control point, −1000 to 1000.
  public static func bezier(
    _ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double
  ) throws(CurveError) -> Curve {
    try Curve.bezier(x1, y1, x2, y2)
  }

  /// Equal steps.
  ///
  /// - Parameters:
  ///   - count: Number of steps, 1 to 1 000 000. With `none`, at least 2.
  ///   - position: The positions of the jumps.
  public static func steps(
    _ count: Int, _ position: Curve.StepPosition = .end
  ) throws(CurveError) -> Curve {
    try Curve.steps(count, position)
  }

  /// Swings around the start and ends there.
  ///
  /// - Parameter swings: Number of swings, above 0 and at most 1000.
  public static func shake(_ swings: Double = 3) throws(CurveError) -> Curve {
    try Curve.shake(swings)
  }

  /// `first` over the first half of time and distance, `second` over the second half.
  public static func compose(_ first: Curve, _ second: Curve) -> Curve {
    Curve.compose(first, second)
  }

  /// Joins curves. Each gets an equal part of the time and of the distance.
  ///
  /// - Parameter curves: 1 to 1000 curves.
  public static func chain(_ curves: [Curve]) throws(CurveError) -> Curve {
    try Curve.chain(curves)
  }

  /// Creates a curve from your function over 0…1.
  ///
  /// - Parameters:
  ///   - name: The name for labels.
  ///   - derivative: The function's derivative. If you omit it, differences are used instead.
  ///   - function: The value at a normalised time.
  public static func custom(
    _ name: String, derivative: (@Sendable (Double) -> Double)? = nil,
    _ function: @escaping @Sendable (Double) -> Double
  ) -> Curve {
    Curve.custom(name, derivative: derivative, function)
  }
}
