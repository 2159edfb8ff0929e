import Bromide
import BromideCodecs
import BromideDevelop
import BromidePhotos
import BromideRaw
import BromideValues
import Foundation
import SystemPackage
import TestSupport
import Testing

/// Warnings in the results of the command and of the library, for each cause of a warning.
///
/// Each test uses two photos with the same problem in one process, because a list that all photos
/// share contains a sentence only once.
@Suite struct WarningTests {
  private let folder = TemporaryFolder.fresh

  /// The cause of a warning.
  enum Cause: String, CaseIterable, Sendable {
    case noHeader, guessedColors, foreignProfile, brokenProfile, unknownExposure, missingBalance
    case lookWithoutPreview, lookTable, missingEnd, noLensCorrections, noMosaic, wrongDate

    /// Words of the sentence.
    var words: String {
      switch self {
      case .noHeader: "guesses from its suffix and size"
      case .guessedColors: "colours of NIKON Z 99 are guessed"
      case .foreignProfile: "is for the Canon EOS 5D"
      case .brokenProfile: "embeds a profile with a part of no use"
      case .unknownExposure: "its exposure is not known, and its preview shows something else"
      case .missingBalance: "no white balance is recorded, and it has no preview"
      case .lookWithoutPreview: "the look cannot be fitted, because it has no preview"
      case .lookTable: "t.cube: it leaves FOREIGN_KEY out"
      case .missingEnd: "the JPEG's end (EOI) is missing"
      case .noLensCorrections: "lens embedded: the file does not contain corrections"
      case .noMosaic: "without lateral colour: the photo has no mosaic to correct"
      case .wrongDate: "DateTimeOriginal is \"2026:02:30 10:00:00\""
      }
    }

    var suffix: String {
      switch self {
      case .noHeader: "raw"
      case .guessedColors: "nef"
      case .missingEnd: "jpg"
      default: "dng"
      }
    }
  }

  /// Writes a photo with a problem.
  private func write(_ cause: Cause, as name: String) throws -> String {
    try folder.write(try file(cause), as: "\(name).\(cause.suffix)")
  }

  private func file(_ cause: Cause) throws -> [UInt8] {
    var photo = SyntheticPhoto(.chart, size: Size(width: 96, height: 64))
    switch cause {
    case .noHeader:
      // 460 800 bytes, the size of a Kodak C603's raw.
      let noise = SeededNoise(seed: 460_800)
      return (0..<460_800).map { UInt8(truncatingIfNeeded: noise.bits($0, 1)) }
    case .guessedColors:
      let size = Size(width: 240, height: 60)
      let samples = SensorSamples(size: size, values: [UInt16](repeating: 3000, count: size.area))
      return MakerRaw.nikonWithNote(
        samples, shorts: [0x003D: [1008, 1008, 1008, 1008]], balance: (2, 1.5)
      ).taken(by: "NIKON Z 99").file()
    case .brokenProfile:
      var map = DNGProfile.Table(6, 2, 1) { (_: Double, s: Double, _: Double) in
        SIMD3<Double>(40 * s, 1, 1)
      }
      map.numbers[3] = .nan
      photo.options.profile.hueSatMaps = [map]
    case .unknownExposure:
      let size = Size(width: 480, height: 320)
      photo = SyntheticPhoto(.landscape(seed: 1), size: size)
      let other = SyntheticPhoto(.landscape(seed: 9), size: size)
      photo.options.storage.preview = DNGPreview(of: other, stops: 0.4, size: size)
    case .missingBalance:
      photo.recordsColor = true
      photo.options.color = photo.camera.color()
      photo.options.color.asShotNeutral = nil
    case .missingEnd:
      let path = folder("whole.jpg")
      try Photo(contentsOf: folder.write(photo.file(), as: "whole.dng")).developed().write(to: path)
      return Array(try Files.read(path).dropLast(2))
    case .noMosaic:
      return try Files.read(Package.testImages + "/gradients_linear_16bit.dng")
    case .wrongDate:
      photo.options.metadata = .full
      photo.options.metadata.dateTime = "2026:02:30 10:00:00"
    case .foreignProfile, .lookWithoutPreview, .lookTable, .noLensCorrections: break
    }
    return photo.file()
  }

  private func profile() throws -> String {
    var profile = DNGProfile()
    profile.name = "Made up"
    profile.toneCurve = [0, 0, 0.25, 0.5, 1, 1]
    return try folder.write(profile.file(camera: "Canon EOS 5D"), as: "p.dcp")
  }

  private func table() throws -> String {
    let rows = (0..<8).map { "\($0 & 1) \($0 >> 1 & 1) \($0 >> 2)\n" }.joined()
    return try folder.write(Array("FOREIGN_KEY 1\nLUT_3D_SIZE 2\n\(rows)".utf8), as: "t.cube")
  }

