import Testing

@testable import Color

@Suite struct ToneCurveTests {
  let curve = ToneCurve.standard

  @Test func meetsItsFourConditions() {
    let grey = ToneCurve.meteredGrey
    #expect(abs(curve(1) - 1) < 1e-12)
    #expect(abs(curve.slope(at: 1) - 0.2) < 1e-12)
    #expect(abs(curve(grey) - ToneCurve.displayGrey) < 1e-12)
    #expect(abs(curve.slope(at: grey) * grey / curve(grey) - 1.3) < 1e-12)
  }

  @Test func liftsGreyByAboutHalfAStop() {
    #expect(abs(ToneCurve.meteredGrey - 0.1273) < 1e-4)
    #expect(abs(ToneCurve.displayGrey - 0.1812) < 1e-4)
  }

  @Test func hasAToeAndAShoulder() {
    #expect(curve(0) == 0)
    #expect(abs(curve.slope(at: 0) - 0.81) < 0.01)
    let middle = stride(from: 0, through: 1, by: 1.0 / 4096).map { ($0, curve.slope(at: $0)) }
    let steepest = middle.max { $0.1 < $1.1 }!
    #expect(abs(steepest.0 - 0.18) < 0.01 && abs(steepest.1 - 1.95) < 0.01)
    // The slope rises up to that point and falls after it: one toe, one shoulder.
    for (before, after) in zip(middle, middle.dropFirst()) {
      #expect(after.0 <= steepest.0 ? after.1 > before.1 : after.1 < before.1)
    }
  }

  @Test func risesAndNeverLeavesTheRange() {
    var last = 0.0
    for step in 1...4096 {
      let value = curve(Double(step) / 4096)
      #expect(value > last && value <= 1)
      last = value
    }
    for x in [1.0001, 1.5, 2, 8, 64, 1e6] { #expect(curve(x) == 1) }
    for x in [-0.0, -1e-9, -1, -1e6] { #expect(curve(x) == 0) }
    // A kernel need only clip the quotient: it exceeds 1 for every x > 1, and its divisor is never
    // below 1.
    #expect(curve.a > curve.c && curve.c > 0 && curve.d > 0)
  }

  @Test func slopeIsTheDerivative() {
    for x in stride(from: 0.01, through: 0.99, by: 0.01) {
      let difference = (curve(x + 1e-6) - curve(x - 1e-6)) / 2e-6
      #expect(abs(difference - curve.slope(at: x)) < 1e-7)
    }
  }
}
