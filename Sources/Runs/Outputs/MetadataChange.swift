public import BromideCodecs
internal import BromideSystem

/// A change of a property for all pictures of a run, such as `dc:subject+=wedding;church`.
public struct MetadataChange: Sendable, Hashable, Codable {
  /// The property's name with its usual prefix.
  public let name: String
  /// The new value. An empty value deletes the property.
  public let value: XMPNode
  /// Whether to add the items to the photo's list.
  public let isAdding: Bool

  /// Creates a change that sets a property.
  public init(_ name: String, _ value: XMPNode) {
    (self.name, self.value, isAdding) = (name, value, false)
  }

  /// Reads `NAME=VALUE` or `NAME+=VALUE`. In lists, `;` separates the items.
  public init(parsing text: String) throws(MetadataChangeError) {
    guard let sign = text.firstIndex(of: "=") else { throw .form }
    var name = text[..<sign]
    isAdding = name.last == "+"
    if isAdding { name = name.dropLast() }
    let value = String(text[text.index(after: sign)...])
    self.name = String(name)
    if name == "xmp:Rating" {
      guard value.isEmpty || Int(value).map({ (-1...5).contains($0) }) == true, !isAdding else {
        throw .rating
      }
      self.value = .text(value)
      return
    }
    guard let entry = XMPCatalogue.entry(self.name) else { throw .name(self.name) }
    if value.unicodeScalars.contains(where: {
      $0.properties.generalCategory == .control && ![9, 10, 13].contains($0.value)
    }) {
      throw .control(self.name)
    }
    switch entry.form {
    case .text: self.value = .text(value)
    case .translations: self.value = .translations([XMPTranslation(text: value)])
    case .bag: self.value = .bag(Self.items(value))
    case .seq: self.value = .seq(Self.items(value))
    case .structure, .structures:
      guard value.isEmpty else { throw .structure(self.name) }
      self.value = .text("")
    }
    switch entry.form {
    case .bag, .seq: break
    case .text, .translations, .structure, .structures:
      guard !isAdding else { throw .noList(self.name) }
    }
  }

  private static func items(_ text: String) -> [XMPNode] {
    text.split(separator: ";").compactMap { part in
      let words = part.drop { $0 == " " }
      guard let last = words.lastIndex(where: { $0 != " " }) else { return nil }
      return .text(String(words[...last]))
    }
  }

  /// Applies the change to the merged metadata.
  func apply(to properties: inout XMPProperties, _ photo: inout PhotoMetadata) {
    if name == "xmp:Rating" {
      photo.rating = value.plainText.flatMap { Int($0) }
      return
    }
    guard isAdding, let older = properties[name] else {
      properties[name] = value
      return
    }
    var items = older.texts
    for text in value.texts where !items.contains(text) { items.append(text) }
    let nodes = items.map { XMPNode.text($0) }
    if case .seq = value { properties[name] = .seq(nodes) } else { properties[name] = .bag(nodes) }
  }
}

/// The reason for an invalid change of metadata.
public enum MetadataChangeError: Error, Sendable, Hashable {
  /// The text has no `=`.
  case form
  /// Bromide does not write a property with this name.
  case name(String)
  /// The rating is not a number of stars.
  case rating
  /// A single text has no items.
  case noList(String)
  /// A structure can only be deleted.
  case structure(String)
  /// The text has control characters.
  case control(String)
}

extension MetadataChangeError: CustomStringConvertible {
  /// A sentence about the error, without a full stop.
  public var description: String {
    switch self {
    case .form: return "expected NAME=VALUE, such as dc:title=Harbour"
    case .name(let name):
      let names = XMPCatalogue.all.map(\.name) + ["xmp:Rating"]
      let advice =
        Self.everyday[name.lowercased()].map { "; did you mean “\($0)”?" }
        ?? Suggestion.text(for: name, among: names)
      return "no property is called “\(name)”" + advice + "; expected "
        + names.sorted().joined(separator: ", ")
    case .rating: return "xmp:Rating: expected whole numbers from -1 to 5"
    case .noList(let name): return "\(name) is a single text; use = instead of +="
    case .structure(let name): return "\(name) has several fields; only \(name)= can delete it"
    case .control(let name): return "\(name): the text has control characters; remove them"
    }
  }

  /// The properties with the words that other programs show for them.
  private static let everyday = [
    "author": "dc:creator", "artist": "dc:creator", "creator": "dc:creator",
    "caption": "dc:description", "description": "dc:description", "copyright": "dc:rights",
    "keyword": "dc:subject", "keywords": "dc:subject", "tags": "dc:subject", "title": "dc:title",
    "headline": "photoshop:Headline", "city": "photoshop:City", "country": "photoshop:Country",
    "rating": "xmp:Rating", "stars": "xmp:Rating", "label": "xmp:Label",
  ]
}
