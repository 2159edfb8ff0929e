internal import Platform

/// The keys of one mapping. Each is read once; keys never asked for are unknown.
final class DocumentFields {
  let line: Int
  private let reader: DocumentReader
  private let prefix: String
  private let fields: [(key: String, line: Int, value: DocumentNode)]
  private var known: [String] = []

  /// Creates the fields; nil, with a report, if the node has no keys.
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

  /// Every key in order.
  var all: [DocumentEntry] { fields.map { DocumentEntry(key: prefix + $0.key, node: $0.value) } }

  var names: [String] { fields.map(\.key) }

  /// The entry of a key; nil if the key is missing.
  func callAsFunction(_ key: String) -> DocumentEntry? {
    if !known.contains(key) { known.append(key) }
    guard let field = fields.first(where: { $0.key == key }) else { return nil }
    // Empty values, and values that begin on the next line, are reported at the line of their key.
    var node = field.value
    node.line = field.line
    return DocumentEntry(key: prefix + key, node: node)
  }

  /// The entry of a key, without the keys that lead to it.
  func bare(_ key: String) -> DocumentEntry? {
    self(key).map { DocumentEntry(key: key, node: $0.node) }
  }

  /// The value of a key, converted by a function; nil if it is missing, or wrong and reported.
  func value<Value>(_ key: String, _ read: (DocumentEntry) -> Value?) -> Value? {
    self(key).flatMap(read)
  }

  /// Reports a required key.
  func missing(_ key: String, _ why: String) {
    reader.report(line: line, key: prefix + key, "is missing; \(why)")
  }

  /// Reports the keys that were never read.
  ///
  /// - Parameter elsewhere: Keys that belong somewhere else, with text that says where.
  func end(elsewhere: [String: String] = [:]) {
    for field in fields where !known.contains(field.key) {
      let why =
        elsewhere[field.key]
        ?? "unknown key\(Suggestion.text(for: field.key, among: known)); known keys are \(known.joined(separator: ", "))"
      reader.report(line: field.line, key: prefix + field.key, why)
    }
  }
}
