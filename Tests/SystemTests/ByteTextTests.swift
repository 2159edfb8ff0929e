import BromideSystem
import SystemPackage
import TestSupport
import Testing

@Suite struct ByteTextTests {
  static let names: [[UInt8]] = [
    Array("plain.dng".utf8), Array("caf\u{E9} \u{1F4F7}.dng".utf8), [], [0x61, 0xFF, 0x62],
    [0xC3], [0xE2, 0x82], [0xF0, 0x9F, 0x93], [0xED, 0xA0, 0x80], [0xC0, 0x80], [0x80, 0xC3, 0xA9],
    // Genuine scalars of the range that stands for bytes, and their neighbours.
    Array("\u{10FF7F}\u{10FF80}\u{10FFFF}".utf8),
    [0xF4, 0x8F, 0xBF, 0xBF, 0xFF, 0xF4, 0x8F], [0xF4, 0x90, 0x80, 0x80],
  ]

  @Test(arguments: names) func reversibleTextBecomesTheSameBytes(_ bytes: [UInt8]) {
    let text = ByteText.reversible(bytes)
    #expect(ByteText.bytes(of: text) == bytes)
    // Also through a program that copies it as UTF-8.
    #expect(ByteText.bytes(of: String(decoding: Array(text.utf8), as: UTF8.self)) == bytes)
  }

  @Test func everySequenceOfThreeBytesSurvives() {
    let interesting: [UInt8] = [0x00, 0x41, 0x7F, 0x80, 0xBF, 0xC2, 0xE0, 0xED, 0xF0, 0xF4, 0xFF]
    for ((a, b), c) in product(product(interesting, interesting), interesting) {
      let bytes = [a, b, c, 0x8F, 0xBF]
      #expect(ByteText.bytes(of: ByteText.reversible(bytes)) == bytes)
    }
  }

  @Test func bytesThatAreNotUTF8AreVisible() {
    let bytes = Array("a\n".utf8) + [0xFF] + "\u{9B}é".utf8
    #expect(ByteText.visible(bytes, escapesControls: false) == "a\n\\xff\u{9B}é")
    #expect(ByteText.visible(bytes, escapesControls: true) == "a\\x0a\\xff\\xc2\\x9bé")
    #expect(ByteText.visible(ByteText.reversible(bytes)) == "a\\x0a\\xff\\xc2\\x9bé")
    #expect(ByteText.visible([0x1B, 0x7F], escapesControls: true) == "\\x1b\\x7f")
    // A name that a terminal would show from right to left: U+202E.
    #expect(
      ByteText.visible(Array("a\u{202E}gnp".utf8), escapesControls: true) == "a\\xe2\\x80\\xaegnp")
    #expect(ByteText.visible(Array("a\u{202E}".utf8), escapesControls: false) == "a\u{202E}")
  }

  @Test func pathsShowUndecodableBytes() {
    let odd = FilePath(bytes: [0x61, 0x0A, 0xFF])
    #expect("\(odd)" == "a\\x0a\\xff" && odd.data == "a\n\\xff")
    #expect(odd.undecodableBytes == "610aff")
    #expect(FilePath("é").undecodableBytes == nil && "\(FilePath("é"))" == "é")
    #expect([odd, "b"].undecodableBytes == ["610aff", nil])
    #expect(([FilePath("b")]).undecodableBytes == nil)
    #expect(FilePath(reversible: odd.reversible) == odd)
  }
}
