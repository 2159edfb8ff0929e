extension Curve: LosslessStringConvertible {
  /// The text form: the name, then any parameters in brackets, for example `bezier(.4,0,.2,1)`.
  ///
  /// It contains no spaces, and numbers are as short as possible without loss. Trailing parameters
  /// with their default value are omitted, except for the first parameter: `steps(4)`,
  /// `overshoot(2)`.
  public var description: String { CurveText.print(self) }

  /// Reads the text form, or returns `nil` if the text is not a curve. For the reason, use
  /// `init(parsing:)`.
  public init?(_ description: String) {
    guard let curve = try? Curve(parsing: description) else { return nil }
    self = curve
  }
}

extension Curve: Codable {
  /// Encodes the text form.
  ///
  /// - Throws: `EncodingError.invalidValue` for a custom curve, because its text cannot be parsed.
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
    // Defaults are omitted, but the first argument stays: easeOut(2) is clearer than easeOut.
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
    case .stops(let stops):
      stops.map { "\(number($0.value)) \(number($0.percent))%" }.joined(separator: ",")
    case .function: ""
    }
  }

  /// Returns the shortest text that reads back as the same number: 2, .4, -.25, 1e-07.
  package static func number(_ value: Double) -> String {
    var text = value.description
    if text.hasSuffix(".0") { text.removeLast(2) }
    if text.hasPrefix("0.") { text.removeFirst() }
    if text.hasPrefix("-0.") { text = "-" + text.dropFirst(2) }
    return text
  }
}
