import Testing

@testable import BromideCodecs

/// The text of XMP properties.
@Suite struct XMPTextTests {
  /// Every character of ASCII, and characters whose bytes are above it.
  @Test func onlyReferencesReplaceCharacters() {
    let text = String(String.UnicodeScalarView((0..<128).map { Unicode.Scalar(UInt8($0)) })) + "Ü日𝄞"
    var expected = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": expected += "&amp;"
      case "<": expected += "&lt;"
      case ">": expected += "&gt;"
      case "\"": expected += "&quot;"
      case "\n": expected += "&#10;"
      case "\r": expected += "&#13;"
      case "\t": expected += "&#9;"
      default: expected.unicodeScalars.append(scalar)
      }
    }
    #expect(XMPText.escaped(text) == expected)
    #expect(XMPText.escaped("Reykjavík") == "Reykjavík" && XMPText.escaped("") == "")
  }

  static let nodes: [XMPNode] = {
    let text = XMPNode.text("\"\"\"\"")
    let names = XMPNode.translations(
      (0..<9).map { XMPTranslation(language: "\"\($0)", text: "\"<>&\n\t") })
    var nodes = [XMPNode.text(""), text, names, .bag([]), .seq([text, .text("a")])]
    // Deep values, whose lines begin with many blanks.
    for kind in 0..<3 {
      var node = kind == 0 ? text : names
      for level in 0..<60 {
        switch (kind + level) % 3 {
        case 0: node = .bag([node, .text("")])
        case 1: node = .seq([node])
        default: node = .structure([XMPField(name: "a:b", value: node)])
        }
      }
      nodes.append(node)
    }
    return nodes
  }()

  @Test(arguments: nodes.indices) func estimatesAreNeverTooSmall(_ index: Int) {
    let node = Self.nodes[index]
    let count = Self.count("a:b", node)
    #expect(XMPText.mostBytes("a:b", node) >= count, "\(count)")
  }

  private static func count(_ name: String, _ node: XMPNode) -> Int {
    var bytes: [UInt8] = []
    XMPText.add(name, node, to: &bytes)
    return bytes.count
  }

  /// Lists, languages and structures in each other, with one more blank per level.
  @Test func nestedValuesAreIndented() {
    let names = XMPNode.translations([
      XMPTranslation(language: "de", text: "<"), XMPTranslation(text: "b"),
    ])
    let node = XMPNode.seq([.structure([XMPField(name: "a:c", value: names)]), .text("d")])
    var bytes: [UInt8] = []
    XMPText.add("a:b", node, to: &bytes)
    let expected = """

         <a:b>
          <rdf:Seq>
           <rdf:li rdf:parseType="Resource">
            <a:c>
             <rdf:Alt>
              <rdf:li xml:lang="x-default">b</rdf:li>
              <rdf:li xml:lang="de">&lt;</rdf:li>
             </rdf:Alt>
            </a:c>
           </rdf:li>
           <rdf:li>d</rdf:li>
          </rdf:Seq>
         </a:b>
      """
    #expect(String(decoding: bytes, as: UTF8.self) == expected)
  }

  /// Above the limit, the largest property goes first, and rights stay.
  @Test func theLimitIsExact() {
    var properties = XMPProperties()
    properties["dc:rights"] = .text(String(repeating: "r", count: 900))
    properties["photoshop:City"] = .text(String(repeating: "c", count: 500))
    properties["photoshop:State"] = .text(String(repeating: "s", count: 100))
    let total = properties.names.reduce(0) { $0 + Self.count($1, properties[$1] ?? .text("")) }
    var kept = properties
    #expect(kept.limit(to: total).isEmpty && kept == properties)
    #expect(kept.limit(to: total - 1) == ["photoshop:City"])
    #expect(kept.names == ["dc:rights", "photoshop:State"])
  }
}
