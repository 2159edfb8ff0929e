/// An XMP packet with what Bromide says of a picture.
struct XMPPacket {
  /// Bromide's own names.
  private static let namespace = "urn:bromide:picture#"
  private static let fingerprintName = "bromide:Fingerprint"

  private var attributes: [(name: String, value: String)] = []
  private var namespaces: [(prefix: String, name: String)] = []

  init(_ description: JPEGDescription) {
    if let fingerprint = description.fingerprint {
      namespaces.append(("bromide", Self.namespace))
      attributes.append((Self.fingerprintName, fingerprint))
    }
    if let software = description.software {
      namespaces.append(("xmp", "http://ns.adobe.com/xap/1.0/"))
      attributes.append(("xmp:CreatorTool", software))
    }
  }

  /// The packet in UTF-8; nil if there is nothing to say.
  var bytes: [UInt8]? {
    guard !attributes.isEmpty else { return nil }
    let names = namespaces.map { "\n    xmlns:\($0.prefix)=\"\($0.name)\"" }.joined()
    let values = attributes.map { "\n    \($0.name)=\"\(Self.escaped($0.value))\"" }.joined()
    // Some readers miss a packet without its wrapper.
    let text = """
      <?xpacket begin="\u{FEFF}" id="W5M0MpCehiHzreSzNTczkc9d"?>
      <x:xmpmeta xmlns:x="adobe:ns:meta/">
       <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
        <rdf:Description rdf:about=""\(names)\(values)/>
       </rdf:RDF>
      </x:xmpmeta>
      <?xpacket end="r"?>
      """
    return Array(text.utf8)
  }

  /// The fingerprint in a packet that Bromide wrote; nil for other packets.
  static func fingerprint(in packet: some Sequence<UInt8>) -> String? {
    let text = String(decoding: Array(packet), as: UTF8.self)
    let parts = text.split(separator: fingerprintName + "=\"", maxSplits: 1)
    guard parts.count == 2, text.contains("\"\(namespace)\""),
      let end = parts[1].firstIndex(of: "\"")
    else { return nil }
    return unescaped(String(parts[1][..<end]))
  }

  private static let escapes: [(Character, String)] = [
    ("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"), ("\"", "&quot;"), ("\n", "&#10;"),
  ]

  private static func escaped(_ text: String) -> String {
    var result = ""
    for character in text {
      result += escapes.first { $0.0 == character }?.1 ?? String(character)
    }
    return result
  }

  private static func unescaped(_ text: String) -> String {
    // The ampersand last, so that what it begins is not read twice.
    escapes.reversed().reduce(text) { text, escape in
      text.split(separator: escape.1, omittingEmptySubsequences: false)
        .joined(separator: String(escape.0))
    }
  }
}
