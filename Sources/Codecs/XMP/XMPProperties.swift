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
    // Writing the text to count it takes longer than writing the packet, so estimate it first.
    guard nodes.reduce(0, { $0 + XMPText.mostBytes($1.key, $1.value) }) > bytes else { return [] }
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
    guard text.utf8.contains(where: { escape($0) != nil }) else { return text }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(2 * text.utf8.count)
    for byte in text.utf8 {
      if let escape = escape(byte) { bytes += escape.utf8 } else { bytes.append(byte) }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Returns the reference for a byte, or `nil` if it stays. The bytes of other characters are
  /// larger.
  private static func escape(_ byte: UInt8) -> String? {
    guard byte <= UInt8(ascii: ">") else { return nil }
    return escapes.first { $0.scalar.value == byte }?.text
  }

  /// Returns a number of bytes that `property` never exceeds: the longest reference for each byte,
  /// and the tags with their blanks.
  static func mostBytes(_ name: String, _ value: XMPNode, depth: Int = 0) -> Int {
    2 * name.utf8.count + tags(depth) + mostBytes(value, depth + 1)
  }

  private static func mostBytes(_ value: XMPNode, _ depth: Int) -> Int {
    let item = tags(depth + 1)
    func escaped(_ text: String) -> Int { longestReference * text.utf8.count }
    switch value {
    case .text(let text): return escaped(text)
    case .bag(let items), .seq(let items):
      return items.reduce(tags(depth)) { $0 + item + mostBytes($1, depth + 2) }
    case .translations(let items):
      return items.reduce(tags(depth)) { $0 + item + escaped($1.language) + escaped($1.text) }
    case .structure(let fields):
      return fields.reduce(tags(depth)) { $0 + mostBytes($1.name, $1.value, depth: depth + 1) }
    }
  }

  /// A start and an end tag without names have less than 64 bytes. Each level adds two blanks to
  /// three lines at most.
  private static func tags(_ depth: Int) -> Int { 64 + 3 * (4 + 2 * depth) }

  private static let longestReference = 6

  /// The characters to escape, with their references.
  static let escapes: [(scalar: Unicode.Scalar, text: String)] = [
    ("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"), ("\"", "&quot;"), ("\n", "&#10;"),
    ("\r", "&#13;"), ("\t", "&#9;"),
  ]
}
