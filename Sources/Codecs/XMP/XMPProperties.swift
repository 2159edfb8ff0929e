/// Properties of a photo that its picture can keep, by name. See `XMPCatalogue`.
public struct XMPProperties: Sendable, Hashable, Codable {
  private var nodes: [String: XMPNode] = [:]

  /// Creates an empty set.
  public init() {}

  /// The value of a property, or `nil` if it is missing. An empty value deletes values of older
  /// sources.
  public subscript(name: String) -> XMPNode? {
    get { nodes[name] }
    set { nodes[name] = newValue }
  }

  /// Whether the set is empty.
  public var isEmpty: Bool { nodes.isEmpty }

  /// The names in sorted order.
  public var names: [String] { nodes.keys.sorted() }

  /// Returns these properties, with the values of an older source for missing properties.
  package func merged(over older: XMPProperties) -> XMPProperties {
    var merged = self
    merged.nodes.merge(older.nodes) { own, _ in own }
    return merged
  }

  /// Removes properties with an empty value, after all sources are merged.
  package mutating func removeEmpty() { nodes = nodes.filter { !$0.value.isEmpty } }

  /// Removes properties if the closure returns `false` for them.
  package mutating func keep(_ isKept: (XMPCatalogue.Entry) -> Bool) {
    nodes = nodes.filter { XMPCatalogue.entry($0.key).map(isKept) ?? false }
  }

  /// Removes the largest properties until all fit into a number of bytes. The rights, the creator
  /// and the description go last.
  ///
  /// - Returns: The removed names.
  package mutating func limit(to bytes: Int) -> [String] {
    var sizes = nodes.map { (name: $0.key, count: XMPText.property($0.key, $0.value).utf8.count) }
    var total = sizes.reduce(0) { $0 + $1.count }
    sizes.sort {
      let kept = (Self.kept.contains($0.name), Self.kept.contains($1.name))
      return kept.0 == kept.1 ? ($1.count, $0.name) < ($0.count, $1.name) : kept.1
    }
    var removed: [String] = []
    for (name, count) in sizes where total > bytes {
      nodes[name] = nil
      total -= count
      removed.append(name)
    }
    return removed
  }

  private static let kept: Set<String> = ["dc:rights", "dc:creator", "dc:description"]

  /// The properties as XML elements in sorted order, and the prefixes that they use.
  package var xml: (content: String, prefixes: Set<String>) {
    var prefixes: Set<String> = []
    let content = names.map { name in
      XMPText.addPrefixes(name, nodes[name], to: &prefixes)
      return XMPText.property(name, nodes[name] ?? .text(""))
    }.joined()
    return (content, prefixes)
  }
}

/// Writes XMP properties as RDF/XML.
package enum XMPText {
  /// Returns a property or a field as an element.
  static func property(_ name: String, _ value: XMPNode, indent: String = "   ") -> String {
    let (attributes, content) = body(value, indent + " ")
    return "\n\(indent)<\(name)\(attributes)>\(content)</\(name)>"
  }

  private static func body(
    _ value: XMPNode, _ indent: String
  ) -> (attributes: String, content: String) {
    switch value {
    case .text(let text): return ("", escaped(text))
    case .bag(let items): return ("", list("Bag", items.map { ("", $0) }, indent))
    case .seq(let items): return ("", list("Seq", items.map { ("", $0) }, indent))
    case .translations(let items):
      let sorted =
        items.filter { $0.language == XMPTranslation.standard }
        + items.filter { $0.language != XMPTranslation.standard }
      return (
        "",
        list(
          "Alt", sorted.map { (" xml:lang=\"\(escaped($0.language))\"", .text($0.text)) }, indent)
      )
    case .structure(let fields):
      let content = fields.map { property($0.name, $0.value, indent: indent) }.joined()
      return (" rdf:parseType=\"Resource\"", content + "\n" + indent.dropLast())
    }
  }

  private static func list(
    _ kind: String, _ items: [(attributes: String, value: XMPNode)], _ indent: String
  ) -> String {
    let lines = items.map { item in
      let (attributes, content) = body(item.value, indent + "  ")
      return "\n\(indent) <rdf:li\(item.attributes)\(attributes)>\(content)</rdf:li>"
    }.joined()
    return "\n\(indent)<rdf:\(kind)>\(lines)\n\(indent)</rdf:\(kind)>\n\(indent.dropLast())"
  }

  /// Adds the prefixes of a name and its fields.
  static func addPrefixes(_ name: String, _ value: XMPNode?, to prefixes: inout Set<String>) {
    prefixes.insert(String(name.prefix { $0 != ":" }))
    switch value {
    case .bag(let items)?, .seq(let items)?:
      for item in items { addPrefixes(name, item, to: &prefixes) }
    case .structure(let fields)?:
      for field in fields { addPrefixes(field.name, field.value, to: &prefixes) }
    case .text?, .translations?, nil: break
    }
  }

  /// Returns a text for an attribute or an element. Line ends are references, because parsers
  /// normalise them.
  package static func escaped(_ text: String) -> String {
    text.unicodeScalars.map { scalar in
      escapes.first { $0.scalar == scalar }?.text ?? String(scalar)
    }.joined()
  }

  /// The characters to escape, with their references.
  static let escapes: [(scalar: Unicode.Scalar, text: String)] = [
    ("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"), ("\"", "&quot;"), ("\n", "&#10;"),
    ("\r", "&#13;"), ("\t", "&#9;"),
  ]
}
