import BromideSystem
import Testing

@testable import BromideCodecs

/// The set of XMP properties.
@Suite struct XMPPropertiesTests {
  static let names = ["xmp:Label", "dc:title", "photoshop:City", "dc:rights", "Iptc4xmpExt:Event"]

  private func properties(_ names: [String]) -> XMPProperties {
    var properties = XMPProperties()
    for name in names { properties[name] = .text(name) }
    return properties
  }

  @Test func theOrderOfChangesDoesNotMatter() {
    let sorted = Self.names.sorted()
    var reverse = properties(Self.names.reversed())
    #expect(reverse.names == sorted && reverse == properties(Self.names))
    #expect(Set([reverse, properties(Self.names)]).count == 1)
    for name in sorted { #expect(reverse[name] == .text(name)) }
    for name in ["", "dc:titl", "dc:titles", "zz"] { #expect(reverse[name] == nil) }
    reverse["dc:title"] = .text("new")
    reverse["photoshop:City"] = nil
    reverse["photoshop:State"] = nil
    #expect(reverse.names == sorted.filter { $0 != "photoshop:City" } && reverse.count == 4)
    #expect(reverse["dc:title"] == .text("new"))
  }

  @Test func ownValuesWin() {
    var own = properties(["dc:title", "xmp:Label"])
    own["dc:title"] = .text("")
    var merged = own.merged(over: properties(["dc:title", "dc:rights"]))
    #expect(merged.names == ["dc:rights", "dc:title", "xmp:Label"])
    #expect(merged["dc:title"] == .text(""))
    merged.removeEmpty()
    #expect(merged.names == ["dc:rights", "xmp:Label"])
    merged.keep(\.isRights)
    #expect(merged.names == ["dc:rights"])
  }

  /// Fingerprints of existing pictures contain this form.
  @Test func theJSONStays() throws {
    var properties = XMPProperties()
    let city = XMPField(name: "Iptc4xmpExt:City", value: .text("Ü\n"))
    properties["Iptc4xmpExt:LocationShown"] = .bag([.structure([city])])
    properties["dc:creator"] = .seq([.text("A"), .text("B")])
    properties["dc:title"] = .translations([XMPTranslation(text: "\"T\"")])
    let expected =
      #"{"nodes":{"Iptc4xmpExt:LocationShown":{"bag":{"_0":[{"structure":{"_0":[{"name":"Iptc4xmpExt:City","value":{"text":{"_0":"Ü\n"}}}]}}]}},"dc:creator":{"seq":{"_0":[{"text":{"_0":"A"}},{"text":{"_0":"B"}}]}},"dc:title":{"translations":{"_0":[{"language":"x-default","text":"\"T\""}]}}}}"#
    #expect(JSONText.encode(properties) == expected)
    var json = JSONBytes()
    properties.add(to: &json)
    #expect(String(decoding: json.bytes, as: UTF8.self) == expected)
    #expect(JSONText.decode(XMPProperties.self, from: json.bytes) == properties)
    #expect(JSONText.encode(XMPProperties()) == #"{"nodes":{}}"#)
  }
}
