import Testing
import Tweening

/// Worked numbers, curve by curve.
@Suite struct CurveNumbersTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let text: String
    let values: [(u: Double, value: Double)]
    var testDescription: String { text }

    init(_ text: String, _ u: [Double], _ values: [Double]) {
      self.text = text
      self.values = zip(u, values).map { ($0, $1) }
    }
  }

  static let quarters = [0.25, 0.5, 0.75]
  static let spread = [0.1, 0.25, 0.75]

  static let cases: [Case] = [
    Case("quadraticIn", quarters, [0.0625, 0.25, 0.5625]),
    Case("quadraticOut", quarters, [0.4375, 0.75, 0.9375]),
    Case("quadraticInOut", quarters, [0.125, 0.5, 0.875]),
    Case("sineInOut", spread, [0.024472, 0.146447, 0.853553]),
    Case("sineIn", spread, [0.012312, 0.076120, 0.617317]),
    Case("sineOut", spread, [0.156434, 0.382683, 0.923880]),
    Case("cosine", spread, [0.024472, 0.146447, 0.853553]),
    Case("bezierEaseIn", [0.25], [0.093465]),
    Case("bezierEaseOut", [0.25], [0.378138]),
    Case("bezierEaseInOut", [0.25], [0.129162]),
    Case("bezierDefault", [0.25], [0.408511]),
    Case("bezier(.42,0,1,1)", [0.25], [0.093465]),
    Case("bezier(.25,.1,.25,1)", [0.25], [0.408511]),
    Case("accelerate(3)", spread, [0.001, 0.015625, 0.421875]),
    Case("decelerate(3)", spread, [0.271, 0.578125, 0.984375]),
    Case("ease(3)", spread, [0.004, 0.0625, 0.9375]),
    Case("easeIn(3)", spread, [0.001, 0.015625, 0.421875]),
    Case("easeOut(3)", spread, [0.271, 0.578125, 0.984375]),
    Case("overshoot", [0.25, 0.5], [0.879462, 1.070154]),
    Case("overshoot(1,.15)", [0.25, 0.5], [0.879462, 1.070154]),
    Case("overshoot(2)", [0.33228, 0.73228], [1.185607, 0.970769]),
    Case("overshoot(3)", [1.0 / 7, 3.0 / 7, 5.0 / 7], [1, 1, 1]),
  ]

  @Test(arguments: cases) func workedNumbers(_ example: Case) throws {
    let curve = try Curve(parsing: example.text)
    for (u, value) in example.values {
      #expect(near(curve(u), value), "\(curve) at \(u): \(curve(u)), not \(value)")
    }
  }

  @Test func bounceIsFourParabolas() {
    for u in stride(from: 0.005, to: 1, by: 0.01) {
      let expected =
        if u < 4.0 / 11 {
          121 * u * u / 16
        } else if u < 8.0 / 11 {
          363.0 / 40 * u * u - 99.0 / 10 * u + 17.0 / 5
        } else if u < 0.9 {
          4356.0 / 361 * u * u - 35442.0 / 1805 * u + 16061.0 / 1805
        } else {
          54.0 / 5 * u * u - 513.0 / 25 * u + 268.0 / 25
        }
      #expect(near(Curve.bounceOut(u), expected, 1e-12))
      #expect(near(Curve.bounceIn(1 - u), 1 - expected, 1e-12))
    }
  }

  /// The unscaled form is the complement of `decay`. The curve divides it by its value at 1.
  @Test func exponentialDecelerateIsRescaled() throws {
    let decay = try Curve.decay(0.15)
    #expect(near(1 - decay(0.25), 0.685020))
    #expect(near(1 - decay(0.5), 0.900787))
    let curve = try Curve.exponentialDecelerate()
    let end = 1 - decay(1)
    for u in [0.25, 0.5, 0.9] {
      #expect(near(curve(u), (1 - decay(u)) / end, 1e-14))
    }
    // A very long half-life gives a straight line, with all its digits.
    #expect(near(try Curve.exponentialDecelerate(1000)(0.5), 0.5, 1e-3))
  }

  @Test func overshootPeaks() throws {
    func extreme(_ count: Int, _ range: ClosedRange<Double>, _ sign: Double) throws -> Double {
      let curve = try Curve.overshoot(count)
      let values = stride(from: range.lowerBound, through: range.upperBound, by: 1e-5).map {
        sign * curve($0)
      }
      return sign * (values.max() ?? .nan)
    }
    #expect(near(try extreme(2, 0.2...0.6, 1), 1.185607))
    #expect(near(try extreme(2, 0.6...1, -1), 0.970769))
    #expect(near(try extreme(3, 0...1, 1), 1.291008))
    let turning = try Curve.overshoot(2)
    #expect(abs(turning.slope(at: 0.33228)) < 1e-3)
    #expect(abs(turning.slope(at: 0.73228)) < 1e-3)
  }

  /// With T = 0.3, ω = 46.0517 at ζ = .5, and the velocity is per second.
  @Test(arguments: [0.1, 0.5, 0.7, 0.999, 1])
  func springFollowsItsFormula(damping: Double) throws {
    let (duration, velocity) = (0.3, 0.7)
    let omega = 6.907755278982137 / (damping * duration)
    if damping == 0.5 { #expect(near(omega, 46.0517, 1e-4)) }
    let curve = try Curve.spring(damping: damping, velocity: velocity * duration)
    for u in stride(from: 0.01, through: 0.96, by: 0.05) {
      let t = u * duration
      let expected = Oracle.spring(t, damping, omega, velocity)
      #expect(near(curve(u), expected, 1e-9), "at \(u)")
    }
    #expect(curve(1) == 1)
    #expect(near(curve.slope(at: 0), velocity * duration, 1e-9))
  }

  @Test func stepsOfBothKinds() throws {
    let late = try Curve.steps(4)
    let early = try Curve.steps(4, .start)
    for (u, a, b) in [
      (0, 0, 0.25), (0.24, 0, 0.25), (0.25, 0.25, 0.5), (0.6, 0.5, 0.75), (0.99, 0.75, 1),
      (1, 1, 1),
    ] {
      #expect(late(u) == a)
      #expect(early(u) == b)
    }
    #expect(Curve.hold(0.999999) == 0)
    #expect(Curve.hold(1) == 1)
  }

  @Test func shakeSwingsAndRests() throws {
    let shake = try Curve.shake(2)
    #expect(shake(0) == 0 && shake(1) == 0)
    #expect(near(shake(0.5), 0, 1e-12))
    // A quarter of a swing is u = 1/8: sin = 1 under ½(1 − cos 45°).
    #expect(near(shake(0.125), 0.5 * (1 - 0.5.squareRoot()), 1e-12))
    #expect(near(shake(0.875), -0.5 * (1 - 0.5.squareRoot()), 1e-12))
    #expect(abs(shake.slope(at: 0)) < 1e-12 && abs(shake.slope(at: 1)) < 1e-12)
  }

  /// Compared with the plain formula, because `shake` uses a custom sine.
  @Test(arguments: [0.1, 0.5, 1, 2.5, 3, 17.3, 1000]) func shakeFollowsItsFormula(
    swings: Double
  ) throws {
    let shake = try Curve.shake(swings)
    for u in stride(from: 0.0005, to: 1, by: 0.001) {
      #expect(near(shake(u), Oracle.shake(u, swings), 1e-15 * (4 + 8 * swings)), "at \(u)")
    }
  }

  @Test func combinators() throws {
    let cube = try Curve.accelerate(3)
    #expect(cube.opposite(0.25) == 0.578125)
    #expect(cube.reversed(0.25) == 0.421875)
    #expect(cube.mirrored(0.25) == 0.125 && cube.mirrored(0.75) == 0.125)
    #expect(cube.mirrored(0.5) == 1 && cube.mirrored(1) == 0)
    let composed = Curve.compose(cube, cube.opposite)
    for (u, value) in [(0.1, 0.004), (0.25, 0.0625), (0.75, 0.9375)] {
      #expect(near(composed(u), value, 1e-12))
    }
    #expect(try Curve.chain([cube, cube.opposite])(0.1) == composed(0.1))
    let chain = try Curve.chain([.linear, cube, .hold])
    #expect(near(chain(0.5), (1 + 0.125) / 3, 1e-12))
    #expect(near(chain(0.9), 2.0 / 3, 1e-12))
    #expect(chain(1) == 1)
    #expect(try cube.scaled(by: 2)(0.5) == 0.25)
    #expect(try cube.scaled(by: -0.5)(1) == -0.5)
    #expect(try Curve.backOut.clamped()(0.6) == 1)
    #expect(try Curve.backIn.clamped(from: -0.01)(0.3) == -0.01)
    #expect(cube.through(.sineInOut)(0.5) == 0.125)
    let own = Curve.custom("halves") { $0 < 0.5 ? 0.5 : 1 }
    #expect(own(0) == 0.5 && own(1) == 1 && own.name == "halves")
  }

  @Test func endValuesApplyOutside() throws {
    for curve in [Curve.elastic, .bounceIn, try .overshoot(3), try .bezier(0.4, 0, 0.2, 1)] {
      #expect(curve(-0.5) == 0 && curve(1.5) == 1)
      #expect(curve(-.infinity) == 0 && curve(.infinity) == 1)
      #expect(curve(.nan).isNaN)
    }
  }
}
