import BromideChoreography
import BromideDevelop
import BromidePhotos
import BromideTimelines
import BromideValues
import SystemPackage
import Testing
import Tweening

@Suite struct TimelineDocumentTests {
  /// The document of the reference page, which names every kind of source.
  @Test func readsTheReferenceDocument() throws {
    let timeline = try parsed(Documents.whole, at: "films/zoom.yaml")
    #expect(timeline.size == Size(width: 1920, height: 1080))
    #expect(timeline.fit == .cover)
    #expect(timeline.rate == FrameRate(25))
    #expect(timeline.recipe.highlightMode == .blend)
    #expect(timeline.sources.map(\.line) == [11, 24, 33, 36])
    #expect(
      timeline.sources.map(\.content) == [
        .photo("films/hero.nef"), .sequence(PhotoList(["films/night/"], order: .time)),
        .tiles(TileLayout(photo: "films/hero.nef", cut: .grid(columns: 8, rows: 5))),
        .sheet(Documents.sheet),
      ])
    let hero = timeline.sources[0]
    #expect(hero.duration == .seconds(4))
    #expect(Set(hero.tracks.map(\.parameter.name)) == ["exposure", "crop", "rotation"])
    let night = timeline.sources[1].lapse
    #expect(night.levels == .lock)
    #expect(night.optics == .file("films/readings/lens.json"))
    #expect(night.holyGrail == .init(smooth: .frames(12)))
    #expect(night.deflicker?.region == SIMD4(0.1, 0.5, 0.8, 0.4))
    #expect(night.missing == .hold)
    #expect(
      timeline.sources[2].script
        == Script("radial(middle) fadeIn slide(up,moderately) spring(.5,.7)"))
    #expect(
      timeline.sources[3].script
        == Script("cornered(topLeft) fadeIn hold(2) out random(7) contract"))
  }

  @Test func everyParameterIsAConstantAndATrack() throws {
    for parameter in ParameterTable.all {
      let value = Documents.value(of: parameter)
      let text = Documents.text(value, of: parameter)
      let timeline = try Timeline(
        text: """
          develop: {\(parameter.name): \(text)}
          sources: [{photo: a.nef, frames: 3, tracks: {\(parameter.name): [{at: 0s, value: \(text)}]}}]
          """, path: FilePath(""), context: RunContext())
      #expect(
        timeline.recipe.filters[parameter] ?? parameter.standard == value, "\(parameter.name)")
      let values = try TimelineSchedule(timeline).frame(1).layers[0].filters[parameter]
      #expect(values ?? parameter.standard == value, "\(parameter.name)")
    }
  }

  @Test(arguments: Look.all)
  func lookOfTheDevelopment(look: Look) throws {
    let timeline = try parsed("develop: {look: \(look.name)}\nsources: [{photo: a.nef, frames: 1}]")
    #expect(timeline.recipe.look == look)
  }

  @Test(arguments: [
    "space: rec2020", "space: linear-srgb", "depth: 16", "dither: all", "tone: linear",
  ])
  func recipeOfTheOutput(line: String) throws {
    let timeline = try parsed(line + "\nsources: [{photo: a.nef, frames: 1}]")
    let recipe = timeline.recipe
    let words = [
      "space: \(recipe.space.name)", "depth: \(recipe.sample.rawValue)",
      "tone: \(recipe.tone.rawValue)", "dither: \(recipe.dither?.rawValue ?? "")",
    ]
    #expect(words.contains(line))
  }

  @Test(arguments: [
    ("camera", WhiteBalance.camera), ("daylight", .daylight), ("5200", .temperature(5200, tint: 0)),
    ("[5200, -4]", .temperature(5200, tint: -4)), ("2.1,1,1.5", .multipliers(2.1, 1, 1.5)),
  ])
  func whiteBalance(text: String, balance: WhiteBalance) throws {
    let timeline = try parsed(
      "develop: {white-balance: \(text.hasPrefix("[") ? text : "'\(text)'")}\nsources: [{photo: a.nef, frames: 1}]"
    )
    #expect(timeline.recipe.whiteBalance == balance)
  }

  @Test(arguments: [
    ("2s", TimePoint.seconds(2)), ("1m30s", .seconds(90)), ("1.5s", .seconds(1.5)),
    ("250ms", .seconds(0.25)),
    ("1h", .seconds(3600)), ("0", .seconds(0)), ("48f", .frames(48)), ("50%", .share(0.5)),
    ("photo 120", .photo(120)), ("photo a b.dng", .photoNamed("a b.dng")),
  ])
  func moments(text: String, point: TimePoint) {
    #expect(TimePoint(text) == point)
    #expect(TimePoint(point.description) == point)
  }

  @Test(arguments: [
    "", "2", "s", "-1s", "2x", "101%", "-1f", "1.5f", "2s3s", "30s1m", "nan%", "nans", "1e9s",
    "99999999f", "photo", "photo ", "photo -1", "0x10f", "٣s",
  ])
  func invalidMoments(text: String) {
    #expect(TimePoint(text) == nil)
  }

  @Test(arguments: [
    ("25", FrameRate(25)), ("23.976", FrameRate(24000, 1001)),
    ("23.98", FrameRate(24000, 1001)), ("29.97", FrameRate(30000, 1001)),
    ("59.94", FrameRate(60000, 1001)), ("119.88", FrameRate(120_000, 1001)),
    ("24.00", FrameRate(2400, 100)), ("12.5", FrameRate(125, 10)), ("23.9", FrameRate(239, 10)),
    ("30000/1001", FrameRate(30000, 1001)),
  ])
  func rates(text: String, rate: FrameRate) {
    #expect(FrameRate(text) == rate)
  }

  @Test(arguments: [
    "0", "-25", "1001", "a", "1/0", "25/", "1e2", "", ".", "nan", "9999999999999999999",
  ])
  func invalidRates(text: String) {
    #expect(FrameRate(text) == nil)
  }

  @Test func jsonIsYAML() throws {
    let timeline = try parsed(
      #"{"fps": 24, "sources": [{"photo": "a.nef", "duration": "2s", "tracks": {"exposure": [{"at": "0%", "value": 1}]}}]}"#,
      at: "a.json")
    #expect(timeline.rate == FrameRate(24))
    #expect(timeline.sources[0].tracks[0].parameter == .exposure)
  }

  @Test func pathsAreRelativeToTheDocument() throws {
    let timeline = try parsed(
      "sources: [{photo: a.nef, frames: 1}, {photo: /b.nef, frames: 1}, {sequence: [x, y/*.dng]}]",
      at: "/films/one/a.yaml")
    #expect(
      timeline.sources.map(\.content) == [
        .photo("/films/one/a.nef"), .photo("/b.nef"),
        .sequence(PhotoList(["/films/one/x", "/films/one/y/*.dng"])),
      ])
  }

  @Test func singleSourceBecomesATimeline() throws {
    #expect(Timeline(source: "/tmp").sources[0].content == .sequence(PhotoList(["/tmp"])))
    #expect(Timeline(source: "a.Y4M").sources[0].content == .clip("a.Y4M"))
    let photo = Timeline(source: "a.nef")
    #expect(photo.sources[0].content == .photo("a.nef"))
    #expect(try TimelineSchedule(photo).frameCount == 1)
  }

  @Test func flagsConflictWithTracks() throws {
    let timeline = try parsed(Documents.whole, at: "zoom.yaml")
    #expect(timeline.problems(ofFlags: ["saturation"]).isEmpty)
    #expect(
      timeline.problems(ofFlags: ["exposure", "saturation"]).map(\.description) == [
        "zoom.yaml:14: exposure: moves here, so --exposure is not possible; change the track or remove the flag"
      ])
    #expect(timeline.problems(ofFlags: ["white-balance"]).map(\.line) == [31])
  }
}

