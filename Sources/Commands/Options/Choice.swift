internal import ArgumentParser
internal import Platform

/// Reads options whose values are names.
enum Choice {
  /// The value that `text` names.
  ///
  /// - Throws: An error that lists the names and suggests the one that was probably meant.
  static func value<Value>(_ text: String, in choices: [(name: String, value: Value)]) throws
    -> Value
  {
    if let match = choices.first(where: { $0.name == text }) { return match.value }
    let names = choices.map(\.name)
    throw ValidationError(
      "expected one of \(names.joined(separator: ", "))" + Suggestion.text(for: text, among: names))
  }

  static func value<Value: RawRepresentable & CaseIterable>(_ text: String) throws -> Value
  where Value.RawValue == String {
    // A type may read earlier names of its values, too, which messages do not offer.
    if let value = Value(rawValue: text) { return value }
    return try value(text, in: Value.allCases.map { ($0.rawValue, $0) })
  }

  /// The names of an enumeration's cases, for help and completion.
  static func names<Value: RawRepresentable & CaseIterable>(_ type: Value.Type) -> [String]
  where Value.RawValue == String {
    type.allCases.map(\.rawValue)
  }
}

extension ArgumentHelp {
  /// Help for an option with named values.
  ///
  /// The short help lists the names if there is room. Otherwise, the long help lists them.
  ///
  /// - Parameter note: The long help.
  init(_ text: String, of names: [String], standard: String, note: String = "") {
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
