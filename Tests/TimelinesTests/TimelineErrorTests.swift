import SystemPackage
import TestSupport
import Testing
import Timelines

@Suite struct TimelineErrorTests {
  /// A document, and what must be said of it.
  static let bad: [(text: String, said: [String])] = [
    ("", ["a.yaml: nothing stands here; a timeline has sources"]),
    ("# only a comment\n", ["a.yaml: nothing stands here"]),
    ("42", ["a.yaml:1: “42”: a timeline has keys with values"]),
    ("[]", ["a.yaml:1: “a list”: a timeline has keys with values"]),
    ("size: 1x1", ["a.yaml:1: sources: is missing; a timeline has one or more"]),
    ("sources: []", ["a.yaml:1: sources: “a list”: is empty"]),
    ("sources:", ["a.yaml:1: "]),
    (
      "sizze: 1x1\nsources: [{photo: a, frames: 1}]",
      ["a.yaml:1: sizze: no key of this place; did you mean “size”?; known are size, fit"]
    ),
    (
      "exposure: 1\nsources: [{photo: a, frames: 1}]",
      ["a.yaml:1: exposure: stands under develop, or moves in the tracks of a source"]
    ),
    (
      "develop: {tone: linear}\nsources: [{photo: a, frames: 1}]",
      ["a.yaml:1: develop.tone: stands at the beginning"]
    ),
    (
      "size: 10\nsources: [{photo: a, frames: 1}]",
      ["a.yaml:1: size: “10”: accepted is WIDTHxHEIGHT"]
    ),
    (
      "fps: 0\nsources: [{photo: a, frames: 1}]",
      ["a.yaml:1: fps: “0”: accepted are 25, 23.976 or 30000/1001"]
    ),
    (
      "fit: conver\nsources: [{photo: a, frames: 1}]",
      ["a.yaml:1: fit: “conver”: accepted are contain, cover; did you mean “cover”?"]
    ),
    ("space: srbg\nsources: [{photo: a, frames: 1}]", ["did you mean “srgb”?"]),
    (
      "curve: esae(2)\nsources: [{photo: a, frames: 1}]",
      ["a.yaml:1: curve: “esae(2)”: character 1: no curve is called “esae”; did you mean “ease”?"]
    ),
    (
      "develop: {exposure: .nan}\nsources: [{photo: a, frames: 1}]",
      ["a.yaml:1: develop.exposure: “.nan”: accepted are numbers from -10 to 10 EV"]
    ),
    (
      "develop: {exposure: nan}\nsources: [{photo: a, frames: 1}]",
      ["“nan”: accepted are numbers from -10 to 10 EV"]
    ),
    (
      "develop: {exposure: 1e400}\nsources: [{photo: a, frames: 1}]",
      ["“1e400”: accepted are numbers"]
    ),
    (
      "develop: {exposure: {a: 1}}\nsources: [{photo: a, frames: 1}]",
      ["develop.exposure: “keys with values”: accepted are numbers"]
    ),
    (
      "develop: {exposure: }\nsources: [{photo: a, frames: 1}]",
      ["a.yaml:1: develop.exposure: is empty; accepted are numbers"]
    ),
    (
      "develop: {white-balance: camra}\nsources: [{photo: a, frames: 1}]",
      ["“camra”: accepted are camera, auto", "did you mean “camera”?"]
    ),
    (
      "develop: {white-balance: 'at:0.5,0.5'}\nsources: [{photo: a, frames: 1}]",
      ["a place is for convert and sample"]
    ),
    (
      "develop: {white-balance: 5200, tint: 3}\nsources: [{photo: a, frames: 1}]",
      ["develop.tint: “3”: sets the white balance, and so does"]
    ),
    (
      "sources: [{frames: 1}]",
      ["a.yaml:1: a source shows one of photo, sequence, clip, tiles, sheet"]
    ),
    (
      "sources: [{photoo: a.nef, frames: 1}]",
      ["did you mean “photo”?", "photoo: no key of this place"]
    ),
    ("sources: [{photo: a, clip: b, frames: 1}]", ["“photo and clip”: a source shows one of"]),
    ("sources: [{photo: a, frames: 1, duration: 2s}]", ["frames: “1”: duration says the same"]),
    ("sources: [{photo: a, frames: 0}]", ["frames: “0”: accepted are whole numbers from 1"]),
    (
      "sources: [{photo: a, duration: 50%}]",
      ["duration: “50%”: accepted are 4s, 1m30s, 250ms or 96f"]
    ),
    ("sources: [{photo: a, duration: 4}]", ["duration: “4”: accepted are 4s"]),
    ("sources: [{photo: a, frames: 1, levels: lock}]", ["a.yaml:1: levels: is of sequences"]),
    ("sources: [{photo: a, frames: 1, animate: fadeIn}]", ["animate: is of tiles and sheets"]),
    (
      "sources: [{sequence: n, levels: lok}]",
      ["levels: “lok”: accepted are own, lock, or a photo's path; did you mean “lock”?"]
    ),
    (
      "sources: [{sequence: n, deflicker: {regoin: [0,0,1,1]}}]",
      ["deflicker.regoin: no key of this place; did you mean “region”?"]
    ),
    (
      "sources: [{sequence: n, deflicker: {region: [0,0,2,1]}}]",
      ["deflicker.region: “0,0,2,1”: accepted are X,Y,WIDTH,HEIGHT"]
    ),
    ("sources: [{sequence: n, on-missing: hopld}]", ["did you mean “hold”?"]),
    (
      "sources: [{sequence: *.dng}]",
      ["a.yaml:1: no YAML or JSON", "a value that begins with * is quoted: '*.dng'"]
    ),
    (
      "sources: [{tiles: {photo: a, columns: 0}, frames: 2}]",
      ["tiles.columns: “0”: accepted are whole numbers from 1 to 1000", "tiles.rows: is missing"]
    ),
    (
      "sources: [{tiles: {photo: a}, frames: 2}]",
      ["tiles.columns: is missing; with rows, each 1 to 1000; or give size"]
    ),
    (
      "sources: [{tiles: {photo: a, columns: 2, rows: 2, size: 10x10}, frames: 2}]",
      ["tiles.size: “10x10”: columns and rows say it too; give them or size"]
    ),
    (
      "sources: [{tiles: {photo: a, size: 240}, frames: 2}]",
      ["tiles.size: “240”: accepted is WIDTHxHEIGHT, such as 240x180"]
    ),
    (
      "sources: [{tiles: {photo: a, columns: 2, rows: 2}, animate: fadeIm}]",
      ["animate: “fadeIm”: character 1: nothing is called “fadeIm”; did you mean “fadeIn”?"]
    ),
    (
      "sources: [{sheet: {photos: n, background: red}, frames: 2}]",
      ["sheet.background: “red”: accepted are #RRGGBB"]
    ),
    (
      "sources:\n  - sheet:\n      photos: n\n      background: #101010\n    frames: 2",
      ["a.yaml:4: sheet.background: is empty; #101010 begins a comment; quote it: '#101010'"]
    ),
    (
      "sources: [{sheet: {photos: n, background: #101010}, frames: 2}]",
      ["in line 1 #101010 begins a comment; quote it: '#101010'"]
    ),
    (
      "sources: [{sheet: {photos: n, captions: [name, lense]}, frames: 2}]",
      ["sheet.captions: “lense”: accepted are name, time, exposure, lens; did you mean “lens”?"]
    ),
    (
      "sources: [{photo: a, frames: 9, tracks: {exposur: []}}]",
      ["a.yaml:1: exposur: no parameter; did you mean “exposure”?; bromide filters lists them"]
    ),
    (
      "sources: [{photo: a, frames: 9, tracks: {exposure: 1}}]",
      ["exposure: “1”: accepted is a list", "belongs under develop"]
    ),
    (
      "sources: [{photo: a, frames: 9, tracks: {exposure: []}}]",
      ["exposure: “a list”: accepted is a list"]
    ),
    (
      "sources: [{photo: a, frames: 9, tracks: {exposure: [{at: 0s}]}}]",
      ["exposure: a key has at and value, a tween to and duration"]
    ),
    (
      "sources: [{photo: a, frames: 9, tracks: {exposure: [{value: 1}]}}]",
      ["exposure.at: is missing"]
    ),
    (
      "sources: [{photo: a, frames: 9, tracks: {exposure: [{at: 0s, value: 1, curv: linear}]}}]",
      ["exposure.curv: no key of this place; did you mean “curve”?"]
    ),
    (
      "sources: [{photo: a, frames: 9, tracks: {exposure: [{at: 2, value: 1}]}}]",
      ["exposure.at: “2”: accepted are 2s"]
    ),
    (
      "sources: [{photo: a, frames: 9, tracks: {exposure: [{at: 0s, value: 11}]}}]",
      ["exposure.value: “11”: accepted are numbers from -10 to 10 EV"]
    ),
    (
      "sources: [{photo: a, frames: 9, tracks: {exposure: [{at: 0s, value: 1, curve: bezier(.4,0,.2,1)}]}}]",
      [
        "a.yaml:1: curve: “bezier(.4,0,.2,1)”: commas end a value inside { }; quote it: 'bezier(.4,0,.2,1)'"
      ]
    ),
    (
      "sources: [{photo: a, frames: 9, tracks: {exposure: [{at: 0s, value: 1, curve: bezier(0,0,0,1)}]}}]",
      ["“bezier(0,0,0,1)”: commas end a value inside { }; quote it"]
    ),
    (
      "sources: [{photo: a, frames: 9, tracks: {exposure: [{to: 1}, {at: 0s, value: 1}]}}]",
      ["exposure: a track has keys or tweens, not both"]
    ),
    (
      "sources: [{photo: a, frames: 9, tracks: {exposure: [{at: 0s, detour: {to: 1, duration: 1s}}]}}]",
      ["exposure: a detour leaves keys or a tween"]
    ),
    (
      "sources: [{photo: a, frames: 9, tracks: {exposure: [{to: 1, repeat: 0}]}}]",
      ["exposure.repeat: “0”: accepted are whole numbers from 1, or forever"]
    ),
    (
      "sources: [{photo: a, frames: 9, tracks: {exposure: [{to: 1, yoyo: maybe}]}}]",
      ["exposure.yoyo: “maybe”: accepted are true, false"]
    ),
    (
      "a: &x 1\nb: *x\nsources: []",
      [
        "a.yaml:1: “&x”: anchors (&name) and aliases (*name)",
        "a.yaml:2: “*x”: anchors (&name) and aliases (*name)", "quotes make it a text",
        "a.yaml:3: sources: “a list”: is empty",
      ]
    ),
    (
      "sources:\n- photo: &night\n  frames: 1\n- clip: [&b c, *all]\n",
      ["a.yaml:2: “&night”", "a.yaml:4: “&b”", "a.yaml:4: “*all”"]
    ),
    (
      "fps: 25\nfps: 24\nsizze: 1\nsources: [{photo: a, frames: 1}]",
      [
        "a.yaml:2: fps: stands twice in the same place; first in line 1",
        "a.yaml:3: sizze: no key of this place",
      ]
    ),
    (
      #"{"fps": 25, "fps": 24, "sources": [{"photo": "a", "frames": 1, "frames": 2}]}"#,
      ["a.yaml:1: fps: stands twice", "a.yaml:1: frames: stands twice"]
    ),
    ("sources:\n\t- photo: a", ["a.yaml:2: no YAML or JSON", "tab; indent with spaces"]),
    ("sources: [", ["no YAML or JSON"]),
    ("sources: [{photo: \"a\\0b\", frames: 1}]", ["accepted is the path of a file"]),
    ("sources: [{photo: '', frames: 1}]", ["photo: “”: accepted is the path of a file"]),
    (
      "--- {sources: []}\n--- {}",
      ["a.yaml:1: sources: “a list”: is empty", "a.yaml:2: a second document begins here"]
    ),
    ("size: é\nfps: \u{7}", ["a.yaml:2: no text: control characters are not allowed (code 7)"]),
    (
      "a: 1\nb: [1\n}",
      [
        "a.yaml:3: no YAML or JSON: did not find expected ',' or ']', while parsing a flow sequence from line 2"
      ]
    ),
    (
      "b: {c: (" + String(repeating: ",c", count: 999) + "}",
      ["c: “(,c,c", "a.yaml:1: c: stands twice"]
    ),
    ("? [a]\n: 1\nsources: [{photo: a, frames: 1}]", ["a.yaml:1: a key is a text"]),
  ]

