/// The value of an XMP property (ISO 16684-1), with names in their usual prefixes.
public indirect enum XMPNode: Sendable, Hashable, Codable {
  /// A text, number or date.
  case text(String)
  /// An unordered list.
  case bag([XMPNode])
  /// An ordered list.
  case seq([XMPNode])
  /// A text in several languages. The first one is the default.
  case translations([XMPTranslation])
  /// Named fields.
  case structure([XMPField])

  /// Whether the value has no text at all. In a source of metadata, it deletes older values.
  public var isEmpty: Bool {
    switch self {
    case .text(let text): text.isEmpty
    case .bag(let items), .seq(let items): items.allSatisfy(\.isEmpty)
    case .translations(let items): items.allSatisfy(\.text.isEmpty)
    case .structure(let fields): fields.allSatisfy(\.value.isEmpty)
    }
  }

  /// The value as one text: the default language, or list items joined by `; `. It is `nil` for
  /// structures.
  public var plainText: String? {
    switch self {
    case .text(let text): text
    case .bag(let items), .seq(let items): items.compactMap(\.plainText).joined(separator: "; ")
    case .translations(let items): items.first?.text
    case .structure: nil
    }
  }

  /// The texts of a list, or the single text.
  package var texts: [String] {
    switch self {
    case .bag(let items), .seq(let items): items.compactMap(\.plainText)
    case .text, .translations, .structure: plainText.map { [$0] } ?? []
    }
  }
}

/// A text in one language.
public struct XMPTranslation: Sendable, Hashable, Codable {
  /// The language's code, or `x-default`.
  public var language: String
  /// The text.
  public var text: String

  /// The code of the default language.
  public static let standard = "x-default"

  /// Creates a text in a language.
  public init(language: String = Self.standard, text: String) {
    (self.language, self.text) = (language, text)
  }
}

/// A field of a structure.
public struct XMPField: Sendable, Hashable, Codable {
  /// The name with its usual prefix.
  public var name: String
  /// The value.
  public var value: XMPNode

  /// Creates a field.
  public init(name: String, value: XMPNode) { (self.name, self.value) = (name, value) }
}

/// The namespaces of properties that Bromide writes, by their usual prefix.
package enum XMPNamespaces {
  /// Prefixes and URIs.
  package static let all: [(prefix: String, uri: String)] = [
    ("Iptc4xmpCore", "http://iptc.org/std/Iptc4xmpCore/1.0/xmlns/"),
    ("Iptc4xmpExt", "http://iptc.org/std/Iptc4xmpExt/2008-02-29/"),
    ("dc", "http://purl.org/dc/elements/1.1/"),
    ("exif", "http://ns.adobe.com/exif/1.0/"),
    ("lr", "http://ns.adobe.com/lightroom/1.0/"),
    ("photoshop", "http://ns.adobe.com/photoshop/1.0/"),
    ("stRef", "http://ns.adobe.com/xap/1.0/sType/ResourceRef#"),
    ("xmp", "http://ns.adobe.com/xap/1.0/"),
    ("xmpMM", "http://ns.adobe.com/xap/1.0/mm/"),
    ("xmpRights", "http://ns.adobe.com/xap/1.0/rights/"),
  ]

  /// Returns the usual prefix of a namespace, or `nil` if Bromide does not write it.
  package static func prefix(of uri: String) -> String? { prefixes[uri] }

  private static let prefixes = Dictionary(uniqueKeysWithValues: all.map { ($0.uri, $0.prefix) })
}
