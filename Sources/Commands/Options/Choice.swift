internal import ArgumentParser
internal import Platform

/// Values of options that are one of a few names.
enum Choice {
  /// The value that `text` names, or an error that lists the names and the one probably meant.
  static func value<Value>(_ text: String, in choices: [(name: String, value: Value)]) throws
    -> Value
  {
    if let match = choices.first(where: { $0.name == text }) { return match.value }
    let names = choices.map(\.name)
    throw ValidationError(
      "accepted are \(names.joined(separator: ", "))" + Suggestion.text(for: text, among: names))
  }

  static func value<Value: RawRepresentable & CaseIterable>(_ text: String) throws -> Value
  where Value.RawValue == String {
    try value(text, in: Value.allCases.map { ($0.rawValue, $0) })
  }

  /// The names of an enumeration, for help and completion.
  static func names<Value: RawRepresentable & CaseIterable>(_ type: Value.Type) -> [String]
  where Value.RawValue == String {
    type.allCases.map(\.rawValue)
  }
}

extension ArgumentHelp {
  /// Help of an option with named values.
  init(_ text: String, of names: [String], standard: String) {
    self.init("\(text): \(names.joined(separator: ", ")) (default \(standard))", valueName: "name")
  }
}
