internal import Platform

/// The keys of one mapping. Each is taken once; what is never asked for is unknown.
final class DocumentFields {
  let line: Int
  private let reader: DocumentReader
  private let prefix: String
  private let fields: [(key: String, line: Int, value: DocumentNode)]
  private var known: [String] = []

  /// Nil, and reported, where the node has no keys.
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

  /// What stands at a key; nil where the key is missing.
  func callAsFunction(_ key: String) -> DocumentEntry? {
    known.append(key)
    guard let field = fields.first(where: { $0.key == key }) else { return nil }
    // What is empty, or begins on the next line, is looked for at its key.
    var node = field.value
    node.line = field.line
    return DocumentEntry(key: prefix + key, node: node)
  }

  /// The same without the keys that led here.
  func bare(_ key: String) -> DocumentEntry? {
    self(key).map { DocumentEntry(key: key, node: $0.node) }
  }

  /// What a function makes of the value at a key; nil where it is missing or wrong, which is reported.
  func value<Value>(_ key: String, _ read: (DocumentEntry) -> Value?) -> Value? {
    self(key).flatMap(read)
  }

  /// Reports a key that must be there.
  func missing(_ key: String, _ why: String) {
    reader.report(line: line, key: prefix + key, "is missing; \(why)")
  }

  /// Reports the keys that nobody took.
  ///
  /// - Parameter elsewhere: Keys that belong somewhere else, and the words that say where.
  func end(elsewhere: [String: String] = [:]) {
    for field in fields where !known.contains(field.key) {
      let why =
        elsewhere[field.key]
        ?? "no key of this place\(Suggestion.text(for: field.key, among: known)); known are \(known.joined(separator: ", "))"
      reader.report(line: field.line, key: prefix + field.key, why)
    }
  }
}
