import Foundation
import Testing
import Tweening

/// Curves as d3-ease, CSS and mechanics define them, in double precision.
@Suite struct ForeignCurveTests {
  private let times = (0...1000).map { Double($0) / 1000 }

  /// d3.easeBackOut.overshoot(s): (t − 1)²((s + 1)(t − 1) + s) + 1.
  @Test(arguments: [0, 0.5, 1.70158, 3, 10]) func backIsD3s(pull: Double) throws {
    let curve = try Curve(parsing: "back(\(pull))")
    for u in times {
      let t = u - 1
      #expect(abs(curve(u) - (t * t * (t * (pull + 1) + pull) + 1)) < 1e-12)
    }
  }

  /// d3.easeElasticOut.amplitude(a).period(p).
  @Test(arguments: [(1, 0.3), (1, 0.7), (1.5, 0.3), (4, 1.2)])
  func elasticIsD3s(amplitude: Double, period: Double) throws {
    let curve = try Curve(parsing: "elastic(\(amplitude),\(period))")
    let p = period / (2 * .pi)
    let s = asin(1 / amplitude) * p
    for u in times.dropFirst() {
      let fall = (pow(2, -10 * u) - 0.0009765625) * 1.0009775171065494
      #expect(abs(curve(u) - (1 - amplitude * fall * sin((u + s) / p))) < 1e-12)
    }
    #expect(try Curve(parsing: "elastic") == .elastic && Curve(parsing: "back") == .back)
  }

  /// CSS Easing Functions 1, 2.3.1, implemented step by step.
  @Test(arguments: [
    ("jump-start", 3), ("jump-end", 3), ("jump-none", 3), ("jump-both", 3), ("jump-none", 2),
    ("jump-both", 1),
  ])
  func stepsMatchCSS(position: String, count: Int) throws {
    let curve = try Curve(parsing: "steps(\(count),\(position))")
    for u in times {
      var step = floor(u * Double(count))
      if position == "jump-start" || position == "jump-both" { step += 1 }
      var jumps = Double(count)
      if position == "jump-none" { jumps -= 1 }
      if position == "jump-both" { jumps += 1 }
      #expect(curve(u) == min(step, jumps) / jumps, "\(u)")
    }
    #expect(try Curve(parsing: curve.description) == curve)
  }

  /// CSS Easing Functions 2, 2.2: stops by hand, canonical as that text makes them. The line through
  /// the first or last two stops continues outside them, unless they have the same time. Before, the
  /// curve was constant there.
  @Test(
    arguments: [
      ("linear(0, 1)", [(0, 0), (1, 1)]),
      ("linear(0, .5 25% 75%, 1)", [(0, 0), (0.5, 0.25), (0.5, 0.75), (1, 1)]),
      ("linear(0, .2, .9, 1)", [(0, 0), (0.2, 1.0 / 3), (0.9, 2.0 / 3), (1, 1)]),
      (
        "linear(0, 1.2 40%, .8, 1.1, 1)",
        [(0, 0), (1.2, 0.4), (0.8, 0.6), (1.1, 0.8), (1, 1)]
      ),
      ("linear(.1 20%, .9 10%, 1)", [(0.1, 0.2), (0.9, 0.2), (1, 1)]),
      ("linear(0, .3 50%, .6 50%, 1)", [(0, 0), (0.3, 0.5), (0.6, 0.5), (1, 1)]),
      ("linear(0 20%, 1)", [(0, 0.2), (1, 1)]),
      ("linear(1 40%, 1.5 80%)", [(1, 0.4), (1.5, 0.8)]),
    ] as [(String, [(Double, Double)])])
  func stopsAreThoseOfCSS(text: String, stops: [(Double, Double)]) throws {
    let curve = try Curve(parsing: text)
    for u in times {
      var (a, b) = u < stops[0].1 ? (stops[0], stops[1]) : (stops[stops.count - 2], stops.last!)
      for pair in zip(stops, stops.dropFirst()) where u >= pair.0.1 && u < pair.1.1 {
        (a, b) = pair
      }
      let value = a.1 < b.1 ? a.0 + (b.0 - a.0) * (u - a.1) / (b.1 - a.1) : u < a.1 ? a.0 : b.0
      #expect(abs(curve(u) - value) < 1e-12, "\(u)")
    }
    let again = try Curve(parsing: curve.description)
    for u in times { #expect(abs(again(u) - curve(u)) < 1e-12) }
  }

  @Test(arguments: [
    "linear(0)", "linear(0, a)", "linear(0, 1 120%)", "linear(0 1)", "steps(1,jump-none)",
  ])
  func badStopsAreRejected(text: String) {
    #expect(throws: CurveTextError.self) { try Curve(parsing: text) }
  }

  /// m·x″ = −k(x − 1) − c·x′ by Runge and Kutta's fourth order, until the time that the curve
  /// lasts.
  @Test(
    arguments: [
      (1, 100, 10, 0), (2, 50, 30, 4), (1, 100, 20, 0), (0.5, 200, 60, -3), (1, 400, 41, 10),
    ] as [(Double, Double, Double, Double)])
  func springsFollowMechanics(
    mass: Double, stiffness: Double, damping: Double, velocity: Double
  ) throws {
    let (curve, seconds) = try Curve.spring(
      mass: mass, stiffness: stiffness, damping: damping, velocity: velocity)
    func change(_ state: SIMD2<Double>) -> SIMD2<Double> {
      SIMD2(state.y, (stiffness * (1 - state.x) - damping * state.y) / mass)
    }
    var state = SIMD2(0, velocity)
    let step = seconds / 20_000
    for index in 0..<19_000 {
      if index.isMultiple(of: 50) {
        #expect(abs(curve(Double(index) / 20_000) - state.x) < 1e-9, "\(index)")
      }
      let a = change(state)
      let b = change(state + a * (step / 2))
      let c = change(state + b * (step / 2))
      let d = change(state + c * step)
      state += (a + 2 * b + 2 * c + d) * (step / 6)
    }
    #expect(curve(1) == 1)
  }
}
