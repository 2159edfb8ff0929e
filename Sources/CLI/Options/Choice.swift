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
