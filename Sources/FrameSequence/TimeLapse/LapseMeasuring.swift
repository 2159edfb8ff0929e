internal import BatchConversion
public import Develop
internal import Metadata
internal import Pixels
internal import Platform
public import RawDecoding
internal import Sampling
internal import Scheduling

/// Measures the photos of a sequence.
public struct LapseMeasuring: Sendable {
  /// How the photos are developed; white balance and crop area count.
  private let recipe: DevelopRecipe
  private let levels: LockedLevels?
  private var unpacking: Unpacking

  /// - Parameters:
  ///   - recipe: How the photos are developed, without what moves.
  ///   - levels: Those of all photos; nil: each its own.
  ///   - unpacking: Whose decoder; each photo is decoded on one thread.
  public init(
    recipe: DevelopRecipe, levels: LockedLevels? = nil, unpacking: Unpacking = Unpacking()
  ) {
    // What does not change a measurement must not make one stale.
    var measured = DevelopRecipe()
    measured.whiteBalance = recipe.whiteBalance
    measured.cropArea = recipe.cropArea
    measured.filters[.temperature] = recipe.filters[.temperature]
    measured.filters[.tint] = recipe.filters[.tint]
    self.recipe = measured
    self.levels = levels
    self.unpacking = unpacking
    // A tenth of the rows is looked at.
    self.unpacking.leavesSamplesInFile = true
  }

  /// What tells measurements of these photos apart from others.
  ///
  /// Of each file it reads beginning, end and a sample between, 200 KB.
  public func fingerprint(_ photos: [SequencePhoto], _ settings: LapseSettings) -> String {
    struct Facts: Encodable {
      let version = 1
      let recipe: DevelopRecipe
      let levels: SensorLevels?
      let region: SIMD4<Double>?
      let photos: [String]
    }
    let facts = Facts(
      recipe: recipe, levels: levels?.levels, region: settings.deflicker?.region,
      photos: photos.map { (try? ContentHash.file($0.path)) ?? "missing" })
    var hash = ContentHash()
    hash.add(Array(JSONText.encode(facts).utf8))
    return hash.text
  }

  /// Measures all photos, on some threads.
  ///
  /// Without `deflicker` only headers count, which were read before. Photos that cannot be decoded whole are not measured and
  /// get what their neighbours suggest.
  /// - Parameters:
  ///   - threads: At least 1.
  ///   - proceed: Called after each photo, on the thread that measured it; false ends the work.
  /// - Returns: nil where it was ended.
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
      let raw = try? RawFile(path: photo.path).decode(unpacking: unpacking), raw.damage.isEmpty,
      let source = try? DevelopSource(raw, levels: levels),
      let light = try? RawLuminance(source, recipe: recipe).middle(of: region), light.isFinite,
      raw.lostPixels == nil
    else { return nil }
    return light
  }
}
