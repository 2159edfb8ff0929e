import Foundation
import Testing

@testable import BromideSystem

@Suite struct JSONValueTests {
  /// RFC 8259, section 7: quotes, backslashes and all characters below U+0020 are escaped. U+007F needs it for terminals.
  @Test func everyControlCharacterIsEscaped() throws {
    for code in UInt8(0)..<0x80 {
      let character = Character(Unicode.Scalar(code))
      let expected =
        switch character {
        case "\"": "\"\\\"\""
        case "\\": "\"\\\\\""
        default:
          code < 0x20 || code == 0x7F
            ? String(format: "\"\\u%04x\"", Int(code))
            : "\"\(character)\""
        }
      #expect(JSONValue.text(String(character)).text == expected, "U+\(code)")
    }
  }

  /// A foreign reader gets back what was written, keys included.
  @Test(arguments: ["", "plain", "\"\\/", "é 写真 😀\u{301}", "\u{0}\u{8}\u{10}\u{1F}\u{7F}\r\n\t"])
  func textsComeBack(_ text: String) throws {
    for json in [
      JSONValue.object([(text, .text(text))]).text,
      JSONValue.object([(text, .text(text))]).lines(),
    ] {
      let read = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: String]
      #expect(read == [text: text])
    }
  }

  private let values: JSONValue = .object([
    ("z", .number("1.50")), ("a", .array([.boolean(true), .boolean(false), .text("x")])),
    ("e", .object([])), ("n", .array([])),
  ])

  @Test func keysAndNumbersStayAsGiven() {
    #expect(values.text == #"{"z":1.50,"a":[true,false,"x"],"e":{},"n":[]}"#)
    #expect(values.lines() == values.text)
  }

  /// Values longer than a line are divided level by level, each indented by two more.
  @Test func longValuesAreIndented() throws {
    let long = String(repeating: "w", count: 120)
    let nested = JSONValue.object([
      ("a", .array([.text(long), .object([("b", .text(long))])])), ("c", .number("2")),
    ])
    let expected = """
      {
          "a": [
            "\(long)",
            {
              "b": "\(long)"
            }
          ],
          "c": 2
        }
      """
    #expect(nested.lines(indent: "  ") == expected)
    // A line can have a hundred characters, including the characters before it.
    for (count, indent, isDivided) in [(96, "", false), (97, "", true), (95, "  ", true)] {
      let value = JSONValue.array([.text(String(repeating: "w", count: count))])
      #expect(value.lines(indent: indent).contains("\n") == isDivided, "\(count)")
    }
    let read = try JSONSerialization.jsonObject(with: Data(nested.lines().utf8)) as? NSDictionary
    let same = try JSONSerialization.jsonObject(with: Data(nested.text.utf8)) as? NSDictionary
    #expect(read == same)
  }
}
