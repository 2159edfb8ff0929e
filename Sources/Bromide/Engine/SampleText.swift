internal import BromideDevelop
internal import BromidePhotos
internal import BromideSampling

/// A request for samples as text: the keys of a recipe, and `light`, `window`, `shape`, `lookup`
/// and `statistic`.
///
/// Without text, the request equals `bromide sample`: the scene's light at single pixels.
struct SampleText {
  /// The current settings.
  private(set) var settings: PhotoSettings
  /// The light to sample.
  private(set) var light: SampledLight
  /// The window around each point.
  private(set) var window: SampleWindow
  /// The warnings about the text.
  let warnings: [Warning]

  /// - Throws: `BromideError` with the problem in the text.
  init(_ text: String, _ context: RunContext) throws(BromideError) {
    let isDocument = text.first == "{" || text.contains("develop:")
    var request = try RequestText(isDocument ? "" : text)
    light =
      try request.take("light", among: SampledLight.allCases.map { ($0.rawValue, $0) }) ?? .scene
    window = try Self.window(&request)
    let lens =
      try request.take("lens", among: [("auto", OpticsSettings.Lens.auto), ("none", .none)])
      ?? .auto
    for name in Self.unused where request.pairs.contains(where: { $0.name == name }) {
      throw BromideError(
        .request, nil, "\(name): samples are taken at the sensor's pixels, without it; remove it")
    }
    let develop = isDocument ? try DevelopText(text, context) : try DevelopText(request, context)
    if light == .scene, let name = develop.names.subtracting(Self.measuring).sorted().first {
      throw BromideError(
        .request, nil,
        "\(name): it does not affect the scene's light; add light=convert to sample finished colours"
      )
    }
    settings = develop.settings
    warnings = develop.warnings
    // A few points tell neither noise nor blur.
    settings.recipe.optics = OpticsSettings.none.with(lens)
  }

  private static func window(_ request: inout RequestText) throws(BromideError) -> SampleWindow {
    typealias Window = SampleWindow
    var window = try request.take("window", Window.accepted) { Window($0) } ?? Window()
    window.shape =
      try request.take("shape", among: Window.Shape.allCases.map { ($0.rawValue, $0) })
      ?? window.shape
    window.lookup =
      try request.take("lookup", among: Window.Lookup.allCases.map { ($0.rawValue, $0) })
      ?? window.lookup
    window.statistic =
      try request.take("statistic", among: Window.Statistic.allCases.map { ($0.rawValue, $0) })
      ?? window.statistic
    if window.height != nil, window.shape == .round {
      throw BromideError(.request, nil, "shape=round requires a window with one number")
    }
    return window
  }

  /// Settings that affect the scene's light, as in `bromide sample`.
  private static let measuring: Set<String> = [
    "white-balance", "temperature", "tint", "exposure", "demosaic", "profile",
  ]

  /// Settings that do not affect samples.
  private static let unused = [
    "corrections", "ca", "hot-pixels", "capture-sharpen", "output-sharpen", "noise-reduction",
    "size", "fit", "enlarge", "space", "dither", "orientation", "crop", "zoom", "rotation",
    "rotation-fit",
  ]
}
