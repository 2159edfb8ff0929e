package import BromideSystem
package import BromideValues

/// The value of a field, for programs and for people.
package struct InfoValue: Sendable {
  /// The value for JSON, in the documented unit.
  package let json: JSONValue
  /// The text with its unit.
  package let text: String

  package init(_ json: JSONValue, _ text: String) {
    self.json = json
    self.text = text
  }

  /// Creates a text, or returns `nil` without a value.
  package init?(_ text: String?) {
    guard let text else { return nil }
    self.init(.text(text), text)
  }

  /// Creates a number with its unit, or returns `nil` without a value.
  ///
  /// - Parameter unit: The text after the number, such as ` °C`.
  package init?(_ number: Double?, _ unit: String = "", decimals: Int? = nil) {
    guard let number, number.isFinite else { return nil }
    self.init(
      .number(Self.number(number)),
      (decimals.map { Self.trimmed(number.text(decimals: $0)) } ?? Self.number(number)) + unit)
  }

  /// Creates an integer with its unit, or returns `nil` without a value.
  package init?(_ number: Int?, _ unit: String = "") {
    guard let number else { return nil }
    self.init(.number("\(number)"), "\(number)\(unit)")
  }

  /// Creates a list of numbers.
  package init(_ numbers: [Double], decimals: Int) {
    self.init(
      .array(numbers.map { .number(Self.number($0)) }),
      numbers.map { $0.text(decimals: decimals) }.joined(separator: ", "))
  }

  /// Creates a size, which is an array of width and height in JSON.
  package init(_ size: Size) {
    self.init(.array([.number("\(size.width)"), .number("\(size.height)")]), "\(size)")
  }

  /// Creates a rectangle, which is an array of left, top, width and height in JSON.
  package init(_ region: Region) {
    self.init(
      .array([region.x, region.y, region.width, region.height].map { .number("\($0)") }),
      "\(Size(width: region.width, height: region.height)) at \(region.x), \(region.y)")
  }

  /// Returns the shortest text that reads back as the same number.
  static func number(_ value: Double) -> String {
    guard value.isFinite else { return "null" }
    return value == value.rounded() && abs(value) < 1e15 ? "\(Int(value))" : "\(value)"
  }

  /// Removes zeros at the end of the decimals.
  private static func trimmed(_ text: String) -> String {
    guard text.contains(".") else { return text }
    var text = text
    while text.last == "0" { text.removeLast() }
    if text.last == "." { text.removeLast() }
    return text
  }

  /// The value for a cell of a table. Numbers are the same as in JSON, and arrays are separated by
  /// spaces.
  package var cell: String { Self.cell(json) }

  private static func cell(_ json: JSONValue) -> String {
    switch json {
    case .text(let text), .number(let text): text
    case .boolean(let isTrue): isTrue ? "true" : "false"
    case .array(let values): values.map(cell).joined(separator: " ")
    case .object: json.text
    }
  }
}
