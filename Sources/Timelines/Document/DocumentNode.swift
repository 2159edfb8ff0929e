/// A part of a document, with its line.
struct DocumentNode {
  enum Content {
    /// An empty value, or null.
    case nothing
    case text(String)
    case list([DocumentNode])
    /// An alias. The parser has already reported it, so missing values are not a second error.
    case rejected
    /// Keys with their lines, in order.
    case fields([(key: String, line: Int, value: DocumentNode)])
  }

  /// The line, starting at 1.
  var line: Int
  var content: Content

  /// A description for messages.
  var words: String? {
    switch content {
    case .nothing, .rejected: nil
    case .text(let text): text
    case .list: "a list"
    case .fields: "keys with values"
    }
  }
}

/// A node and its key.
struct DocumentEntry {
  /// The key, with dots: `exposure.value`.
  let key: String
  let node: DocumentNode

  var line: Int { node.line }

  /// The entries of a list. For other nodes, this contains only the node itself.
  var items: [DocumentEntry] {
    guard case .list(let nodes) = node.content else { return [self] }
    return nodes.map { DocumentEntry(key: key, node: $0) }
  }
}

extension DocumentEntry {
  /// Joins a list of texts with commas, because flags read `[1, 2]` in this form.
  var joined: DocumentEntry {
    guard case .list(let nodes) = node.content else { return self }
    var texts: [String] = []
    for node in nodes {
      guard case .text(let text) = node.content else { return self }
      texts.append(text)
    }
    return DocumentEntry(
      key: key,
      node: DocumentNode(line: line, content: .text(texts.joined(separator: ","))))
  }
}
