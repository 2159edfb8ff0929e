import SystemPackage
import Testing

@testable import BromideSystem

/// Names as people order them and mistype them.
@Suite struct TextTests {
  /// One comparison a rule, each with the other order too.
  @Test(arguments: [
    ("a2", "a10"), ("a", "b"), ("a", "ab"), ("", "a"), ("A", "a"), ("a09", "a10"), ("a9", "a010"),
    ("a010", "a10"), ("a1b2", "a1b10"), ("a/", "a0"), ("a9", "a:"), ("a19", "a20"), ("0", "00a"),
    ("x9y", "x10"), ("a1", "a1b"), ("B1", "b2"), ("a10b", "a10c"), ("00", "1"),
  ])
  func theFirstComesBeforeTheSecond(_ first: String, _ second: String) {
    #expect(NaturalKey(first) < NaturalKey(second))
    #expect(!(NaturalKey(second) < NaturalKey(first)))
  }

  /// Edits counted by hand: insert, remove, replace, swap with the next.
  @Test(arguments: [
    ("ab", "ba", 1), ("abcd", "acbd", 1), ("abc", "bca", 2), ("ca", "abc", 3), ("a", "b", 1),
    ("abc", "ab", 1), ("ab", "abc", 1), ("abcdef", "badcfe", 3), ("saturday", "sunday", 3),
    ("abxcd", "bacd", 2), ("xab", "ba", 2),
  ])
  func distanceCountsEdits(_ a: String, _ b: String, _ count: Int) {
    #expect(Suggestion.distance(a, b) == count)
    #expect(Suggestion.distance(b, a) == count)
  }

  /// One edit for each three letters, one at least, or the beginning of a single name.
  @Test(arguments: [
    ("ab", "abx", "abx"), ("xy", "ab", nil), ("a", "ab", "ab"), ("abcdef", "abcdxy", "abcdxy"),
    ("abcde", "abcxy", nil), ("abcdef", "abcxyz", nil), ("expo", "exposure", "exposure"),
    ("e", "exposure", nil), ("1.5", "1.6", nil), ("", "a", nil), ("TINT", "tint", "tint"),
    ("tnit", "tint", "tint"), ("abcdefghi", "abcdefxyz", "abcdefxyz"),
  ])
  func nearNamesAreSuggested(_ typed: String, _ name: String, _ expected: String?) {
    let text = expected.map { "; did you mean “\($0)”?" } ?? ""
    #expect(Suggestion.text(for: typed, among: [name]) == text)
  }

  @Test func ofSeveralTheNearestIsSuggested() {
    #expect(
      Suggestion.text(for: "shado", among: ["shade", "shadows", "shad"])
        == "; did you mean “shade”?")
    #expect(Suggestion.text(for: "exp", among: ["exposure", "expansion"]) == "")
    #expect(Suggestion.text(for: "expo", among: ["exposure", "expansion"]).contains("exposure"))
  }

  @Test(arguments: [
    ("", "a", "a"), ("a", "", "a"), ("a", "b", "a/b"), ("a/", "b", "a/b"), ("/", "b", "/b"),
  ])
  func joining(_ folder: String, _ name: String, _ joined: String) {
    #expect(FilePath(folder).appending(reversible: name) == FilePath(joined))
  }

  @Test(arguments: [
    ("a//b//", "b", "a/"), ("///", "/", "/"), ("", "", ""), ("/a/b/", "b", "/a"), ("/a", "a", "/"),
  ])
  func slashesAtTheEndDoNotCount(_ path: String, _ name: String, _ folder: String) {
    #expect(FilePath(path).reversibleName == name)
    #expect(FilePath(path).removingLastComponent() == FilePath(folder))
  }

  @Test func namesWithDots() {
    #expect(FilePath("..a").reversibleStem == "." && FilePath("..a").reversibleExtension == "a")
    #expect(FilePath("").reversibleStem == "" && FilePath("").reversibleExtension == "")
    #expect(FilePath("A.DNG").reversibleExtension == "DNG")
  }
}
