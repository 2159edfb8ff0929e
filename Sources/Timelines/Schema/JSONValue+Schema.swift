internal import BromideSystem

/// The parts of JSON Schema for timelines.
extension JSONValue {
  /// Returns the schema of a mapping that allows only these keys.
  static func schema(
    properties: [(String, JSONValue)], required: [String] = [], _ description: String = "",
    more: [(String, JSONValue)] = []
  ) -> JSONValue {
    let needed = required.isEmpty ? [] : [("required", JSONValue.array(required.map { .text($0) }))]
    return .object(
      [("type", .text("object"))] + described(description)
        + [("properties", .object(properties)), ("additionalProperties", .boolean(false))] + needed
        + more)
  }

  /// Returns the schema of a value with one type.
  static func kind(_ type: String, _ description: String = "") -> JSONValue {
    .object([("type", .text(type))] + described(description))
  }

  static func pattern(_ pattern: String, _ description: String = "") -> JSONValue {
    .object([("type", .text("string")), ("pattern", .text(pattern))] + described(description))
  }

  static func reference(_ name: String) -> JSONValue {
    .object([("$ref", .text("#/definitions/\(name)"))])
  }

  static func either(_ forms: [JSONValue], _ description: String = "") -> JSONValue {
    .object([("anyOf", .array(forms))] + described(description))
  }

  static func list(
    _ items: JSONValue, _ description: String = "", count: ClosedRange<Int>? = nil
  ) -> JSONValue {
    let counts: [(String, JSONValue)] =
      [("minItems", .number("\(count?.lowerBound ?? 1)"))]
      + (count.map { [("maxItems", .number("\($0.upperBound)"))] } ?? [])
    return .object(
      [("type", .text("array")), ("items", items)] + counts + described(description))
  }

  static func choice(_ names: [String], _ description: String = "") -> JSONValue {
    .object([("enum", .array(names.map { .text($0) }))] + described(description))
  }

  static func choice<Value: RawRepresentable & CaseIterable>(
    of: Value.Type, _ description: String = ""
  ) -> JSONValue where Value.RawValue == String {
    choice(Value.allCases.map(\.rawValue), description)
  }

  static func number(_ range: ClosedRange<Double>) -> JSONValue {
    .object([("type", .text("number"))] + limits(range))
  }

  /// Returns the schema of a number, or a number in quotes.
  static func numberOrText(_ range: ClosedRange<Double>, _ description: String) -> JSONValue {
    .either(
      [number(range), pattern("^\\s*[-+]?([0-9]+[.]?[0-9]*|[.][0-9]+)([eE][-+]?[0-9]+)?\\s*$")],
      description)
  }

  private static func limits(_ range: ClosedRange<Double>) -> [(String, JSONValue)] {
    [("minimum", range.lowerBound), ("maximum", range.upperBound)].map {
      ($0.0, .number("\($0.1)"))
    }
  }

  private static func described(_ description: String) -> [(String, JSONValue)] {
    description.isEmpty ? [] : [("description", .text(description))]
  }
}
