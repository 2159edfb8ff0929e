/// Why a text is not a curve, and where.
public struct CurveTextError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kinds of mistakes.
  public enum Reason: Hashable, Sendable {
    /// No curve has this name; `nearest` is a similar one, if there is any.
    case unknownName(String, nearest: String?)
    /// Something else stands where this was expected.
    case expected(String, found: String)
    /// A parameter without a default was left out.
    case missing(parameter: String, curve: String)
    /// The curve takes fewer parameters.
    case tooMany(accepted: Int, curve: String)
    /// A parameter is out of its range.
    case parameter(CurveError)
    /// Curves are nested deeper than this.
    case tooDeep(limit: Int)
  }

  /// The mistake at the position.
  public let reason: Reason
  /// The character where the mistake begins, counted from 1.
  public let position: Int

  /// A sentence with the position and the mistake.
  public var description: String { "character \(position): \(sentence)" }

  /// The mistake in words, without the position.
  package var sentence: String {
    switch reason {
    case .unknownName(let name, let nearest?):
      "no curve is called “\(name)”; did you mean “\(nearest)”?"
    case .unknownName(let name, nil): "no curve is called “\(name)”"
    case .expected(let what, let found): "expected \(what), found \(found)"
    case .missing(let parameter, let curve): "\(curve) needs its parameter \(parameter)"
    case .tooMany(0, let curve): "\(curve) does not accept parameters"
    case .tooMany(1, let curve): "\(curve) takes only one parameter"
    case .tooMany(let accepted, let curve): "\(curve) takes at most \(accepted) parameters"
    case .parameter(let error): error.description
    case .tooDeep(let limit): "curves are nested more than \(limit) deep"
    }
  }
}
