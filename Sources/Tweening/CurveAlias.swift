extension Curve.Spelling {
  /// Names that CSS and JavaScript have for curves: `ease-in-out`, `cubic-bezier(…)`, `easeInOutCubic`.
  ///
  /// They are read wherever a curve is named, and print under Bezier's or Penner's name here. CSS's `ease` is `bezierDefault`:
  /// the name itself is that of a curve of ours.
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

  /// The names of ours that are read.
  static let names = allCases.filter { $0 != .custom }.map(\.rawValue)
}

extension Curve {
  /// All names by which a text may name a curve, those of CSS and JavaScript too.
  package static var readableNames: [String] {
    Spelling.names + Spelling.aliases.keys.sorted()
  }
}
