extension Curve {
  /// 1 − f(1 − u): what was slow at the start is slow at the end.
  public var opposite: Curve { Curve(.opposite, .opposite(self)) }

  /// f(1 − u): the way back, from 1 to 0.
  public var reversed: Curve { Curve(.reversed, .reversed(self)) }

  /// There in the first half, f(2u), and back in the second, f(2 − 2u); it ends at 0.
  public var mirrored: Curve { Curve(.mirrored, .mirrored(self)) }

  /// ½f(2u) over the first half, ½ + ½g(2u − 1) over the second.
  public static func compose(_ first: Curve, _ second: Curve) -> Curve {
    Curve(.compose, .compose(first, second))
  }

  /// The curves one after another, each over an equal share of the time and of the way;
  /// of two it is `compose`.
  ///
  /// - Parameter curves: one or more, at most 1000.
  public static func chain(_ curves: [Curve]) throws(CurveError) -> Curve {
    guard (1...1000).contains(curves.count) else {
      throw CurveError(
        curve: "chain", parameter: "curves", found: "\(curves.count) curves",
        accepted: "1 to 1000 curves")
    }
    return Curve(.chain, .chain(curves))
  }

  /// f(g(u)): the time of `self` runs as `timing` says. Where `timing` goes beyond 0…1, `self`
  /// waits at its end.
  public func through(_ timing: Curve) -> Curve { Curve(.through, .through(self, timing)) }

  /// `factor`·f(u), which ends at the factor.
  ///
  /// - Parameter factor: −1e6 to 1e6.
  public func scaled(by factor: Double) throws(CurveError) -> Curve {
    try CurveError.check(factor, "factor", of: .scaled, .level)
    return Curve(.scaled, .scaled(self, factor))
  }

  /// f(u) kept from `low` to `high`.
  ///
  /// - Parameters:
  ///   - low: the least value, −1e6 to 1e6.
  ///   - high: the greatest, not below `low`.
  public func clamped(from low: Double = 0, to high: Double = 1) throws(CurveError) -> Curve {
    try CurveError.check(low, "low", of: .clamped, .level)
    try CurveError.check(high, "high", of: .clamped, .closed(low, 1e6))
    return Curve(.clamped, .clamped(self, low, high))
  }

  /// A function of your own, evaluated as it stands over 0…1.
  ///
  /// It prints as its name, which does not parse.
  ///
  /// - Parameters:
  ///   - name: what to call it in labels.
  ///   - derivative: its derivative; without one it is taken by differences.
  ///   - function: the value at normalised time.
  public static func custom(
    _ name: String, derivative: (@Sendable (Double) -> Double)? = nil,
    _ function: @escaping @Sendable (Double) -> Double
  ) -> Curve {
    Curve(
      .custom, .custom(CustomFunction(name: name, function: function, derivative: derivative)))
  }
}
