public import Tweening

/// Why a text is not a choreography, and where.
public struct ChoreographyTextError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kinds of mistakes.
  public enum Reason: Hashable, Sendable {
    /// Nothing has this name; `nearest` is a similar one, if there is any.
    case unknownName(String, nearest: String?)
    /// Something else stands where this was expected.
    case expected(String, found: String)
    /// A parameter without a default was left out.
    case missing(parameter: String, name: String, accepted: String)
    /// The part takes fewer parameters.
    case tooMany(accepted: Int, name: String)
    /// A parameter does not accept this; `nearest` is a similar word that it does, if there is any.
    case argument(ChoreographyError, nearest: String?)
    /// A curve in the text is wrong.
    case curve(CurveTextError)
    /// Sort functions are nested deeper than this.
    case tooDeep(limit: Int)
  }

  /// The mistake at the position.
  public let reason: Reason
  /// The character where the mistake begins, counted from 1.
  public let position: Int

  /// A sentence with the position and the mistake.
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
