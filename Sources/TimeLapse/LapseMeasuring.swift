public import Develop
internal import Metadata
public import PhotoLoading
internal import Pixels
internal import Platform
public import RawDecoding
internal import Sampling
internal import Scheduling
internal import Synchronization

/// Measures the photos of a sequence.
public struct LapseMeasuring: Sendable {
  /// How the photos are developed; white balance and crop area count.
  private let recipe: DevelopRecipe
  private let loading: LoadSettings

  /// - Parameters:
  ///   - recipe: How the photos are developed, without what moves.
  ///   - levels: The levels that all photos share; nil if each uses its own.
  ///   - loading: How photos are decoded, each on one thread; damaged ones are not measured.
  public init(
    recipe: DevelopRecipe, levels: LockedLevels? = nil, loading: LoadSettings = LoadSettings()
  ) {
    // Settings that do not change a measurement must not make it stale.
    var measured = DevelopRecipe()
    measured.whiteBalance = recipe.whiteBalance
    measured.cropArea = recipe.cropArea
    measured.filters[.temperature] = recipe.filters[.temperature]
    measured.filters[.tint] = recipe.filters[.tint]
    self.recipe = measured
    var sound = LoadSettings()
    sound.lockedLevels = levels
    sound.unpacker = loading.unpacker
    sound.instructionSet = loading.instructionSet
    self.loading = sound
  }

  /// Distinguishes measurements of these photos from those of others.
  ///
  /// It reads 200 KB of each file: beginning, end and a sample between.
  public func fingerprint(_ photos: [SequencePhoto], _ settings: LapseSettings) -> String {
    struct Facts: Encodable {
      let version = 1
      let recipe: DevelopRecipe
      let levels: SensorLevels?
      let region: SIMD4<Double>?
      let photos: [String]
    }
    let facts = Facts(
      recipe: recipe, levels: loading.lockedLevels?.levels, region: settings.deflicker?.region,
      photos: photos.map { (try? ContentHash.file($0.path)) ?? "missing" })
    var hash = ContentHash()
    hash.add(Array(JSONText.encode(facts).utf8))
    return hash.text
  }

  /// Measures all photos, on some threads.
  ///
  /// Without `deflicker` only headers count, which were read before. Photos that cannot be decoded whole are not measured;
  /// their values are interpolated from their neighbours.
  /// - Parameters:
  ///   - threads: At least 1.
  ///   - proceed: Called after each photo, on the thread that measured it; false ends the work.
  /// - Returns: The analysis; nil if the work was ended.
  public func analyse(
    _ photos: [SequencePhoto], _ settings: LapseSettings, threads: Int,
    proceed: @escaping @Sendable () -> Bool = { true }
  ) -> LapseAnalysis? {
    let isEnded = Flag()
    let measured = Crew(threads: threads).map(photos) { photo in
      var result = LapseAnalysis.Photo(
        name: photo.name, setting: photo.facts.flatMap { ExposureSetting($0)?.brightness },
        luminance: nil)
      if let region = settings.deflicker?.region, !isEnded.isRaised {
        result.luminance = luminance(of: photo, region: region)
        if !proceed() { isEnded.raise() }
      }
      return result
    }
    if isEnded.isRaised { return nil }
    return LapseAnalysis(
      measured, fingerprint: fingerprint(photos, settings), settings: settings)
  }

  private func luminance(of photo: SequencePhoto, region: SIMD4<Double>) -> Double? {
    guard photo.facts != nil,
      // Left in the file, because a tenth of the rows is used.
      let file = try? PhotoFile(path: photo.path, settings: loading),
      let (source, lostPixels) = try? file.source(leavesSamplesInFile: true),
      let light = try? RawLuminance(
        source, recipe: file.isStill ? StillPhoto.recipe(recipe) : recipe
      ).middle(of: region),
      light.isFinite, lostPixels() == nil
    else { return nil }
    return light
  }
}

/// Something that happens at most once, and that other threads ask about.
private final class Flag: Sendable {
  private let value = Atomic<Bool>(false)

  var isRaised: Bool { value.load(ordering: .acquiring) }

  func raise() { value.store(true, ordering: .releasing) }
}
