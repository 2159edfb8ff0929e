extension SortFunction: LosslessStringConvertible {
  /// The text form: `radial(middle,.1)`, `reversed(inline(topLeft))`.
  ///
  /// The default delay is omitted. A custom order prints its name, which cannot be parsed.
  public var description: String {
    guard case .custom(let own) = kind else { return phrase.description }
    return isReversed ? "reversed(\(own.order.name))" : own.order.name
  }

  /// Reads the text form.
  ///
  /// - Throws: `ChoreographyTextError` with the reason and the position. For an unknown name, it
  ///   also contains the most similar known name.
  public init(parsing text: String) throws(ChoreographyTextError) {
    var parser = ScriptParser(text)
    self = try parser.onlySort()
  }

  /// Reads the text form, or returns `nil` if the text is invalid. For the reason, use
  /// `init(parsing:)`.
  public init?(_ description: String) {
    guard let sort = try? SortFunction(parsing: description) else { return nil }
    self = sort
  }
}

extension Routine: LosslessStringConvertible {
  /// The text form: the sort function, the animations in order, and the type unless it is the
  /// default: `radial(middle) fadeIn slide(up,moderately) spring(.5,.7)`.
  ///
  /// The end state follows: `to slide(left,100)`. Custom animations print their names, which cannot
  /// be parsed.
  public var description: String {
    var parts = [sort.description] + animations.map(\.phrase.description) + own.map(\.name)
    if type != .usual { parts.append(type.phrase.description) }
    if !ends.isEmpty { parts += [Term.to.rawValue] + ends.map(\.phrase.description) }
    return parts.joined(separator: " ")
  }

  /// Reads the text form.
  ///
  /// You can write the parts in any order, but the order of the animations matters, and `to` with
  /// its animations must come last. If you omit the sort function or the type, they have their
  /// defaults.
  ///
  /// - Throws: `ChoreographyTextError` with the reason and the position. For an unknown name, it
  ///   also contains the most similar known name.
  public init(parsing text: String) throws(ChoreographyTextError) {
    var parser = ScriptParser(text)
    self = try parser.onlyRoutine()
  }

  /// Reads the text form, or returns `nil` if the text is invalid. For the reason, use
  /// `init(parsing:)`.
  public init?(_ description: String) {
    guard let routine = try? Routine(parsing: description) else { return nil }
    self = routine
  }
}

extension Script: LosslessStringConvertible {
  /// The text form: `cornered(topLeft) fadeIn hold(2) out random(7) contract(moderately)`. Without
  /// an entrance it begins with `out` or `hold`.
  public var description: String {
    var parts: [String] = []
    if let entrance { parts.append(entrance.description) }
    if hold > 0 { parts.append(Phrase(.hold, [.number(hold)]).description) }
    if let exit { parts.append("out \(exit)") }
    return parts.joined(separator: " ")
  }

  /// Reads the text form. The entrance can begin with `in`.
  ///
  /// - Throws: `ChoreographyTextError` with the reason and the position. For an unknown name, it
  ///   also contains the most similar known name.
  public init(parsing text: String) throws(ChoreographyTextError) {
    var parser = ScriptParser(text)
    self = try parser.script()
  }

  /// Reads the text form, or returns `nil` if the text is invalid. For the reason, use
  /// `init(parsing:)`.
  public init?(_ description: String) {
    guard let script = try? Script(parsing: description) else { return nil }
    self = script
  }
}
