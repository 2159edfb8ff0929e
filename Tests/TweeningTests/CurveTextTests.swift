import TestSupport
import Testing
import Tweening

@Suite struct CurveTextTests {
  @Test(arguments: [
    "easeOut(2.5)", "bezier(.4,0,.2,1)", "compose(accelerate(2),opposite(bounce))", "linear",
    "overshoot(2)", "overshoot(2,.3)", "spring(.5,.7)", "steps(4)", "steps(4,start)", "shake(3)",
    "clamped(elastic)", "clamped(elastic,-.5)", "chain(linear,bounce,cosine)", "scaled(back,-2)",
    "through(bounce,sineInOut)", "decay(.15)", "mirrored(reversed(hold))",
    "exponentialDecelerate(1e-07)",
  ])
  func printedCurvesReadBack(text: String) throws {
    let curve = try Curve(parsing: text)
    #expect(curve.description == text)
    #expect(Curve(curve.description) == curve)
  }

  @Test(arguments: [
    (
      "  compose ( accelerate( 2 ) , opposite(bounce ) ) ",
      "compose(accelerate(2),opposite(bounce))"
    ),
    ("overshoot", "overshoot(1)"), ("overshoot()", "overshoot(1)"), ("linear()", "linear"),
    ("steps(4,end)", "steps(4)"), ("ease", "ease(2)"),
    ("bezier(0.40,-0.0,2e-1,+1.)", "bezier(.4,-0,.2,1)"), ("overshoot(2.0)", "overshoot(2)"),
  ])
  func printsTheShortestForm(text: String, printed: String) throws {
    #expect(try Curve(parsing: text).description == printed)
  }

  /// The names of CSS and JavaScript create the same curves.
  @Test(arguments: [
    ("ease-in", "bezier(.42,0,1,1)"), ("ease-out", "bezier(0,0,.58,1)"),
    ("ease-in-out", "bezier(.42,0,.58,1)"), ("cubic-bezier(.4, 0, .2, 1)", "bezier(.4,0,.2,1)"),
    ("step-start", "steps(1,start)"), ("step-end", "steps(1,end)"), ("easeInOut", "ease(2)"),
    ("easeInOut(3)", "ease(3)"), ("easeInQuad", "quadraticIn"), ("easeOutCubic", "cubicOut"),
    ("easeInOutQuart", "quarticInOut"), ("easeOutQuint", "quinticOut"), ("easeInSine", "sineIn"),
    ("easeInOutExpo", "exponentialInOut"), ("easeOutCirc", "circularOut"),
    ("easeInBack", "backIn"), ("easeOutElastic", "elasticOut"), ("easeInOutBounce", "bounceInOut"),
    ("compose(ease-in,step-end)", "compose(bezierEaseIn,steps(1,end))"),
  ])
  func foreignNames(text: String, own: String) throws {
    let (foreign, curve) = (try Curve(parsing: text), try Curve(parsing: own))
    for u in stride(from: 0, through: 1, by: 0.125) { #expect(foreign(u) == curve(u), "\(u)") }
    // They print as Bromide's names.
    #expect(try Curve(parsing: foreign.description) == foreign)
    #expect(!foreign.description.contains("-"))
  }

  @Test func everyCurveRoundTrips() throws {
    for curve in CurvePropertiesTests.curves {
      let again = try Curve(parsing: curve.description)
      #expect(again == curve)
      #expect(again.description == curve.description)
      for u in stride(from: 0, through: 1, by: 0.0625) { #expect(again(u) == curve(u)) }
    }
    #expect(Curve.catalogue.count == Set(Curve.catalogue.map(\.signature)).count)
    #expect(Curve.catalogue.contains { $0.signature == "overshoot(count=1,halfLife=.15)" })
  }

  @Test(arguments: [
    ("esaeOut(2)", "character 1: no curve is called “esaeOut”; did you mean “easeOut”?"),
    ("compose(linear,bouce)", "character 16: no curve is called “bouce”; did you mean “bounce”?"),
    (
      "easeInOutCubik",
      "character 1: no curve is called “easeInOutCubik”; did you mean “easeInOutCubic”?"
    ),
    (
      "cubic-bezeir(1)",
      "character 1: no curve is called “cubic-bezeir”; did you mean “cubic-bezier”?"
    ),
    ("step-end(2)", "character 9: expected the end of the text, found “(2)”"),
    ("overshot(2)", "character 1: no curve is called “overshot”; did you mean “overshoot”?"),
    ("bounc", "character 1: no curve is called “bounc”; did you mean “bounce”?"),
    ("eas(2)", "character 1: no curve is called “eas”; did you mean “ease”?"),
    ("expo", "character 1: no curve is called “expo”; did you mean “exponentialIn”?"),
    ("zzzz", "character 1: no curve is called “zzzz”"),
    ("custom", "character 1: no curve is called “custom”"),
    ("", "character 1: expected the name of a curve, found the end of the text"),
    ("(2)", "character 1: expected the name of a curve, found “(2)”"),
    ("ease(", "character 6: expected a number for strength, found the end of the text"),
    ("ease(nan)", "character 6: expected a number for strength, found “nan)”"),
    ("ease(0x10)", "character 7: expected “,” or “)”, found “x10)”"),
    ("ease(1e999)", "character 6: expected a number for strength, found “1e999)”"),
    ("ease(2", "character 7: expected “,” or “)”, found the end of the text"),
    ("ease(2) x", "character 9: expected the end of the text, found “x”"),
    ("ease(2,3)", "character 8: ease takes only one parameter"),
    ("bounce(1)", "character 8: bounce does not accept parameters"),
    ("linear(1)", "character 10: expected two stops or more, found the end of the text"),
    ("overshoot(1,.1,3)", "character 16: overshoot takes at most 2 parameters"),
    ("bezier(.4,0)", "character 13: bezier needs its parameter x2"),
    ("opposite", "character 9: opposite needs its parameter curve"),
    (
      "steps(4,middle)",
      "character 9: expected “start”, “end”, “jump-none” or “jump-both”, found “middle)”"
    ),
    ("bezier(.4,0,1.2,1)", "character 13: bezier: x2 must be a number from 0 to 1, not 1.2"),
    ("ease(0)", "character 6: ease: strength must be a number above 0, at most 1000, not 0"),
    (
      "overshoot(2.5)",
      "character 11: overshoot: count must be a whole number from 0 to 1000, not 2.5"
    ),
    (
      "overshoot(1e300)",
      "character 11: overshoot: count must be a whole number from 0 to 1000, not 1e+300"
    ),
    ("spring(0)", "character 8: spring: damping must be a number above 0, at most 100, not 0"),
    (
      "clamped(elastic,1,0)",
      "character 19: clamped: high must be a number from 1 to 1000000, not 0"
    ),
  ])
  func messageNamesTheError(text: String, message: String) {
    #expect {
      try Curve(parsing: text)
    } throws: { error in
      "\(error)" == message
    }
    #expect(Curve(text) == nil)
  }

  @Test func depthIsLimited() {
    func nested(_ depth: Int) -> String {
      String(repeating: "opposite(", count: depth) + "linear" + String(repeating: ")", count: depth)
    }
    #expect(Curve(nested(63)) != nil)
    #expect {
      try Curve(parsing: nested(100_000))
    } throws: { error in
      let error = error as? CurveTextError
      return error?.reason == .tooDeep(limit: 64) && error?.position == 64 * 9 + 1
    }
  }

