extension SortFunction: LosslessStringConvertible {
  /// The text form: `radial(middle,.1)`, `reversed(inline(topLeft))`. The default delay is left
  /// out. An order of your own prints as its name, which does not read back.
  public var description: String {
    guard case .custom(let own) = kind else { return phrase.description }
    return isReversed ? "reversed(\(own.order.name))" : own.order.name
  }

  /// Reads the text form.
  ///
  /// - Throws: `ChoreographyTextError` with the reason, the position and, for an unknown name, the
  ///   nearest known one.
  public init(parsing text: String) throws(ChoreographyTextError) {
    var parser = ScriptParser(text)
    self = try parser.onlySort()
  }

  /// Reads the text form; nil if the text is wrong. `init(parsing:)` says why.
  public init?(_ description: String) {
    guard let sort = try? SortFunction(parsing: description) else { return nil }
    self = sort
  }
}

extension Routine: LosslessStringConvertible {
  /// The text form: the sort function, the animations in order, and the type unless it is the
  /// default: `radial(middle) fadeIn slide(up,moderately) spring(.5,.7)`, then where items end:
  /// `to slide(left,100)`. Animations of your own print as their names, which do not read back.
  public var description: String {
    var parts = [sort.description] + animations.map(\.phrase.description) + own.map(\.name)
    if type != .usual { parts.append(type.phrase.description) }
    if !ends.isEmpty { parts += [Term.to.rawValue] + ends.map(\.phrase.description) }
    return parts.joined(separator: " ")
  }

  /// Reads the text form. The parts may come in any order, but that of the animations matters, and `to` with those
  /// behind it comes last. If sort function or type are left out, they have their defaults.
  ///
  /// - Throws: `ChoreographyTextError` with the reason, the position and, for an unknown name, the
  ///   nearest known one.
  public init(parsing text: String) throws(ChoreographyTextError) {
    var parser = ScriptParser(text)
    self = try parser.onlyRoutine()
  }

  /// Reads the text form; nil if the text is wrong. `init(parsing:)` says why.
  public init?(_ description: String) {
    guard let routine = try? Routine(parsing: description) else { return nil }
    self = routine
  }
}

extension Script: LosslessStringConvertible {
  /// The text form: `cornered(topLeft) fadeIn hold(2) out random(7) contract(moderately)`; without
  /// an entrance it begins with `out` or `hold`.
  public var description: String {
    var parts: [String] = []
    if let entrance { parts.append(entrance.description) }
    if hold > 0 { parts.append(Phrase(.hold, [.number(hold)]).description) }
    if let exit { parts.append("out \(exit)") }
    return parts.joined(separator: " ")
  }

  /// Reads the text form. The entrance may begin with `in`.
  ///
  /// - Throws: `ChoreographyTextError` with the reason, the position and, for an unknown name, the
  ///   nearest known one.
  public init(parsing text: String) throws(ChoreographyTextError) {
    var parser = ScriptParser(text)
    self = try parser.script()
  }

  /// Reads the text form; nil if the text is wrong. `init(parsing:)` says why.
  public init?(_ description: String) {
    guard let script = try? Script(parsing: description) else { return nil }
    self = script
  }
}
