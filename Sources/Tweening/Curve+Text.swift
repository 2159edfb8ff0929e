extension Curve: LosslessStringConvertible {
  /// The text form: the name, and where it has parameters these in brackets, without spaces and
  /// with numbers as short as they round-trip: `bezier(.4,0,.2,1)`. What a parameter is when left
  /// out is left out only at the end: `steps(4)`, `overshoot(2)`.
  public var description: String { CurveText.print(self) }

  /// Reads the text form, nil where it does not hold; `init(parsing:)` says why.
  public init?(_ description: String) {
    guard let curve = try? Curve(parsing: description) else { return nil }
    self = curve
  }
}

extension Curve: Codable {
  /// Encodes the text form; a custom curve has none and is refused.
  public func encode(to encoder: any Encoder) throws {
    guard Curve(description) == self else {
      throw EncodingError.invalidValue(
        self,
        .init(codingPath: encoder.codingPath, debugDescription: "\(name) is a custom curve"))
    }
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }

  /// Decodes the text form.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    do {
      self = try Curve(parsing: container.decode(String.self))
    } catch let error as CurveTextError {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: error.description)
    }
  }
}

package enum CurveText {
  static func print(_ curve: Curve) -> String {
    if case .custom(let custom) = curve.form { return custom.name }
    var arguments = curve.form.arguments
    let parameters = curve.spelling.parameters
    if arguments.isEmpty || parameters.isEmpty { return curve.name }
    // A default is left out, but the first argument stays: easeOut(2) says more than easeOut.
    while arguments.count > 1, arguments.count <= parameters.count,
      parameters[arguments.count - 1].fallback == arguments[arguments.count - 1]
    {
      arguments.removeLast()
    }
    return "\(curve.name)(\(arguments.map(print).joined(separator: ",")))"
  }

  private static func print(_ argument: CurveArgument) -> String {
    switch argument {
    case .number(let value): number(value)
    case .word(let word): word
    case .curve(let curve): print(curve)
    case .function: ""
    }
  }

  /// As short as it reads back the same: 2, .4, -.25, 1e-07.
  package static func number(_ value: Double) -> String {
    var text = value.description
    if text.hasSuffix(".0") { text.removeLast(2) }
    if text.hasPrefix("0.") { text.removeFirst() }
    if text.hasPrefix("-0.") { text = "-" + text.dropFirst(2) }
    return text
  }
}
