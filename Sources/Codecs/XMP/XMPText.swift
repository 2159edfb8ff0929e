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
    let end = name.utf8.firstIndex(of: UInt8(ascii: ":")) ?? name.endIndex
    prefixes.insert(String(name[..<end]))
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
    text.withUTF8 { text in
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
