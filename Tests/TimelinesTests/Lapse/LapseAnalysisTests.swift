import BromideDevelop
import BromidePhotos
import BromideRaw
import BromideValues
import Foundation
import Synchronization
import SystemPackage
import TestSupport
import Testing

@testable import BromideRuns
@testable import BromideTimelines

/// A made-up night, from files to exposures.
@Suite struct LapseAnalysisTests {
  /// The reference for the files in `TestImages/night`.
  static let night = SyntheticNight()
  static let folder = Package.testImages + "/night"

  static func photos() throws -> [SequencePhoto] {
    try PhotoSequence(PhotoList([FilePath(folder)]), threads: 2, context: RunContext()).photos
  }

  static let settings = LapseSettings(holyGrail: .init(smooth: 6), deflicker: .init(smooth: 15))

  @Test func settingsAndTheirStepsAreFound() throws {
    let photos = try Self.photos()
    #expect(photos.map(\.name) == (0..<16).map { "night_\($0 + 1).dng" })
    let analysis = try #require(
      LapseMeasuring(recipe: DevelopRecipe(), loading: LoadSettings(RunContext())).analyse(
        photos, LapseSettings(holyGrail: .init(smooth: 6)), threads: 2))
    for (i, photo) in analysis.photos.enumerated() {
      // 1/15 s at f/2.8 and ISO 400, exactly.
      #expect(abs(photo.setting! - (-4 - 3 + 2 + Self.night.setting(i))) < 1e-12)
      #expect(abs(photo.step - (i == 5 || i == 11 ? 1 : 0)) < 1e-12)
      #expect(photo.luminance == nil && photo.deflicker == 0)
    }
  }

  /// The measured light matches the scene, up to noise and rounding.
  @Test func luminanceMatchesTheReference() throws {
    let analysis = try #require(
      LapseMeasuring(recipe: DevelopRecipe(), loading: LoadSettings(RunContext())).analyse(
        try Self.photos(), Self.settings, threads: 2))
    let first = analysis.photos[0].luminance!
    for (i, photo) in analysis.photos.enumerated() {
      let truth =
        Self.night.light(i) + Self.night.setting(i) + Self.night.flicker(i) - Self.night.flicker(0)
      #expect(abs(log2(photo.luminance! / first) - truth) < 0.01, "photo \(i)")
    }
  }

  /// After both corrections, the run is the light with gliding settings, without flicker.
  @Test func theRunIsEven() throws {
    let analysis = try #require(
      LapseMeasuring(recipe: DevelopRecipe(), loading: LoadSettings(RunContext())).analyse(
        try Self.photos(), Self.settings, threads: 2))
    let night = Self.night
    let left = (0..<night.count).map { night.flicker($0) + analysis.photos[$0].deflicker }
    #expect(CompensationTests.roughness((0..<night.count).map(night.flicker)) > 0.08)
    #expect(CompensationTests.roughness(left) < 0.02)
    // A window without deflicker is applied exactly.
    let alone = try #require(
      LapseMeasuring(recipe: DevelopRecipe(), loading: LoadSettings(RunContext())).analyse(
        try Self.photos(), LapseSettings(holyGrail: .init(smooth: 6)), threads: 2))
    let compensation = HolyGrail.compensation(
      (0..<night.count).map { night.setting($0) }, smooth: 6)
    for i in 0..<night.count {
      #expect(abs(alone.photos[i].holyGrail - compensation[i]) < 1e-12)
    }
  }

  /// A region refers to the upright picture, for any camera orientation.
  @Test func regionsAreUpright() throws {
    let folder = try TemporaryFolder()
    for orientation in Orientation.allCases {
      var photo = SyntheticPhoto(
        SyntheticScene("half") { x, _ in SIMD3(repeating: x < 0.5 ? 0.4 : 0.05) },
        size: Size(width: 120, height: 80))
      photo.options.orientation = orientation
      let path = try folder.write(photo.file(), as: "\(orientation.rawValue).dng")
      let light = [0.0, 0.5].map { x in
        LapseMeasuring(recipe: DevelopRecipe(), loading: LoadSettings(RunContext())).analyse(
          [SequencePhoto(path: FilePath(path), context: RunContext())],
          LapseSettings(deflicker: .init(region: SIMD4(x, 0, 0.5, 1), smooth: 5)), threads: 1)!
          .photos[0].luminance!
      }
      #expect(abs(light[0] - 0.4) < 0.01 && abs(light[1] - 0.05) < 0.002, "\(orientation)")
    }
  }

  @Test func matchingFilesAreReused() throws {
    let photos = try Self.photos()
    let folder = try TemporaryFolder()
    let path = folder("night.lapse.json")
    let measuring = LapseMeasuring(recipe: DevelopRecipe(), loading: LoadSettings(RunContext()))
    let analysis = try #require(measuring.analyse(photos, Self.settings, threads: 2))
    try analysis.write(to: FilePath(path))
    let fingerprint = measuring.fingerprint(photos, Self.settings)
    #expect(fingerprint == analysis.fingerprint)
    #expect(LapseAnalysis(path: FilePath(path), fitting: fingerprint, Self.settings) == analysis)
    // Another smoothing reuses the measurements, with the same result as new measurements.
    var smoother = Self.settings
    smoother.holyGrail = .init(smooth: 3)
    smoother.deflicker?.smooth = 9
    #expect(measuring.fingerprint(photos, smoother) == fingerprint)
    #expect(
      LapseAnalysis(path: FilePath(path), fitting: fingerprint, smoother)
        == measuring.analyse(photos, smoother, threads: 1))
    // Another part, white balance, photo or order does.
    var other = Self.settings
    other.deflicker?.region = SIMD4(0, 0, 1, 0.5)
    var warm = DevelopRecipe()
    warm.whiteBalance = .temperature(3000, tint: 0)
    let stale = [
      measuring.fingerprint(photos, other),
      LapseMeasuring(recipe: warm, loading: LoadSettings(RunContext())).fingerprint(
        photos, Self.settings),
      measuring.fingerprint(photos.dropLast(), Self.settings),
      measuring.fingerprint(photos.reversed(), Self.settings),
    ]
    #expect(Set(stale + [fingerprint]).count == 5)
    for stale in stale {
      #expect(LapseAnalysis(path: FilePath(path), fitting: stale, Self.settings) == nil)
    }
    // Exposure is no reason to measure again.
    var brighter = DevelopRecipe()
    brighter.exposure = 1
    #expect(
      LapseMeasuring(recipe: brighter, loading: LoadSettings(RunContext())).fingerprint(
        photos, Self.settings) == fingerprint)
    // Cut off.
    try Files.write(Array(try Files.read(path).dropLast(100)), to: path)
    #expect(LapseAnalysis(path: FilePath(path), fitting: fingerprint, Self.settings) == nil)
    #expect(folder.names == ["night.lapse.json"])
    #expect(throws: SequenceError.self) { try analysis.write(to: FilePath(folder("none/x.json"))) }
  }

  @Test func analysisDoesNotDependOnThreads() throws {
    let photos = try Self.photos()
    let measuring = LapseMeasuring(recipe: DevelopRecipe(), loading: LoadSettings(RunContext()))
    let one = measuring.analyse(photos, Self.settings, threads: 1)
    #expect(one != nil && one == measuring.analyse(photos, Self.settings, threads: 3))
  }

  @Test func missingAndDamagedPhotosAreNotMeasured() throws {
    let broken = try TemporaryFolder()
    let bytes = try Files.read(Self.folder + "/night_4.dng")
    let cut = try broken.write(bytes.dropLast(bytes.count / 3), as: "cut.dng")
    let paths =
      [1, 2, 3].map { Self.folder + "/night_\($0).dng" } + [cut, broken("gone.dng")]
      + [6, 7].map { Self.folder + "/night_\($0).dng" }
    let photos = paths.map { SequencePhoto(path: FilePath($0), context: RunContext()) }
    let analysis = try #require(
      LapseMeasuring(recipe: DevelopRecipe(), loading: LoadSettings(RunContext())).analyse(
        photos, LapseSettings(holyGrail: .init(smooth: 4), deflicker: .init(smooth: 3)), threads: 2)
    )
    #expect(analysis.photos[3].luminance == nil && analysis.photos[4].luminance == nil)
    #expect(analysis.photos[4].setting == nil && analysis.photos[4].deflicker == 0)
    // The step is between the last known photo and the next.
    #expect(analysis.photos.map(\.step) == [0, 0, 0, 0, 0, 1, 0])
  }

  @Test func workCanBeEnded() throws {
    let count = Mutex(0)
    let analysis = LapseMeasuring(recipe: DevelopRecipe(), loading: LoadSettings(RunContext()))
      .analyse(
        try Self.photos(), Self.settings, threads: 1,
        proceed: {
          count.withLock {
            $0 += 1
            return $0 < 4
          }
        })
    #expect(analysis == nil && count.withLock { $0 } == 4)
  }

  @Test func reportListsTheCorrections() throws {
    let analysis = try #require(
      LapseMeasuring(recipe: DevelopRecipe(), loading: LoadSettings(RunContext())).analyse(
        try Self.photos(), Self.settings, threads: 2))
    let lines = analysis.report
    #expect(lines.count == 17)
    #expect(Set(lines.map(\.count)).count == 1)
    let words = lines.map { $0.split(separator: " ").map(String.init) }
    #expect(
      words[0] == ["photo", "setting", "step", "luminance", "holy-grail", "deflicker", "exposure"])
    #expect(words[1][0...1] == ["night_1.dng", "-5.000"])
    #expect(words[6][0...2] == ["night_6.dng", "-4.000", "+1.000"])
    for (photo, line) in zip(analysis.photos, words.dropFirst()) {
      #expect(abs(Double(line.last!)! - photo.correction) <= 0.0005)
    }
  }

  @Test func spansBecomePhotos() {
    var options = LapseOptions()
    func smooth(_ span: TimePoint, frames: Int, photos: Int) -> Double? {
      options.holyGrail = .init(smooth: span)
      return LapseSettings(options, rate: FrameRate(25), frames: frames, photos: photos).holyGrail?
        .smooth
    }
    #expect(LapseSettings(options, rate: FrameRate(25), frames: 9, photos: 9) == LapseSettings())
    #expect(smooth(.frames(12), frames: 100, photos: 100) == 12)
    #expect(smooth(.frames(12), frames: 100, photos: 50) == 6)
    #expect(smooth(.seconds(2), frames: 100, photos: 200) == 100)
    #expect(smooth(.share(0.25), frames: 100, photos: 80) == 20)
    #expect(smooth(.photo(7), frames: 100, photos: 50) == 7)
    options.deflicker = .init(region: SIMD4(0.1, 0.2, 0.3, 0.4), smooth: .frames(15))
    let settings = LapseSettings(options, rate: FrameRate(25), frames: 50, photos: 100)
    #expect(settings.deflicker == .init(region: SIMD4(0.1, 0.2, 0.3, 0.4), smooth: 30))
  }

  @Test func lockedLevelsAreTheFirstPhotos() throws {
    let photos = try Self.photos()
    let gone = SequencePhoto(path: FilePath("/nowhere/gone.dng"), context: RunContext())
    #expect(try LapseOptions.Levels.own.locked(for: photos, context: RunContext()) == nil)
    let locked = try #require(
      try LapseOptions.Levels.lock.locked(for: [gone] + photos, context: RunContext()))
    #expect(locked.levels == SensorLevels(black: 256, white: 4095))
    #expect(locked.source == photos[0].path && locked.camera == "Synthetic")
    #expect(
      try LapseOptions.Levels.file(photos[3].path).locked(for: [], context: RunContext())?.source
        == photos[3].path)
    #expect(throws: RawError.self) {
      try LapseOptions.Levels.file(gone.path).locked(for: photos, context: RunContext())
    }
    #expect(try LapseOptions.Levels.lock.locked(for: [gone], context: RunContext()) == nil)
    // A photo from another camera does not use them.
    var other = SyntheticPhoto(.flat(SIMD3(repeating: 0.2)), size: Size(width: 64, height: 48))
    other.options.metadata.model = "Other"
    let folder = try TemporaryFolder()
    let path = try folder.write(other.file(), as: "other.dng")
    let photo = try RawFile(path: FilePath(path), cameras: nil).decode()
    #expect(throws: LevelsOfAnotherCamera.self) { try LoadedPhoto(photo, levels: locked) }
    let own = try RawFile(path: photos[1].path, cameras: nil).decode()
    guard case .mosaic(let mosaic) = try LoadedPhoto(own, levels: locked).source.image else {
      Issue.record("a raw photo is a mosaic")
      return
    }
    #expect(mosaic.levels == locked.levels)
  }
}
