package import ArgumentParser
internal import BromideDevelop

/// The parameters that a command supports.
protocol FilterUse: Sendable {
  /// The supported parameters. The flags of other parameters are hidden and rejected.
  static var accepted: [Parameter] { get }
  /// The reason for rejecting other parameters.
  static var rejection: String { get }
}

/// Commands that create complete pictures support all parameters.
enum PictureFilters: FilterUse {
  static var accepted: [Parameter] { ParameterTable.all }
  static var rejection: String { "" }
}

/// Commands that read single pixels support only parameters that do not need other pixels.
enum PixelFilters: FilterUse {
  static var accepted: [Parameter] { ParameterTable.ofPixels }
  static let rejection = "samples are single pixels; convert the photo and sample the picture"
}

/// A parameter and the value of its flag.
struct FilterValue: Sendable, Hashable {
  let parameter: Parameter
  let numbers: [Double]
  /// The noise reduction on sensor pixels for a word, such as `light`.
  var noise: OpticsSettings.NoiseReduction?
}

/// The flag `--bw`.
package enum BlackAndWhite: EnumerableFlag {
  /// Black and white, the same as `--monochrome 1`.
  case bw

  /// Returns an error if a value of `--monochrome` contradicts the flag.
  package static func contradiction(_ monochrome: [Double]) -> ValidationError? {
    monochrome == [1]
      ? nil
      : ValidationError(
        "--bw contradicts --monochrome \(Parameter.monochrome.text(monochrome)); remove one")
  }
}

/// A flag for each parameter of the table, in the order of the table and the help.
///
/// The table contains names, help and accepted values. To add a parameter, add its declaration here
/// and its name to `typed`. A test compares both with the table. All values are optional, so that
/// `QuickParse` can skip the declarations.
struct FilterOptions<Use: FilterUse>: ParsableArguments {
  @Option(.temperature, Use.self) var temperature: FilterValue?
  @Option(.tint, Use.self) var tint: FilterValue?
  @Option(.exposure, Use.self) var exposure: FilterValue?
  @Option(.crop, Use.self) var crop: FilterValue?
  @Option(.zoom, Use.self) var zoom: FilterValue?
  @Option(.rotation, Use.self) var rotation: FilterValue?
  @Option(.channelMixer, Use.self) var channelMixer: FilterValue?
  @Option(.monochrome, Use.self) var monochrome: FilterValue?
  @Flag(help: "Black and white, same as --monochrome 1")
  var blackAndWhite: BlackAndWhite?
  @Option(.monochromeMix, Use.self) var monochromeMix: FilterValue?
  @Option(.vignette, Use.self) var vignette: FilterValue?
  @Option(.vignetteSize, Use.self) var vignetteSize: FilterValue?
  @Option(.highlights, Use.self) var highlights: FilterValue?
  @Option(.shadows, Use.self) var shadows: FilterValue?
  @Option(.clarity, Use.self) var clarity: FilterValue?
  @Option(.contrast, Use.self) var contrast: FilterValue?
  @Option(.whites, Use.self) var whites: FilterValue?
  @Option(.blacks, Use.self) var blacks: FilterValue?
  @Option(.saturation, Use.self) var saturation: FilterValue?
  @Option(.vibrance, Use.self) var vibrance: FilterValue?
  @Option(.hue, Use.self) var hue: FilterValue?
  @Option(.bands, Use.self) var bands: FilterValue?
  @Option(.gamma, Use.self) var gamma: FilterValue?
  @Option(.toneCurve, Use.self) var toneCurve: FilterValue?
  @Option(.toneCurveRed, Use.self) var toneCurveRed: FilterValue?
  @Option(.toneCurveGreen, Use.self) var toneCurveGreen: FilterValue?
  @Option(.toneCurveBlue, Use.self) var toneCurveBlue: FilterValue?
  @Option(.shadowToning, Use.self) var shadowToning: FilterValue?
  @Option(.shadowHue, Use.self) var shadowHue: FilterValue?
  @Option(.highlightToning, Use.self) var highlightToning: FilterValue?
  @Option(.highlightHue, Use.self) var highlightHue: FilterValue?
  @Option(.toningBalance, Use.self) var toningBalance: FilterValue?
  @Option(.grading, Use.self) var grading: FilterValue?
  @Option(.gradingBlending, Use.self) var gradingBlending: FilterValue?
  @Option(.gradingBalance, Use.self) var gradingBalance: FilterValue?
  @Option(.lutStrength, Use.self) var lutStrength: FilterValue?
  @Option(.denoise, Use.self) var denoise: FilterValue?
  @Option(.blur, Use.self) var blur: FilterValue?
  @Option(.sharpen, Use.self) var sharpen: FilterValue?
  @Option(.sharpenRadius, Use.self) var sharpenRadius: FilterValue?
  @Option(.sharpenThreshold, Use.self) var sharpenThreshold: FilterValue?
  @Option(.grain, Use.self) var grain: FilterValue?
  @Option(.grainSize, Use.self) var grainSize: FilterValue?
  @Option(.grainSeed, Use.self) var grainSeed: FilterValue?
  @Option(.fade, Use.self) var fade: FilterValue?
  @Option(.fadeColor, Use.self) var fadeColor: FilterValue?
  @Option(.opacity, Use.self) var opacity: FilterValue?

