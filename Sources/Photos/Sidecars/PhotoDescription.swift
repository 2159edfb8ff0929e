public import BromideCodecs

/// The metadata in an XMP document that a picture can keep, and the metadata that it cannot keep.
public struct PhotoDescription: Sendable, Hashable, Codable {
  /// The properties of `XMPCatalogue`.
  public private(set) var properties = XMPProperties()
  /// The rating from 0 to 5 stars, or −1 for rejected, or `nil` if it is not set.
  public private(set) var rating: Int?
  /// The text of an invalid rating, or `nil`.
  private var invalidRating: String?
  /// Texts of `exif:` about the position and the time, by name without the prefix.
  public private(set) var exif: [String: String] = [:]
  /// The lens's name, `aux:Lens` or `exifEX:LensModel`, or `nil` if it is missing.
  public private(set) var lens: String?
  /// The identifier of the document, `xmpMM:DocumentID`.
  public private(set) var documentID: String?
  /// The identifier of the first version of the document, `xmpMM:OriginalDocumentID`.
  public private(set) var originalDocumentID: String?
  /// The number of properties that are not kept, by prefix. Unknown namespaces are `other`.
  public private(set) var dropped: [String: Int] = [:]

  /// Creates an empty description.
  public init() {}

  /// Reads a document.
  ///
  /// - Throws: `SidecarError` for the first problem. No part of an invalid document is used.
  public init(bytes: [UInt8]) throws(SidecarError) {
    guard bytes.count <= SidecarFile.mostBytes else { throw .tooLarge(bytes.count) }
    let packet = try XMPParser.packet(of: bytes)
    guard packet.hasRDF else { throw .notXMP }
    try self.init(packet)
  }

  init(_ packet: SidecarPacket) throws(SidecarError) {
    for (name, description) in packet.names {
      if let description { add(description.text, description.node, name) } else { drop(name) }
    }
    // darktable writes its colours instead of a label.
    if properties["xmp:Label"] == nil, let label = Self.darktableLabel(packet) {
      properties["xmp:Label"] = .text(label)
      dropped["darktable"] = dropped["darktable"].flatMap { $0 > 1 ? $0 - 1 : nil }
    }
    lens = Self.lensNames.compactMap { name -> String? in
      guard case .text(let text)? = packet.properties[name] else { return nil }
      return FieldText.decode(Array(text.utf8))
    }.first { $0.utf8.count <= Self.longestKeyword && LensAnswer.isName($0) }
    try check()
  }

  /// Returns the label of darktable's first colour, or `nil` without colours.
  private static func darktableLabel(_ packet: SidecarPacket) -> String? {
    guard case .list(let colors)? = packet.properties[XMPName(XMPName.darktable, "colorlabels")],
      let color = colors.first.flatMap({ Int($0) })
    else { return nil }
    let names = ["Red", "Yellow", "Green", "Blue", "Purple"]
    return names.indices.contains(color) ? names[color] : nil
  }

  /// The properties with a lens's name, the more reliable first.
  private static let lensNames = [
    XMPName("http://cipa.jp/exif/1.0/", "LensModel"),
    XMPName("http://ns.adobe.com/exif/1.0/aux/", "Lens"),
  ]

  /// Adds a property, or counts it as dropped.
  private mutating func add(_ text: String, _ node: XMPNode, _ name: XMPName) {
    if let entry = XMPCatalogue.entry(text), let value = entry.adapted(node) {
      properties[text] = value
      return
    }
    let plain = node.plainText ?? ""
    switch text {
    case "xmp:Rating":
      rating = SidecarReader.number(plain).flatMap { Int(exactly: $0) }
        .flatMap { SidecarReader.ratings.contains($0) ? $0 : nil }
      invalidRating = rating == nil ? plain : nil
    case "xmpMM:DocumentID": documentID = plain
    case "xmpMM:OriginalDocumentID": originalDocumentID = plain
    case let text where Self.readings.contains(text): exif[name.name] = plain
    default: drop(name)
    }
  }

  private mutating func drop(_ name: XMPName) {
    dropped[name.usualPrefix ?? "other", default: 0] += 1
  }

  /// Rejects texts that no program writes.
  private func check() throws(SidecarError) {
    for name in properties.names {
      guard let node = properties[name] else { continue }
      try Self.check(node, name)
      if name == "dc:subject" || name == "lr:hierarchicalSubject" {
        guard node.texts.count <= Self.mostKeywords,
          node.texts.allSatisfy({ $0.utf8.count <= Self.longestKeyword })
        else {
          throw .value(
            name, found: "\(node.texts.count) keywords",
            accepted: "\(Self.mostKeywords) keywords of \(Self.longestKeyword) bytes")
        }
      }
    }
    for name in exif.keys.sorted() { try Self.check(.text(exif[name] ?? ""), "exif:" + name) }
  }

  private static func check(_ node: XMPNode, _ name: String) throws(SidecarError) {
    func check(_ text: String) throws(SidecarError) {
      guard text.utf8.count <= longestText else {
        throw .value(name, found: "\(text.utf8.count) bytes", accepted: "\(longestText) bytes")
      }
      if hasControl(text) {
        throw .value(name, found: text, accepted: "a text without control characters")
      }
    }
    switch node {
    case .text(let text): try check(text)
    case .bag(let items), .seq(let items): for item in items { try Self.check(item, name) }
    case .translations(let items):
      for item in items {
        try check(item.text)
        try check(item.language)
      }
    case .structure(let fields): for field in fields { try Self.check(field.value, name) }
    }
  }

