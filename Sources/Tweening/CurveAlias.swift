extension Curve.Spelling {
  /// Names of curves in CSS and JavaScript: `ease-in-out`, `cubic-bezier(…)`, `easeInOutCubic`.
  ///
  /// Parsers accept them as curve names. They print with the name of this library, as a Bézier or
  /// one of Penner's curves. CSS's `ease` is missing, because this library uses the name for
  /// another curve. CSS's curve is `bezierDefault`.
  static let aliases: [String: (spelling: Curve.Spelling, arguments: [CurveArgument]?)] = {
    var aliases: [String: (Curve.Spelling, [CurveArgument]?)] = [
      "cubic-bezier": (.bezier, nil), "cubicBezier": (.bezier, nil),
      "ease-in": (.bezierEaseIn, nil), "ease-out": (.bezierEaseOut, nil),
      "ease-in-out": (.bezierEaseInOut, nil), "easeInOut": (.ease, nil),
      "step-start": (.steps, [.number(1), .word("start")]),
      "step-end": (.steps, [.number(1), .word("end")]),
    ]
    let families = [
      ("Sine", "sine"), ("Quad", "quadratic"), ("Cubic", "cubic"), ("Quart", "quartic"),
      ("Quint", "quintic"), ("Expo", "exponential"), ("Circ", "circular"), ("Back", "back"),
      ("Elastic", "elastic"), ("Bounce", "bounce"),
    ]
    for (foreign, own) in families {
      for direction in ["In", "Out", "InOut"] {
        guard let spelling = Curve.Spelling(rawValue: own + direction) else {
          preconditionFailure("every family has three directions")
        }
        aliases["ease\(direction)\(foreign)"] = (spelling, nil)
      }
    }
    return aliases
  }()

  /// The names of this library that parsers accept.
  static let names = allCases.filter { $0 != .custom }.map(\.rawValue)
}

extension Curve {
  /// All names that parsers accept, including CSS and JavaScript names.
  package static var readableNames: [String] {
    Spelling.names + Spelling.aliases.keys.sorted()
  }
}
