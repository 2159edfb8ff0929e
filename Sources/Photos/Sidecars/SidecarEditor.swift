internal import BromideCodecs
internal import BromideSystem

/// Changes the marks in a sidecar and keeps every other byte.
///
/// Programs that rewrite the packet lose comments and the form of other programs' properties, so
/// this replaces only the values, or adds attributes to the first description.
enum SidecarEditor {
  /// Returns a sidecar with other marks. It is equal to the old one if the marks are the same.
  ///
  /// - Parameters:
  ///   - change: The marks to set. `nil` keeps a mark.
  ///   - date: The time of the change, for a sidecar that contains one.
  /// - Throws: `SidecarError` if the sidecar is not UTF-8, is damaged, or has another form.
  static func edited(
    _ bytes: [UInt8], _ change: PhotoMarks, date: String
  ) throws(SidecarError) -> [UInt8] {
    let old = try SidecarPlaces(bytes)
    guard !old.marks.has(change) else { return bytes }
    var edits: [Edit] = []
    var added: [(name: String, text: String)] = []
    for (property, text) in texts(of: change) {
      if let value = old.values[property] {
        edits += try replacing(value, with: text, property)
      } else if !text.isEmpty {
        added.append((property.name.name, text))
      }
    }
    if let value = old.values[.date] { edits += try replacing(value, with: date, .date) }
    if !added.isEmpty {
      guard let insertion = old.insertion else { throw .noDescription }
      edits.append(adding(added, at: insertion))
    }
    let result = applied(edits, to: bytes)
    // The proof that the edit is correct: a parser finds the new marks, and all else as before.
    let new = try SidecarPlaces(result)
    guard new.rest.number == old.rest.number, new.marks.has(change) else {
      throw .form(change.rating == nil ? "xmp:Label" : "xmp:Rating")
    }
    return result
  }

  /// Returns a sidecar without marks.
  ///
  /// - Parameter photoExtension: The extension of its only photo, or `nil` if its name contains it.
  static func blank(photoExtension: String?) -> [UInt8] {
    let extra = photoExtension.map {
      "\n    xmlns:photoshop=\"\(XMPName.photoshop)\""
        + "\n    photoshop:SidecarForExtension=\"\(XMPText.escaped($0))\""
    }
    let packet = XMPPacket(
      fingerprint: nil, software: nil,
      more: ("\n    xmlns:xmp=\"\(XMPName.xmp)\"" + (extra ?? ""), ""))
    return packet.bytes ?? []
  }

  private struct Edit {
    let range: Range<Int>
    let bytes: [UInt8]
  }

  private static func texts(of change: PhotoMarks) -> [(MarkProperty, String)] {
    [(MarkProperty.rating, change.rating.map { "\($0)" }), (.label, change.label)]
      .compactMap { property, text in text.map { (property, $0) } }
  }

  private static func replacing(
    _ value: SidecarPlaces.Value, with text: String, _ property: MarkProperty
  ) throws(SidecarError) -> [Edit] {
    guard let first = value.parts.first else { throw .form(property.name.text) }
    let bytes: [UInt8]
    switch value.form {
    case .attribute(let quote): bytes = escaped(text, quote: quote)
    case .element: bytes = escaped(text)
    case .section:
      guard !text.contains("]]>") else { throw .form(property.name.text) }
      bytes = Array(text.utf8)
    case .emptyElement(let name):
      guard !text.isEmpty else { return [] }
      // The value is empty, so its place is the end of the tag, after "/>".
      let end = Array("</".utf8) + name + Array(">".utf8)
      return [
        Edit(
          range: first.lowerBound - 2..<first.lowerBound,
          bytes: Array(">".utf8) + escaped(text) + end)
      ]
    }
    return [Edit(range: first, bytes: bytes)]
      + value.parts.dropFirst().map { Edit(range: $0, bytes: []) }
  }

  private static func adding(
    _ values: [(name: String, text: String)], at insertion: SidecarPlaces.Insertion
  ) -> Edit {
    let prefix = insertion.prefix ?? insertion.freePrefix
    var bytes: [UInt8] = []
    if insertion.prefix == nil {
      bytes += insertion.blanks
      bytes += Array("xmlns:\(prefix)=\"\(XMPName.xmp)\"".utf8)
    }
    for (name, text) in values {
      bytes += insertion.blanks
      bytes += Array("\(prefix):\(name)=\"".utf8)
      bytes += escaped(text)
      bytes.append(0x22)
    }
    return Edit(range: insertion.offset..<insertion.offset, bytes: bytes)
  }

  /// Returns a text for XML in ASCII, so that it fits every encoding of the file.
  private static func escaped(_ text: String, quote: UInt8 = UInt8(ascii: "\"")) -> [UInt8] {
    let ascii = XMPText.escaped(text).unicodeScalars.map {
      $0.isASCII ? String($0) : "&#\($0.value);"
    }.joined()
    return Array((quote == UInt8(ascii: "'") ? ascii.replacing("'", with: "&apos;") : ascii).utf8)
  }

  private static func applied(_ edits: [Edit], to bytes: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    var place = 0
    for edit in edits.sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) {
      result += bytes[place..<edit.range.lowerBound]
      result += edit.bytes
      place = edit.range.upperBound
    }
    result += bytes[place...]
    return result
  }
}
