import Foundation
import Testing

@testable import Platform

@Suite struct JSONTests {
  @Test func valuesComeBack() {
    let text = Array(JSONText.encode(["a": [1.5, -2]]).utf8)
    #expect(JSONText.decode([String: [Double]].self, from: text) == ["a": [1.5, -2]])
    #expect(JSONText.decode([String: [Double]].self, from: Array(text.dropLast())) == nil)
    #expect(JSONText.decode([String: Int].self, from: text) == nil)
  }

  /// A foreign reader understands every control character.
  @Test func controlCharactersAreEscaped() throws {
    for value in UInt8(0)..<0x80 {
      let text = "a" + String(UnicodeScalar(value)) + "b"
      let json = JSONValue.object([("k", .text(text))]).text
      #expect(!json.utf8.contains { $0 < 0x20 })
      let read = try JSONDecoder().decode([String: String].self, from: Data(json.utf8))
      #expect(read == ["k": text])
    }
    #expect(JSONValue.text("\u{10}\u{1F}").text == "\"\\u0010\\u001f\"")
  }
}