  /// Returns whether a text has a control character other than tab, LF and CR: U+0000 to U+001F and
  /// U+007F to U+009F. Unicode never adds others. In UTF-8, the latter begin with C2, so a look at
  /// bytes is enough.
  private static func hasControl(_ text: String) -> Bool {
    var text = text
    return text.withUTF8 { bytes in
      bytes.indices.contains { index in
        switch unsafe bytes[index] {
        case 0x20...0x7E, 9, 10, 13, 0xA0...: false
        case 0x80..<0xA0: unsafe bytes[index - 1] == 0xC2
        default: true
        }
      }
    }
  }

  private static let longestText = 32 << 10
  private static let longestKeyword = 256
  private static let mostKeywords = 2000

  /// The properties of `exif:` that Bromide reads from sidecars.
  static let readings: Set<String> = [
    "exif:GPSLatitude", "exif:GPSLongitude", "exif:GPSAltitude", "exif:GPSAltitudeRef",
    "exif:GPSImgDirection", "exif:GPSImgDirectionRef", "exif:DateTimeOriginal",
  ]

  /// The sentence about an invalid rating in a photo's file, or `nil`. An invalid rating in a sidecar
  /// is a `SidecarError`.
  package var ratingRemark: String? {
    invalidRating.map {
      "its embedded \(SidecarError.value("xmp:Rating", found: $0, accepted: SidecarReader.words(SidecarReader.ratings))); Bromide ignores it"
    }
  }

  /// Whether there is metadata to write.
  package var hasTexts: Bool { !properties.isEmpty || !exif.isEmpty }

  /// Returns this description, with the values of an older source for missing ones.
  package func merged(over older: PhotoDescription) -> PhotoDescription {
    var merged = self
    merged.properties = properties.merged(over: older.properties)
    merged.rating = rating ?? older.rating
    merged.lens = lens ?? older.lens
    merged.exif.merge(older.exif) { own, _ in own }
    merged.documentID = documentID ?? older.documentID
    merged.originalDocumentID = originalDocumentID ?? older.originalDocumentID
    merged.dropped.merge(older.dropped, uniquingKeysWith: +)
    return merged
  }
}

extension PhotoDescription {
  /// Replaces the position and the time in a photo's metadata with the ones of a sidecar.
  ///
  /// A sidecar's numbers replace the complete position, because a part of it would be another
  /// place.
  package func correct(_ metadata: inout PhotoMetadata) {
    if let text = exif["DateTimeOriginal"] {
      if text.isEmpty {
        metadata.captureTime = nil
      } else if let time = CaptureTime(exif: text) {
        metadata.captureTime = time
        metadata.timeSource = .original
      } else {
        metadata.remarks.append("the sidecar's exif:DateTimeOriginal is not a date: skipped")
      }
    }
    guard let latitude = exif["GPSLatitude"], let longitude = exif["GPSLongitude"] else { return }
    guard !latitude.isEmpty || !longitude.isEmpty else {
      metadata.position = nil
      return
    }
    guard let north = Self.degrees(latitude, ("N", "S"), limit: 90),
      let east = Self.degrees(longitude, ("E", "W"), limit: 180)
    else {
      metadata.remarks.append("the sidecar's position is not a latitude and a longitude: skipped")
      return
    }
    var position = Position()
    (position.latitude, position.longitude) = (north, east)
    position.altitude = exif["GPSAltitude"].flatMap(Self.ratio).map {
      exif["GPSAltitudeRef"] == "1" ? -$0 : $0
    }
    position.direction = exif["GPSImgDirection"].flatMap(Self.ratio).flatMap {
      (0..<360).contains($0) ? $0 : nil
    }
    position.isDirectionTrue =
      position.direction == nil
      ? nil : exif["GPSImgDirectionRef"].map { $0 == "T" }
    metadata.position = position
  }

  /// Reads `59,54.61N` or `59,54,36.6N`.
  private static func degrees(
    _ text: String, _ signs: (positive: Character, negative: Character), limit: Double
  ) -> Double? {
    guard let sign = text.last, sign == signs.positive || sign == signs.negative else { return nil }
    let parts = text.dropLast().split(separator: ",", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { Double($0) }.filter { $0.isFinite && $0 >= 0 }
    guard (2...3).contains(parts.count), numbers.count == parts.count,
      numbers.dropFirst().allSatisfy({ $0 < 60 })
    else { return nil }
    let degrees = zip(numbers, [1.0, 60, 3600]).reduce(0) { $0 + $1.0 / $1.1 }
    return degrees <= limit ? (sign == signs.positive ? degrees : -degrees) : nil
  }

  /// Reads `1234/10` or `123.4`.
  private static func ratio(_ text: String) -> Double? {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false).map { Double($0) }
    switch parts.count {
    case 1: return parts[0].flatMap { $0.isFinite ? $0 : nil }
    case 2:
      guard let over = parts[0], let under = parts[1], under != 0 else { return nil }
      return over / under
    default: return nil
    }
  }
}
