/// A JSON value that keeps the order of its keys and the text of its numbers.
package enum JSONValue: Sendable {
  case text(String)
  case number(String)
  case boolean(Bool)
  case object([(String, JSONValue)])
  case array([JSONValue])

  /// The value on one line.
  package var text: String {
    switch self {
    case .text(let text): Self.quoted(text)
    case .number(let number): number
    case .boolean(let isTrue): isTrue ? "true" : "false"
    case .object(let fields):
      "{" + fields.map { "\(Self.quoted($0.0)):\($0.1.text)" }.joined(separator: ",") + "}"
    case .array(let values): "[" + values.map(\.text).joined(separator: ",") + "]"
    }
  }

  /// Returns the value on indented lines. Parts of up to 100 bytes stay on one line.
  ///
  /// - Parameter indent: Text before every line except the first.
  package func lines(indent: String = "") -> String {
    let short = text
    if indent.utf8.count + short.utf8.count <= 100 { return short }
    let inner = indent + "  "
    switch self {
    case .object(let fields):
      let lines = fields.map { "\(inner)\(Self.quoted($0.0)): \($0.1.lines(indent: inner))" }
      return "{\n" + lines.joined(separator: ",\n") + "\n\(indent)}"
    case .array(let values):
      let lines = values.map { inner + $0.lines(indent: inner) }
      return "[\n" + lines.joined(separator: ",\n") + "\n\(indent)]"
    case .text, .number, .boolean: return short
    }
  }

  private static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case _ where scalar.value < 0x20:
        let hex = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - hex.count) + hex
      default: result.unicodeScalars.append(scalar)
      }
    }
    return ByteText.json(result + "\"")
  }
}