  /// The flags that cause the warning.
  private func flags(_ cause: Cause) throws -> [String] {
    switch cause {
    case .foreignProfile: ["--profile", try profile()]
    case .lookWithoutPreview: ["--look", "camera:each"]
    case .lookTable: ["--lut", try table()]
    case .noLensCorrections: ["--lens", "embedded"]
    case .noMosaic: ["--ca", "auto"]
    default: []
    }
  }

  /// Checks that both results contain one sentence about the cause, and no other.
  private func expect(_ cause: Cause, _ warnings: [[String]]) {
    #expect(warnings.count == 2)
    for warnings in warnings {
      #expect(warnings.count == 1, "\(warnings)")
      #expect(warnings.first?.contains(cause.words) == true, "\(warnings)")
    }
  }

  // MARK: The command

  /// The warnings in each line of JSON.
  private static func warnings(_ lines: [UInt8]) throws -> [[String]] {
    try lines.split(separator: UInt8(ascii: "\n")).map { line in
      let fields = try JSONSerialization.jsonObject(with: Data(line)) as? [String: Any]
      return try #require(fields?["warnings"] as? [String], "\(fields ?? [:])")
    }
  }

  /// A sheet reports a replaced balance. `convert` has other fields for it.
  @Test(arguments: Cause.allCases)
  func reportContainsWarningsOfEachPhoto(_ cause: Cause) throws {
    let photos = [try write(cause, as: "a"), try write(cause, as: "b")]
    let isSheet = cause == .missingBalance
    let output = isSheet ? ["sheet", "-o", folder("sheet.png")] : ["convert", "-o", folder("out")]
    _ = try BuiltCommand.run(output + photos + ["--report", folder("r.jsonl")] + flags(cause))
    let warnings = try Self.warnings(Files.read(folder("r.jsonl")))
    expect(cause, warnings)
  }

  @Test func reportWithoutWarnings() throws {
    _ = try BuiltCommand.run(
      "convert", Package.testImages + "/chart_rggb_12bit.dng", "-o", folder("a.png"), "--report",
      folder("r.jsonl"))
    let line = String(decoding: try Files.read(folder("r.jsonl")), as: UTF8.self)
    #expect(!line.contains("\"warnings\""), "\(line)")
  }

  @Test(arguments: [Cause.guessedColors, .missingEnd])
  func samplesContainWarnings(_ cause: Cause) throws {
    let photos = [try write(cause, as: "a"), try write(cause, as: "b")]
    let text = try BuiltCommand.run(["sample"] + photos + ["--at", "0.5,0.5", "--format", "json"])
    expect(cause, try Self.warnings(Array(text.utf8)))
  }

  @Test(arguments: [Cause.guessedColors, .missingBalance, .unknownExposure])
  func framesContainWarnings(_ cause: Cause) throws {
    let photo = try write(cause, as: "a")
    let timeline = try folder.write(
      Array("size: 48x32\nsources: [{photo: \(photo), duration: 2f}]".utf8), as: "t.yaml")
    _ = try BuiltCommand.run(
      "render", timeline, "-o", folder("frames"), "--report", folder("r.jsonl"))
    let warnings = try Self.warnings(Files.read(folder("r.jsonl")))
    expect(cause, warnings)
  }

  // MARK: The library

  /// The recipe that causes the warning.
  private func recipe(_ cause: Cause) throws -> DevelopRecipe {
    var recipe = DevelopRecipe.standard
    switch cause {
    case .foreignProfile: recipe.profile = .file(try ProfileFile(path: FilePath(profile())))
    case .lookTable: recipe.tableLook = TableLook(table: try LookTable(path: FilePath(table())))
    case .noLensCorrections: recipe.optics.lens = .embedded
    default: break
    }
    return recipe
  }

  /// Looks are fitted, and corrections are set by name, only with other interfaces.
  private static let batchCauses = Cause.allCases.filter {
    ![.missingBalance, .lookWithoutPreview, .noMosaic].contains($0)
  }

  @Test(arguments: batchCauses)
  func batchOutcomesContainWarnings(_ cause: Cause) async throws {
    let photos = [try write(cause, as: "a"), try write(cause, as: "b")]
    let batch = try Batch(photos, to: folder("out"), recipe: try recipe(cause))
    var warnings: [[String]] = []
    for await outcome in batch.outcomes() {
      #expect(outcome.status == .converted, "\(outcome)")
      warnings.append(outcome.warnings)
    }
    expect(cause, warnings)
    // The library does not know the command's flags.
    #expect(!warnings.joined().contains { $0.contains("--") })
  }

