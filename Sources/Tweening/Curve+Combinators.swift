extension Curve {
  /// 1 − f(1 − u): a slow start becomes a slow end.
  public var opposite: Curve { Curve(.opposite, .opposite(self)) }

  /// f(1 − u): runs backwards, from 1 to 0.
  public var reversed: Curve { Curve(.reversed, .reversed(self)) }

  /// Runs forwards and back: f(2u) in the first half, f(2 − 2u) in the second. It ends at 0.
  public var mirrored: Curve { Curve(.mirrored, .mirrored(self)) }

  /// ½f(2u) over the first half, ½ + ½g(2u − 1) over the second.
  public static func compose(_ first: Curve, _ second: Curve) -> Curve {
    Curve(.compose, .compose(first, second))
  }

  /// Joins curves. Each gets an equal part of the time and of the distance. For two curves, the
  /// result equals `compose`.
  ///
  /// - Parameter curves: 1 to 1000 curves.
  public static func chain(_ curves: [Curve]) throws(CurveError) -> Curve {
    guard (1...1000).contains(curves.count) else {
      throw CurveError(
        curve: "chain", parameter: "curves", found: "\(curves.count) curves",
        accepted: "1 to 1000 curves")
    }
    return Curve(.chain, .chain(curves))
  }

  /// f(g(u)): `timing` sets the pace of `self`. Where `timing` is outside 0…1, `self` stays at its
  /// first or last value.
  public func through(_ timing: Curve) -> Curve { Curve(.through, .through(self, timing)) }

  /// `factor`·f(u): covers `factor` times the distance.
  ///
  /// - Parameter factor: −1e6 to 1e6.
  public func scaled(by factor: Double) throws(CurveError) -> Curve {
    try CurveError.check(factor, "factor", of: .scaled, .level)
    return Curve(.scaled, .scaled(self, factor))
  }

  /// Limits f(u) to the range from `low` to `high`.
  ///
  /// - Parameters:
  ///   - low: Least value, −1e6 to 1e6.
  ///   - high: Greatest value, from `low` to 1e6.
  public func clamped(from low: Double = 0, to high: Double = 1) throws(CurveError) -> Curve {
    try CurveError.check(low, "low", of: .clamped, .level)
    try CurveError.check(high, "high", of: .clamped, .closed(low, 1e6))
    return Curve(.clamped, .clamped(self, low, high))
  }

  /// Creates a curve from your function over 0…1. Its values are used unchanged.
  ///
  /// The text form is only the name and cannot be parsed.
  ///
  /// - Parameters:
  ///   - name: The name for labels.
  ///   - derivative: The function's derivative. If you omit it, differences are used instead.
  ///   - function: The value at a normalised time.
  public static func custom(
    _ name: String, derivative: (@Sendable (Double) -> Double)? = nil,
    _ function: @escaping @Sendable (Double) -> Double
  ) -> Curve {
    Curve(
      .custom, .custom(CustomFunction(name: name, function: function, derivative: derivative)))
  }
}
