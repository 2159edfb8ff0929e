public import Tweening

/// Why a text is no choreography, and where.
public struct ChoreographyTextError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What is wrong.
  public enum Reason: Hashable, Sendable {
    /// Nothing is called so; the nearest name there is, if one is near.
    case unknownName(String, nearest: String?)
    /// Something else stands where this was expected.
    case expected(String, found: String)
    /// The part's parameter has no default and was left out.
    case missing(parameter: String, name: String, accepted: String)
    /// The part takes fewer parameters.
    case tooMany(accepted: Int, name: String)
    /// A parameter that cannot be this; the nearest word it can be, if one is near.
    case argument(ChoreographyError, nearest: String?)
    /// A curve in the text is none.
    case curve(CurveTextError)
    /// Sort functions within one another, beyond this depth.
    case tooDeep(limit: Int)
  }

  /// What is wrong.
  public let reason: Reason
  /// The character at fault, counted from 1.
  public let position: Int

  /// A sentence with the place.
  public var description: String {
    let sentence =
      switch reason {
      case .unknownName(let name, let nearest):
        "nothing is called “\(name)”" + suggestion(nearest)
      case .expected(let what, let found): "expected \(what), found \(found)"
      case .missing(let parameter, let name, let accepted):
        "\(name) needs its \(parameter): \(accepted)"
      case .tooMany(0, let name): "\(name) takes no parameters"
      case .tooMany(1, let name): "\(name) takes only one parameter"
      case .tooMany(let accepted, let name): "\(name) takes at most \(accepted) parameters"
      case .argument(let error, let nearest): error.description + suggestion(nearest)
      case .tooDeep(let limit): "more than \(limit) sort functions within one another"
      case .curve(let error): error.sentence
      }
    return "character \(position): \(sentence)"
  }

  private func suggestion(_ nearest: String?) -> String {
    nearest.map { "; did you mean “\($0)”?" } ?? ""
  }
}