  @Test(arguments: bad)
  func says(text: String, said: [String]) {
    do throws(TimelineError) {
      let timeline = try Timeline(text: text, path: FilePath("a.yaml"))
      Issue.record("\(text) is no timeline, but was read as \(timeline)")
    } catch {
      for words in said { #expect(error.description.contains(words), "\(text)\n→ \(error)") }
    }
  }

  /// Each line has one error, and each is told.
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
    let error = #expect(throws: TimelineError.self) {
      try Timeline(text: text, path: FilePath("a.yaml"))
    }
    #expect(error?.problems.map(\.line) == [1, 2, 3, 4, 9, 10, 12])
  }

  @Test func manyProblemsAreCut() throws {
    let text =
      "sources: [{photo: a, frames: 1}]\n" + (0..<90).map { "k\($0): 1" }.joined(separator: "\n")
    let error = #expect(throws: TimelineError.self) {
      try Timeline(text: text, path: FilePath("a.yaml"))
    }
    #expect(error?.problems.count == TimelineError.mostProblems)
    #expect(error?.more == 40)
    #expect(error?.description.hasSuffix("and 40 more") == true)
  }

  @Test func bytesThatAreNoText() throws {
    let error = #expect(throws: TimelineError.self) {
      try Timeline(bytes: Array("size: 1x1\n".utf8) + [0x66, 0xFF, 0x0A], path: FilePath("a.yaml"))
    }
    #expect(error?.description == "a.yaml:2: no text in UTF-8, which a timeline is")
    let marked = try Timeline(
      bytes: [0xEF, 0xBB, 0xBF] + Array("sources: [{photo: a, frames: 1}]".utf8), path: FilePath("")
    )
    #expect(marked.sources.count == 1)
  }

  /// An alias has no value, and whoever wants one is told of the alias alone.
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
    let error = #expect(throws: TimelineError.self) {
      try Timeline(text: text, path: FilePath("a.yaml"))
    }
    #expect(error?.problems.map(\.line) == [1, 2, 4, 6, 7])
    #expect(error?.problems.map(\.found) == ["*a", "*b", "*c", "*d", "*e"])
  }

  /// Every repetition is told, however many, and not what else is wrong with a repeated value.
  @Test func allRepetitions() {
    let fields = (0..<24).map { "k: {n: \($0), n: }" }.joined(separator: "\n")
    let error = #expect(throws: TimelineError.self) {
      try Timeline(text: fields + "\nsources: [{photo: a, frames: 1}]", path: FilePath("a.yaml"))
    }
    let repeated = error?.problems.filter { $0.reason.hasPrefix("stands twice") }.map(\.line) ?? []
    #expect(repeated == [1] + (2...24).flatMap { [$0, $0] })
    #expect(error?.problems.count == repeated.count + 1)
  }

  @Test func nesting() {
    for depth in [30, 31] {
      for (open, close) in [("[", "]"), ("{a: ", "}")] {
        let text =
          "sources:\n " + String(repeating: open, count: depth) + "x"
          + String(repeating: close, count: depth)
        let error = #expect(throws: TimelineError.self) {
          try Timeline(text: text, path: FilePath("a.yaml"))
        }
        let isRefused =
          error?.description == "a.yaml:2: nested more than 32 deep, which no timeline is"
        #expect(isRefused == (depth == 31))
      }
    }
  }

  /// What is large or deep is refused, not tried.
  @Test(arguments: [
    String(repeating: "x", count: 10 << 20), String(repeating: "[", count: 1 << 20),
    String(repeating: "{a: ", count: 1 << 18), String(repeating: "- ", count: 1 << 18),
    "a: &a [x,x]\nb: &b [*a,*a]\n? *b\n: 1",
    "a: !t &a [x]\nb: [*a]",
  ])
  func attacks(text: String) {
    #expect(throws: TimelineError.self) { try Timeline(text: text, path: FilePath("a.yaml")) }
  }

  /// Documents with a letter changed, dropped or doubled end as a timeline or as errors with a line.
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
        let timeline = try Timeline(bytes: broken, path: FilePath("a.yaml"))
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
