import Testing

@testable import BromideSystem

@Suite struct NaturalOrderTests {
  @Test func namesSortAsPeopleCount() {
    let sorted = [
      "", "1", "2", "10", "A1", "a1", "a02", "a2", "a2b", "a3", "a10", "a10b", "b", "img_0099",
      "img_100", "x99999999999999999999998", "x99999999999999999999999",
    ]
    var state: UInt64 = 42
    let shuffled = sorted.sorted { _, _ in
      state = state &* 6_364_136_223_846_793_005 &+ 1
      return state >> 63 == 1
    }
    #expect(shuffled.sorted(by: NaturalOrder.precedes) == sorted)
    for name in sorted { #expect(!NaturalOrder.precedes(name, name)) }
  }
}

@Suite struct SuggestionTests {
  @Test(arguments: [
    ("srgbb", "; did you mean “srgb”?"), ("SRGB", "; did you mean “srgb”?"),
    ("rec202", "; did you mean “rec2020”?"), ("cmyk", ""), ("", ""),
  ])
  func theNearestNameIsOffered(_ typed: String, _ text: String) {
    #expect(Suggestion.text(for: typed, among: ["srgb", "rec2020", "display-p3"]) == text)
  }

  @Test(arguments: [("kitten", "sitting", 3), ("", "abc", 3), ("abc", "", 3), ("same", "same", 0)])
  func distances(_ a: String, _ b: String, _ distance: Int) {
    #expect(Suggestion.distance(a, b) == distance)
  }
}