  /// The noise reduction on sensor pixels for a word of `--denoise`.
  var noise: OpticsSettings.NoiseReduction? { denoise?.noise }

  private var given: [FilterValue] { typed.filter { !$0.numbers.isEmpty } }

  private var typed: [FilterValue] {
    [
      temperature, tint, exposure, crop, zoom, rotation, channelMixer,
      blackAndWhite == nil ? monochrome : FilterValue(parameter: .monochrome, numbers: [1]),
      monochromeMix, vignette, vignetteSize, highlights, shadows, clarity, contrast, whites,
      blacks, saturation, vibrance, hue, bands, gamma, toneCurve, toneCurveRed, toneCurveGreen,
      toneCurveBlue, shadowToning, shadowHue, highlightToning,
      highlightHue, toningBalance, grading, gradingBlending, gradingBalance, lutStrength, denoise,
      blur, sharpen, sharpenRadius, sharpenThreshold,
      grain, grainSize, grainSeed, fade, fadeColor, opacity,
    ].compactMap(\.self)
  }

  /// The settings of the flags.
  var settings: FilterSettings {
    var settings = FilterSettings()
    for value in given { settings[value.parameter] = value.numbers }
    return settings
  }

  /// Applies the flags that were set, including explicit defaults.
  func apply(to settings: inout FilterSettings) {
    for value in given { settings[value.parameter] = value.numbers }
  }

  mutating func validate() throws {
    if blackAndWhite != nil, let monochrome,
      let error = BlackAndWhite.contradiction(monochrome.numbers)
    {
      throw error
    }
    for value in typed where !Use.accepted.contains(value.parameter) {
      throw ValidationError("--\(value.parameter.name): \(Use.rejection)")
    }
  }

  /// Rejects words of `--denoise` in commands that do not process sensor pixels.
  func rejectNoiseWords() throws {
    guard let word = denoise?.noise else { return }
    throw ValidationError("--denoise \(word.text) requires convert; use a number from 0 to 1")
  }

  /// Names of the settings that the flags set.
  var flags: Set<String> {
    var names = Set(given.map(\.parameter.name))
    if !names.isDisjoint(with: ["temperature", "tint"]) { names.insert("white-balance") }
    return names
  }
}

extension Option where Value == FilterValue? {
  /// Creates the flag of a parameter.
  fileprivate init(_ parameter: Parameter, _ use: any FilterUse.Type) {
    self.init(
      name: .customLong(parameter.name), parsing: .unconditional,
      help: parameter.help(use),
      transform: { text in
        if parameter == .denoise, let noise = OpticsSettings.NoiseReduction(word: text) {
          // The word `none` also disables the filter.
          return FilterValue(
            parameter: parameter, numbers: noise == .none ? [0] : [], noise: noise)
        }
        guard let numbers = parameter.constants(of: text) else {
          let words = "; convert also accepts light, auto, best and none"
          throw ValidationError(
            parameter.constantsRefusal + (parameter == .denoise ? words : "")
              + SliderText.advice(text, for: parameter))
        }
        return FilterValue(parameter: parameter, numbers: numbers)
      })
  }
}

extension Parameter {
  fileprivate func help(_ use: any FilterUse.Type) -> ArgumentHelp {
    guard QuickParse.needsHelp else { return "" }
    return ArgumentHelp(
      shortHelp, discussion: discussion, valueName: valueName,
      visibility: use.accepted.contains(self) ? .default : .hidden)
  }

  fileprivate var discussion: String? {
    if self == .crop { return "X,Y,WIDTH,HEIGHT, or \(CropShape.acceptedForms)." }
    if self == .monochrome { return "Without a number, it is 1. \(longHelp ?? "")" }
    guard self == .denoise else { return longHelp }
    return "convert also accepts the words of --noise-reduction."
  }

  fileprivate var valueName: String {
    switch form {
    case .number: unit.isEmpty ? "n" : unit.lowercased()
    case .numbers: "n,n,…"
    case .window: "area"
    case .color: "color"
    case .points: "points"
    case .groups: "numbers"
    }
  }
}
