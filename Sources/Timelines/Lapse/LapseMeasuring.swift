public import BromideDevelop
public import BromidePhotos
public import BromideRaw
internal import BromideSampling
internal import BromideSystem
internal import BromideValues
internal import Synchronization

/// Measures the photos of a sequence.
public struct LapseMeasuring: Sendable {
  /// The settings for developing the photos. Only white balance and crop area are used.
  private let recipe: DevelopRecipe
  private let loading: LoadSettings

  /// - Parameters:
  ///   - recipe: The settings for developing the photos, without animated parameters.
  ///   - levels: The levels for all photos, or `nil` if each uses its recorded levels.
  ///   - loading: Settings for decoding photos, each on one thread. Damaged photos are not
  ///     measured.
  public init(
    recipe: DevelopRecipe, levels: LockedLevels? = nil, loading: LoadSettings
  ) {
    // Settings that do not change a measurement must not make it stale.
    var measured = DevelopRecipe()
    measured.whiteBalance = recipe.whiteBalance
    measured.cropArea = recipe.cropArea
    measured.filters[.temperature] = recipe.filters[.temperature]
    measured.filters[.tint] = recipe.filters[.tint]
    self.recipe = measured
    var sound = LoadSettings(loading.context)
    sound.lockedLevels = levels
    sound.unpacker = loading.unpacker
    sound.orientation = loading.orientation
    sound.instructionSet = loading.instructionSet
    self.loading = sound
  }

  /// Returns a fingerprint that identifies measurements of these photos.
  ///
  /// It reads 200 KB of each file: the beginning, the end and a sample between.
  public func fingerprint(_ photos: [SequencePhoto], _ settings: LapseSettings) -> String {
    struct Facts: Encodable {
      let version = 4
      let recipe: DevelopRecipe
      let levels: SensorLevels?
      let region: SIMD4<Double>?
      /// Whether the light was measured under one white balance for all.
      let hasOneBalance: Bool
      /// The orientation for all photos, or `nil` to use the recorded orientations.
      let orientation: Int?
      let photos: [String]
    }
    let facts = Facts(
      recipe: recipe, levels: loading.lockedLevels?.levels, region: settings.deflicker?.region,
      hasOneBalance: settings.balance != .camera,
      orientation: loading.orientation.map { Int($0.rawValue) },
      photos: photos.map { (try? ContentHash.file($0.path)) ?? "missing" })
    return ContentHash(Array(JSONText.encode(facts).utf8)).text
  }

  /// Measures all photos, on several threads.
  ///
  /// Headers were read before. Only `deflicker` and a balance other than `camera` need more. Photos
  /// that cannot be decoded completely are not measured, and their values are interpolated from
  /// their neighbours.
  /// - Parameters:
  ///   - fingerprint: The fingerprint of these photos and settings, if it is available. Calculating
  ///     it reads every file.
  ///   - known: Existing measurements of some of these photos.
  ///   - threads: At least 1.
  ///   - proceed: Called after each photo, on the thread that measured it. Return false to stop.
  /// - Returns: The analysis, or `nil` if it was stopped.
  public func analyse(
    _ photos: [SequencePhoto], _ settings: LapseSettings, fingerprint: String? = nil,
    known: [LightShare] = [], threads: Int, proceed: @escaping @Sendable () -> Bool = { true }
  ) -> LapseAnalysis? {
    var measured = photos.map { photo in
      LapseAnalysis.Photo(
        name: photo.name, setting: photo.facts.flatMap { ExposureSetting($0)?.brightness },
        luminance: nil)
    }
    if settings.needsFiles {
      var isKnown = photos.map { _ in false }
      for photo in known.flatMap(\.photos) where photos.indices.contains(photo.number) {
        measured[photo.number].luminance = photo.luminance
        measured[photo.number].tiles = photo.tiles
        measured[photo.number].recorded = photo.recorded
        isKnown[photo.number] = true
      }
      let missing = photos.indices.filter { !isKnown[$0] }
      guard
        let lights = lights(
          of: missing.map { photos[$0] }, settings, threads: threads, proceed: proceed)
      else { return nil }
      for (number, light) in zip(missing, lights) {
        measured[number].luminance = light.luminance
        measured[number].tiles = light.tiles
        measured[number].recorded = light.recorded
      }
    }
    return LapseAnalysis(
      measured, fingerprint: fingerprint ?? self.fingerprint(photos, settings), settings: settings)
  }

