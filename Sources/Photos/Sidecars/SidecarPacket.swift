internal import BromideCodecs

/// The properties of an XMP document (ISO 16684-1), by name.
///
/// Properties are attributes or elements of `rdf:Description`. If a property occurs twice, this is
/// an error, because its value would be ambiguous.
struct SidecarPacket: XMPEvents {
  static var joinsTexts: Bool { true }
  private(set) var properties = [XMPName: XMPValue](minimumCapacity: 48)
  /// All names in the order of the document, with the name and complete value of a property in the
  /// namespaces that Bromide writes.
  private(set) var names: [(name: XMPName, description: (text: String, node: XMPNode)?)] = []
  private(set) var hasRDF = false
  /// The operations in darktable's history.
  private(set) var modules: Set<String> = []
  /// The name of the profile in `crs:Look`, or `nil` without one.
  var look: String? { lookReader.name }

  /// The depth of the current element, or 0 outside all elements.
  private var depth = 0
  /// The depth of `rdf:RDF`, or 0 outside it.
  private var rdfDepth = 0
  private var isInDescription = false
  private var property: XMPName?
  /// The name of `property` with its usual prefix, if Bromide writes it.
  private var knownName: String?
  private var text = ""
  private var items: [String] = []
  private var isList = false
  private var isStructure = false
  private var builder: XMPNodeBuilder?
  private var lookReader = LookNameReader()
  /// The number of elements in the values that are kept.
  private var kept = 0

  /// Maximum number of properties and list items in the namespaces that Bromide writes. Camera
  /// Raw's brushes have more, but their values are not kept.
  static let mostItems = 10_000

  /// Maximum nesting. Masks of Camera Raw are 14 levels deep.
  static let deepest = 64

  mutating func start(_ tag: XMPTag) throws(SidecarError) {
    let (name, attributes) = (tag.name, tag.attributes)
    depth += 1
    guard depth <= Self.deepest else { throw .tooDeep }
    guard rdfDepth > 0 else {
      if name == XMPName(XMPName.rdf, "RDF") { (rdfDepth, hasRDF) = (depth, true) }
      return
    }
    switch depth - rdfDepth {
    case 1:
      isInDescription = name == XMPName(XMPName.rdf, "Description")
      guard isInDescription else { return }
      for (name, value) in attributes where !Self.isSyntax(name) {
        let known = name.known
        try add(name, .text(value), known.map { ($0, .text(value)) })
        if known != nil { try countItem() }
      }
    case 2 where isInDescription:
      (property, knownName) = (name, name.known)
      builder = knownName == nil ? nil : XMPNodeBuilder()
      (text, items, isList, isStructure) = ("", [], false, false)
      for (name, value) in attributes {
        if name == XMPName(XMPName.rdf, "resource") {
          text = value
        } else if !Self.isSyntax(name) || name == XMPName(XMPName.rdf, "parseType") {
          // Fields of a structure can be attributes of the property's element.
          isStructure = true
        }
      }
    case 3 where property != nil:
      isList =
        name.namespace == XMPName.rdf && ["Seq", "Bag", "Alt"].contains(name.name) && !isStructure
      isStructure = !isList
    case 4 where isList:
      items.append("")
      if attributes.contains(where: { !Self.isSyntax($0.name) }) { isStructure = true }
      for (name, value) in attributes where name == XMPName.darktableOperation {
        modules.insert(value)
      }
    case 5... where isList: isStructure = true
    default: break
    }
    if builder != nil {
      try countItem()
      builder?.start(name, attributes)
    }
    if property == LookNameReader.property {
      lookReader.start(name, attributes, level: depth - rdfDepth - 2)
    }
  }

  private mutating func countItem() throws(SidecarError) {
    kept += 1
    guard kept <= Self.mostItems else { throw .tooMany }
  }

  mutating func characters(_ characters: String, at bytes: Range<Int>) {
    builder?.characters(characters)
    lookReader.characters(characters)
    guard property != nil, !isStructure else { return }
    switch depth - rdfDepth {
    case 2 where !isList: text += characters
    case 4 where !items.isEmpty: items[items.count - 1] += characters
    default: break
    }
  }

  mutating func end(at byte: Int) throws(SidecarError) {
    builder?.end()
    lookReader.end(level: depth - rdfDepth - 2)
    switch depth - rdfDepth {
    case 0: rdfDepth = 0
    case 1: isInDescription = false
    case 2:
      if let property {
        var description: (text: String, node: XMPNode)?
        if let knownName, let node = builder?.result { description = (knownName, node) }
        try add(
          property, isStructure ? .structure : isList ? .list(items) : .text(text), description)
      }
      (property, builder) = (nil, nil)
    default: break
    }
    depth -= 1
  }

  private mutating func add(
    _ name: XMPName, _ value: XMPValue, _ description: (text: String, node: XMPNode)?
  ) throws(SidecarError) {
    guard properties.updateValue(value, forKey: name) == nil else { throw .repeated(name.text) }
    names.append((name, description))
  }

  /// Returns whether an attribute belongs to RDF, XML or no namespace, and is not a property.
  private static func isSyntax(_ name: XMPName) -> Bool {
    ["", XMPName.rdf, XMPName.xml].contains(name.namespace)
  }
}
