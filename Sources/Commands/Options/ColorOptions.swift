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
    name: .customLong(ParameterTable.exposure.name), parsing: .unconditional,
    help: ArgumentHelp("\(ParameterTable.exposure.help).", valueName: "stops"),
    transform: { try Choice.number($0, ParameterTable.exposure) })
  var exposure: Double?

  @Option(
    name: .customLong(ParameterTable.temperature.name), parsing: .unconditional,
    help: ArgumentHelp("\(ParameterTable.temperature.help).", valueName: "kelvin"),
    transform: { try Choice.number($0, ParameterTable.temperature) })
  var temperature: Double?

  @Option(
    name: .customLong(ParameterTable.tint.name), parsing: .unconditional,
    help: ArgumentHelp("\(ParameterTable.tint.help).", valueName: "tint"),
    transform: { try Choice.number($0, ParameterTable.tint) })
  var tint: Double?

  @Option(
    help: ArgumentHelp(
      "Clipped channels", of: Choice.names(HighlightMode.self), standard: "clip"),
    completion: .list(Choice.names(HighlightMode.self)), transform: Choice.value)
  var highlightMode: HighlightMode = .clip

  @Option(
    help: ArgumentHelp("Tone curve", of: Choice.names(ToneMode.self), standard: "standard"),
    completion: .list(Choice.names(ToneMode.self)), transform: Choice.value)
  var tone: ToneMode = .standard

  mutating func validate() throws {
    guard temperature != nil || tint != nil else { return }
    switch whiteBalance {
    case .camera, .auto, .daylight: break
    case .temperature, .multipliers:
      throw ValidationError(
        "--temperature and --tint set the white balance, and so does a numeric --white-balance; give one of them"
      )
    }
  }

  /// What the colour options ask of a recipe.
  func apply(to settings: inout ConvertSettings) {
    settings.recipe.space = space
    settings.recipe.whiteBalance = whiteBalance
    settings.recipe.exposure = exposure ?? 0
    settings.temperature = temperature
    settings.tint = tint
    settings.recipe.highlightMode = highlightMode
    settings.recipe.tone = tone
  }

  private static func space(_ text: String) throws -> RGBSpace {
    if let space = RGBSpace.named(text) { return space }
    return try Choice.value(text, in: RGBSpace.all.map { ($0.name, $0) })
  }
}