  /// Measures some photos of a sequence, for one of several tasks.
  ///
  /// - Parameters:
  ///   - threads: At least 1.
  ///   - belongs: Returns whether a photo, by its number from 0, is in this shard.
  ///   - proceed: Called after each photo, on the thread that measured it. Return false to stop.
  /// - Returns: The shard's light, or `nil` if it was stopped or has no photos to measure.
  public func share(
    of photos: [SequencePhoto], _ settings: LapseSettings, threads: Int,
    where belongs: (Int) -> Bool, proceed: @escaping @Sendable () -> Bool = { true }
  ) -> LightShare? {
    let numbers = photos.indices.filter(belongs)
    guard settings.needsFiles,
      let lights = lights(
        of: numbers.map { photos[$0] }, settings, threads: threads, proceed: proceed)
    else { return nil }
    return LightShare(
      fingerprint: fingerprint(photos, settings),
      photos: zip(numbers, lights).map { number, light in
        LightShare.Photo(
          number: number, name: photos[number].name, luminance: light.luminance,
          tiles: light.tiles, recorded: light.recorded)
      })
  }

  /// Measurements of a file in addition to its header.
  private struct Light: Sendable {
    var luminance: Double?
    var tiles: [Double]?
    var recorded: RecordedBalance?
  }

  /// Returns the light of photos, with `nil` for photos that cannot be measured, or `nil` if it was
  /// stopped.
  private func lights(
    of photos: [SequencePhoto], _ settings: LapseSettings, threads: Int,
    proceed: @escaping @Sendable () -> Bool
  ) -> [Light]? {
    let isEnded = Flag()
    let lights = Crew(threads: threads).map(photos) { photo -> Light in
      guard !isEnded.isRaised else { return Light() }
      let light = light(of: photo, settings)
      if !proceed() { isEnded.raise() }
      return light
    }
    return isEnded.isRaised ? nil : lights
  }

  private func light(of photo: SequencePhoto, _ settings: LapseSettings) -> Light {
    guard photo.facts != nil,
      // Left in the file, because a tenth of the rows is used.
      let file = try? PhotoFile(path: photo.path, settings: loading),
      let (source, lostPixels) = try? file.source(leavesSamplesInFile: true)
    else { return Light() }
    var light = Light()
    var recipe = recipe
    if settings.balance != .camera, !file.isStill {
      light.recorded = RecordedBalance(of: source)
      // A flickering white balance is not flicker of the light, and it is smoothed separately.
      recipe.whiteBalance = .daylight
    }
    guard let region = settings.deflicker?.region else { return light }
    let measured = try? RawLuminance(
      source, recipe: file.isStill ? StillPhoto.recipe(recipe) : recipe
    ).light(of: region)
    guard let measured, measured.middle.isFinite, lostPixels() == nil else { return light }
    light.luminance = measured.middle
    light.tiles = measured.tiles.map(MeasuredLight.stops)
    return light
  }
}

extension LapseSettings {
  /// Whether more than the photos' headers must be read.
  fileprivate var needsFiles: Bool { deflicker != nil || balance != .camera }
}

/// Something that happens at most once, and that other threads ask about.
private final class Flag: Sendable {
  private let value = Atomic<Bool>(false)

  var isRaised: Bool { value.load(ordering: .acquiring) }

  func raise() { value.store(true, ordering: .releasing) }
}
