public import Tweening

/// The error in a text that is not a choreography, and its position.
public struct ChoreographyTextError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kinds of mistakes.
  public enum Reason: Hashable, Sendable {
    /// The name is unknown. `nearest` is a similar name, or `nil` if no name is similar.
    case unknownName(String, nearest: String?)
    /// The text contains `found` instead of the expected part.
    case expected(String, found: String)
    /// A required parameter is missing.
    case missing(parameter: String, name: String, accepted: String)
    /// The text has more parameters than the part accepts.
    case tooMany(accepted: Int, name: String)
    /// A parameter does not accept this value. `nearest` is a similar accepted word, or `nil` if no
    /// word is similar.
    case argument(ChoreographyError, nearest: String?)
    /// A curve in the text is invalid.
    case curve(CurveTextError)
    /// Sort functions are nested deeper than this.
    case tooDeep(limit: Int)
  }

  /// The error at the position.
  public let reason: Reason
  /// The character where the error begins, counted from 1.
  public let position: Int

  /// A sentence with the position and the error.
  public var description: String {
    let sentence =
      switch reason {
      case .unknownName(let name, let nearest):
        "unknown name “\(name)”" + suggestion(nearest)
      case .expected(let what, let found): "expected \(what), found \(found)"
      case .missing(let parameter, let name, let accepted):
        "\(name) needs its \(parameter): \(accepted)"
      case .tooMany(0, let name): "\(name) does not accept parameters"
      case .tooMany(1, let name): "\(name) takes only one parameter"
      case .tooMany(let accepted, let name): "\(name) takes at most \(accepted) parameters"
      case .argument(let error, let nearest): error.description + suggestion(nearest)
      case .tooDeep(let limit): "sort functions are nested more than \(limit) deep"
      case .curve(let error): error.sentence
      }
    return "character \(position): \(sentence)"
  }

  private func suggestion(_ nearest: String?) -> String {
    nearest.map { "; did you mean “\($0)”?" } ?? ""
  }
}
