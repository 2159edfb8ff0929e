internal import BromideSystem

/// Bromide's XMP packet for a picture: its fingerprint, its program, the rating if Exif cannot
/// contain it, and properties of the photo.
package struct XMPPacket: Sendable {
  /// Bromide's namespace.
  private static let namespace = "urn:bromide:picture#"
  private static let fingerprintName = "bromide:Fingerprint"
  private static let sumName = "bromide:Pixels"

  private let fingerprint: String?
  private let sum: String?
  private let software: String?
  private let rating: Int?
  private let properties: XMPProperties?
  private let identity: String?
  private let more: (attributes: String, content: String)?

  /// - Parameters:
  ///   - fingerprint: The text with which Bromide recognises its pictures.
  ///   - sum: The checksum of the picture's pixels, or a placeholder with the same length.
  ///   - software: The program's name and version.
  ///   - rating: 0 to 5 stars, or −1 for rejected.
  ///   - properties: Properties of the photo. With them, the packet has a DocumentID.
  ///   - identity: The text for the DocumentID, or `nil` to use the fingerprint.
  ///   - more: Further namespaces and attributes of the description, and its content, as XML.
  package init(
    fingerprint: String?, sum: String? = nil, software: String?, rating: Int? = nil,
    properties: XMPProperties? = nil, identity: String? = nil,
    more: (attributes: String, content: String)? = nil
  ) {
    self.fingerprint = fingerprint
    self.sum = fingerprint == nil ? nil : sum
    self.software = software
    self.more = more
    self.identity = identity ?? fingerprint
    self.properties = properties.flatMap { $0.isEmpty ? nil : $0 }
    self.rating = rating.flatMap { (-1...5).contains($0) ? $0 : nil }
  }

  /// The packet in UTF-8, or `nil` if it is empty.
  package var bytes: [UInt8]? {
    var names = ""
    var values = ""
    if let fingerprint {
      names += "\n    xmlns:bromide=\"\(Self.namespace)\""
      values += "\n    \(Self.fingerprintName)=\"\(XMPText.escaped(fingerprint))\""
      if let sum { values += "\n    \(Self.sumName)=\"\(sum)\"" }
    }
    var content: [UInt8] = []
    var prefixes: Set<String> = software != nil || rating != nil ? ["xmp"] : []
    if let properties {
      let (elements, used) = properties.xml
      prefixes.formUnion(used)
      content = elements
      if let identity {
        // The fingerprint identifies the content, so a second run writes the same identifier.
        prefixes.insert("xmpMM")
        let digest = SecureHash.hexDigits(of: Array(identity.utf8)).prefix(32)
        values += "\n    xmpMM:DocumentID=\"xmp.did:\(digest)\""
      }
    }
    for (prefix, uri) in XMPNamespaces.all where prefixes.contains(prefix) {
      names += "\n    xmlns:\(prefix)=\"\(uri)\""
    }
    if let software { values += "\n    xmp:CreatorTool=\"\(XMPText.escaped(software))\"" }
    if let rating { values += "\n    xmp:Rating=\"\(rating)\"" }
    if let more {
      values += more.attributes
      content += more.content.utf8
    }
    guard !values.isEmpty || !content.isEmpty else { return nil }
    // Some readers do not find a packet without its wrapper.
    let start = """
      <?xpacket begin="\u{FEFF}" id="W5M0MpCehiHzreSzNTczkc9d"?>
      <x:xmpmeta xmlns:x="adobe:ns:meta/">
       <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
        <rdf:Description rdf:about=""\(names)\(values)
      """
    let end = """

       </rdf:RDF>
      </x:xmpmeta>
      <?xpacket end="r"?>
      """
    var bytes = Array(start.utf8)
    if content.isEmpty {
      bytes += "/>".utf8
    } else {
      bytes += ">".utf8
      bytes += content
      bytes += "\n  </rdf:Description>".utf8
    }
    bytes += end.utf8
    return bytes
  }

  /// Returns the fingerprint in a packet from Bromide, or `nil` for other packets.
  package static func fingerprint(in packet: some Sequence<UInt8>) -> String? {
    value(of: fingerprintName, in: packet)
  }

  /// Returns the checksum of the pixels in a packet from Bromide, or `nil` for other packets.
  package static func sum(in packet: some Sequence<UInt8>) -> String? {
    value(of: sumName, in: packet)
  }

  /// Returns the position of the checksum in a packet, or `nil` if it is missing.
  package static func sumOffset(in packet: [UInt8]) -> Int? {
    end(of: sumName + "=\"", in: packet)
  }

  private static func value(of name: String, in packet: some Sequence<UInt8>) -> String? {
    let packet = Array(packet)
    guard let start = end(of: name + "=\"", in: packet),
      end(of: "\"\(namespace)\"", in: packet) != nil,
      let end = packet[start...].firstIndex(of: UInt8(ascii: "\""))
    else { return nil }
    return unescaped(packet[start..<end])
  }

  /// Returns the end of a text in a packet, or `nil` if it is missing. This compares bytes, because
  /// a quote with an accent after it is a single character.
  private static func end(of text: String, in packet: [UInt8]) -> Int? {
    let text = Array(text.utf8)
    return packet.indices.first { packet[$0...].starts(with: text) }.map { $0 + text.count }
  }

  private static func unescaped(_ text: ArraySlice<UInt8>) -> String {
    var rest = text
    var bytes: [UInt8] = []
    while let byte = rest.first {
      if byte == UInt8(ascii: "&"),
        let escape = XMPText.escapes.first(where: { rest.starts(with: $0.text.utf8) })
      {
        bytes.append(UInt8(ascii: escape.scalar))
        rest = rest.dropFirst(escape.text.utf8.count)
      } else {
        bytes.append(byte)
        rest = rest.dropFirst()
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