  /// Any text gives a curve or an error.
  @Test func parserHandlesAnyText() {
    var random = SeededGenerator(seed: 9)
    let parts = [
      "ease", "bounce", "(", ")", ",", "2", ".5", "-", "e", " ", "steps", "start", "chain", "ü",
      "🙂",
    ]
    var good = 0
    for _ in 0..<5000 {
      let count = Int.random(in: 1...5, using: &random)
      let text = (0..<count).map { _ in parts.randomElement(using: &random) ?? "" }.joined()
      if let curve = Curve(text) {
        good += 1
        #expect(Curve(curve.description) == curve)
      }
    }
    #expect(good > 100 && good < 4900)
  }

  @Test(arguments: [0, -1, 1001, .nan, .infinity]) func parametersAreChecked(value: Double) {
    #expect(throws: CurveError.self) { try Curve.easeOut(value) }
    #expect(throws: CurveError.self) { try Curve.decelerate(value) }
    #expect(throws: CurveError.self) { try Curve.exponentialDecelerate(value) }
    #expect(throws: CurveError.self) { try Curve.decay(value) }
    #expect(throws: CurveError.self) { try Curve.overshoot(1, halfLife: value) }
    #expect(throws: CurveError.self) { try Curve.spring(damping: value) }
    #expect(throws: CurveError.self) { try Curve.shake(value) }
  }

  @Test func otherParametersAreChecked() {
    #expect(throws: CurveError.self) { try Curve.steps(0) }
    #expect(throws: CurveError.self) { try Curve.overshoot(-1) }
    #expect(throws: CurveError.self) { try Curve.bezier(-0.1, 0, 0, 0) }
    #expect(throws: CurveError.self) { try Curve.bezier(0, .nan, 0, 0) }
    #expect(throws: CurveError.self) { try Curve.spring(velocity: .nan) }
    #expect(throws: CurveError.self) { try Curve.linear.scaled(by: .infinity) }
    #expect(throws: CurveError.self) { try Curve.linear.clamped(from: 1, to: 0) }
    #expect(throws: CurveError.self) { try Curve.chain([]) }
  }

  @Test func equalityIsByNameAndParameters() throws {
    #expect(try Curve.easeIn(2) == Curve.easeIn(2))
    #expect(try Curve.easeIn(2) != Curve.accelerate(2))
    #expect(Curve.bounce != Curve.bounceOut)
    let own = Curve.custom("f") { $0 }
    #expect(own == own)
    #expect(own != Curve.custom("f") { $0 })
    #expect(Set([own, own, .linear, .linear]).count == 2)
  }
}
