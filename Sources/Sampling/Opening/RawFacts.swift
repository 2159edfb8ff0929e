internal import BromideDevelop
internal import BromidePhotos
internal import BromideRaw
internal import BromideSystem
internal import BromideValues

/// Everything that determined a raw photo's colours.
package struct RawFacts {
  let facts: [Fact]

  init(_ loaded: LoadedPhoto, developer: Developer, settings: OpeningSettings) {
    let photo = loaded.raw
    func source(_ flag: String, _ otherwise: String) -> String {
      settings.sources[flag] ?? otherwise
    }
    let develop = settings.photo
    let balance = developer.whiteBalance
    let multipliers = [balance.multipliers.x, balance.multipliers.y, balance.multipliers.z]
    let description = Self.whiteBalance(
      multipliers, temperature: balance.temperature, tint: balance.tint)
    let recorded = loaded.balance.map(Self.source) ?? "tag"
    let requested = developer.balanceConfidence.map { "flag" + Self.text(confidence: $0) }
    let exposure = developer.totalExposure.text(decimals: 2)
    var facts = [
      Fact("white-balance", description, requested ?? source("white-balance", recorded)),
      Fact("matrix", Self.matrix(photo, develop.recipe), Self.matrixSource(photo, develop.recipe)),
      Fact("range", "sensor", "tag"),
      Fact("depth", Self.depth(photo.image), "tag"),
      Fact("primaries", "camera", "tag"), Fact("transfer", "linear", "rule"),
      Fact("as", settings.light.rawValue, source("as", "rule")),
    ]
    if settings.light == .convert || exposure != "0.00" {
      facts.append(
        Fact(
          "exposure", "\(exposure) EV",
          settings.light == .scene
            ? source("exposure", "rule")
            : Self.exposureSource(
              loaded.source.exposure(for: develop.recipe),
              given: settings.sources["exposure"])))
    }
    if settings.light == .convert {
      facts.append(Fact("tone", develop.recipe.tone.rawValue, source("tone", "rule")))
      if let look = develop.recipe.rendering {
        facts.append(Fact("look", look.name, source("look", "rule")))
      }
    }
    facts += Self.profile(photo, develop.recipe, source: source("profile", "tag"))
    facts.append(
      Fact(
        "demosaic",
        develop.loading.interpolation.map { "libraw:\($0.rawValue)" }
          ?? Self.demosaic(photo, develop),
        source("demosaic", "rule")))
    let shading = photo.embeddedOptics.shading.names()
    if develop.recipe.optics.lens != .none, !shading.isEmpty {
      facts.append(Fact("shading", shading.joined(separator: " and "), "tag"))
    }
    if let lens = developer.lensReport.lens {
      facts.append(Fact("shading", "vignetting of \(lens)", "lensfun"))
    }
    if let photo = loaded.opticsFrom { facts.append(Fact("optics", "of \(photo)", "flag")) }
    if settings.light == .convert {
      let mode = develop.recipe.highlightMode.rawValue
      facts.append(Fact("highlights", mode, source("highlight-mode", "rule")))
      facts += Self.filters(develop.recipe.filters) { source($0, "flag") }
    }
    if let share = photo.share { facts.append(Fact("decoded", "\(share)", "rule")) }
    self.facts = facts
  }

  /// A white balance, such as `2.105,1.000,1.552: 5210 K, tint 3.1`.
  package static func whiteBalance(
    _ multipliers: [Double], temperature: Double, tint: Double
  ) -> String {
    multipliers.map { $0.text(decimals: 3) }.joined(separator: ",")
      + ": \(temperature.text(decimals: 0)) K, tint \(tint.text(decimals: 1))"
  }

  /// The source of a white balance that the photo does not record, such as `auto, confidence 0.71`.
  private static func source(_ balance: PhotoBalance) -> String {
    switch balance.source {
    case .preview, .auto:
      balance.source.rawValue + (balance.confidence.map { text(confidence: $0) } ?? "")
    case .daylight: "rule: daylight"
    }
  }

  private static func text(confidence: Double) -> String {
    ", confidence \(confidence.text(decimals: 2))"
  }

  /// Parameters that were given and are not among the other facts.
  private static func filters(
    _ settings: FilterSettings, source: (String) -> String
  ) -> [Fact] {
    ParameterTable.all.compactMap { parameter in
      guard let values = settings[parameter],
        ![.temperature, .tint, .exposure].contains(parameter)
      else { return nil }
      return Fact(parameter.name, parameter.text(values), source(parameter.name))
    }
  }

  /// Returns the sources of the exposure: the requested stops and the photo's baseline.
  private static func exposureSource(_ exposure: PhotoExposure, given: String?) -> String {
    let own: String
    switch exposure.source {
    case .file: own = "tag"
    case .model: own = "table"
    case .preview: own = "preview"
    case .set: own = "flag"
    case .none: return given ?? "rule"
    }
    return given.map { "\($0), \(own)" } ?? own
  }

  /// Returns the camera profile if it has more than matrices or was set.
  private static func profile(
    _ photo: RawPhoto, _ recipe: DevelopRecipe, source: String
  ) -> [Fact] {
    let name = recipe.profile.name(in: photo.profile)
    return name == nil && recipe.profile == .embedded
      ? [] : [Fact("profile", name ?? "none", source)]
  }

  private static func demosaic(_ photo: RawPhoto, _ develop: PhotoSettings) -> String {
    guard let filters = photo.image.filters else { return "none" }
    return develop.recipe.demosaic.resolved(filters).rawValue
  }

  private static func matrix(_ photo: RawPhoto, _ recipe: DevelopRecipe) -> String {
    let profile = photo.profile.applying(recipe.profile)
    if !recipe.profile.bringsMatrices, photo.matrixSource == .none { return "none" }
    guard !profile.calibrations.isEmpty else { return "none, camera values are used as sRGB" }
    let kind =
      profile.calibrations.contains { $0.forwardMatrix != nil } ? "ForwardMatrix" : "ColorMatrix"
    return profile.calibrations.count > 1 ? "\(kind) of two lights" : kind
  }

  private static func matrixSource(_ photo: RawPhoto, _ recipe: DevelopRecipe) -> String {
    if recipe.profile.bringsMatrices { return "profile" }
    return switch photo.matrixSource {
    case .dng: "tag"
    case .table: "table"
    case .libraw: "LibRaw's table"
    case .file: "maker's tag"
    case .guessed(.similarName): "guessed: LibRaw's for a similar name"
    case .guessed(.sRGB): "guessed"
    case .none: "rule"
    }
  }

  private static func bits(_ levels: SensorLevels) -> String {
    "\(UInt32.bitWidth - UInt32(max(levels.white, 1)).leadingZeroBitCount)"
  }

  /// The number of bits that the white level needs.
  private static func depth(_ image: SensorImage) -> String {
    image.levels.map(bits) ?? "16"
  }
}
