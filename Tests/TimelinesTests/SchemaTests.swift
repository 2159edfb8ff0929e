import BromideDevelop
import BromidePhotos
import BromideTimelines
import Foundation
import SystemPackage
import TestSupport
import Testing

/// Checks the schema with a foreign validator: python3 with jsonschema and PyYAML. The suite is
/// skipped if these are not installed.
@Suite(.enabled(if: Validator.isThere, "python3 with jsonschema and yaml is not installed"))
struct SchemaTests {
  @Test func examplesAreValid() throws {
    let folder = Package.testImages + "/timelines"
    let texts = try Files.names(in: folder).filter { $0.hasSuffix(".yaml") }.map {
      try String(decoding: Files.read(folder + "/" + $0), as: UTF8.self)
    }
    #expect(texts.count >= 5)
    #expect(try Validator.verdicts(of: texts) == texts.map { _ in true })
  }

  /// Everything that the reader accepts in these tests: the reference page, and each parameter as
  /// constant, key, tween and detour.
  @Test func readableDocumentsAreValid() throws {
    var texts = [Documents.whole, "sources: [{tiles: {photo: a, size: 240x180}, frames: 2}]"]
    for parameter in ParameterTable.all {
      let values = Documents.value(of: parameter)
      let value = Documents.text(values, of: parameter)
      texts.append(
        """
        develop: {\(parameter.name): '\(parameter.text(values))'}
        sources:
          - photo: a.nef
            frames: 9
            tracks:
              \(parameter.name):
                - {from: \(value), to: \(value), duration: 50%, repeat: 2, yoyo: true}
                - {at: 7f, detour: {to: \(value), duration: 0.1s}}
          - {photo: a.nef, duration: 1m30s, tracks: {\(parameter.name): [{at: 0, value: \(value), curve: smooth}]}}
        """)
    }
    for curve in ["ease(2)", "cubic-bezier(.4, 0, .2, 1)", "ease-in-out", "easeInOutCubic", "hold"]
    {
      texts.append(
        "fps: 30000/1001\ncurve: '\(curve)'\nsources: [{photo: a, tracks: {exposure: [{at: 0s, value: '1', curve: '\(curve)'}]}}]"
      )
    }
    for source in [
      "{photo: a, frames: 2, at: [0.5, 90%], size: 640x360, anchor: topLeft, rotation: -3, opacity: 0.5}",
      "{color: '#203040', frames: 2, at: '10px,20px', size: [0.4, 0.3], anchor: [0, 1.5]}",
      "{photo: a, frames: 9}, {photo: a, frames: 9, transition: {wipe: 2f, shape: 'radial(0.3,0.5)', softness: 0.1, curve: ease(2)}}",
      "{photo: a, frames: 9}, {photo: a, frames: 9, transition: {slide: 2f, from: top}}",
      "{text: 'Day {n}', start: 0s, frames: 2, size: 48px, wipe: {share: [{from: 0, to: 1}], shape: linear(45)}}",
      "{text: {words: a, font: mono, bold: true, color: '#ffffff', align: left, outline: {color: '#000000', width: 0.1}}, frames: 2, size: [{from: 0.1, to: 0.2}]}",
      "{sequence: n, speed: 0.5, blend: mix}",
      "{sequence: n, frames: 9, time-map: [{at: 0s, value: 0}, {at: 100%, value: 3}]}",
      "{clip: c, frames: 9, speed: [{from: 0, to: 2}], blend: average}",
    ] {
      texts.append("motion-blur: 180deg\naudio: a.wav\nsources: [\(source)]")
    }
    for text in texts { _ = try parsed(text) }
    #expect(try Validator.verdicts(of: texts) == texts.map { _ in true })
  }

