internal import ArgumentParser
internal import Color
internal import Develop
internal import Sampling

/// How the sensor's values become colours.
struct ColorOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "White balance: camera, auto, daylight, KELVIN[,TINT], multipliers R,G,B, or at:X,Y[,WINDOW] for a neutral place in the photo (default: camera).",
      valueName: "balance"),
    completion: .list(["camera", "auto", "daylight"]), transform: WhiteBalanceText.read)
  var whiteBalance = BalanceChoice.named(.camera)

  @Option(
    help: ArgumentHelp(
      "How to treat clipped highlights", of: Choice.names(HighlightMode.self), standard: "recover"),
    completion: .list(Choice.names(HighlightMode.self)), transform: Choice.value)
  var highlightMode: HighlightMode = .recover

  @Option(
    help: ArgumentHelp("Tone curve", of: Choice.names(ToneMode.self), standard: "standard"),
    completion: .list(Choice.names(ToneMode.self)), transform: Choice.value)
  var tone: ToneMode = .standard

  @Option(
    help: ArgumentHelp(
      "Look of the pictures", of: LookText.names + ["or a look file"], standard: "standard",
      note:
        "camera is fitted to the preview of a camera's first photo; camera:each to every photo's."),
    completion: .list(LookText.names), transform: LookText.read)
  var look = LookChoice.look(.standard)

  @Option(
    help: ArgumentHelp(
      "Write the look that --look camera fits, for other runs.", valueName: "file"),
    completion: .file())
  var lookSave: String?

  @Option(
    help: ArgumentHelp(
      "Camera profile: embedded (a DNG's own), none (matrices only), or FILE.dcp (default: embedded).",
      valueName: "profile"),
    completion: .file(extensions: ["dcp"]), transform: ProfileText.read)
  var profile: ProfileChoice = .embedded

  /// Refuses a colour temperature that is stated twice, and a look without its tone curve.
  func check(with filters: FilterSettings) throws {
    if tone == .linear, look != .look(.standard) {
      throw ValidationError(LookText.nothingToWorkOn(look.name))
    }
    guard lookSave == nil || fitsGroups else {
      throw ValidationError("--look-save writes what --look camera fits; add --look camera")
    }
    guard filters[.temperature] != nil || filters[.tint] != nil else { return }
    guard case .named(let balance) = whiteBalance, balance.isNumeric else { return }
    throw ValidationError(
      "--temperature and --tint set the white balance, as does a numeric --white-balance; give one of them"
    )
  }

  /// Names of the options that differ from their defaults.
  var flags: Set<String> {
    var names: Set<String> = []
    if whiteBalance != .named(.camera) { names.insert("white-balance") }
    if highlightMode != .recover { names.insert("highlight-mode") }
    if tone != .standard { names.insert("tone") }
    if look != .look(.standard) { names.insert("look") }
    if profile != .embedded { names.insert("profile") }
    return names
  }

  /// Applies the options to a recipe.
  func apply(to settings: inout PhotoSettings) {
    switch whiteBalance {
    case .named(let balance): settings.recipe.whiteBalance = balance
    case .at(let place): settings.balancePlace = place
    }
    settings.recipe.highlightMode = highlightMode
    settings.recipe.tone = tone
    switch look {
    case .look(let look): settings.recipe.look = look
    case .camera(.each): settings.cameraLooks = .each
    // Fitted once the photos are known.
    case .camera(.camera): break
    }
    settings.recipe.profile = profile
  }
}
