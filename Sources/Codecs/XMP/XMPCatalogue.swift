/// The properties that a picture can keep of its photo: names, forms, and the IIM datasets with the
/// same meaning.
///
/// Sources: IPTC Photo Metadata Standard 2023.1 (names, forms and the mapping to IIM 4.2), Adobe's
/// XMP Specification Part 2.
public enum XMPCatalogue {
  /// The form of a property.
  public enum Form: Sendable, Hashable {
    /// A single text.
    case text
    /// A text in several languages.
    case translations
    /// An unordered list of texts.
    case bag
    /// An ordered list of texts.
    case seq
    /// Named fields.
    case structure
    /// An unordered list of structures.
    case structures
  }

  /// A row of the table.
  public struct Entry: Sendable, Hashable {
    /// The name with its usual prefix.
    public let name: String
    /// The form of its value.
    public let form: Form
    /// The dataset in record 2 of IIM, or `nil` without one.
    package var dataset: Int?
    /// Whether the property names the location of the photo.
    package var isPlace = false
    /// Whether the property is about the photographer's rights.
    package var isRights = false

    fileprivate init(
      _ name: String, _ form: Form = .text, _ dataset: Int? = nil, isPlace: Bool = false,
      isRights: Bool = false
    ) {
      (self.name, self.form, self.dataset) = (name, form, dataset)
      (self.isPlace, self.isRights) = (isPlace, isRights)
    }
  }

  /// All rows. `xmp:Rating` is not here, because it is a number of `PhotoMetadata`.
  public static let all: [Entry] = [
    Entry("dc:title", .translations, 5), Entry("photoshop:Headline", .text, 105),
    Entry("dc:description", .translations, 120), Entry("dc:creator", .seq, 80, isRights: true),
    Entry("dc:rights", .translations, 116, isRights: true), Entry("dc:subject", .bag, 25),
    Entry("lr:hierarchicalSubject", .bag), Entry("photoshop:Credit", .text, 110, isRights: true),
    Entry("photoshop:Source", .text, 115), Entry("photoshop:Instructions", .text, 40),
    Entry("photoshop:AuthorsPosition", .text, 85), Entry("photoshop:CaptionWriter", .text, 122),
    Entry("photoshop:TransmissionReference", .text, 103),
    Entry("photoshop:DateCreated", .text, 55),
    Entry("photoshop:City", .text, 90, isPlace: true),
    Entry("photoshop:State", .text, 95, isPlace: true),
    Entry("photoshop:Country", .text, 101, isPlace: true),
    Entry("Iptc4xmpCore:Location", .text, 92, isPlace: true),
    Entry("Iptc4xmpCore:CountryCode", .text, 100, isPlace: true),
    Entry("Iptc4xmpExt:LocationShown", .structures, isPlace: true),
    Entry("Iptc4xmpExt:LocationCreated", .structures, isPlace: true),
    Entry("Iptc4xmpCore:CreatorContactInfo", .structure, isRights: true),
    Entry("Iptc4xmpCore:IntellectualGenre"), Entry("Iptc4xmpCore:Scene", .bag),
    Entry("Iptc4xmpCore:SubjectCode", .bag),
    Entry("Iptc4xmpCore:AltTextAccessibility", .translations),
    Entry("Iptc4xmpCore:ExtDescrAccessibility", .translations),
    Entry("Iptc4xmpExt:PersonInImage", .bag), Entry("Iptc4xmpExt:Event", .translations),
    Entry("Iptc4xmpExt:DigitalSourceType"), Entry("xmpRights:Marked", isRights: true),
    Entry("xmpRights:WebStatement", isRights: true),
    Entry("xmpRights:UsageTerms", .translations, isRights: true),
    Entry("xmpRights:Owner", .bag, isRights: true), Entry("xmp:Label"),
  ]

  /// Returns the row of a name, or `nil` if Bromide does not copy the property.
  public static func entry(_ name: String) -> Entry? { entries[name] }

  private static let entries = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })
}

extension XMPCatalogue.Entry {
  /// Returns the value in this row's form, or `nil` if it cannot have this form. Programs write
  /// some lists and translations as a plain text.
  package func adapted(_ node: XMPNode) -> XMPNode? {
    switch (form, node) {
    case (.text, .text), (.translations, .translations), (.structure, .structure): node
    case (.text, .translations), (.text, .bag), (.text, .seq): node.plainText.map { .text($0) }
    case (.translations, .text(let text)): .translations([XMPTranslation(text: text)])
    case (.bag, .bag(let items)), (.bag, .seq(let items)): .bag(items.compactMap(Self.item))
    case (.seq, .bag(let items)), (.seq, .seq(let items)): .seq(items.compactMap(Self.item))
    case (.bag, .text(let text)): .bag(text.isEmpty ? [] : [.text(text)])
    case (.seq, .text(let text)): .seq(text.isEmpty ? [] : [.text(text)])
    case (.structures, .bag(let items)), (.structures, .seq(let items)): .bag(items)
    case (.structures, .structure): .bag([node])
    case (.translations, .seq), (.translations, .bag):
      node.texts.first.map { .translations([XMPTranslation(text: $0)]) }
    default: nil
    }
  }

  /// The item of a list of texts.
  private static func item(_ node: XMPNode) -> XMPNode? { node.plainText.map { .text($0) } }
}