  /// Errors that the form alone reveals.
  static let bad = [
    "{}", "sources: []", "sources: [{}]", "sizze: 1x1\nsources: [{photo: a}]",
    "size: 10\nsources: [{photo: a}]", "fit: fill\nsources: [{photo: a}]",
    "fps: 1001\nsources: [{photo: a}]", "fps: fast\nsources: [{photo: a}]",
    "curve: easy\nsources: [{photo: a}]", "develop: {exposure: bright}\nsources: [{photo: a}]",
    "sources: [{photo: a, tracks: {exposure: [{at: 0s, value: 1, curve: smoth}]}}]",
    "sources: [{photo: a, tracks: {exposure: [{to: 1, curve: eas(2)}]}}]",
    "sources: [{photo: a, tracks: {exposure: [{to: 1, curve: smooth}]}}]",
    "space: srbg\nsources: [{photo: a}]",
    "depth: 12\nsources: [{photo: a}]", "develop: {exposure: 11}\nsources: [{photo: a}]",
    "develop: {exposur: 1}\nsources: [{photo: a}]",
    "develop: {crop: [0, 0, 1]}\nsources: [{photo: a}]",
    "develop: {fade-color: '#12345'}\nsources: [{photo: a}]",
    "sources: [{photo: a, clip: b}]", "sources: [{photo: a, levels: lock}]",
    "sources: [{photo: a, animate: fadeIn}]", "sources: [{photo: a, frames: 0}]",
    "sources: [{photo: a, duration: 50%}]", "sources: [{photo: a, duration: '4'}]",
    "sources: [{photo: a, tracks: {exposur: [{at: 0s, value: 1}]}}]",
    "sources: [{photo: a, tracks: {exposure: 1}}]", "sources: [{photo: a, tracks: {exposure: []}}]",
    "sources: [{photo: a, tracks: {exposure: [{at: 0s}]}}]",
    "sources: [{photo: a, tracks: {exposure: [{at: 0s, value: 1, to: 2}]}}]",
    "sources: [{photo: a, tracks: {exposure: [{at: 2q, value: 1}]}}]",
    "sources: [{photo: a, tracks: {exposure: [{at: '', value: 1}]}}]",
    "sources: [{photo: a, tracks: {exposure: [{at: 0s, detour: {to: 1}}]}}]",
    "sources: [{photo: a, tracks: {exposure: [{to: 1, repeat: 0}]}}]",
    "sources: [{sequence: n, deflicker: {regoin: [0, 0, 1, 1]}}]",
    "sources: [{sequence: n, on-missing: stop}]", "sources: [{tiles: {photo: a, columns: 2}}]",
    "sources: [{tiles: {photo: a, size: 240}}]",
    "sources: [{tiles: {photo: a, columns: 2, rows: 2, size: 10x10}}]",
    "sources: [{sheet: {photos: n, captions: [size]}}]",
    "sources: [{photo: a, frames: 2, at: 0.5}]", "sources: [{photo: a, frames: 2, anchor: up}]",
    "sources: [{photo: a, frames: 2, opacity: 2}]", "motion-blur: 180\nsources: [{photo: a}]",
    "sources: [{photo: a, frames: 2, wipe: 0.5}]", "sources: [{sequence: n, blend: flow}]",
    "sources: [{text: {font: mono}, frames: 2}]", "sources: [{color: red, frames: 2}]",
    "sources: [{photo: a, frames: 2, speed: 2}]",
    "sources: [{color: '#123456', frames: 2, tracks: {exposure: [{to: 1}]}}]",
  ]

  @Test func wrongDocumentsAreInvalid() throws {
    #expect(try Validator.verdicts(of: Self.bad) == Self.bad.map { _ in false })
    for text in Self.bad {
      #expect(throws: TimelineError.self, "\(text)") { try parsed(text) }
    }
  }

  /// Every example can be read and, with its photos, has all its frames.
  @Test(arguments: [
    ("zoom", 100), ("dusk", 100), ("night", 16), ("tiles", 50), ("sheet", 75), ("holiday", 250),
  ])
  func examplesHaveFrames(name: String, frames: Int) throws {
    let path = "\(Package.testImages)/timelines/\(name).yaml"
    let timeline = try Timeline(
      bytes: Files.read(path), path: FilePath(path), context: RunContext())
    let photos = (0..<16).map { FilePath("night_\($0).dng") }
    let schedule = try TimelineSchedule(
      timeline, lengths: timeline.sources.map { _ in SourceLength(photos: photos) })
    #expect(schedule.frameCount == frames)
  }
}

/// Runs the foreign validator.
private enum Validator {
  static let isThere = (try? run("import jsonschema, yaml", input: Data())) != nil

  /// Whether each document in YAML is valid.
  static func verdicts(of texts: [String]) throws -> [Bool] {
    let schema = TimelineSchema.text
    let input = try JSONSerialization.data(withJSONObject: ["schema": schema, "texts": texts])
    let program = """
      import json, sys, yaml, jsonschema
      given = json.load(sys.stdin)
      schema = json.loads(given["schema"])
      jsonschema.Draft7Validator.check_schema(schema)
      validator = jsonschema.Draft7Validator(schema)
      print(json.dumps([validator.is_valid(yaml.safe_load(text)) for text in given["texts"]]))
      """
    return try JSONDecoder().decode([Bool].self, from: try run(program, input: input))
  }

  private static func run(_ program: String, input: Data) throws -> Data {
    let folder = try TemporaryFolder()
    try input.write(to: URL(fileURLWithPath: folder("in.json")))
    try Data().write(to: URL(fileURLWithPath: folder("out.json")))
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["python3", "-W", "ignore", "-c", program]
    process.standardInput = FileHandle(forReadingAtPath: folder("in.json"))
    process.standardOutput = FileHandle(forWritingAtPath: folder("out.json"))
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    struct Failure: Error {}
    guard process.terminationStatus == 0 else { throw Failure() }
    return try Data(contentsOf: URL(fileURLWithPath: folder("out.json")))
  }
}
