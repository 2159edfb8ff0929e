internal import ArgumentParser
internal import BatchConversion
internal import Color
internal import Develop

struct ColorOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "camera, auto, daylight, KELVIN[,TINT], multipliers R,G,B, or at:X,Y[,WINDOW]: a place that is neutral (default camera).",
      valueName: "balance"),
    completion: .list(["camera", "auto", "daylight"]), transform: WhiteBalanceText.read)
  var whiteBalance = BalanceChoice.named(.camera)

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
    case .named(.camera), .named(.auto), .named(.daylight), .at: break
    case .named(.temperature), .named(.multipliers):
      throw ValidationError(
        "--temperature and --tint set the white balance, and so does a numeric --white-balance; give one of them"
      )
    }
  }

  /// Names of the options that differ from what holds without them.
  var flags: Set<String> {
    var names: Set<String> = []
    if whiteBalance != .named(.camera) || temperature != nil || tint != nil {
      names.insert("white-balance")
    }
    if exposure != nil { names.insert("exposure") }
    if highlightMode != .clip { names.insert("highlight-mode") }
    if tone != .standard { names.insert("tone") }
    return names
  }

  /// What the colour options ask of a recipe.
  func apply(to settings: inout ConvertSettings) {
    switch whiteBalance {
    case .named(let balance): settings.recipe.whiteBalance = balance
    case .at(let place): settings.balancePlace = place
    }
    settings.recipe.exposure = exposure ?? 0
    settings.temperature = temperature
    settings.tint = tint
    settings.recipe.highlightMode = highlightMode
    settings.recipe.tone = tone
  }
}
