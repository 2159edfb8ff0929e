import TestSupport
import Testing
import Tweening

/// Properties of every curve, with random parameters.
@Suite struct CurvePropertiesTests {
  /// Every entry of the catalogue, and a few hundred curves with random parameters.
  static let curves: [Curve] = {
    var random = SeededGenerator(seed: 5)
    var curves = Curve.catalogue.map(\.sample)
    func draw(_ range: ClosedRange<Double>) -> Double { .random(in: range, using: &random) }
    for _ in 0..<40 {
      let made: [Curve?] = [
        try? .easeIn(draw(0.2...6)), try? .easeOut(draw(0.2...6)), try? .ease(draw(0.2...6)),
        try? .exponentialDecelerate(draw(0.01...5)), try? .decay(draw(0.05...5)),
        try? .overshoot(Int(draw(0...8)), halfLife: draw(0.05...2)),
        try? .spring(damping: draw(0.05...1), velocity: draw(-5...5)),
        try? .spring(damping: draw(1...8), velocity: draw(-5...5)),
        try? .back(pull: draw(0...6)),
        try? .elastic(amplitude: draw(1...3), period: draw(0.1...1)),
        try? .linear(stops: [(0, 0), (draw(-1...2), draw(0.1...0.4)), (draw(-1...2), 0.6), (1, 1)]),
        try? .bezier(draw(0...1), draw(-2...2), draw(0...1), draw(-2...2)),
        try? .shake(draw(0.5...6)),
        try? Curve.compose(.accelerate(draw(2...4)), .overshoot(2)).opposite,
        try? Curve.chain([.bounce, .backIn, .sineOut]).scaled(by: draw(-2...2)),
      ]
      curves += made.compactMap { $0 }
    }
    return curves
  }()

  static let endsElsewhere: Set<String> = [
    "shake", "decay", "reversed", "mirrored", "scaled", "clamped", "steps",
  ]
  static let jumps: Set<String> = ["steps", "hold"]

  @Test func endsAreExact() throws {
    #expect(Self.curves.count > 450)
    for curve in Self.curves where !Self.endsElsewhere.contains(curve.name) {
      #expect(curve(0) == 0, "\(curve)")
      #expect(curve(1) == 1, "\(curve)")
    }
    #expect(try Curve.decay()(0) == 1)
    #expect(Curve.cubicIn.reversed(0) == 1 && Curve.cubicIn.reversed(1) == 0)
  }

  /// When steps shrink to a thousandth, so must the differences.
  @Test func curvesAreContinuous() {
    var random = SeededGenerator(seed: 6)
    for curve in Self.curves where !Self.jumps.contains(curve.name) {
      let inner = (0..<50).map { _ in Double.random(in: 0.001...0.999, using: &random) }
      for u in inner + [0, 1, 0.5, 31.0 / 32, 4.0 / 11, 8.0 / 11, 0.9, 1.0 / 3] {
        // Powers below 1 and circles are vertical at their ends: differences shrink as the square
        // root.
        let jump = abs(curve(u + 1e-12) - curve(u - 1e-12))
        #expect(jump < 0.02, "\(curve) at \(u): \(jump)")
        if u > 0.01 && u < 0.99 && abs(curve.slope(at: u)) < 100 {
          #expect(jump < 1e-8, "\(curve)")
        }
      }
    }
  }

  /// The slope is the derivative: it is compared with differences away from corners.
  @Test func slopesAreDerivatives() {
    var random = SeededGenerator(seed: 7)
    for curve in Self.curves where !Self.jumps.contains(curve.name) {
      for _ in 0..<50 {
        let u = Double.random(in: 0.01...0.99, using: &random)
        let h = 1e-6
        let ahead = (curve(u + h) - curve(u)) / h
        let behind = (curve(u) - curve(u - h)) / h
        let slope = curve.slope(at: u)
        // Between corners, both differences agree with the slope. At a corner, one of them does.
        let error = min(abs(ahead - slope), abs(behind - slope))
        #expect(error < 2e-3 * max(1, abs(slope)), "\(curve) at \(u): \(slope), \(ahead)")
      }
    }
  }

  @Test func slopesAtTheEndsLookInwards() {
    // A power near 1 reaches its slope at an end only at distances too small to measure.
    let powers: Set = ["easeIn", "easeOut", "ease"]
    for curve in Self.curves where !Self.jumps.union(powers).contains(curve.name) {
      for (u, inner) in [(0.0, 1e-7), (1.0, 1 - 1e-7)] {
        let slope = curve.slope(at: u)
        let difference = (curve(inner) - curve(u)) / (inner - u)
        if slope.isInfinite {
          #expect(abs(difference) > 50, "\(curve) at \(u)")
        } else if abs(slope) < 50 && abs(difference) < 50 {
          #expect(
            near(slope, difference, 2e-3 * max(1, abs(slope))),
            "\(curve) at \(u): \(slope) \(difference)")
        }
      }
    }
  }

  @Test func anyFunctionHasASlope() {
    let curve = Curve.custom("cube") { $0 * $0 * $0 }
    let fortyTwo: @Sendable (Double) -> Double = { _ in 42 }
    let reported = Curve.custom("told", derivative: fortyTwo) { $0 }
    for u in stride(from: 0.0, through: 1, by: 0.0625) {
      #expect(near(curve.slope(at: u), 3 * u * u, 1e-11))
      #expect(reported.slope(at: u) == 42)
    }
  }

  /// There are exactly n swings, crossing 1 at (2k+1)/(2n+1), alternately above and below.
  @Test func overshootsAreCounted() throws {
    var random = SeededGenerator(seed: 8)
    for count in 0...40 {
      let halfLife = Double.random(in: 0.1...1, using: &random)
      let curve = try Curve.overshoot(count, halfLife: halfLife)
      var crossings: [Double] = []
      let samples = 20_011
      for i in 1..<samples - 1 {
        let (a, b) = (Double(i) / Double(samples), Double(i + 1) / Double(samples))
        if (curve(a) - 1) * (curve(b) - 1) < 0 { crossings.append(0.5 * (a + b)) }
      }
      #expect(crossings.count == count)
      for (k, crossing) in crossings.enumerated() {
        let expected = Double(2 * k + 1) / Double(2 * count + 1)
        #expect(near(crossing, expected, 1e-4))
        let after = curve(expected + 0.5 / Double(2 * count + 1))
        #expect(k.isMultiple(of: 2) ? after > 1 : after < 1)
      }
    }
  }

  @Test func oppositeTwiceIsTheSame() {
    for (curve, u) in product(Self.curves, stride(from: 0.0, through: 1, by: 0.125)) {
      // u is exact under 1 − u, so only the subtraction from 1 rounds.
      #expect(near(curve.opposite.opposite(u), curve(u), 1e-14))
      #expect(curve.reversed.reversed(u) == curve(u))
    }
  }
}
