internal import BromideSystem

/// The positions of the marks in the bytes of a sidecar.
///
/// expat returns the position of each tag. The attributes inside a tag are found by their quotes,
/// because a text can contain `xmp:Rating=`.
struct SidecarPlaces: XMPEvents {
  /// The value of a property.
  struct Value {
    /// How the file contains it.
    enum Form: Equatable {
      /// An attribute with this quote.
      case attribute(quote: UInt8)
      /// The text of an element.
      case element
      /// The text of a CDATA section.
      case section
      /// An element without an end tag, which has this name in the file.
      case emptyElement(name: [UInt8])
    }
    var text = ""
    var form: Form
    /// The bytes of the value. Comments can split it.
    var parts: [Range<Int>] = []
  }

  /// The position for further attributes, at the end of the first description's start tag.
  struct Insertion {
    let offset: Int
    /// The blanks before the last attribute.
    let blanks: [UInt8]
    /// The prefix of the namespace there, or `nil` if it has none.
    let prefix: String?
    /// A prefix that no namespace has there.
    let freePrefix: String
  }

  private(set) var values: [MarkProperty: Value] = [:]
  private(set) var insertion: Insertion?
  /// The extension of the photo that the sidecar is for, or `nil` if it names none.
  private(set) var photoExtension: String?
  /// A checksum of all elements, attributes and texts, without the marks.
  private(set) var rest = ContentHash()

  private let bytes: [UInt8]
  private var depth = 0
  private var rdfDepth = 0
  private var isInDescription = false
  private var property: MarkProperty?
  private var isInExtension = false
  private var isInSection = false
  private var bindings: [(prefix: String, uri: String)] = []

  /// Finds the marks in a sidecar.
  init(_ bytes: [UInt8]) throws(SidecarError) {
    guard !bytes.contains(0) else { throw .encoding }
    self = try XMPParser.parse(bytes, SidecarPlaces(empty: bytes))
    guard rdfDepth < 0 else { throw .notXMP }
  }

  private init(empty bytes: [UInt8]) { self.bytes = bytes }

  /// The marks of the sidecar. Invalid ratings are `nil`.
  var marks: PhotoMarks {
    let rating = values[.rating].flatMap { Double($0.text) }.flatMap { Int(exactly: $0) }
    return PhotoMarks(
      rating: rating.flatMap { (-1...5).contains($0) ? $0 : nil }, label: values[.label]?.text)
  }

  // MARK: Events

  mutating func start(_ tag: XMPTag) throws(SidecarError) {
    depth += 1
    guard depth <= SidecarPacket.deepest else { throw .tooDeep }
    guard property == nil else { throw .form(propertyName) }
    let isTop = rdfDepth > 0 && depth == rdfDepth + 1
    if rdfDepth == 0, tag.name == XMPName(XMPName.rdf, "RDF") { rdfDepth = depth }
    if isTop { isInDescription = tag.name == XMPName(XMPName.rdf, "Description") }
    if isTop, isInDescription { try readAttributes(tag) }
    if isInDescription, depth == rdfDepth + 2, let found = MarkProperty.named(tag.name) {
      try begin(found, tag)
      return
    }
    isInExtension =
      isInDescription && depth == rdfDepth + 2 && tag.name == Self.extensionName
    rest.add([2] + Array("\(tag.name.namespace) \(tag.name.name)".utf8))
    for (name, value) in tag.attributes {
      if isTop, isInDescription, MarkProperty.named(name) != nil { continue }
      rest.add([3] + Array("\(name.namespace) \(name.name)=\(value)".utf8))
    }
  }

  mutating func characters(_ text: String, at place: Range<Int>) {
    if isInExtension { photoExtension = (photoExtension ?? "") + text }
    guard let property else { return rest.add(Array(text.utf8)) }
    values[property]?.text += text
    let raw = bytes[place]
    guard let first = raw.firstIndex(where: { !Self.isBlank($0) }),
      let last = raw.lastIndex(where: { !Self.isBlank($0) })
    else { return }
    if isInSection { values[property]?.form = .section }
    // A text with references consists of several events.
    if let end = values[property]?.parts.last?.upperBound, end == first {
      let start = values[property]?.parts.removeLast().lowerBound ?? first
      values[property]?.parts.append(start..<last + 1)
    } else {
      values[property]?.parts.append(first..<last + 1)
    }
  }

  mutating func end(at byte: Int) throws(SidecarError) {
    if let property, depth == rdfDepth + 2 {
      let text = values[property]?.text ?? ""
      values[property]?.text = text.trimmingBlanks
      if values[property]?.parts.isEmpty == true { values[property]?.parts = [byte..<byte] }
      self.property = nil
    } else {
      rest.add([4])
    }
    isInExtension = false
    if depth == rdfDepth + 1 { isInDescription = false }
    // Only the first rdf:RDF counts.
    if depth == rdfDepth { rdfDepth = -1 }
    depth -= 1
  }

