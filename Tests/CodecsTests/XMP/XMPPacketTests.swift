import BromideCodecs
import Testing

@Suite struct XMPPacketTests {
  @Test func aFingerprintComesBack() throws {
    for text in [
      "v1 input 00ff with 1.0", "a \"b\" <c> & d", "&quot;", "two\nlines", "\"\u{301}", "\r\n\t",
      "&lt;\u{301}",
    ] {
      let packet = try #require(XMPPacket(fingerprint: text, software: "Bromide").bytes)
      #expect(XMPPacket.fingerprint(in: packet) == text)
    }
  }

  @Test func otherPacketsDoNotHaveAFingerprint() throws {
    let packet = try #require(XMPPacket(fingerprint: nil, software: "Bromide").bytes)
    #expect(XMPPacket.fingerprint(in: packet) == nil)
    #expect(XMPPacket.fingerprint(in: []) == nil)
    #expect(XMPPacket(fingerprint: nil, software: nil).bytes == nil)
    // The name alone, in another's namespace.
    let foreign = Array("<x xmlns:bromide=\"other\" bromide:Fingerprint=\"v1\"/>".utf8)
    #expect(XMPPacket.fingerprint(in: foreign) == nil)
  }

  @Test func aRatingIsStars() throws {
    for (rating, expected) in [(4, true), (-1, true), (0, true), (6, false)] {
      let packet = XMPPacket(fingerprint: "v1", software: nil, rating: rating)
      let text = String(decoding: try #require(packet.bytes), as: UTF8.self)
      #expect(text.contains("xmp:Rating=\"\(rating)\"") == expected)
      #expect(text.contains("xmlns:xmp=") == expected)
    }
  }
}
