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
    var sizes = nodes.map { name, node in
      var text: [UInt8] = []
      XMPText.add(name, node, to: &text)
      return (name: name, count: text.count)
    }
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

  /// The number of properties.
  package var count: Int { nodes.count }

  /// The properties as XML elements in sorted order, in UTF-8, and the prefixes that they use.
  package var xml: (content: [UInt8], prefixes: Set<String>) {
    var prefixes: Set<String> = []
    var content: [UInt8] = []
    for (name, node) in nodes.sorted(by: { $0.key < $1.key }) {
      XMPText.addPrefixes(name, node, to: &prefixes)
      XMPText.add(name, node, to: &content)
    }
    return (content, prefixes)
  }
}

/// Writes XMP properties as RDF/XML, in UTF-8.
///
/// Bytes, because a `String` for each element takes most of the time of a packet.
package enum XMPText {
  /// Adds a property or a field as an element.
  ///
  /// - Parameter indent: The number of blanks before the element.
  static func add(_ name: String, _ value: XMPNode, to bytes: inout [UInt8], indent: Int = 3) {
    bytes.addLine(indent, "<")
    bytes += name.utf8
    if case .structure = value { bytes += " rdf:parseType=\"Resource\"".utf8 }
    bytes += ">".utf8
    add(value, to: &bytes, indent: indent + 1)
    bytes += "</".utf8
    bytes += name.utf8
    bytes += ">".utf8
  }

  private static func add(_ value: XMPNode, to bytes: inout [UInt8], indent: Int) {
    switch value {
    case .text(let text): add(escaped: text, to: &bytes)
    case .bag(let items): add(items, of: "Bag", to: &bytes, indent)
    case .seq(let items): add(items, of: "Seq", to: &bytes, indent)
    case .translations(let items):
      bytes.addLine(indent, "<rdf:Alt>")
      // The default language is first.
      for isFirst in [true, false] {
        for item in items where (item.language == XMPTranslation.standard) == isFirst {
          bytes.addLine(indent + 1, "<rdf:li xml:lang=\"")
          add(escaped: item.language, to: &bytes)
          bytes += "\">".utf8
          add(escaped: item.text, to: &bytes)
          bytes += "</rdf:li>".utf8
        }
      }
      bytes.addLine(indent, "</rdf:Alt>")
      bytes.addLine(indent - 1, "")
    case .structure(let fields):
      for field in fields { add(field.name, field.value, to: &bytes, indent: indent) }
      bytes.addLine(indent - 1, "")
    }
  }

  private static func add(
    _ items: [XMPNode], of kind: String, to bytes: inout [UInt8], _ indent: Int
  ) {
    bytes.addLine(indent, "<rdf:\(kind)>")
    for item in items {
      bytes.addLine(indent + 1, "<rdf:li")
      if case .structure = item { bytes += " rdf:parseType=\"Resource\"".utf8 }
      bytes += ">".utf8
      add(item, to: &bytes, indent: indent + 2)
      bytes += "</rdf:li>".utf8
    }
    bytes.addLine(indent, "</rdf:\(kind)>")
    bytes.addLine(indent - 1, "")
  }

  /// Adds the prefixes of a name and its fields.
  static func addPrefixes(_ name: String, _ value: XMPNode, to prefixes: inout Set<String>) {
    prefixes.insert(String(name.prefix { $0 != ":" }))
    addPrefixes(of: value, to: &prefixes)
  }

  private static func addPrefixes(of value: XMPNode, to prefixes: inout Set<String>) {
    switch value {
    case .bag(let items), .seq(let items):
      for item in items { addPrefixes(of: item, to: &prefixes) }
    case .structure(let fields):
      for field in fields { addPrefixes(field.name, field.value, to: &prefixes) }
    case .text, .translations: break
    }
  }

  /// Returns a text for an attribute or an element. Line ends are references, because parsers
  /// normalise them.
  package static func escaped(_ text: String) -> String {
    var bytes: [UInt8] = []
    add(escaped: text, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Adds a text for an attribute or an element.
  static func add(escaped text: String, to bytes: inout [UInt8]) {
    var text = text
    unsafe text.withUTF8 { text in
      var start = 0
      // The bytes of other characters are larger than those of references.
      for index in text.indices where unsafe text[index] < 64 {
        let byte = unsafe text[index]
        guard replaced >> byte & 1 == 1,
          let reference = escapes.first(where: { $0.scalar.value == byte })?.text
        else { continue }
        unsafe bytes += UnsafeBufferPointer(rebasing: text[start..<index])
        bytes += reference.utf8
        start = index + 1
      }
      unsafe bytes += UnsafeBufferPointer(rebasing: text[start...])
    }
  }

  /// A bit for each byte below 64 that a reference replaces.
  private static let replaced = escapes.reduce(0 as UInt64) { $0 | 1 << $1.scalar.value }

  /// Returns a number of bytes that `add` never exceeds: the longest reference for each byte,
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

extension [UInt8] {
  /// Adds a line feed, blanks and a text.
  fileprivate mutating func addLine(_ blanks: Int, _ text: String) {
    append(0x0A)
    for _ in 0..<blanks { append(0x20) }
    self += text.utf8
  }
}
