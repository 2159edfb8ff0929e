internal import BromideDevelop
internal import BromidePhotos
internal import BromideSampling
internal import BromideSystem
internal import BromideTimelines
internal import BromideValues
internal import SystemPackage

/// Development settings as text: the keys of a recipe with their values, and `corrections`.
///
/// Without text, the settings equal `bromide convert`.
struct DevelopText {
  /// The current settings.
  private(set) var settings: PhotoSettings
  /// The names that the text sets.
  private(set) var names: Set<String>
  /// The warnings about the text.
  private(set) var warnings: [Warning]

  /// The corrections that apply unless the text sets one by name.
  private enum Corrections: String, CaseIterable {
    /// The corrections of `bromide convert`.
    case standard
    /// Only the lens corrections in the file, without measurements.
    case file
    /// No corrections, as with `bromide convert --plain`.
    case plain

    var optics: OpticsSettings {
      switch self {
      case .standard: .standard
      case .file: OpticsSettings.none.with(.embedded)
      case .plain: .none
      }
    }
  }

  /// - Parameters:
  ///   - text: Lines of `name=value`, or a recipe document, which begins with `{` or contains
  ///     `develop:`.
  ///   - context: The means to open the photo and the files of the text.
  /// - Throws: `BromideError` with every problem of the text.
  init(_ text: String, _ context: RunContext) throws(BromideError) {
    if text.first == "{" || text.contains("develop:") {
      try self.init(document: text, .standard, context)
    } else {
      try self.init(RequestText(text), context)
    }
  }

  /// - Parameters:
  ///   - request: Names and values, without the caller's extra names.
  ///   - context: The means to open the photo and the files of the text.
  init(_ request: RequestText, _ context: RunContext) throws(BromideError) {
    var request = request
    let corrections =
      try request.take(
        "corrections", among: Corrections.allCases.map { ($0.rawValue, $0) }) ?? .standard
    for (name, reason) in Self.rejected where request.pairs.contains(where: { $0.name == name }) {
      throw BromideError(.request, nil, "\(name): \(reason)")
    }
    guard !request.pairs.isEmpty else {
      try self.init(document: nil, corrections, context)
      return
    }
    let document = JSONValue.object(request.pairs.map { ($0.name, .text($0.value)) }).text
    try self.init(document: document, corrections, context)
  }

  /// Keys that have no effect on a picture in memory.
  private static let rejected = [("depth", "the type of the samples sets it; remove it")]

  private init(
    document text: String?, _ corrections: Corrections, _ context: RunContext
  ) throws(BromideError) {
    var document: RecipeDocument?
    do throws(TimelineError) {
      document = try text.map { text throws(TimelineError) in
        try RecipeDocument(text: text, path: "", context: context)
      }
    } catch { throw BromideError(.request, nil, Self.words(error)) }
    settings = document?.settings ?? PhotoSettings(context)
    names = Set((document?.lines ?? [:]).keys)
    warnings = document?.warnings ?? []
    for (name, reason) in Self.rejected where names.contains(name) {
      throw BromideError(.request, nil, "\(name): \(reason)")
    }
    // A single photo is a separate group.
    if document?.cameraLook != nil { settings.cameraLooks = .each }
    try correct(corrections)
    var given = names
    if !given.isDisjoint(with: ["temperature", "tint"]) { given.insert("white-balance") }
    settings.sidecar.given = given
  }

  /// Applies the corrections that the text does not set by name, as `bromide convert` does.
  private mutating func correct(_ corrections: Corrections) throws(BromideError) {
    let own = settings.recipe.optics
    var optics = corrections.optics
    if corrections == .plain, let name = Self.corrections.first(where: names.contains) {
      throw BromideError(
        .request, nil, "corrections=plain turns off all corrections; remove it or \(name)")
    }
    if names.contains("lens") { optics.lens = own.lens }
    if names.contains("rotation-fit") { optics.rotationFit = own.rotationFit }
    if names.contains("ca") { optics.lateralColor = own.lateralColor }
    if names.contains("hot-pixels") { optics.hotPixels = own.hotPixels }
    if names.contains("capture-sharpen") { optics.captureSharpening = own.captureSharpening }
    if names.contains("output-sharpen") { optics.outputSharpening = own.outputSharpening }
    if names.contains("noise-reduction") { optics.noise = own.noise }
    settings.recipe.optics = optics
    if corrections == .standard { settings.recipe.keepLinearOutput(names) }
    settings.recipe.chooseDither(isPlain: corrections == .plain)
    if names.contains("output-sharpen"), own.outputAmount > 0,
      settings.recipe.size == nil
    {
      throw BromideError(.request, nil, "output-sharpen requires size; add it")
    }
    if names.contains("rotation-fit"), settings.recipe.filters.number(.rotation) == 0,
      settings.sidecar.use == .none
    {
      throw BromideError(.request, nil, "rotation-fit requires rotation; add it")
    }
  }

  private static let corrections = [
    "lens", "ca", "hot-pixels", "capture-sharpen", "output-sharpen", "noise-reduction",
  ]

  /// The problems of a text, without lines: each name occurs once.
  private static func words(_ error: TimelineError) -> String {
    error.problems.map { problem in
      // A list of all sixty keys is too long to help.
      let reason = problem.reason.split(separator: "; known keys are ")[0]
      return [problem.key, problem.found.map { "“\($0)”" } ?? "", String(reason)]
        .filter { !$0.isEmpty }.joined(separator: ": ")
    }.joined(separator: "\n")
  }
}

extension DevelopRecipe {
  /// Turns off the corrections at the output's size for linear light and the classic look, unless
  /// they are set by name.
  ///
  /// So these pictures have the same bytes as in versions without these corrections.
  fileprivate mutating func keepLinearOutput(_ names: Set<String>) {
    guard rendering.map({ $0 == .classic }) ?? true else { return }
    if !names.contains("output-sharpen") { optics.outputSharpening = .none }
    optics.reducesOutputNoise = names.contains("noise-reduction")
  }
}
