/// An error in the text of a curve, and its position.
public struct CurveTextError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kinds of mistakes.
  public enum Reason: Hashable, Sendable {
    /// The name is unknown. `nearest` is a similar name, or `nil`.
    case unknownName(String, nearest: String?)
    /// The text contains `found` instead of the expected part.
    case expected(String, found: String)
    /// A required parameter is missing.
    case missing(parameter: String, curve: String)
    /// The text has more parameters than the curve accepts.
    case tooMany(accepted: Int, curve: String)
    /// A parameter is out of its range.
    case parameter(CurveError)
    /// Curves are nested deeper than this.
    case tooDeep(limit: Int)
  }

  /// The error at the position.
  public let reason: Reason
  /// The character where the error begins, counted from 1.
  public let position: Int

  /// A sentence with the position and the error.
  public var description: String { "character \(position): \(sentence)" }

  /// The error in words, without the position.
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
