import Foundation
import Testing

@testable import BromideSystem

/// The one way out for text: no terminal obeys what a file contains.
@Suite struct ConsoleTextTests {
  @Test func charactersThatATerminalObeysAreEscaped() {
    #expect(Console.shown("a\tb\n") == "a\tb\n")
    #expect(Console.shown("Größe 4×3 – 日本 🎞\n") == "Größe 4×3 – 日本 🎞\n")
    #expect(Console.shown("\u{1B}]0;title\u{7}\r") == "\\x1b]0;title\\x07\\x0d")
    #expect(Console.shown("é\u{7F}\u{9B}2J\u{202E}x") == "é\\x7f\\xc2\\x9b2J\\xe2\\x80\\xaex")
    for value in Array(0..<0x20) + [0x7F] + Array(0x80..<0xA0) where value != 10 && value != 9 {
      let shown = Console.shown("a" + String(UnicodeScalar(UInt32(value))!) + "b")
      #expect(shown.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value < 0x7F }, "\(value)")
    }
  }

  @Test func sequencesPassAndCannotBeImitated() {
    let red = Console.sequence("\u{1B}[31m")
    let plain = Console.sequence("\u{1B}[0m")
    #expect(Console.shown(red + "a\u{1B}b" + plain + "c") == "\u{1B}[31ma\\x1bb\u{1B}[0mc")
    #expect(Console.shown("x" + red) == "x\u{1B}[31m")
    // Part of one, or one with another number.
    for part in [red.dropFirst(), red.dropFirst(3)] {
      #expect(!Console.shown("é" + part).unicodeScalars.contains("\u{1B}"))
    }
    #expect(!Console.shown("\u{1B}0123456789abcdef\u{1B}[31m\u{9C}").contains("\u{1B}"))
  }

  @Test func jsonStaysJSONAndPlain() throws {
    let text = "a\u{1B}\u{7F}\u{9B}é\u{202E}\"\\"
    for json in [JSONValue.array([.text(text)]).text, JSONText.encode([text])] {
      #expect(Console.shown(json) == json)
      let read = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String]
      #expect(read == [text])
    }
  }
}
