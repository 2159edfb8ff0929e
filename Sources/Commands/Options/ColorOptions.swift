internal import ArgumentParser
internal import BatchConversion
internal import Color
internal import Develop

struct ColorOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Colour space", of: RGBSpace.all.map(\.name), standard: RGBSpace.srgb.name),
    completion: .list(RGBSpace.all.map(\.name)), transform: Self.space)
  var space: RGBSpace = .srgb

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "camera, auto, daylight, KELVIN[,TINT] or multipliers R,G,B (default camera).",
      valueName: "balance"),
    completion: .list(["camera", "auto", "daylight"]), transform: WhiteBalanceText.read)
  var whiteBalance: WhiteBalance = .camera

  @Option(
    help: ArgumentHelp(
      "Clipped channels", of: Choice.names(HighlightMode.self), standard: "clip"),
    completion: .list(Choice.names(HighlightMode.self)), transform: Choice.value)
  var highlightMode: HighlightMode = .clip

  @Option(
    help: ArgumentHelp("Tone curve", of: Choice.names(ToneMode.self), standard: "standard"),
    completion: .list(Choice.names(ToneMode.self)), transform: Choice.value)
  var tone: ToneMode = .standard

  /// What the colour options ask of a recipe.
  func apply(to settings: inout ConvertSettings) {
    settings.recipe.space = space
    settings.recipe.whiteBalance = whiteBalance
    settings.recipe.highlightMode = highlightMode
    settings.recipe.tone = tone
  }

  private static func space(_ text: String) throws -> RGBSpace {
    if let space = RGBSpace.named(text) { return space }
    return try Choice.value(text, in: RGBSpace.all.map { ($0.name, $0) })
  }
}
