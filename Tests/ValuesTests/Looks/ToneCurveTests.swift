import Testing

@testable import BromideValues

@Suite struct ToneCurveTests {
  /// A curve with the conditions that it was made for.
  struct Case: Sendable, CustomTestStringConvertible {
    let look: Look
    let grey: Double
    let contrast: Double
    let slopeAtWhite: Double
    var testDescription: String { look.name }
  }

  static let cases = [
    Case(look: .standard, grey: 0.09579, contrast: 1.35, slopeAtWhite: 0.22),
    Case(look: .flat, grey: 0.09579, contrast: 1, slopeAtWhite: 0.3),
    Case(look: .classic, grey: 0.12728, contrast: 1.3, slopeAtWhite: 0.2),
  ]

  @Test(arguments: cases)
  func meetsItsFourConditions(_ expected: Case) throws {
    let curve = try #require(expected.look.curve)
    let isClassic = expected.look == .classic
    let grey = isClassic ? ToneCurve.meteredGrey : ToneCurve.pictureGrey
    #expect(abs(grey - expected.grey) < 1e-5)
    #expect(abs(curve(1) - 1) < 1e-12)
    #expect(abs(curve.slope(at: 1) - expected.slopeAtWhite) < 1e-12)
    #expect(abs(curve(grey) - ToneCurve.displayGrey) < 1e-12)
    #expect(abs(curve.slope(at: grey) * grey / curve(grey) - expected.contrast) < 1e-12)
  }

  @Test func factorsAreThePublishedOnes() {
    let (standard, flat) = (ToneCurve.standard, ToneCurve.flat)
    let found = [standard.a, standard.b, standard.c, standard.d, flat.a, flat.b, flat.c, flat.d]
    let expected = [
      30.37214, 0.3301258, 24.61764, 5.084624, 4.844585, 1.824492, 3.843862, 1.825215,
    ]
    for (a, b) in zip(found, expected) { #expect(abs(a - b) < 1e-6 * b) }
  }

  static let standardValues: [(Double, Double)] = [
    (0.015625, 0.01158), (0.03125, 0.03379), (0.0625, 0.09850), (0.125, 0.25533), (0.18, 0.38464),
    (0.25, 0.51993), (0.5, 0.80007), (0.75, 0.92878), (0.9, 0.97578),
  ]

  @Test(arguments: standardValues)
  func standardHasTheseValues(light: Double, display: Double) {
    #expect(abs(ToneCurve.standard(light) - display) < 6e-6)
  }

  static let flatCodes: [(Double, Double)] = [
    (0.015625, 47.4), (0.0625, 96.3), (0.18, 156.3), (0.5, 223.1),
  ]

  @Test(arguments: flatCodes)
  func flatHasTheseCodes(light: Double, code: Double) {
    #expect(abs(TransferFunction.srgb.encode(ToneCurve.flat(light)) * 255 - code) < 0.06)
  }

  @Test func greyMatchesTheStandards() {
    #expect(abs(ToneCurve.meteredGrey - 0.1273) < 1e-4)
    #expect(abs(ToneCurve.displayGrey - 0.1812) < 1e-4)
  }

  static let toes: [(Look, Double, Double, Double)] = [
    (.standard, 0.33, 0.10, 2.56), (.classic, 0.81, 0.18, 1.95),
  ]

  @Test(arguments: toes)
  func hasAToeAndAShoulder(look: Look, atBlack: Double, steepestAt: Double, slope: Double) throws {
    let curve = try #require(look.curve)
    #expect(curve(0) == 0)
    #expect(abs(curve.slope(at: 0) - atBlack) < 0.01)
    let middle = stride(from: 0, through: 1, by: 1.0 / 4096).map { ($0, curve.slope(at: $0)) }
    let steepest = middle.max { $0.1 < $1.1 }!
    #expect(abs(steepest.0 - steepestAt) < 0.01 && abs(steepest.1 - slope) < 0.01)
    // The slope rises up to that point and falls after it: one toe, one shoulder.
    for (before, after) in zip(middle, middle.dropFirst()) {
      #expect(after.0 <= steepest.0 ? after.1 > before.1 : after.1 < before.1)
    }
  }

  @Test(arguments: Look.all)
  func risesAndNeverLeavesTheRange(look: Look) throws {
    let curve = try #require(look.curve)
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

  @Test(arguments: Look.all)
  func slopeIsTheDerivative(look: Look) throws {
    let curve = try #require(look.curve)
    for x in stride(from: 0.01, through: 0.99, by: 0.01) {
      let difference = (curve(x + 1e-6) - curve(x - 1e-6)) / 2e-6
      #expect(abs(difference - curve.slope(at: x)) < 1e-7)
    }
  }
}
