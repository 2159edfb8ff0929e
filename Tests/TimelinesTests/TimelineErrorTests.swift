import BromidePhotos
import BromideTimelines
import SystemPackage
import TestSupport
import Testing

@Suite struct TimelineErrorTests {
  @Test(arguments: bad)
  func errorsNameLineAndKey(text: String, message: [String]) {
    do throws(TimelineError) {
      let timeline = try parsed(text, at: "a.yaml")
      Issue.record("\(text) is no timeline, but was read as \(timeline)")
    } catch {
      for words in message { #expect(error.description.contains(words), "\(text)\n→ \(error)") }
    }
  }

  /// Every line has one error, and each is reported.
  @Test func allAtOnce() throws {
    let text = """
      size: big
      fps: fast
      develop: {exposure: much}
      colour: red
      sources:
        - photo: a.nef
          tracks:
            saturation:
              - {at: 0s, value: 9}
              - {at: 1q, value: 1}
        - sequence: n
          order: tme
      """
    let error = #expect(throws: TimelineError.self) { try parsed(text, at: "a.yaml") }
    #expect(error?.problems.map(\.line) == [1, 2, 3, 4, 9, 10, 12])
  }

  @Test func longListsOfProblemsAreCut() throws {
    let text =
      "sources: [{photo: a, frames: 1}]\n" + (0..<90).map { "k\($0): 1" }.joined(separator: "\n")
    let error = #expect(throws: TimelineError.self) { try parsed(text, at: "a.yaml") }
    #expect(error?.problems.count == TimelineError.mostProblems)
    #expect(error?.more == 40)
    #expect(error?.description.hasSuffix("and 40 more") == true)
  }

  @Test func bytesThatAreNotText() throws {
    let error = #expect(throws: TimelineError.self) {
      try Timeline(
        bytes: Array("size: 1x1\n".utf8) + [0x66, 0xFF, 0x0A], path: FilePath("a.yaml"),
        context: RunContext())
    }
    #expect(error?.description == "a.yaml:2: not UTF-8 text, as a timeline must be")
    let marked = try Timeline(
      bytes: [0xEF, 0xBB, 0xBF] + Array("sources: [{photo: a, frames: 1}]".utf8),
      path: FilePath(""), context: RunContext())
    #expect(marked.sources.count == 1)
  }

  /// An alias has no value; where one is needed, only the alias is reported.
  @Test func oneErrorAnAlias() {
    let text = """
      size: *a
      develop: *b
      sources:
        - photo: *c
          frames: 1
          tracks: {exposure: *d}
        - *e
      """
    let error = #expect(throws: TimelineError.self) { try parsed(text, at: "a.yaml") }
    #expect(error?.problems.map(\.line) == [1, 2, 4, 6, 7])
    #expect(error?.problems.map(\.found) == ["*a", "*b", "*c", "*d", "*e"])
  }

  /// All repetitions are reported, but no other errors of a repeated value.
  @Test func allRepetitions() {
    let fields = (0..<24).map { "k: {n: \($0), n: }" }.joined(separator: "\n")
    let error = #expect(throws: TimelineError.self) {
      try parsed(fields + "\nsources: [{photo: a, frames: 1}]", at: "a.yaml")
    }
    let repeated = error?.problems.filter { $0.reason.hasPrefix("appears twice") }.map(\.line) ?? []
    #expect(repeated == [1] + (2...24).flatMap { [$0, $0] })
    #expect(error?.problems.count == repeated.count + 1)
  }

  @Test func nesting() {
    for (depth, (open, close)) in product([30, 31], [("[", "]"), ("{a: ", "}")]) {
      let text =
        "sources:\n " + String(repeating: open, count: depth) + "x"
        + String(repeating: close, count: depth)
      let error = #expect(throws: TimelineError.self) { try parsed(text, at: "a.yaml") }
      let isRejected =
        error?.description == "a.yaml:2: nested more than 32 levels deep, which no timeline needs"
      #expect(isRejected == (depth == 31))
    }
  }

  /// Large or deep documents are refused without being tried.
  @Test(arguments: [
    String(repeating: "x", count: 10 << 20), String(repeating: "[", count: 1 << 20),
    String(repeating: "{a: ", count: 1 << 18), String(repeating: "- ", count: 1 << 18),
    "a: &a [x,x]\nb: &b [*a,*a]\n? *b\n: 1", "a: !t &a [x]\nb: [*a]",
  ])
  func attacks(text: String) {
    #expect(throws: TimelineError.self) { try parsed(text, at: "a.yaml") }
  }

  /// Documents with a letter changed, dropped or doubled give a timeline, or errors with a line.
  @Test func brokenLetters() throws {
    let letters = Array(Documents.whole.utf8)
    var random = SeededGenerator(seed: 6)
    var failures = 0
    #if DEBUG
      let rounds = 300
    #else
      let rounds = 20_000
    #endif
    for _ in 0..<rounds {
      var broken = letters
      for _ in 0...Int.random(in: 0...2, using: &random) {
        let place = Int.random(in: 0..<broken.count, using: &random)
        switch Int.random(in: 0...3, using: &random) {
        case 0: broken.remove(at: place)
        case 1: broken.insert(broken[place], at: place)
        case 2:
          broken[place] = Array("{}[]:,-#&*!|>'\"%@\t\n 0a".utf8).randomElement(using: &random) ?? 0
        default: broken[place] = UInt8.random(in: 0...255, using: &random)
        }
      }
      do throws(TimelineError) {
        let timeline = try Timeline(bytes: broken, path: FilePath("a.yaml"), context: RunContext())
        _ = try? TimelineSchedule(
          timeline,
          lengths: timeline.sources.map { _ in
            SourceLength(photos: ["a.dng", "b.dng"], frames: 3, seconds: 1)
          })
      } catch {
        failures += 1
        #expect(!error.problems.isEmpty)
      }
    }
    #expect(failures > rounds / 4)
  }
}
