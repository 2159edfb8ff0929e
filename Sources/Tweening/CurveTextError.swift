/// Why a text is no curve, and where.
public struct CurveTextError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What is wrong with a text.
  public enum Reason: Hashable, Sendable {
    /// No curve is called so; the nearest name there is, if one is near.
    case unknownName(String, nearest: String?)
    /// Something else stands where this was expected.
    case expected(String, found: String)
    /// The curve's parameter has no default and was left out.
    case missing(parameter: String, curve: String)
    /// The curve takes fewer parameters.
    case tooMany(accepted: Int, curve: String)
    /// A parameter out of its range.
    case parameter(CurveError)
    /// Curves within curves, beyond this depth.
    case tooDeep(limit: Int)
  }

  /// What is wrong at the position.
  public let reason: Reason
  /// The character at fault, counted from 1.
  public let position: Int

  /// The position and what is wrong there, in words.
  public var description: String { "character \(position): \(sentence)" }

  /// What is wrong, without the place.
  package var sentence: String {
    switch reason {
    case .unknownName(let name, let nearest?):
      "no curve is called “\(name)”; did you mean “\(nearest)”?"
    case .unknownName(let name, nil): "no curve is called “\(name)”"
    case .expected(let what, let found): "expected \(what), found \(found)"
    case .missing(let parameter, let curve): "\(curve) needs its parameter \(parameter)"
    case .tooMany(0, let curve): "\(curve) takes no parameters"
    case .tooMany(1, let curve): "\(curve) takes only one parameter"
    case .tooMany(let accepted, let curve): "\(curve) takes at most \(accepted) parameters"
    case .parameter(let error): error.description
    case .tooDeep(let limit): "more than \(limit) curves within one another"
    }
  }
}
