extension Curve {
  /// uⁿ: slow at the start. A larger strength makes the start slower.
  ///
  /// - Parameter strength: n, above 0 and at most 1000.
  public static func easeIn(_ strength: Double = 2) throws(CurveError) -> Curve {
    try power(.easeIn, "strength", strength, .in)
  }

  /// 1 − (1 − u)ⁿ: slow at the end.
  ///
  /// - Parameter strength: n, above 0 and at most 1000.
  public static func easeOut(_ strength: Double = 2) throws(CurveError) -> Curve {
    try power(.easeOut, "strength", strength, .out)
  }

  /// `easeIn` over the first half, `easeOut` over the second.
  ///
  /// - Parameter strength: n, above 0 and at most 1000.
  public static func ease(_ strength: Double = 2) throws(CurveError) -> Curve {
    try power(.ease, "strength", strength, .inOut)
  }

  /// uⁿ, the same as `easeIn`.
  ///
  /// - Parameter exponent: n, above 0 and at most 1000.
  public static func accelerate(_ exponent: Double = 2) throws(CurveError) -> Curve {
    try power(.accelerate, "exponent", exponent, .in)
  }

  /// 1 − (1 − u)ⁿ, the same as `easeOut`.
  ///
  /// - Parameter exponent: n, above 0 and at most 1000.
  public static func decelerate(_ exponent: Double = 2) throws(CurveError) -> Curve {
    try power(.decelerate, "exponent", exponent, .out)
  }

  private static func power(
    _ spelling: Spelling, _ parameter: String, _ exponent: Double, _ direction: Direction
  ) throws(CurveError) -> Curve {
    try CurveError.check(exponent, parameter, of: spelling, .exponent)
    return Curve(spelling, .power(exponent, direction))
  }

  /// (1 − 2^(−u/h)) / (1 − 2^(−1/h)): the remaining distance halves every h.
  ///
  /// - Parameter halfLife: h as a fraction of the curve's time; above 0, at most 1000.
  public static func exponentialDecelerate(
    _ halfLife: Double = 0.15
  ) throws(CurveError) -> Curve {
    try CurveError.check(halfLife, "halfLife", of: .exponentialDecelerate, .halfLife)
    return Curve(.exponentialDecelerate, .approach(Approach(halfLife: halfLife)))
  }

  /// 2^(−u/h): falls from 1, halving every h, and ends at 2^(−1/h).
  ///
  /// - Parameter halfLife: h as a fraction of the curve's time; above 0, at most 1000.
  public static func decay(_ halfLife: Double = 0.15) throws(CurveError) -> Curve {
    try CurveError.check(halfLife, "halfLife", of: .decay, .halfLife)
    return Curve(.decay, .decay(halfLife: halfLife))
  }

  /// 1 − 2^(−u/h)·cos(2πu(¼ + n/2)): passes the end exactly n times, alternating above and below.
  ///
  /// - Parameters:
  ///   - count: n, 0 to 1000.
  ///   - halfLife: h, the fraction of the curve's time in which the swings halve. Above 0 and at
  ///     most 1000.
  public static func overshoot(
    _ count: Int = 1, halfLife: Double = 0.15
  ) throws(CurveError) -> Curve {
    try CurveError.check(Double(count), "count", of: .overshoot, .overshoots)
    try CurveError.check(halfLife, "halfLife", of: .overshoot, .halfLife)
    return Curve(.overshoot, .overshoot(Overshoot(count: count, halfLife: halfLife)))
  }

  /// A damped spring that settles to within a thousandth in the curve's time.
  ///
  /// - Parameters:
  ///   - damping: ζ, above 0 and at most 100. Below 1 the spring overshoots, above 1 it creeps.
  ///     With 0 it would never settle.
  ///   - velocity: The slope at the start, as distances per total time, −1000 to 1000. Multiply a
  ///     velocity per second by the duration.
  public static func spring(
    damping: Double = 0.5, velocity: Double = 0
  ) throws(CurveError) -> Curve {
    try CurveError.check(damping, "damping", of: .spring, .damping)
    try CurveError.check(velocity, "velocity", of: .spring, .velocity)
    return Curve(.spring, .spring(Spring(damping: damping, velocity: velocity)))
  }