  mutating func bind(_ prefix: String, to uri: String) { bindings.append((prefix, uri)) }
  mutating func unbind() { bindings.removeLast() }
  mutating func section(begins: Bool) { isInSection = begins }

  private static let extensionName = XMPName(XMPName.photoshop, "SidecarForExtension")

  private var propertyName: String { property?.name.text ?? "" }

  // MARK: Properties

  private mutating func begin(_ found: MarkProperty, _ tag: XMPTag) throws(SidecarError) {
    guard values[found] == nil else { throw .repeated(found.name.text) }
    // A language changes no number. Other attributes make a structure.
    guard tag.attributes.allSatisfy({ $0.name == XMPName(XMPName.xml, "lang") }) else {
      throw .form(found.name.text)
    }
    property = found
    let raw = bytes[tag.bytes]
    let isEmpty = raw.dropLast().last == UInt8(ascii: "/")
    let name = raw.dropFirst().prefix { !Self.isBlank($0) && $0 != 0x2F && $0 != 0x3E }
    values[found] = Value(form: isEmpty ? .emptyElement(name: Array(name)) : .element)
  }

  /// Reads the attributes of a description: those of the marks, and the position for more.
  private mutating func readAttributes(_ tag: XMPTag) throws(SidecarError) {
    let attributes = AttributeScanner.attributes(in: bytes[tag.bytes])
    for attribute in attributes {
      let name = String(decoding: bytes[attribute.name], as: UTF8.self)
      let parts = name.split(separator: ":", maxSplits: 1)
      guard parts.count == 2, let uri = uri(of: String(parts[0])),
        let found = MarkProperty.named(XMPName(uri, String(parts[1])))
      else { continue }
      guard values[found] == nil else { throw .repeated(found.name.text) }
      let text = tag.attributes.first { $0.name == found.name }?.value ?? ""
      values[found] = Value(
        text: text.trimmingBlanks, form: .attribute(quote: attribute.quote),
        parts: [attribute.value])
    }
    if let meant = tag.attributes.first(where: { $0.name == Self.extensionName }) {
      photoExtension = meant.value
    }
    guard insertion == nil else { return }
    let bound = bindings.last { binding in
      binding.uri == XMPName.xmp && !binding.prefix.isEmpty
        && uri(of: binding.prefix) == binding.uri
    }
    let free = ["xmp", "xap"] + (1...bindings.count + 1).map { "xmp\($0)" }
    let name = bytes[tag.bytes].dropFirst().prefix {
      !Self.isBlank($0) && ![0x2F, 0x3E].contains($0)
    }
    let end = attributes.last.map { $0.value.upperBound + 1 } ?? name.endIndex
    let before = attributes.last.map { Array(bytes[$0.blanks]) } ?? [0x20]
    insertion = Insertion(
      offset: end, blanks: before, prefix: bound?.prefix,
      freePrefix: free.first { uri(of: $0) == nil } ?? "xmp0")
  }

  private func uri(of prefix: String) -> String? { bindings.last { $0.prefix == prefix }?.uri }

  private static func isBlank(_ byte: UInt8) -> Bool { [0x20, 0x09, 0x0A, 0x0D].contains(byte) }
}

/// Finds the attributes in a start tag that expat has accepted.
private enum AttributeScanner {
  struct Attribute {
    /// The blanks before the name.
    var blanks: Range<Int>
    var name: Range<Int>
    /// The bytes between the quotes.
    var value: Range<Int>
    var quote: UInt8
  }

  static func attributes(in tag: ArraySlice<UInt8>) -> [Attribute] {
    var attributes: [Attribute] = []
    var rest = tag.dropFirst().drop { !isBlank($0) && $0 != 0x2F && $0 != 0x3E }
    while true {
      let start = rest.startIndex
      rest = rest.drop(while: isBlank)
      let name = rest.prefix { !isBlank($0) && $0 != UInt8(ascii: "=") }
      guard let first = name.first, first != 0x2F, first != 0x3E else { return attributes }
      rest = rest[name.endIndex...].drop { isBlank($0) || $0 == UInt8(ascii: "=") }
      guard let quote = rest.popFirst(), let end = rest.firstIndex(of: quote) else {
        return attributes
      }
      attributes.append(
        Attribute(
          blanks: start..<name.startIndex, name: name.indices, value: rest.startIndex..<end,
          quote: quote))
      rest = rest[(end + 1)...]
    }
  }

  private static func isBlank(_ byte: UInt8) -> Bool { [0x20, 0x09, 0x0A, 0x0D].contains(byte) }
}

extension String {
  /// The text without blanks and line ends at both ends.
  fileprivate var trimmingBlanks: String {
    let isBlank: (Unicode.Scalar) -> Bool = { [" ", "\t", "\n", "\r"].contains($0) }
    let scalars = unicodeScalars.drop(while: isBlank)
    guard let last = scalars.lastIndex(where: { !isBlank($0) }) else { return "" }
    return String(scalars[...last])
  }
}
