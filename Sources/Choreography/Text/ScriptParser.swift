internal import Tweening

/// A recursive-descent parser for one text.
struct ScriptParser {
  private var scanner: TextScanner

  /// A limit that allows any useful text and fits on any stack.
  private static let depthLimit = 64

  init(_ text: String) { scanner = TextScanner(text) }

  mutating func onlySort() throws(ChoreographyTextError) -> SortFunction {
    scanner.skipSpaces()
    let sort = try self.sort(depth: 1)
    try end()
    return sort
  }

  mutating func onlyRoutine() throws(ChoreographyTextError) -> Routine {
    let routine = try self.routine()
    try end()
    return routine
  }

  /// `[[in] routine] [hold(seconds)] [out routine]`
  mutating func script() throws(ChoreographyTextError) -> Script {
    var entrance: Routine?
    var exit: Routine?
    var hold = 0.0
    if try take(.in) || !(peek == .hold || peek == .out) { entrance = try routine() }
    if peek == .hold { hold = try phrase(depth: 1).number(0) }
    if try take(.out) { exit = try routine() }
    if entrance == nil && exit == nil { throw expected("“out” and a routine") }
    scanner.skipSpaces()
    if !scanner.isAtEnd {
      throw expected(exit != nil ? "the end of the text" : "“out” or the end of the text")
    }
    do {
      return try Script(entrance: entrance, hold: hold, exit: exit)
    } catch {
      throw self.error(.argument(error, nearest: nil), at: 0)
    }
  }

  private mutating func end() throws(ChoreographyTextError) {
    scanner.skipSpaces()
    guard scanner.isAtEnd else { throw expected("the end of the text") }
  }

  /// Reads a routine up to the end of the text or a structural word.
  private mutating func routine() throws(ChoreographyTextError) -> Routine {
    var sort: SortFunction?
    var animations: [StockAnimation] = []
    var type: AnimationType?
    scanner.skipSpaces()
    var place = scanner.index
    while !scanner.isAtEnd, peek?.role != .structure {
      let start = scanner.index
      let phrase = try self.phrase(depth: 1)
      switch phrase.term.role {
      case .sort where sort != nil:
        throw error(.expected("one sort function", found: "a second, “\(phrase)”"), at: start)
      case .type where type != nil:
        throw error(.expected("one type of animation", found: "a second, “\(phrase)”"), at: start)
      case .sort: sort = SortFunction(phrase)
      case .animation: animations.append(StockAnimation(phrase))
      case .type:
        type = AnimationType(phrase)
        place = start
      case .structure: break
      }
      scanner.skipSpaces()
    }
    let ends = try self.ends()
    guard !animations.isEmpty || !ends.isEmpty else {
      throw expected("an animation such as fadeIn")
    }
    do {
      return try Routine(
        sort: sort ?? .usual, animations: animations, to: ends, type: type ?? .usual)
    } catch {
      // Everything is in range, except possibly the product of a spring's duration and velocity.
      throw self.error(.argument(error, nearest: nil), at: place)
    }
  }

  /// Reads `to` and the animations that define the end state, if it comes next.
  private mutating func ends() throws(ChoreographyTextError) -> [StockAnimation] {
    guard try take(.to) else { return [] }
    var ends: [StockAnimation] = []
    scanner.skipSpaces()
    while !scanner.isAtEnd, peek?.role != .structure {
      let start = scanner.index
      let phrase = try self.phrase(depth: 1)
      guard phrase.term.role == .animation else {
        throw error(
          .expected("animations behind “to”, which come last", found: "“\(phrase)”"), at: start)
      }
      ends.append(StockAnimation(phrase))
      scanner.skipSpaces()
    }
    guard !ends.isEmpty else { throw expected("an animation such as slide(left) behind “to”") }
    return ends
  }

  private mutating func sort(depth: Int) throws(ChoreographyTextError) -> SortFunction {
    let start = scanner.index
    guard depth <= ScriptParser.depthLimit else {
      throw error(.tooDeep(limit: ScriptParser.depthLimit), at: start)
    }
    let phrase = try self.phrase(depth: depth, role: .sort)
    guard phrase.term.role == .sort else {
      throw error(.expected("a sort function", found: "“\(phrase)”"), at: start)
    }
    return SortFunction(phrase)
  }
}

