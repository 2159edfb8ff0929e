internal import BromideCodecs

/// Builds the value of one property from the events of a parser.
///
/// It accepts the forms of RDF that XMP allows (ISO 16684-1, 7): lists, structures as a nested
/// `rdf:Description`, as `rdf:parseType="Resource"` or as attributes, and a text with qualifiers.
struct XMPNodeBuilder {
  private struct Element {
    let name: XMPName
    var text = ""
    var language: String?
    var isResource = false
    var fields: [XMPField] = []
    /// The items of `rdf:Bag`, `rdf:Seq` or `rdf:Alt`, with their languages.
    var items: [(language: String?, node: XMPNode)] = []
    /// The value of a nested list or description.
    var inner: XMPNode?
  }

  private var elements: [Element] = []

  /// The finished value, after the property's element ended.
  private(set) var result: XMPNode?

  mutating func start(_ name: XMPName, _ attributes: [(name: XMPName, value: String)]) {
    var element = Element(name: name)
    for (name, value) in attributes {
      switch (name.namespace, name.name) {
      case (XMPName.xml, "lang"): element.language = value
      case (XMPName.rdf, "resource"): element.text = value
      case (XMPName.rdf, "parseType"): element.isResource = value == "Resource"
      default:
        guard let name = name.known else { continue }
        element.fields.append(XMPField(name: name, value: .text(value)))
      }
    }
    elements.append(element)
  }

  mutating func characters(_ characters: String) {
    guard !elements.isEmpty else { return }
    elements[elements.count - 1].text += characters
  }

  mutating func end() {
    guard let element = elements.popLast() else { return }
    let node = value(of: element)
    guard let parent = elements.indices.last else {
      result = node
      return
    }
    switch (element.name.namespace, element.name.name) {
    case (XMPName.rdf, "li"): elements[parent].items.append((element.language, node))
    case (XMPName.rdf, "Bag"), (XMPName.rdf, "Seq"), (XMPName.rdf, "Alt"),
      (XMPName.rdf, "Description"):
      elements[parent].inner = node
    // The text of a property with qualifiers.
    case (XMPName.rdf, "value"): elements[parent].inner = node
    default:
      guard let name = element.name.known else { return }
      elements[parent].fields.append(XMPField(name: name, value: node))
    }
  }

  private func value(of element: Element) -> XMPNode {
    switch (element.name.namespace, element.name.name) {
    case (XMPName.rdf, "Bag"): return .bag(element.items.map(\.node))
    case (XMPName.rdf, "Seq"): return .seq(element.items.map(\.node))
    case (XMPName.rdf, "Alt"):
      return .translations(
        element.items.compactMap { item in
          item.node.plainText.map {
            XMPTranslation(language: item.language ?? XMPTranslation.standard, text: $0)
          }
        })
    case (XMPName.rdf, "Description"):
      return element.inner ?? .structure(element.fields)
    default: break
    }
    if let inner = element.inner { return inner }
    if element.isResource || !element.fields.isEmpty { return .structure(element.fields) }
    return .text(element.text)
  }
}

extension XMPName {
  /// The name with its usual prefix if Bromide can write it, otherwise `nil`.
  var known: String? { XMPNamespaces.prefix(of: namespace).map { "\($0):\(name)" } }
}
