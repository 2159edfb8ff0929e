import Testing

@testable import BromideSystem

/// JSON by hand equals the JSON of Foundation's encoder, because fingerprints contain both.
@Suite struct JSONBytesTests {
  /// Every character of Unicode.
  @Test(arguments: 0..<17 as Range<UInt32>) func allCharactersEqualTheEncoder(plane: UInt32) {
    let scalars = (plane << 16..<(plane + 1) << 16).compactMap(Unicode.Scalar.init)
    let text = String(String.UnicodeScalarView(scalars))
    var json = JSONBytes()
    json.add(text: text)
    // A comparison of texts would treat equivalent characters as equal.
    #expect(json.bytes == Array(JSONText.encode(text).utf8))
  }

  @Test(arguments: ["", "\"", "\\", "\u{85}", "a\u{2028}", "\u{7F}b", "/"])
  func shortTextsEqualTheEncoder(text: String) {
    var json = JSONBytes()
    json.add(text: text)
    #expect(json.bytes == Array(JSONText.encode(text).utf8))
  }

  @Test func listsEqualTheEncoder() {
    for list in [[], ["a"], ["b", "", "a\""]] {
      var json = JSONBytes()
      json.add(array: list) { $0.add(text: $1) }
      #expect(json.bytes == Array(JSONText.encode(list).utf8))
    }
    // The encoder compares code points, so 10 is before 2.
    for object in [[:], ["b": 2, "a": 1, "B": 3, "aa": 4, "Ü": 5, "a2": 6, "a10": 7]] {
      var json = JSONBytes()
      json.add(object: object) { $0.add("\($1)") }
      #expect(json.bytes == Array(JSONText.encode(object).utf8))
    }
  }

  /// A member at the start, in the middle, at the end, and alone. Brackets, quotes and the key itself
  /// inside values are no keys.
  @Test(arguments: ["a", "b", "bb", "c", "z"]) func aMemberComesToItsPlace(key: String) {
    let all = [
      "a": ["{\"z\":[", "\\"], "b": ["\"", "a\":"], "bb": [], "c": ["}", "\\\""], "z": ["c", "]"],
    ]
    for members in [
      all, all.filter { $0.key == key || $0.key == "b" }, all.filter { $0.key == key },
    ] {
      let rest = JSONText.encode(members.filter { $0.key != key })
      let value = Array(JSONText.encode(members[key]).utf8)
      #expect(JSONText.adding(key, value, to: rest) == Array(JSONText.encode(members).utf8))
    }
  }
}