  /// A cubic Bézier from (0,0) to (1,1), solved with an error of 1e-9 or less.
  ///
  /// - Parameters:
  ///   - x1: Time of the first control point, 0 to 1.
  ///   - y1: Value of the first control point, −1000 to 1000.
  ///   - x2: Time of the second control point, 0 to 1.
  ///   - y2: Value of the second control point, −1000 to 1000.
  public static func bezier(
    _ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double
  ) throws(CurveError) -> Curve {
    try CurveError.check(x1, "x1", of: .bezier, .abscissa)
    try CurveError.check(y1, "y1", of: .bezier, .ordinate)
    try CurveError.check(x2, "x2", of: .bezier, .abscissa)
    try CurveError.check(y2, "y2", of: .bezier, .ordinate)
    return Curve(.bezier, .bezier(CubicBezier(x1: x1, y1: y1, x2: x2, y2: y2)))
  }

  /// The positions of the jumps in n equal parts of the time: at their starts, at their ends, at
  /// both, or only between them.
  public enum StepPosition: String, Sendable, Hashable, CaseIterable {
    /// The first step comes immediately: the curve starts at 1/n.
    case start
    /// The last step comes exactly at the end.
    case end
    /// No step at the start and no step at the end: n values from 0 to 1.
    case none = "jump-none"
    /// A step at the start and a step at the end: n values between 0 and 1.
    case both = "jump-both"
  }

  /// n equal steps.
  ///
  /// - Parameters:
  ///   - count: n, 1 to 1 000 000. With `none`, at least 2.
  ///   - position: The positions of the jumps.
  public static func steps(
    _ count: Int, _ position: StepPosition = .end
  ) throws(CurveError) -> Curve {
    try CurveError.check(
      Double(count), "count", of: .steps, position == .none ? .severalSteps : .steps)
    return Curve(.steps, .steps(Steps(count: count, position: position)))
  }

  /// `back` with any pull p: 1 − x²((p + 1)x − p) with x = 1 − u, which passes the end by 4p³/27(p
  /// + 1)².
  ///
  /// - Parameter pull: p, 0 to 1000. 1.70158 overshoots by a tenth of the distance.
  public static func back(pull: Double) throws(CurveError) -> Curve {
    try CurveError.check(pull, "pull", of: .back, .pull)
    return Curve(.back, .back(pull: pull))
  }

  /// `elastic` with any amplitude and period: 1 − a·e(u)·sin(2πu/p + asin(1/a)). The envelope e
  /// falls from 1 to 0 like 2^(−10u).
  ///
  /// - Parameters:
  ///   - amplitude: a, 1 to 1000.
  ///   - period: p as a fraction of the curve's time; above 0, at most 1000.
  public static func elastic(amplitude: Double, period: Double) throws(CurveError) -> Curve {
    try CurveError.check(amplitude, "amplitude", of: .elastic, .amplitude)
    try CurveError.check(period, "period", of: .elastic, .halfLife)
    return Curve(.elastic, .elastic(amplitude: amplitude, period: period))
  }

  /// Straight lines between values at given times, like CSS's `linear(…)`. Before the first stop
  /// and after the last one, the line through the nearest two stops continues.
  ///
  /// - Parameter stops: Two or more values, −1000 to 1000, with times from 0 to 1 in ascending
  ///   order. Equal times are allowed.
  public static func linear(stops: [(value: Double, time: Double)]) throws(CurveError) -> Curve {
    try linear(stops.map { LinearStops.Stop(value: $0.value, percent: $0.time * 100) })
  }

  static func linear(_ stops: [LinearStops.Stop]) throws(CurveError) -> Curve {
    try CurveError.check(Double(stops.count), "stops", of: .linear, .stops)
    var before = 0.0
    for stop in stops {
      try CurveError.check(stop.value, "value", of: .linear, .velocity)
      try CurveError.check(stop.time, "time", of: .linear, .closed(before, 1))
      before = stop.time
    }
    return Curve(.linear, .stops(LinearStops(stops: stops)))
  }

  /// sin(2πku)·½(1 − cos 2πu): swings k times around the start and ends there.
  ///
  /// - Parameter swings: k, above 0, at most 1000.
  public static func shake(_ swings: Double = 3) throws(CurveError) -> Curve {
    try CurveError.check(swings, "swings", of: .shake, .swings)
    return Curve(.shake, .shake(swings: swings))
  }
}
