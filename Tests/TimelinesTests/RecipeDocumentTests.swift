import BromideDevelop
import BromidePhotos
import BromideRaw
import BromideSampling
import BromideTimelines
import BromideValues
import Foundation
import SystemPackage
import TestSupport
import Testing

/// Recipes as documents: their settings, rejected values, and reading of written recipes.
@Suite struct RecipeDocumentTests {
  private func read(_ text: String) throws -> RecipeDocument {
    try RecipeDocument(text: text, path: FilePath("r.yaml"), context: RunContext())
  }

  @Test func readsEveryKey() throws {
    let document = try read(
      """
      white-balance: [5200, -4]
      look: flat
      highlight-mode: blend
      demosaic: bilinear
      crop-area: active
      tone: standard
      space: display-p3
      depth: 16
      orientation: keep
      size: 640x480
      fit: cover
      enlarge: true
      exposure: 0.5
      crop: [0.1, 0.2, 0.5, 0.5]
      fade-color: '#102030'
      """)
    let recipe = document.settings.recipe
    #expect(recipe.whiteBalance == .temperature(5200, tint: -4))
    #expect(recipe.look == .flat && recipe.highlightMode == .blend)
    #expect(recipe.demosaic == .bilinear && recipe.cropArea == .active)
    #expect(recipe.tone == .standard && recipe.space == .displayP3 && recipe.sample == .uint16)
    #expect(recipe.orientation == .keep)
    #expect(
      recipe.size
        == SizeRequest(bounds: .box(Size(width: 640, height: 480)), fit: .cover, enlarge: true))
    #expect(recipe.exposure == 0.5 && recipe.filters[.crop] == [0.1, 0.2, 0.5, 0.5])
    #expect(recipe.filters[.fadeColor] == [16.0, 32, 48].map { $0 / 255 })
    #expect(document.lines["tone"] == 6 && document.lines["fade-color"] == 15)
    #expect(document.lines["gamma"] == nil)
  }

  @Test func readsAPointAndALibRawDemosaic() throws {
    let document = try read("white-balance: 'at:0.25,0.5,2%'\ndemosaic: 'libraw:ahd'")
    #expect(
      document.settings.balancePlace
        == BalancePlace(point: NormalizedPoint(x: 0.25, y: 0.5), side: .fraction(0.02)))
    #expect(document.settings.loading.interpolation == .ahd)
  }

  /// You can paste the develop part of a timeline with its neighbouring keys.
  @Test func takesTheDevelopPartOfATimeline() throws {
    let pasted = try read("space: rec2020\ntone: linear\ndevelop:\n  exposure: 1\n")
    #expect(pasted.settings.recipe.space == .rec2020 && pasted.settings.recipe.tone == .linear)
    #expect(pasted.settings.recipe.exposure == 1)
    #expect(pasted.lines == ["space": 1, "tone": 2, "exposure": 4])
    #expect(try read("develop: {exposure: 1}").settings == read("exposure: 1").settings)
  }

  @Test func takesLooksOfCamerasAndFiles() throws {
    let camera = try read("look: camera")
    #expect(camera.cameraLook == .camera && camera.settings == PhotoSettings(RunContext()))
    let each = try read("look: 'camera:each'")
    #expect(each.cameraLook == .each && each.settings.cameraLooks == .each)
    let folder = try TemporaryFolder()
    let knots = LookCurve.fittedKnots
    let curve = try #require(
      LookCurve(
        knots: knots, values: knots.map { LookCurve.lightness(of: ToneCurve.standard($0)) },
        origin: LookCurve.Origin(make: "Canon", model: "EOS", photo: "a.cr2")))
    try LookFile.write([curve], to: FilePath(folder("l.json")))
    // A path is relative to the document.
    try folder.write(Array("look: ./l.json\n".utf8), as: "r.yaml")
    let file = try RecipeDocument(path: FilePath(folder("r.yaml")), context: RunContext())
    guard case .listed(let list)? = file.settings.cameraLooks else {
      Issue.record("no list of looks")
      return
    }
    #expect(list.curves == [curve] && file.settings.recipe.look == .standard)
    #expect(file.savedLook == .list(list))
    #expect(file.lookFile?.lexicallyNormalized() == FilePath(folder("l.json")))
    try folder.write(Array("look: no.json\n".utf8), as: "n.yaml")
    let error = #expect(throws: TimelineError.self) {
      try RecipeDocument(path: FilePath(folder("n.yaml")), context: RunContext())
    }
    #expect(error?.description.contains("n.yaml:1: look: “no.json”: ") == true)
    for (text, look) in [
      ("look: 'camera:each'\n", "camera:each"), ("look: './it''s.json'\n", "./it's.json"),
    ] {
      #expect(RecipeDocument.text(each.settings, look: look).hasSuffix(".\n" + text))
    }
  }

  @Test func emptyMappingHasDefaults() throws {
    #expect(try read("# nothing\n{}\n").settings == PhotoSettings(RunContext()))
  }

  /// Documents, and parts of the expected messages.
  static let bad: [(text: String, message: [String])] = [
    ("", ["r.yaml: the document is empty; a recipe has keys with values, such as exposure"]),
    ("# only a comment\n", ["the document is empty"]),
    ("42", ["r.yaml:1: “42”: a recipe has keys with values"]),
    ("[exposure]", ["r.yaml:1: “a list”: a recipe has keys"]),
    ("\nexposur: 1", ["r.yaml:2: exposur: unknown key; did you mean “exposure”?; known keys are"]),
    ("exposure: 11", ["r.yaml:1: exposure: “11”: expected numbers from -10 to 10 EV"]),
    ("exposure: nan", ["exposure: “nan”: expected numbers"]),
    ("exposure: [{at: 0s, value: 1}]", ["r.yaml:1: exposure: “a list”: expected numbers"]),
    ("exposure: {from: 0, to: 1}", ["exposure: “keys with values”: expected numbers"]),
    ("exposure:", ["r.yaml:1: exposure: is empty; expected numbers"]),
    ("exposure: 1\nexposure: 2", ["r.yaml:2: exposure: appears twice"]),
    ("a: &x 1\nexposure: *x", ["anchors (&name) and aliases (*name) are not part of a recipe"]),
    ("exposure: 1\n---\nexposure: 2", ["r.yaml:3: a second document begins here; a recipe is"]),
    (
      "look: fat",
      [
        "r.yaml:1: look: “fat”: expected standard, flat, classic, camera, camera:each, or a look file; did you mean “flat”?"
      ]
    ),
    (
      "look: camera\ntone: linear",
      ["r.yaml:1: look: “camera”: cannot be combined with tone: linear"]
    ),
    ("look: flat\ntone: linear", ["r.yaml:1: look: “flat”: cannot be combined with tone: linear"]),
    ("demosaic: libraw:ahf", ["“libraw:ahf”: expected libraw:vng", "did you mean “libraw:ahd”?"]),
    (
      "demosaic: rcf",
      ["expected auto, rcd, xtrans, fine, best, bilinear, cells, half; did you mean “rcd”?"]
    ),
    ("white-balance: 'at:2,0.5'", ["r.yaml:1: white-balance", "X and Y run from 0 to 1"]),
    ("white-balance: 'at:0.5'", ["at: takes X,Y or X,Y,WINDOW"]),
    ("white-balance: 'at:0.5,0.5,90%'", ["at most 25%"]),
    ("white-balance: camra", ["did you mean “camera”?"]),
    ("white-balance: 5200\ntint: 3", ["r.yaml:2: tint: “3”: cannot be combined with"]),
    ("size: 0x5", ["r.yaml:1: size: “0x5”: expected WIDTHxHEIGHT (1920x1080), the long edge"]),
    ("fit: cover", ["r.yaml:1: fit: “cover”: needs a size to fit into"]),
    ("enlarge: yes\nsize: 5", ["enlarge: “yes”: expected true, false"]),
    ("orientation: upright", ["orientation: “upright”: expected apply, keep"]),
    ("depth: 12", ["depth: “12”: expected 8, 16, float32"]),
    ("space: srbg", ["did you mean “srgb”?"]),
    ("sources: []", ["r.yaml:1: sources: this is a timeline; bromide render makes its frames"]),
    ("tracks: {}", ["tracks: a recipe does not move"]), ("levels: lock", ["use --levels"]),
    ("develop: 1", ["r.yaml:1: develop: “1”: expected keys with values"]),
    ("develop: {exposur: 1}", ["develop.exposur: unknown key; did you mean “exposure”?"]),
    ("develop: {}\nexposure: 1", ["r.yaml:2: exposure: move it to develop in this document"]),
    (
      "tone: linear\ndevelop: {tone: linear}",
      ["develop.tone: “linear”: is also set at the top level"]
    ),
    ("crop: [0, 0, 2, 1]", ["crop: “0,0,2,1”: expected X,Y,WIDTH,HEIGHT within 0,0,1,1"]),
    ("exposure: 1: 2", ["r.yaml:1: not valid YAML or JSON"]),
  ]

  @Test(arguments: bad)
  func errorsNameLineAndKey(text: String, message: [String]) {
    do throws(TimelineError) {
      let document = try RecipeDocument(text: text, path: FilePath("r.yaml"), context: RunContext())
      Issue.record("\(text) is no recipe, but was read as \(document)")
    } catch {
      for words in message { #expect(error.description.contains(words), "\(text)\n→ \(error)") }
    }
  }

  @Test func rejectsOtherFiles() throws {
    let folder = try TemporaryFolder()
    func rejection(_ path: String) throws -> String {
      let error = #expect(throws: TimelineError.self) {
        try RecipeDocument(path: FilePath(path), context: RunContext())
      }
      return try #require(error).description
    }
    #expect(
      try rejection(folder("none.yaml")).hasSuffix("cannot be read: No such file or directory"))
    #expect(try rejection(folder.path).hasSuffix("is a folder; a recipe is an ordinary file"))
    let pipe = folder("pipe")
    #expect(unsafe mkfifo(pipe, 0o600) == 0)
    #expect(try rejection(pipe).hasSuffix("is a pipe or device; a recipe is an ordinary file"))
    let large = try folder.write([UInt8](repeating: 0x23, count: 1_000_001), as: "large.yaml")
    #expect(try rejection(large).hasSuffix("1000001 bytes; a recipe has at most 1000000"))
    let bytes = try folder.write(Array("exposure: 1\nlook: ".utf8) + [0xFF], as: "bytes.yaml")
    #expect(try rejection(bytes).hasSuffix(":2: not UTF-8 text, as a recipe must be"))
    let marked = try folder.write(
      [0xEF, 0xBB, 0xBF] + Array("exposure: 1".utf8), as: "marked.yaml")
    #expect(
      try RecipeDocument(path: FilePath(marked), context: RunContext()).settings.recipe.exposure
        == 1)
  }

  // MARK: Writing

  /// Settings that differ from the defaults, each in one way.
  private static var variants: [PhotoSettings] {
    func changed(_ change: (inout PhotoSettings) -> Void) -> PhotoSettings {
      var settings = PhotoSettings(RunContext())
      change(&settings)
      return settings
    }
    let balances: [WhiteBalance] = [
      .auto, .daylight, .temperature(5210.123456789, tint: -3.3), .multipliers(2.1, 1, 1.0 / 3),
    ]
    let places: [SampleWindow.Side] = [
      .pixels(9), .fraction(0.02), .fraction(0.07), .fraction(1.0 / 300),
    ]
    var all = balances.map { balance in changed { $0.recipe.whiteBalance = balance } }
    all += places.map { side in
      changed {
        $0.balancePlace = BalancePlace(point: NormalizedPoint(x: 1.0 / 3, y: 1e-7), side: side)
      }
    }
    all += Look.all.map { look in changed { $0.recipe.look = look } }
    all += HighlightMode.allCases.map { mode in changed { $0.recipe.highlightMode = mode } }
    all += DemosaicMethod.allCases.map { method in changed { $0.recipe.demosaic = method } }
    all += LibRawInterpolation.allCases.map { m in changed { $0.loading.interpolation = m } }
    all += RGBSpace.all.map { space in changed { $0.recipe.space = space } }
    all += SampleFormat.allCases.map { format in changed { $0.recipe.sample = format } }
    all += [
      changed { $0.recipe.tone = .linear }, changed { $0.recipe.cropArea = .active },
      changed { $0.recipe.orientation = .keep },
      changed { $0.recipe.size = SizeRequest(bounds: .longEdge(2048)) },
      changed {
        $0.recipe.size = SizeRequest(
          bounds: .box(Size(width: 3, height: 4)), fit: .cover, enlarge: true)
      },
    ]
    for parameter in ParameterTable.all {
      for values in odd(parameter) {
        all.append(changed { $0.recipe.filters[parameter] = values })
      }
    }
    return all
  }

  /// Accepted values with digits to lose.
  private static func odd(_ parameter: Parameter) -> [[Double]] {
    let (low, high) = (parameter.range.lowerBound, parameter.range.upperBound)
    func between(_ share: Double) -> Double { low + (high - low) * share }
    return switch parameter.form {
    case .number: [[low], [between(1.0 / 3)], [high]]
    case .numbers(let names): [names.indices.map { between(1 / (Double($0) + 3)) }]
    case .window: [[1.0 / 7, 0.1 + 0.2, 1.0 / 3, 0.5]]
    case .color: [[1.0 / 3, 0, 16.0 / 255]]
    case .groups(let groups, let members):
      [
        (0..<groups.count * members.count).map {
          let range = members[$0 % members.count].range
          return range.upperBound / (Double($0) + 3)
        }
      ]
    case .points: [[0, 0.1, 1.0 / 3, 0.5, 1, 1]]
    }
  }

  @Test func whatIsWrittenReadsBackToTheLastBit() throws {
    let variants = Self.variants
    #expect(variants.count > ParameterTable.all.count + 30)
    for settings in variants {
      let text = RecipeDocument.text(settings)
      let read = try RecipeDocument(text: text, path: FilePath("r.yaml"), context: RunContext())
      #expect(read.settings == settings, "\(text)")
      #expect(read.lines.count <= 3, "\(text)")
      #expect(RecipeDocument.isOwn(Array(text.utf8), context: RunContext()), "\(text)")
    }
  }

  @Test func writesOnlyChangedSettings() throws {
    let lines = RecipeDocument.text(PhotoSettings(RunContext())).split(separator: "\n")
    #expect(lines.count == 2 && lines[0].hasPrefix("# Recipe written by Bromide 0"))
    #expect(lines[1] == "{}")
    let given = RecipeDocument.text(
      PhotoSettings(RunContext()), including: ["exposure", "look", "temperature"])
    #expect(given.hasSuffix(".\nlook: standard\nexposure: 0\n"), "\(given)")
    var settings = PhotoSettings(RunContext())
    settings.recipe.exposure = 0.7
    #expect(RecipeDocument.text(settings).hasSuffix(".\nexposure: 0.7\n"))
  }

  @Test func detectsRecipesOfBromide() {
    for text in ["", "exposure: 1\n", "# Recipe\nexposure: 1\n", "# Recipe written by Bromide\n"] {
      #expect(!RecipeDocument.isOwn(Array(text.utf8), context: RunContext()), "\(text)")
    }
  }
}