extension ScriptParser {
  /// The name that comes next, or `nil` if the text continues differently.
  private var peek: Term? {
    var ahead = scanner
    ahead.skipSpaces()
    return Term(rawValue: ahead.word())
  }

  /// Reads this structural word if it comes next. Returns whether it did.
  private mutating func take(_ term: Term) throws(ChoreographyTextError) -> Bool {
    guard peek == term else { return false }
    _ = try phrase(depth: 1)
    return true
  }

  /// Reads a name with its arguments.
  private mutating func phrase(
    depth: Int, role: Term.Role? = nil
  ) throws(ChoreographyTextError) -> Phrase {
    scanner.skipSpaces()
    let start = scanner.index
    let name = scanner.word()
    guard !name.isEmpty else {
      throw expected(role == .sort ? "a sort function" : "a sort function, an animation or a type")
    }
    guard let term = Term(rawValue: name) else {
      let names = Term.allCases.filter { role == nil || $0.role == role }.map(\.rawValue)
      throw error(.unknownName(name, nearest: Nearest.name(to: name, among: names)), at: start)
    }
    return Phrase(term, try arguments(of: term, depth: depth))
  }

  private mutating func arguments(
    of term: Term, depth: Int
  ) throws(ChoreographyTextError) -> [Argument] {
    let parameters = term.parameters
    var arguments: [Argument] = []
    if scanner.take("(") && !scanner.take(")") {
      repeat {
        scanner.skipSpaces()
        guard arguments.count < parameters.count else {
          throw error(
            .tooMany(accepted: parameters.count, name: term.rawValue), at: scanner.index)
        }
        arguments.append(try argument(parameters[arguments.count], of: term, depth: depth))
      } while scanner.take(",")
      guard scanner.take(")") else { throw expected("“,” or “)”") }
    }
    for parameter in parameters[arguments.count...] {
      guard let fallback = parameter.fallback else {
        throw error(
          .missing(
            parameter: parameter.name, name: term.rawValue, accepted: parameter.accepted),
          at: scanner.index)
      }
      arguments.append(fallback)
    }
    return arguments
  }

  private mutating func argument(
    _ parameter: Parameter, of term: Term, depth: Int
  ) throws(ChoreographyTextError) -> Argument {
    let start = scanner.index
    switch parameter.kind {
    case .sort: return .sort(try sort(depth: depth + 1))
    case .curve:
      do {
        return .curve(try Curve(from: &scanner))
      } catch {
        throw ChoreographyTextError(reason: .curve(error), position: error.position)
      }
    case .name, .value:
      let argument: Argument
      if let number = scanner.number() {
        argument = .number(number)
        if parameter.isTime { takeUnit() }
      } else {
        let word = scanner.word()
        guard !word.isEmpty else {
          throw expected("\(parameter.name): \(parameter.accepted)")
        }
        argument = .word(word)
      }
      guard parameter.accepts(argument) else {
        let wrong = ChoreographyError(
          name: term.rawValue, parameter: parameter.name, found: argument.shown,
          accepted: parameter.accepted)
        throw error(.argument(wrong, nearest: parameter.nearest(to: argument)), at: start)
      }
      return argument
    }
  }

  /// Skips the `s` of `2s`.
  private mutating func takeUnit() {
    var ahead = scanner
    if ahead.word() == "s" { scanner = ahead }
  }

  private func expected(_ what: String) -> ChoreographyTextError {
    error(.expected(what, found: scanner.found), at: scanner.index)
  }

  private func error(
    _ reason: ChoreographyTextError.Reason, at index: Int
  ) -> ChoreographyTextError {
    ChoreographyTextError(reason: reason, position: index + 1)
  }
}

extension Argument {
  fileprivate var shown: String {
    if case .word(let word) = self { return "“\(word)”" }
    return description
  }
}

extension Parameter {
  fileprivate func nearest(to argument: Argument) -> String? {
    guard case .value(let words, _) = kind, case .word(let word) = argument else { return nil }
    return Nearest.name(to: word, among: words)
  }
}
