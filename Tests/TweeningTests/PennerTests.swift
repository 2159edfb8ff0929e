import BromideLibc
import Testing
import Tweening

/// The families compared with Robert Penner's easing equations, as documented.
@Suite struct PennerTests {
  static let times = (0...11_000).map { Double($0) / 11_000 }

  /// Penner's easeOutBounce.
  private func bounce(_ u: Double) -> Double {
    for (end, middle, floor) in [
      (1.0, 0.0, 0.0), (2, 1.5, 0.75), (2.5, 2.25, 0.9375), (2.75, 2.625, 0.984375),
    ] where u <= end / 2.75 {
      return 7.5625 * (u - middle / 2.75) * (u - middle / 2.75) + floor
    }
    return 1
  }

  @Test func bounceDiffersByATwentiethAtMost() throws {
    let differences = Self.times.map { abs(Curve.bounceOut($0) - bounce($0)) }
    let largest = try #require(differences.max())
    #expect(near(largest, 0.05, 1e-6))
    #expect(near(Self.times[try #require(differences.firstIndex(of: largest))], 6.0 / 11, 1e-4))
  }

  @Test func backInOutPullsHarder() {
    let p = 1.70158 * 1.525
    for u in Self.times {
      let x = u < 0.5 ? 2 * u : 2 * u - 2
      let penner = 0.5 * (x * x * ((p + 1) * x + (u < 0.5 ? -p : p))) + (u < 0.5 ? 0 : 1)
      #expect(near(Curve.backInOut(u), penner, 1e-14))
    }
    // Two halves of `backIn` and `backOut` would overshoot only half as far.
    let least = Self.times.map { Curve.backInOut($0) }.min() ?? 0
    let half = Self.times.map { Curve.compose(.backIn, .backOut)($0) }.min() ?? 0
    #expect(near(least, -0.1, 1e-3) && near(half, -0.05, 1e-3))
  }

  @Test func elasticInOutSwingsSlower() {
    for u in Self.times {
      let x = 2 * u - 1
      let swing = 0.5 * exp2(-10 * abs(x)) * cos(2 * .pi * x / 0.45)
      #expect(near(Curve.elasticInOut(u), x < 0 ? swing : 1 - swing, 0.0005))
    }
    let halves = Curve.compose(.elasticIn, .elasticOut)
    #expect(Self.times.contains { abs(Curve.elasticInOut($0) - halves($0)) > 0.1 })
  }
}

/// Curves by their short names where any `Easing` is accepted.
@Suite struct EasingCurvesTests {
  /// The curve that a name means where the parameter is a generic `Easing`.
  private func curve(_ easing: some Easing) -> Curve? { easing as? Curve }

  @Test func namesServeWhereAnEasingIsExpected() throws {
    let segment = Segment(from: 0.0, to: 10, duration: 4, timing: try .ease(2))
    #expect(segment.value(at: 1) == 1.25)
    #expect(curve(.linear) == .linear)
    #expect(curve(.bounceInOut) == .bounceInOut)
    #expect(curve(try .easeOut(2.5)) == Curve("easeOut(2.5)"))
    #expect(curve(try .overshoot(3, halfLife: 0.2)) == Curve("overshoot(3,.2)"))
    #expect(curve(try .bezier(0.4, 0, 0.2, 1)) == Curve("bezier(.4,0,.2,1)"))
    #expect(curve(.compose(.backIn, .bounce)) == Curve("compose(backIn,bounce)"))
  }

  /// In the catalogue's order, so that a new curve is not forgotten.
  @Test func everyPlainNameIsThere() {
    let curves: [Curve?] = [
      curve(.linear), curve(.quadraticIn), curve(.quadraticOut), curve(.quadraticInOut),
      curve(.cubicIn), curve(.cubicOut), curve(.cubicInOut), curve(.quarticIn),
      curve(.quarticOut), curve(.quarticInOut), curve(.quinticIn), curve(.quinticOut),
      curve(.quinticInOut), curve(.sineIn), curve(.sineOut), curve(.sineInOut),
      curve(.exponentialIn), curve(.exponentialOut), curve(.exponentialInOut), curve(.circularIn),
      curve(.circularOut), curve(.circularInOut), curve(.backIn), curve(.backOut),
      curve(.backInOut), curve(.elasticIn), curve(.elasticOut), curve(.elasticInOut),
      curve(.bounceIn), curve(.bounceOut), curve(.bounceInOut), curve(.bounce),
      curve(.cosine), curve(.bezierEaseIn), curve(.bezierEaseOut),
      curve(.bezierEaseInOut), curve(.bezierDefault), curve(.hold),
    ]
    let plain = Curve.catalogue.filter { !$0.signature.contains("(") }.map(\.sample)
    #expect(curves == plain.map(Optional.some))
  }
}
