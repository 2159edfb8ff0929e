internal import ArgumentParser
internal import Develop
internal import PhotoLoading
internal import Sampling

/// What is corrected of lens and sensor on the mosaic.
struct MosaicOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Red and cyan edges: auto measures how far the lens throws red and blue, none leaves them, R,B are magnifications against green (default: auto).",
      valueName: "auto|none|R,B"),
    completion: .list(["auto", "none"]), transform: Self.lateralColor)
  var ca: OpticsSettings.LateralColorChoice?

  @Option(
    help: ArgumentHelp(
      "Hot and dead pixels: replace them, or leave them",
      of: Choice.names(OpticsSettings.HotPixels.self), standard: "auto"),
    completion: .list(Choice.names(OpticsSettings.HotPixels.self)), transform: Choice.value)
  var hotPixels: OpticsSettings.HotPixels?

  /// Applies the corrections: all of them, unless a flag says otherwise.
  ///
  /// - Throws: An error if a flag asks for what the method of demosaicing cannot do.
  func apply(to settings: inout PhotoSettings) throws {
    let isOwn = settings.loading.interpolation == nil
    let demosaic = settings.recipe.demosaic
    if let ca, ca != .none, !isOwn || demosaic != .rcd {
      throw ValidationError("--ca \(ca.text): only --demosaic rcd corrects lateral colour")
    }
    if hotPixels == .auto, !isOwn || demosaic == .half {
      throw ValidationError(
        "--hot-pixels auto: only --demosaic rcd and bilinear replace hot pixels")
    }
    settings.recipe.optics.lateralColor = ca ?? .auto
    settings.recipe.optics.hotPixels = hotPixels ?? .auto
  }

  /// Names of the options that were given.
  var flags: [String] {
    [(ca == nil ? nil : "--ca"), (hotPixels == nil ? nil : "--hot-pixels")].compactMap(\.self)
  }

  private static func lateralColor(_ text: String) throws -> OpticsSettings.LateralColorChoice {
    guard let choice = OpticsSettings.LateralColorChoice(text) else {
      throw ValidationError("expected \(OpticsSettings.LateralColorChoice.acceptedForms)")
    }
    return choice
  }
}
