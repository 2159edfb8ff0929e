/// A parameter value that a curve does not accept.
public struct CurveError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The curve's name in the text form.
  public let curve: String
  /// The parameter's name, as in the catalogue.
  public let parameter: String
  /// The value that was found, as text.
  public let found: String
  /// The accepted values in words, for example "a number above 0, at most 1000".
  public let accepted: String

  /// A sentence with the curve, the parameter, the accepted values and the found value.
  public var description: String {
    "\(curve): \(parameter) must be \(accepted), not \(found)"
  }
}

extension CurveError {
  /// Throws unless `value` is in the range. NaN always throws.
  static func check(
    _ value: Double, _ parameter: String, of spelling: Curve.Spelling, _ range: ParameterRange
  ) throws(CurveError) {
    guard range.contains(value) else {
      throw CurveError(
        curve: spelling.rawValue, parameter: parameter, found: CurveText.number(value),
        accepted: range.description)
    }
  }
}

/// The values that a numeric parameter accepts.
package enum ParameterRange: Sendable, CustomStringConvertible {
  case closed(Double, Double)
  /// Above 0, at most the bound.
  case positive(Double)
  case whole(Int, Int)

  package func contains(_ value: Double) -> Bool {
    switch self {
    case .closed(let low, let high): value >= low && value <= high
    case .positive(let high): value > 0 && value <= high
    case .whole(let low, let high):
      value >= Double(low) && value <= Double(high) && value == value.rounded()
    }
  }

  package var description: String {
    switch self {
    case .closed(let low, let high):
      "a number from \(CurveText.number(low)) to \(CurveText.number(high))"
    case .positive(let high): "a number above 0, at most \(CurveText.number(high))"
    case .whole(let low, let high): "a whole number from \(low) to \(high)"
    }
  }

  static let exponent = positive(1000)
  static let halfLife = positive(1000)
  static let damping = positive(100)
  static let quantity = positive(1e9)
  static let pull = closed(0, 1000)
  static let amplitude = closed(1, 1000)
  static let stops = whole(2, 10_000)
  static let velocity = closed(-1000, 1000)
  static let overshoots = whole(0, 1000)
  static let steps = whole(1, 1_000_000)
  static let severalSteps = whole(2, 1_000_000)
  static let swings = positive(1000)
  static let abscissa = closed(0, 1)
  static let ordinate = closed(-1000, 1000)
  static let level = closed(-1e6, 1e6)
}
