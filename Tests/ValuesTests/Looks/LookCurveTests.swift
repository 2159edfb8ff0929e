import Foundation
import Testing

@testable import BromideValues

@Suite struct LookCurveTests {
  private static let origin = LookCurve.Origin(make: "Make", model: "Model", photo: "a.dng")

  /// Returns a curve through the points of a function of light.
  private static func curve(_ f: (Double) -> Double) -> LookCurve {
    LookCurve(
      knots: LookCurve.fittedKnots,
      values: LookCurve.fittedKnots.map { LookCurve.lightness(of: min(f($0), 1)) }, origin: origin)!
  }

  @Test func passesThroughItsPointsAndNeverFalls() {
    let curve = Self.curve { ToneCurve.flat($0) }
    for (x, v) in zip(curve.knots, curve.values) {
      #expect(abs(curve.lightness(x) - v) < 1e-12)
    }
    #expect(curve(0) == 0 && curve(-1) == 0 && abs(curve(1) - 1) < 1e-12)
    #expect(curve(7) == curve(1), "beyond the last knot it keeps its value")
    var last = -1.0
    for i in 0...20_000 {
      let y = curve(Double(i) / 20_000)
      #expect(y >= last && y <= 1)
      last = y
    }
  }

  /// A step is as steep as it can be without overshooting (Fritsch–Carlson).
  @Test func aStepDoesNotOvershoot() {
    let values = [0, 0, 0, 0.2, 0.9, 0.9, 0.9]
    let knots = [0, 0.1, 0.2, 0.3, 0.4, 0.5, 1]
    let curve = LookCurve(knots: knots, values: values, origin: Self.origin)!
    for i in 0...1000 {
      let x = Double(i) / 1000
      let v = curve.lightness(x)
      if x <= 0.2 { #expect(v == 0) }
      if x >= 0.4 { #expect(abs(v - 0.9) < 1e-12) }
      #expect(v >= 0 && v <= 0.9 + 1e-12)
    }
  }

  @Test func betweenKnotsItIsTheCurveThatItWasMadeOf() {
    for tone in [ToneCurve.standard, .flat, .classic] {
      let curve = Self.curve { tone($0) }
      for i in 1...2000 {
        let x = exp2(-9 * Double(i) / 2000)
        let error = 100 * abs(curve.lightness(x) - LookCurve.lightness(of: tone(x)))
        #expect(error < 0.25, "\(error) L* at \(x)")
      }
    }
  }

  /// The offset equals the value in the table of camera models.
  @Test(arguments: [-0.5, 0, 0.4, 1])
  func offsetMatchesTheMiddleTones(stops: Double) throws {
    let curve = Self.curve { ToneCurve.standard($0 * exp2(stops)) }
    let offset = try #require(curve.offset)
    #expect(abs(offset - stops) < 0.01)
    #expect(abs(LookCurve.standardMiddle - 0.09698) < 1e-5)
  }

  @Test func blackCurvesDoNotHaveAMiddle() {
    let black = LookCurve(
      knots: [0, 0.1, 0.5, 1], values: [0, 0.1, 0.2, 0.3], origin: Self.origin)
    #expect(black?.offset == nil)
  }

  static let broken: [(knots: [Double], values: [Double], word: String)] = [
    ([0, 0.5, 1], [0, 0.5, 1], "3 knots"),
    ([0, 0.2, 0.5, 1], [0, 0.5, 1], "4 knots and 3 values"),
    ([0, 0.2, 0.5, 1], [0, .nan, 0.5, 1], "finite"),
    ([0, 0.2, .infinity, 1], [0, 0.2, 0.5, 1], "finite"),
    ([0.1, 0.2, 0.5, 1], [0, 0.2, 0.5, 1], "rise from 0"),
    ([0, 0.5, 0.5, 1], [0, 0.2, 0.5, 1], "rise from 0"),
    ([0, 0.2, 0.5, 65], [0, 0.2, 0.5, 1], "at most 64"),
    ([0, 0.2, 0.5, 1], [0, 0.5, 0.4, 1], "never fall"),
    ([0, 0.2, 0.5, 1], [-0.1, 0.2, 0.5, 1], "never fall"),
    ([0, 0.2, 0.5, 1], [0, 0.2, 0.5, 1.01], "never fall"),
  ]

  @Test(arguments: broken)
  func invalidCurvesAreRejected(knots: [Double], values: [Double], word: String) {
    let problem = LookCurve.problem(knots: knots, values: values)
    #expect(problem?.contains(word) == true, "\(problem ?? "none")")
    #expect(LookCurve(knots: knots, values: values, origin: Self.origin) == nil)
  }

  @Test func textReadsBackExactly() throws {
    let curve = Self.curve { ToneCurve.standard($0 * 1.3) }
    let text = try JSONEncoder().encode(Look.fitted(curve))
    #expect(try JSONDecoder().decode(Look.self, from: text) == .fitted(curve))
    let falling = String(decoding: try JSONEncoder().encode(curve), as: UTF8.self)
      .replacing("\"values\":[0,", with: "\"values\":[0.9,")
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(LookCurve.self, from: Data(falling.utf8))
    }
    // Plain names are encoded as before, so existing pictures stay current.
    #expect(
      String(decoding: try JSONEncoder().encode(Look.standard), as: UTF8.self)
        == "{\"standard\":{}}")
  }

  /// A fitted curve includes only the exposure of the model.
  @Test func theModelsExposureIsNotAppliedTwice() {
    var profile = CameraProfile(calibrations: [], asShotMultipliers: nil)
    let fitted = Look.fitted(Self.curve { ToneCurve.standard($0) })
    for (exposure, expected) in [
      (
        PhotoExposure(stops: 0.4, source: .model, modelStops: 0.4),
        PhotoExposure(stops: 0, source: .none)
      ),
      (
        PhotoExposure(stops: 1.4, source: .model, modelStops: 0.4),
        PhotoExposure(stops: 1, source: .file)
      ),
      (PhotoExposure(stops: 0.25, source: .file), PhotoExposure(stops: 0.25, source: .file)),
    ] {
      profile.cameraExposure = exposure
      let found = profile.exposure(for: fitted)
      #expect(found.source == expected.source && abs(found.stops - expected.stops) < 1e-12)
      #expect(profile.exposure(for: .standard) == exposure)
    }
  }
}
