import TestSupport
import Testing

@testable import BromideSystem

@Suite struct NaturalKeyTests {
  @Test func namesSortAsPeopleCount() {
    let sorted = [
      "", "1", "2", "10", "A1", "a1", "a02", "a2", "a2b", "a3", "a10", "a10b", "b", "img_0099",
      "img_100", "x99999999999999999999998", "x99999999999999999999999",
    ]
    let noise = SeededNoise(seed: 42)
    let shuffled = sorted.indices.sorted { noise.bits($0, 0) < noise.bits($1, 0) }
      .map { sorted[$0] }
    #expect(shuffled != sorted && shuffled.sortedNaturally(by: \.self) == sorted)
    for name in sorted { #expect(!(NaturalKey(name) < NaturalKey(name))) }
  }

  /// Keys give the order of comparing two names digit by digit.
  @Test func keysAgreeWithComparisons() {
    let noise = SeededNoise(seed: 7)
    let letters = Array("aAbB_-/:.0019é~")
    var names = (0..<2000).map { index in
      String(
        (0..<Int(noise.bits(index, 0) % 9)).map { place in
          letters[Int(noise.bits(index, place + 1) % UInt64(letters.count))]
        })
    }
    // Numbers whose counts of digits need two bytes.
    names += [254, 255, 256, 510].flatMap { count in
      ["8", "9"].map { "a" + $0 + String(repeating: "0", count: count - 1) + "b" }
    }
    #expect(Set(names).count > 1200)
    #expect(names.sortedNaturally(by: \.self) == names.sorted(by: precedes))
  }

  @Test func namesAreReadOnceAndTiesKeepTheirOrder() {
    var count = 0
    let sorted = [("b", 0), ("a", 1), ("b", 2), ("a", 3)].sortedNaturally { element in
      count += 1
      return element.0
    }
    #expect(count == 4 && sorted.map(\.1) == [1, 3, 0, 2])
  }

  private func precedes(_ left: String, _ right: String) -> Bool {
    let folded = compare(Array(left.lowercased().utf8), Array(right.lowercased().utf8))
    return folded != 0 ? folded < 0 : left.utf8.lexicographicallyPrecedes(right.utf8)
  }

  private func compare(_ left: [UInt8], _ right: [UInt8]) -> Int {
    func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
    var i = 0
    var j = 0
    while i < left.count && j < right.count {
      guard isDigit(left[i]) && isDigit(right[j]) else {
        if left[i] != right[j] { return Int(left[i]) - Int(right[j]) }
        i += 1
        j += 1
        continue
      }
      let a = left[i...].prefix(while: isDigit)
      let b = right[j...].prefix(while: isDigit)
      (i, j) = (a.endIndex, b.endIndex)
      let (x, y) = (a.drop { $0 == 0x30 }, b.drop { $0 == 0x30 })
      if x.count != y.count { return x.count - y.count }
      for (x, y) in zip(x, y) where x != y { return Int(x) - Int(y) }
    }
    return (left.count - i) - (right.count - j)
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
