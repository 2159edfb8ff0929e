extension Curve {
  /// Reads the text form: `easeOut(2.5)`, `compose(accelerate(2),opposite(bounce))`.
  ///
  /// Spaces between the parts are allowed. You can omit trailing parameters that have a default.
  ///
  /// - Throws: `CurveTextError` with the reason and the position. For an unknown name, it also
  ///   contains the most similar known name.
  public init(parsing text: String) throws(CurveTextError) {
    var parser = CurveParser(TextScanner(text))
    self = try parser.whole()
  }

  /// Reads a curve at the scanner's position and moves the scanner to the end of the curve.
  package init(from scanner: inout TextScanner) throws(CurveTextError) {
    var parser = CurveParser(scanner)
    self = try parser.curve(depth: 1)
    scanner = parser.scanner
  }
}

/// A recursive-descent parser for one text.
private struct CurveParser {
  private(set) var scanner: TextScanner

  /// A limit that allows any useful curve and fits on any stack.
  private static let depthLimit = 64

  init(_ scanner: TextScanner) { self.scanner = scanner }

  mutating func whole() throws(CurveTextError) -> Curve {
    let curve = try self.curve(depth: 1)
    scanner.skipSpaces()
    guard scanner.isAtEnd else { throw expected("the end of the text") }
    return curve
  }

  mutating func curve(depth: Int) throws(CurveTextError) -> Curve {
    scanner.skipSpaces()
    let start = scanner.index
    guard depth <= CurveParser.depthLimit else {
      throw error(.tooDeep(limit: CurveParser.depthLimit), at: start)
    }
    let name = scanner.word()
    guard !name.isEmpty else { throw expected("the name of a curve") }
    let alias = Curve.Spelling.aliases[name]
    guard let spelling = Curve.Spelling(rawValue: name) ?? alias?.spelling, spelling != .custom
    else {
      throw error(.unknownName(name, nearest: Curve.Spelling.nearest(to: name)), at: start)
    }
    var positions: [Int] = []
    let arguments =
      if let fixed = alias?.arguments { fixed } else {
        try self.arguments(of: spelling, depth: depth, positions: &positions)
      }
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
    if parameters.last?.kind == .stops { return [.stops(try stops())] }
    let open = parameters.last?.kind == .curves
    var arguments: [CurveArgument] = []
    if scanner.take("(") && !scanner.take(")") {
      repeat {
        scanner.skipSpaces()
        positions.append(scanner.index)
        guard arguments.count < parameters.count || open else {
          throw error(
            .tooMany(accepted: parameters.count, curve: spelling.rawValue), at: scanner.index)
        }
        let parameter = parameters[min(arguments.count, parameters.count - 1)]
        arguments.append(try argument(parameter, depth: depth))
      } while scanner.take(",")
      guard scanner.take(")") else { throw expected("“,” or “)”") }
    }
    while arguments.count < parameters.count {
      let parameter = parameters[arguments.count]
      guard let fallback = parameter.fallback else {
        let reason = CurveTextError.Reason.missing(
          parameter: parameter.name, curve: spelling.rawValue)
        throw error(reason, at: scanner.index)
      }
      arguments.append(fallback)
    }
    return arguments
  }

  /// Reads `(0, .5 25% 75%, 1)`. Without brackets, the list is empty.
  ///
  /// The rules are CSS's rules: a value with two times is two stops. The first and the last stop
  /// are at 0 % and 100 %. A time earlier than the previous one is replaced by the previous one.
  /// Stops without a time are spread evenly.
  private mutating func stops() throws(CurveTextError) -> [LinearStops.Stop] {
    guard scanner.take("("), !scanner.take(")") else { return [] }
    var stops: [(value: Double, time: Double?)] = []
    repeat {
      scanner.skipSpaces()
      guard let value = scanner.number() else { throw expected("a number") }
      var times: [Double] = []
      scanner.skipSpaces()
      while let time = scanner.number() {
        guard scanner.take("%"), (0...100).contains(time), times.count < 2 else {
          throw expected("a time from 0% to 100%")
        }
        times.append(time)
        scanner.skipSpaces()
      }
      stops += times.isEmpty ? [(value, nil)] : times.map { (value, $0) }
    } while scanner.take(",")
    guard scanner.take(")") else { throw expected("“,” or “)”") }
    guard stops.count > 1 else { throw expected("two stops or more") }
    stops[0].time = stops[0].time ?? 0
    stops[stops.count - 1].time = stops[stops.count - 1].time ?? 100
    var latest = 0.0
    for index in stops.indices {
      guard let time = stops[index].time else { continue }
      latest = max(latest, time)
      stops[index].time = latest
    }
    var timed = 0
    for index in stops.indices.dropFirst() {
      guard let end = stops[index].time, let begin = stops[timed].time else { continue }
      for between in timed + 1..<max(index, timed + 1) {
        stops[between].time =
          begin + (end - begin) * Double(between - timed) / Double(index - timed)
      }
      timed = index
    }
    return stops.map { LinearStops.Stop(value: $0.value, percent: $0.time ?? 100) }
  }

  private mutating func argument(
    _ parameter: Curve.Spelling.Parameter, depth: Int
  ) throws(CurveTextError) -> CurveArgument {
    switch parameter.kind {
    case .stops: preconditionFailure("stops are read at once")
    case .curve, .curves: return .curve(try curve(depth: depth + 1))
    case .word:
      let start = scanner.index
      let word = scanner.word()
      // CSS has separate names for two of the positions.
      let name = ["jump-start": "start", "jump-end": "end"][word] ?? word
      guard Curve.StepPosition(rawValue: name) != nil else {
        scanner.index = start
        throw expected("“start”, “end”, “jump-none” or “jump-both”")
      }
      return .word(name)
    case .number:
      guard let value = scanner.number() else {
        throw expected("a number for \(parameter.name)")
      }
      return .number(value)
    }
  }

  private func expected(_ what: String) -> CurveTextError {
    error(.expected(what, found: scanner.found), at: scanner.index)
  }

  private func error(_ reason: CurveTextError.Reason, at index: Int) -> CurveTextError {
    CurveTextError(reason: reason, position: index + 1)
  }
}

extension Curve.Spelling {
  fileprivate static func nearest(to name: String) -> String? {
    Nearest.name(to: name, among: names) ?? Nearest.name(to: name, among: aliases.keys.sorted())
  }
}