enum Documents {
  static let whole = """
    size: 1920x1080
    fit: cover
    fps: 25
    space: srgb
    curve: linear              # default between keys
    develop:                   # constants for every source; a track overrides
      white-balance: camera
      highlight-mode: blend
    sources:
      # 100 frames: 0f … 99f; 100% and 4s are frame 99
      - photo: hero.nef
        duration: 4s
        tracks:
          exposure:            # EV; the curve leads to the next key
            - {at: 0s, value: -2, curve: 'overshoot(2)'}
            - {at: 50%, value: 0.3}
            - {at: 100%, value: 0}
          crop:                # x, y, width, height of the upright picture
            - {at: 0f, value: [0, 0, 1, 1], curve: ease(2)}
            - {at: 4s, value: [0.25, 0.3, 0.4, 0.4]}
          rotation:            # a tween, left before it ends
            - {from: 0, to: 3, start: 1s, duration: 2s, curve: ease(2)}
            - {at: 2s, detour: {to: 0, duration: 1.5s}}
      - sequence: night/       # folder, list or glob; one photo a frame
        order: time
        levels: lock
        optics: readings/lens.json
        holy-grail: {smooth: 12f}
        deflicker: {region: [0.1, 0.5, 0.8, 0.4], smooth: 15f}
        on-missing: hold
        tracks: {temperature:  [{at: photo 0, value: 5200, curve: ease(2)}, {at: photo 120, value: 3400}]}

      - tiles: {photo: hero.nef, columns: 8, rows: 5}
        duration: 3s
        animate: radial(middle) fadeIn slide(up,moderately) spring(.5,.7)
      - sheet: {photos: night/, columns: 6, spacing: 12, margin: 40, background: '#101010', captions: [name, exposure], from: preview}
        animate: {in: cornered(topLeft) fadeIn, hold: 2s, out: random(7) contract}
    """

