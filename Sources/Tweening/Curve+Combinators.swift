extension Curve {
  /// 1 − f(1 − u): a slow start becomes a slow end.
  public var opposite: Curve { Curve(.opposite, .opposite(self)) }

  /// f(1 − u): the way back, from 1 to 0.
  public var reversed: Curve { Curve(.reversed, .reversed(self)) }

  /// There and back: f(2u) in the first half, f(2 − 2u) in the second; it ends at 0.
  public var mirrored: Curve { Curve(.mirrored, .mirrored(self)) }

  /// ½f(2u) over the first half, ½ + ½g(2u − 1) over the second.
  public static func compose(_ first: Curve, _ second: Curve) -> Curve {
    Curve(.compose, .compose(first, second))
  }

  /// The curves one after another, each over an equal share of the time and of the way. For two
  /// curves it equals `compose`.
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

  /// f(g(u)): `timing` sets the pace at which `self` runs. Where `timing` goes beyond 0…1, `self`
  /// rests at that end.
  public func through(_ timing: Curve) -> Curve { Curve(.through, .through(self, timing)) }

  /// `factor`·f(u): goes `factor` times as far.
  ///
  /// - Parameter factor: −1e6 to 1e6.
  public func scaled(by factor: Double) throws(CurveError) -> Curve {
    try CurveError.check(factor, "factor", of: .scaled, .level)
    return Curve(.scaled, .scaled(self, factor))
  }

  /// f(u) kept from `low` to `high`.
  ///
  /// - Parameters:
  ///   - low: Least value, −1e6 to 1e6.
  ///   - high: Greatest value, from `low` to 1e6.
  public func clamped(from low: Double = 0, to high: Double = 1) throws(CurveError) -> Curve {
    try CurveError.check(low, "low", of: .clamped, .level)
    try CurveError.check(high, "high", of: .clamped, .closed(low, 1e6))
    return Curve(.clamped, .clamped(self, low, high))
  }

  /// A function of your own over 0…1, evaluated as it stands.
  ///
  /// Its text form is its name alone, which cannot be parsed.
  ///
  /// - Parameters:
  ///   - name: The name for labels.
  ///   - derivative: The function's derivative; without one, differences stand in for it.
  ///   - function: The value at a normalised time.
  public static func custom(
    _ name: String, derivative: (@Sendable (Double) -> Double)? = nil,
    _ function: @escaping @Sendable (Double) -> Double
  ) -> Curve {
    Curve(
      .custom, .custom(CustomFunction(name: name, function: function, derivative: derivative)))
  }
}
