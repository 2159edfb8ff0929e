extension Curve {
  /// The names of the text form. Some curves have two names. They print the name that created them.
  enum Spelling: String, Sendable, CaseIterable {
    case linear
    case quadraticIn
    case quadraticOut
    case quadraticInOut
    case cubicIn
    case cubicOut
    case cubicInOut
    case quarticIn
    case quarticOut
    case quarticInOut
    case quinticIn
    case quinticOut
    case quinticInOut
    case sineIn
    case sineOut
    case sineInOut
    case exponentialIn
    case exponentialOut
    case exponentialInOut
    case circularIn
    case circularOut
    case circularInOut
    case backIn
    case backOut
    case backInOut
    case elasticIn
    case elasticOut
    case elasticInOut
    case bounceIn
    case bounceOut
    case bounceInOut
    case back
    case elastic
    case bounce
    case cosine
    case easeIn
    case easeOut
    case ease
    case accelerate
    case decelerate
    case exponentialDecelerate
    case overshoot
    case spring
    case bezierEaseIn
    case bezierEaseOut
    case bezierEaseInOut
    case bezierDefault
    case bezier
    case steps
    case hold
    case shake
    case decay
    case opposite
    case reversed
    case mirrored
    case compose
    case chain
    case through
    case scaled
    case clamped
    case custom
  }
}

extension Curve.Spelling {
  /// The parameters between the brackets, in order.
  var parameters: [Parameter] {
    switch self {
    case .linear: [Parameter(name: "stops", kind: .stops, fallback: .stops([]))]
    case .back: [.number("pull", 1.70158)]
    case .elastic: [.number("amplitude", 1), .number("period", 0.3)]
    case .easeIn, .easeOut, .ease: [.number("strength", 2)]
    case .accelerate, .decelerate: [.number("exponent", 2)]
    case .exponentialDecelerate, .decay: [.number("halfLife", 0.15)]
    case .overshoot: [.number("count", 1), .number("halfLife", 0.15)]
    case .spring: [.number("damping", 0.5), .number("velocity", 0)]
    case .bezier: [.number("x1"), .number("y1"), .number("x2"), .number("y2")]
    case .steps:
      [.number("count"), Parameter(name: "position", kind: .word, fallback: .word("end"))]
    case .shake: [.number("swings", 3)]
    case .opposite, .reversed, .mirrored: [.curve("curve")]
    case .compose: [.curve("first"), .curve("second")]
    case .chain: [Parameter(name: "curves", kind: .curves, fallback: nil)]
    case .through: [.curve("curve"), .curve("timing")]
    case .scaled: [.curve("curve"), .number("factor")]
    case .clamped: [.curve("curve"), .number("low", 0), .number("high", 1)]
    default: []
    }
  }

  /// A parameter of the text form.
  struct Parameter: Sendable {
    enum Kind: Sendable {
      case number
      case word
      case curve
      /// One or more curves. Always the last parameter.
      case curves
      /// Values with times in percent, in CSS syntax. Always the only parameter.
      case stops
    }

    let name: String
    let kind: Kind
    /// The default, or `nil` if the text must set the parameter.
    let fallback: CurveArgument?

    static func number(_ name: String, _ fallback: Double? = nil) -> Parameter {
      Parameter(name: name, kind: .number, fallback: fallback.map { .number($0) })
    }

    static func curve(_ name: String) -> Parameter {
      Parameter(name: name, kind: .curve, fallback: nil)
    }
  }
}

/// The argument for a parameter.
enum CurveArgument: Hashable, Sendable {
  case number(Double)
  case word(String)
  case curve(Curve)
  case stops([LinearStops.Stop])
  case function(ObjectIdentifier)
}

extension Form {
  /// The arguments that rebuild this form. For a custom function, its identity.
  var arguments: [CurveArgument] {
    switch self {
    case .linear, .family, .hold, .cosine: []
    case .power(let exponent, _): [.number(exponent)]
    case .approach(let approach): [.number(approach.halfLife)]
    case .decay(let halfLife): [.number(halfLife)]
    case .overshoot(let form): [.number(Double(form.count)), .number(form.halfLife)]
    case .spring(let spring): [.number(spring.damping), .number(spring.velocity)]
    case .bezier(let form):
      [.number(form.x1), .number(form.y1), .number(form.x2), .number(form.y2)]
    case .steps(let steps): [.number(Double(steps.count)), .word(steps.position.rawValue)]
    case .stops(let form): [.stops(form.stops)]
    case .back(let pull): [.number(pull)]
    case .elastic(let amplitude, let period): [.number(amplitude), .number(period)]
    case .shake(let swings): [.number(swings)]
    case .opposite(let f), .reversed(let f), .mirrored(let f): [.curve(f)]
    case .compose(let f, let g), .through(let f, let g): [.curve(f), .curve(g)]
    case .scaled(let f, let factor): [.curve(f), .number(factor)]
    case .clamped(let f, let low, let high): [.curve(f), .number(low), .number(high)]
    case .chain(let curves): curves.map { .curve($0) }
    case .custom(let custom): [.function(ObjectIdentifier(custom))]
    }
  }
}
