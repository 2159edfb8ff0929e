internal import ArgumentParser
internal import BromideSystem

/// Reads options with named values.
package enum Choice {
  /// Returns the value for a name.
  ///
  /// - Throws: An error that lists the names and suggests a similar one.
  static func value<Value>(_ text: String, in choices: [(name: String, value: Value)]) throws
    -> Value
  {
    if let match = choices.first(where: { $0.name == text }) { return match.value }
    let names = choices.map(\.name)
    throw ValidationError(
      "expected one of \(names.joined(separator: ", "))" + Suggestion.text(for: text, among: names))
  }

  /// Returns the value of an enumeration for a name.
  package static func value<Value: RawRepresentable & CaseIterable>(_ text: String) throws -> Value
  where Value.RawValue == String {
    // A type can also accept older names, but messages do not list them.
    if let value = Value(rawValue: text) { return value }
    return try value(text, in: Value.allCases.map { ($0.rawValue, $0) })
  }

  /// Returns the names of an enumeration's cases, for help and completion.
  static func names<Value: RawRepresentable & CaseIterable>(_ type: Value.Type) -> [String]
  where Value.RawValue == String {
    type.allCases.map(\.rawValue)
  }
}

extension ArgumentParser.Option {
  /// Creates an option with the names of an enumeration.
  ///
  /// - Parameters:
  ///   - text: The short help.
  ///   - standard: The default in the help.
  ///   - note: The long help.
  init(
    wrappedValue: Value, name: NameSpecification = .long, choice text: String, standard: String,
    note: String = ""
  ) where Value: RawRepresentable & CaseIterable & Sendable, Value.RawValue == String {
    self.init(
      wrappedValue: wrappedValue, name: name,
      help: ArgumentHelp(text, of: Choice.names(Value.self), standard: standard, note: note),
      completion: .list(Choice.names(Value.self)), transform: { try Choice.value($0) })
  }

  /// Creates an option with the names of an enumeration that is not set by default.
  init<Choices>(
    name: NameSpecification = .long, choice text: String, standard: String, note: String = ""
  )
  where
    Value == Choices?, Choices: RawRepresentable & CaseIterable & Sendable,
    Choices.RawValue == String
  {
    self.init(
      name: name,
      help: ArgumentHelp(text, of: Choice.names(Choices.self), standard: standard, note: note),
      completion: .list(Choice.names(Choices.self)), transform: { try Choice.value($0) })
  }
}

extension ArgumentHelp {
  /// Creates help for an option with named values.
  ///
  /// The short help lists the names if they fit. Otherwise, the long help lists them.
  ///
  /// - Parameter note: The long help.
  init(
    _ text: String, of names: @autoclosure () -> [String], standard: String, note: String = ""
  ) {
    guard QuickParse.needsHelp else {
      self.init("", valueName: "name")
      return
    }
    let names = names()
    let list = names.joined(separator: ", ")
    let standard = "(default: \(standard))"
    let complete = "\(text): \(list) \(standard)"
    let isShort = complete.count <= 72
    let details = (isShort ? [] : ["One of \(list)."]) + (note.isEmpty ? [] : [note])
    self.init(
      isShort ? complete : "\(text) \(standard)",
      discussion: details.isEmpty ? nil : details.joined(separator: "\n"), valueName: "name")
  }
}
