extension Curve {
  /// A curve that the text form supports.
  public struct CatalogueEntry: Sendable, Hashable {
    /// The name and parameters, for example `overshoot(count=1,halfLife=.15)`.
    public let signature: String
    /// The curve with its default parameters, or typical values for parameters without defaults.
    public let sample: Curve
  }

  /// All names of the text form, in display order.
  public static let catalogue: [CatalogueEntry] = Spelling.allCases.compactMap { spelling in
    guard spelling != .custom, let sample = spelling.sample else { return nil }
    return CatalogueEntry(signature: spelling.signature, sample: sample)
  }
}

extension Curve.Spelling {
  fileprivate var signature: String {
    // Omit the stops of `linear`, because few people need them.
    if parameters.isEmpty || self == .linear { return rawValue }
    let list = parameters.map { parameter in
      switch parameter.fallback {
      case .number(let value): "\(parameter.name)=\(CurveText.number(value))"
      case .word(let word): "\(parameter.name)=\(word)"
      case .stops: "\(parameter.name)…"
      default: parameter.kind == .curves ? "\(parameter.name)…" : parameter.name
      }
    }
    return "\(rawValue)(\(list.joined(separator: ",")))"
  }

  fileprivate var sample: Curve? {
    let arguments: [CurveArgument] =
      switch self {
      case .bezier: [.number(0.4), .number(0), .number(0.2), .number(1)]
      case .steps: [.number(4), .word("end")]
      case .opposite: [.curve(.bounce)]
      case .reversed, .mirrored: [.curve(.cubicInOut)]
      case .compose, .chain: [.curve(.quadraticIn), .curve(.bounce)]
      case .through: [.curve(.bounce), .curve(.sineInOut)]
      case .scaled: [.curve(.cubicInOut), .number(0.5)]
      case .clamped: [.curve(.elastic), .number(0), .number(1)]
      default: parameters.compactMap(\.fallback)
      }
    return try? make(arguments)
  }

  /// Returns the curve of this name. `arguments` must contain one value of the right kind per
  /// parameter.
  func make(_ arguments: [CurveArgument]) throws(CurveError) -> Curve {
    func number(_ index: Int) -> Double {
      guard case .number(let value) = arguments[index] else { preconditionFailure("not a number") }
      return value
    }
    func curve(_ index: Int) -> Curve {
      guard case .curve(let curve) = arguments[index] else { preconditionFailure("not a curve") }
      return curve
    }
    func whole(_ index: Int, _ range: ParameterRange) throws(CurveError) -> Int {
      try CurveError.check(number(index), parameters[index].name, of: self, range)
      return Int(number(index))
    }
    switch self {
    case .linear:
      guard case .stops(let stops) = arguments[0], !stops.isEmpty else { return .linear }
      return try .linear(stops)
    case .back: return number(0) == 1.70158 ? .back : try .back(pull: number(0))
    case .elastic:
      return number(0) == 1 && number(1) == 0.3
        ? .elastic : try .elastic(amplitude: number(0), period: number(1))
    case .easeIn: return try .easeIn(number(0))
    case .easeOut: return try .easeOut(number(0))
    case .ease: return try .ease(number(0))
    case .accelerate: return try .accelerate(number(0))
    case .decelerate: return try .decelerate(number(0))
    case .exponentialDecelerate: return try .exponentialDecelerate(number(0))
    case .decay: return try .decay(number(0))
    case .overshoot: return try .overshoot(try whole(0, .overshoots), halfLife: number(1))
    case .spring: return try .spring(damping: number(0), velocity: number(1))
    case .bezier: return try .bezier(number(0), number(1), number(2), number(3))
    case .steps:
      var position = Curve.StepPosition.end
      if case .word(let word) = arguments[1] {
        position = Curve.StepPosition(rawValue: word) ?? position
      }
      return try .steps(try whole(0, .steps), position)
    case .shake: return try .shake(number(0))
    case .opposite: return curve(0).opposite
    case .reversed: return curve(0).reversed
    case .mirrored: return curve(0).mirrored
    case .compose: return .compose(curve(0), curve(1))
    case .chain: return try .chain(arguments.indices.map(curve))
    case .through: return curve(0).through(curve(1))
    case .scaled: return try curve(0).scaled(by: number(1))
    case .clamped: return try curve(0).clamped(from: number(1), to: number(2))
    default: return preset
    }
  }
}

extension Curve.Spelling {
  /// The curve, if the name takes no parameters.
  private var preset: Curve {
    switch self {
    case .linear: .linear
    case .quadraticIn: .quadraticIn
    case .quadraticOut: .quadraticOut
    case .quadraticInOut: .quadraticInOut
    case .cubicIn: .cubicIn
    case .cubicOut: .cubicOut
    case .cubicInOut: .cubicInOut
    case .quarticIn: .quarticIn
    case .quarticOut: .quarticOut
    case .quarticInOut: .quarticInOut
    case .quinticIn: .quinticIn
    case .quinticOut: .quinticOut
    case .quinticInOut: .quinticInOut
    case .sineIn: .sineIn
    case .sineOut: .sineOut
    case .sineInOut: .sineInOut
    case .exponentialIn: .exponentialIn
    case .exponentialOut: .exponentialOut
    case .exponentialInOut: .exponentialInOut
    case .circularIn: .circularIn
    case .circularOut: .circularOut
    case .circularInOut: .circularInOut
    case .backIn: .backIn
    case .backOut: .backOut
    case .backInOut: .backInOut
    case .elasticIn: .elasticIn
    case .elasticOut: .elasticOut
    case .elasticInOut: .elasticInOut
    case .bounceIn: .bounceIn
    case .bounceOut: .bounceOut
    case .bounceInOut: .bounceInOut
    case .back: .back
    case .elastic: .elastic
    case .bounce: .bounce
    case .cosine: .cosine
    case .hold: .hold
    case .bezierEaseIn: .bezierEaseIn
    case .bezierEaseOut: .bezierEaseOut
    case .bezierEaseInOut: .bezierEaseInOut
    case .bezierDefault: .bezierDefault
    default: preconditionFailure("\(rawValue) needs parameters")
    }
  }
}