  /// `Photo` and its pictures. The recipe has the warnings that only a conversion causes.
  @Test(arguments: [
    Cause.noHeader, .guessedColors, .foreignProfile, .brokenProfile, .unknownExposure,
    .missingBalance, .lookTable,
  ])
  func photosAndPicturesContainWarnings(_ cause: Cause) throws {
    let photos = try ["a", "b"].map { try Photo(contentsOf: write(cause, as: $0)) }
    let recipe = try recipe(cause)
    for warnings in [
      try photos.map { try $0.developed(recipe).warnings }, try photos.map { try $0.warnings() },
    ] {
      guard cause == .noHeader else {
        expect(cause, warnings)
        continue
      }
      // A file without a header has no white balance either.
      #expect(warnings.allSatisfy { $0.count == 2 }, "\(warnings)")
      expect(cause, warnings.map { [$0[0]] })
      let balances = warnings.compactMap(\.last)
      #expect(balances.allSatisfy { $0.contains("no white balance is recorded") }, "\(balances)")
    }
  }

  @Test func writtenPhotosReturnWarnings() throws {
    let photo = try Photo(contentsOf: write(.guessedColors, as: "a"))
    let warnings = try ["a.png", "b.png"].map { try photo.write(to: folder($0)) }
    expect(.guessedColors, warnings)
  }

  @Test func readPicturesAndSamplersContainWarnings() throws {
    let paths = [try write(.missingEnd, as: "a"), try write(.missingEnd, as: "b")]
    expect(.missingEnd, try paths.map { try Picture<UInt8>(contentsOf: $0).warnings })
    expect(.missingEnd, try paths.map { try Picture<UInt16>(contentsOf: $0).warnings })
    expect(.missingEnd, try paths.map { try ColorSampler(contentsOf: $0).warnings })
  }

  /// The notes of the C library, also without the path that a descriptor has.
  @Test func notesContainWarningsOfRequests() throws {
    let paths = try ["a", "b"].map { try write(.lookWithoutPreview, as: $0) }
    let notes = try paths.map { path in
      let photo = try EnginePhoto(PhotoInput(path: FilePath(path)))
      try Self.develop(photo, "look=camera:each\nblacks=1.5")
      return try JSONDecoder().decode([String].self, from: Data(photo.notes().utf8))
    }
    for (notes, path) in zip(notes, paths) {
      #expect(notes.count == 2, "\(notes)")
      let words = Cause.lookWithoutPreview.words
      #expect(notes.contains { $0.hasPrefix("\(path): ") && $0.contains(words) }, "\(notes)")
      #expect(notes.contains { $0.hasPrefix("blacks: 1.5 is outside the range") }, "\(notes)")
    }
    let file = try Files.read(paths[0])
    let input = try unsafe file.withUnsafeBytes { try unsafe PhotoInput(bytes: $0) }
    let photo = try EnginePhoto(input)
    try Self.develop(photo, "look=camera:each")
    #expect(photo.notes().hasPrefix("[\"the photo: the look cannot be fitted"), "\(photo.notes())")
  }

  private static func develop(_ photo: EnginePhoto, _ recipe: String) throws {
    var memory = unsafe UnsafeMutableRawBufferPointer(start: nil, count: 0)
    defer { unsafe memory.deallocate() }
    try photo.develop(recipe, as: .uint8) { shape in
      let row = shape.size.width * shape.channels
      unsafe memory = .allocate(byteCount: row * shape.size.height, alignment: 16)
      return unsafe RowTarget(memory, stride: row)
    }
  }

  @Test func picturesFromBytesContainWarnings() throws {
    let bytes = try file(.missingEnd)
    let warnings = try Picture<UInt8>(bytes: bytes).warnings
    #expect(
      warnings == ["the picture: the JPEG's end (EOI) is missing; all of its pixels are there"])
  }

  @Test func framesInMemoryContainWarnings() async throws {
    let photos = [try write(.guessedColors, as: "a"), try write(.guessedColors, as: "b")]
    let timeline = try folder.write(
      Array(
        "size: 48x32\nsources: [{photo: \(photos[0]), duration: 1f}, {photo: \(photos[1]), duration: 1f}]"
          .utf8), as: "t.yaml")
    var warnings: [[String]] = []
    for try await frame in try TimelineRenderer(contentsOf: timeline).frames() {
      warnings.append(frame.picture.warnings)
    }
    expect(.guessedColors, warnings)
  }

  /// Before, only `write` returned them.
  @Test func framesInMemoryHaveTheWarningsOfTheirTimeline() async throws {
    let photo = try write(.guessedColors, as: "a")
    let timeline = try folder.write(
      Array("size: 48x32\ndevelop: {blacks: 1.5}\nsources: [{photo: \(photo), duration: 1f}]".utf8),
      as: "t.yaml")
    let renderer = try TimelineRenderer(contentsOf: timeline)
    let frames = try renderer.frames()
    #expect(frames.warnings == renderer.warnings && frames.warnings.count == 1)
    #expect(frames.warnings[0].hasPrefix("blacks: 1.5 is outside the range"), "\(frames.warnings)")
    var all = frames.warnings
    for try await frame in frames { all += frame.picture.warnings }
    #expect(all.count == 2 && all[1].contains(Cause.guessedColors.words), "\(all)")
    for name in ["one", "two"] { #expect(try renderer.write(to: folder(name)) == all) }
  }
}