  static let sheet: SheetLayout = {
    var sheet = SheetLayout(photos: PhotoList(["films/night/"], order: .name))
    sheet.columns = 6
    sheet.captions = [.name, .exposure]
    sheet.from = .preview
    return sheet
  }()

  /// A valid value of a parameter.
  static func value(of parameter: Parameter) -> [Double] {
    if case .groups = parameter.form { return sample(of: parameter) }
    return parameter.standard.flatMap { $0.isEmpty ? nil : $0 } ?? sample(of: parameter)
  }

  /// Values like in a document: a number, a list, or numbers by group and name.
  static func text(_ values: [Double], of parameter: Parameter) -> String {
    switch parameter.form {
    case .number: return "\(values[0])"
    case .groups(let groups, let members):
      let texts = groups.indices.map { group in
        let parts = members.indices.map {
          "\(members[$0].name): \(values[group * members.count + $0])"
        }
        return "\(groups[group]): {\(parts.joined(separator: ", "))}"
      }
      return "{\(texts.joined(separator: ", "))}"
    default: return "[\(values.map { "\($0)" }.joined(separator: ", "))]"
    }
  }

  /// A valid value of a parameter that has no default.
  private static func sample(of parameter: Parameter) -> [Double] {
    switch parameter.form {
    case .groups(let groups, let members):
      (0..<groups.count * members.count).map { members[$0 % members.count].range.upperBound / 4 }
    case .points: [0, 0.1, 0.5, 0.6, 1, 1]
    default: parameter.name == "temperature" ? [5200] : [-4]
    }
  }
}

@Suite struct FrameRateTests {
  @Test(arguments: [
    (FrameRate(25), 4.0, 100), (FrameRate(25), 0.001, 1), (FrameRate(30000, 1001), 10, 300),
    (FrameRate(24), 0.5, 12),
  ])
  func framesOfADuration(rate: FrameRate, seconds: Double, expected: Int) {
    #expect(rate.frames(in: seconds) == expected)
  }
}
