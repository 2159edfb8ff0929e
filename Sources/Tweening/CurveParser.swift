extension Curve {
  /// Reads the text form: `easeOut(2.5)`, `compose(accelerate(2),opposite(bounce))`.
  ///
  /// Spaces may stand between the parts. Parameters at the end that have a default may be left out.
  ///
  /// - Throws: what is wrong, where, and for an unknown name the nearest known one.
  public init(parsing text: String) throws(CurveTextError) {
    var parser = CurveParser(text)
    self = try parser.whole()
  }
}

/// A recursive descent over the characters of one text.
private struct CurveParser {
  private let characters: [Character]
  private var index = 0

  /// Deep enough for any curve that says something, shallow enough for any stack.
  private static let depthLimit = 64

  init(_ text: String) { characters = Array(text) }

  mutating func whole() throws(CurveTextError) -> Curve {
    let curve = try self.curve(depth: 1)
    skipSpaces()
    guard index == characters.count else { throw expected("the end of the text") }
    return curve
  }

  private mutating func curve(depth: Int) throws(CurveTextError) -> Curve {
    skipSpaces()
    let start = index
    guard depth <= CurveParser.depthLimit else {
      throw error(.tooDeep(limit: CurveParser.depthLimit), at: start)
    }
    let name = word()
    guard !name.isEmpty else { throw expected("the name of a curve") }
    guard let spelling = Curve.Spelling(rawValue: name), spelling != .custom else {
      throw error(.unknownName(name, nearest: Nearest.name(to: name)), at: start)
    }
    var positions: [Int] = []
    let arguments = try self.arguments(of: spelling, depth: depth, positions: &positions)
    do {
      return try spelling.make(arguments)
    } catch {
      let faulty = spelling.parameters.firstIndex { $0.name == error.parameter } ?? 0
      let position = faulty < positions.count ? positions[faulty] : start
      throw self.error(.parameter(error), at: position)
    }
  }

  private mutating func arguments(
    of spelling: Curve.Spelling, depth: Int, positions: inout [Int]
  ) throws(CurveTextError) -> [CurveArgument] {
    let parameters = spelling.parameters
    let open = parameters.last?.kind == .curves
    var arguments: [CurveArgument] = []
    if take("(") && !take(")") {
      repeat {
        skipSpaces()
        positions.append(index)
        guard arguments.count < parameters.count || open else {
          throw error(.tooMany(accepted: parameters.count, curve: spelling.rawValue), at: index)
        }
        let parameter = parameters[min(arguments.count, parameters.count - 1)]
        arguments.append(try argument(parameter, depth: depth))
      } while take(",")
      guard take(")") else { throw expected("“,” or “)”") }
    }
    while arguments.count < parameters.count {
      let parameter = parameters[arguments.count]
      guard let fallback = parameter.fallback else {
        let reason = CurveTextError.Reason.missing(
          parameter: parameter.name, curve: spelling.rawValue)
        throw error(reason, at: index)
      }
      arguments.append(fallback)
    }
    return arguments
  }

  private mutating func argument(
    _ parameter: Curve.Spelling.Parameter, depth: Int
  ) throws(CurveTextError) -> CurveArgument {
    switch parameter.kind {
    case .curve, .curves: return .curve(try curve(depth: depth + 1))
    case .word:
      let start = index
      let word = self.word()
      guard Curve.StepPosition(rawValue: word) != nil else {
        index = start
        throw expected("“start” or “end”")
      }
      return .word(word)
    case .number:
      let start = index
      while index < characters.count, CurveParser.isNumeric(characters[index]) { index += 1 }
      // Only digits, point, sign and exponent come here: no words like “nan”, no hexadecimal.
      guard let value = Double(String(characters[start..<index])), value.isFinite else {
        index = start
        throw expected("a number for \(parameter.name)")
      }
      return .number(value)
    }
  }

  private static func isNumeric(_ character: Character) -> Bool {
    "0123456789.+-eE".contains(character)
  }

  private mutating func word() -> String {
    let start = index
    while index < characters.count,
      characters[index].isLetter || characters[index].isNumber || "-_".contains(characters[index])
    {
      index += 1
    }
    return String(characters[start..<index])
  }

  private mutating func take(_ character: Character) -> Bool {
    skipSpaces()
    guard index < characters.count, characters[index] == character else { return false }
    index += 1
    return true
  }

  private mutating func skipSpaces() {
    while index < characters.count, characters[index].isWhitespace { index += 1 }
  }

  private func expected(_ what: String) -> CurveTextError {
    let end = min(index + 12, characters.count)
    let rest = String(characters[min(index, end)..<end])
    let found = rest.isEmpty ? "the end of the text" : "“\(rest)”"
    return error(.expected(what, found: found), at: index)
  }

  private func error(_ reason: CurveTextError.Reason, at index: Int) -> CurveTextError {
    CurveTextError(reason: reason, position: index + 1)
  }
}

/// The known name that is nearest to a misspelt one.
enum Nearest {
  /// By edit distance without regard to case, at most a third of the letters; a name that holds
  /// the whole of the misspelt one counts as one letter away. Of names that are as near, the one that is most
  /// nearly as long. Nil where none is near.
  static func name(to name: String) -> String? {
    let wanted = Array(name.lowercased().filter { $0.isLetter })
    guard wanted.count <= 40 else { return nil }
    var best: (name: String, distance: Int, excess: Int)?
    for spelling in Curve.Spelling.allCases where spelling != .custom {
      let known = Array(spelling.rawValue.lowercased())
      let holds = wanted.count >= 3 && known.indices.contains { known[$0...].starts(with: wanted) }
      let distance = holds ? min(1, known.count - wanted.count) : distance(wanted, known)
      guard distance <= max(1, max(known.count, wanted.count) / 3) else { continue }
      let excess = abs(known.count - wanted.count)
      if (distance, excess) < (best?.distance ?? .max, best?.excess ?? .max) {
        best = (spelling.rawValue, distance, excess)
      }
    }
    return best?.name
  }

  /// The least number of letters to insert, leave out, replace, or swap with their neighbour.
  private static func distance(_ a: [Character], _ b: [Character]) -> Int {
    var rows = [Array(0...b.count)]
    for i in 1..<(a.count + 1) {
      var row = [i]
      for j in 1..<(b.count + 1) {
        var least = min(row[j - 1], rows[i - 1][j]) + 1
        least = min(least, rows[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1))
        if i > 1, j > 1, a[i - 1] == b[j - 2], a[i - 2] == b[j - 1] {
          least = min(least, rows[i - 2][j - 2] + 1)
        }
        row.append(least)
      }
      rows.append(row)
    }
    return rows[a.count][b.count]
  }
}
