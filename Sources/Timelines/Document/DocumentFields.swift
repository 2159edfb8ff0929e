internal import BromideSystem

/// The keys of one mapping. Each is read once, and unread keys are unknown.
final class DocumentFields {
  let line: Int
  private let reader: DocumentReader
  private let prefix: String
  private let fields: [(key: String, line: Int, value: DocumentNode)]
  private var known: [String] = []

  /// Creates the fields, or reports an error and returns `nil` if the node has no keys.
  init?(_ entry: DocumentEntry, _ reader: DocumentReader, accepted: String) {
    guard case .fields(let fields) = entry.node.content else {
      reader.report(entry, accepted)
      return nil
    }
    self.fields = fields
    self.reader = reader
    prefix = entry.key.isEmpty ? "" : entry.key + "."
    line = entry.line
  }

  var names: [String] { fields.map(\.key) }

  /// Returns the entry of a key, or `nil` if the key is missing.
  func callAsFunction(_ key: String) -> DocumentEntry? {
    if !known.contains(key) { known.append(key) }
    guard let field = fields.first(where: { $0.key == key }) else { return nil }
    // Report empty values, and values that start on the next line, with the line of their key.
    var node = field.value
    node.line = field.line
    return DocumentEntry(key: prefix + key, node: node)
  }

  /// Returns the value of a key, converted by a function, or `nil` if it is missing or invalid. The
  /// function reports invalid values.
  func value<Value>(_ key: String, _ read: (DocumentEntry) -> Value?) -> Value? {
    self(key).flatMap(read)
  }

  /// Reports a missing required key.
  func missing(_ key: String, _ why: String) {
    reader.report(line: line, key: prefix + key, "is missing; \(why)")
  }

  /// Reports unread keys.
  ///
  /// - Parameter elsewhere: Keys that belong elsewhere, with an explanation.
  func end(elsewhere: [String: String] = [:]) {
    for field in fields where !known.contains(field.key) {
      let why =
        elsewhere[field.key]
        ?? "unknown key\(Suggestion.text(for: field.key, among: known)); known keys are \(known.joined(separator: ", "))"
      reader.report(line: field.line, key: prefix + field.key, why)
    }
  }
}
