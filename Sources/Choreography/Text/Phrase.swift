internal import Tweening

/// A name with an argument for each of its parameters. Every part of a choreography is printed and
/// checked in this form.
struct Phrase: Hashable, Sendable, CustomStringConvertible {
  let term: Term
  let arguments: [Argument]

  init(_ term: Term, _ arguments: [Argument] = []) {
    self.term = term
    self.arguments = arguments
  }

  /// The name, then in brackets the arguments without the quiet defaults at the end.
  var description: String {
    let parameters = term.parameters
    var arguments = arguments
    while let last = arguments.last, parameters[arguments.count - 1].isQuiet,
      parameters[arguments.count - 1].fallback == last
    {
      arguments.removeLast()
    }
    if arguments.isEmpty { return term.rawValue }
    return "\(term.rawValue)(\(arguments.map(\.description).joined(separator: ",")))"
  }

  /// Throws if an argument is out of its range.
  func check() throws(ChoreographyError) {
    for (parameter, argument) in zip(term.parameters, arguments)
    where !parameter.accepts(argument) {
      throw ChoreographyError(
        name: term.rawValue, parameter: parameter.name, found: argument.description,
        accepted: parameter.accepted)
    }
  }
}

extension Argument: CustomStringConvertible {
  var description: String {
    switch self {
    case .number(let value): CurveText.number(value)
    case .word(let word): word
    case .curve(let curve): curve.description
    case .sort(let sort): sort.description
    }
  }
}

extension Parameter {
  func accepts(_ argument: Argument) -> Bool {
    switch (kind, argument) {
    case (.value(let words, _), .word(let word)): words.contains(word)
    case (.value(_, let range?), .number(let value)): range.contains(value)
    case (.name, .word(let word)): Parameter.isName(word)
    case (.curve, .curve), (.sort, .sort): true
    default: false
    }
  }

  /// The accepted arguments in words.
  var accepted: String {
    switch kind {
    case .name: return "a name of letters, digits and hyphens that begins with a letter"
    case .curve: return "a curve"
    case .sort: return "a sort function"
    case .value(let words, let range):
      let choices = words + (range.map { [$0.description] } ?? [])
      let first = choices.dropLast().joined(separator: ", ")
      return first.isEmpty ? choices[0] : "\(first) or \(choices[choices.count - 1])"
    }
  }

  private static func isName(_ word: String) -> Bool {
    guard let first = word.first, first.isLetter else { return false }
    return word.allSatisfy { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" }
  }
}
