internal import ArgumentParser
internal import BromideCLI
internal import BromideDevelop
internal import BromidePhotos
internal import BromideSampling
internal import BromideServer
internal import BromideSystem
internal import BromideTimelines
internal import SystemPackage

/// The default development of requests: one flag for each request parameter, in the order of the
/// table and the help.
///
/// A test compares the flags with `DevelopQuery.names`.
struct DevelopmentOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Load settings from a YAML file. Flags and requests override them",
      discussion: "The file has the form of the develop part of a timeline.",
      valueName: "file"), completion: .file(extensions: ["yaml", "yml", "json"]))
  var recipe: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Brightness of cameras with unknown exposure: auto, none, EV (default: auto)",
      discussion: "auto uses the preview of each photo.",
      valueName: "exposure"))
  var cameraExposure: String?

  @Option("white-balance", "White balance: a name such as cloudy, KELVIN[,TINT] or R,G,B")
  var whiteBalance: String?
  @Option("look", "Brightness and contrast, such as flat or classic") var look: String?
  @Option("tone", "Tone curve: standard or linear") var tone: String?
  @Option("highlight-mode", "Clipped highlights: recover, blend or clip")
  var highlightMode: String?
  @Option(.temperature) var temperature: String?
  @Option(.tint) var tint: String?
  @Option(.exposure) var exposure: String?
  @Option(.channelMixer) var channelMixer: String?
  @Option(.monochrome) var monochrome: String?
  @Flag(help: .hidden) var blackAndWhite: BlackAndWhite?
  @Option(.monochromeMix) var monochromeMix: String?
  @Option(.vignette) var vignette: String?
  @Option(.vignetteSize) var vignetteSize: String?
  @Option(.highlights) var highlights: String?
  @Option(.shadows) var shadows: String?
  @Option(.clarity) var clarity: String?
  @Option(.contrast) var contrast: String?
  @Option(.whites) var whites: String?
  @Option(.blacks) var blacks: String?
  @Option(.saturation) var saturation: String?
  @Option(.vibrance) var vibrance: String?
  @Option(.hue) var hue: String?
  @Option(.bands) var bands: String?
  @Option(.gamma) var gamma: String?
  @Option(.toneCurve) var toneCurve: String?
  @Option(.toneCurveRed) var toneCurveRed: String?
  @Option(.toneCurveGreen) var toneCurveGreen: String?
  @Option(.toneCurveBlue) var toneCurveBlue: String?
  @Option(.shadowToning) var shadowToning: String?
  @Option(.shadowHue) var shadowHue: String?
  @Option(.highlightToning) var highlightToning: String?
  @Option(.highlightHue) var highlightHue: String?
  @Option(.toningBalance) var toningBalance: String?
  @Option(.grading) var grading: String?
  @Option(.gradingBlending) var gradingBlending: String?
  @Option(.gradingBalance) var gradingBalance: String?
  @Option(.denoise) var denoise: String?
  @Option(.blur) var blur: String?
  @Option(.sharpen) var sharpen: String?
  @Option(.sharpenRadius) var sharpenRadius: String?
  @Option(.sharpenThreshold) var sharpenThreshold: String?
  @Option(.grain) var grain: String?
  @Option(.grainSize) var grainSize: String?
  @Option(.grainSeed) var grainSeed: String?
  @Option(.fade) var fade: String?
  @Option(.fadeColor) var fadeColor: String?

  /// The flags that were set, in the format of a request.
  private var items: [(name: String, value: String)] {
    let all: [(String, String?)] = [
      ("white-balance", whiteBalance), ("look", look), ("tone", tone),
      ("highlight-mode", highlightMode), ("temperature", temperature), ("tint", tint),
      ("exposure", exposure), ("channel-mixer", channelMixer),
      ("monochrome", blackAndWhite == nil ? monochrome : "1"),
      ("monochrome-mix", monochromeMix), ("vignette", vignette), ("vignette-size", vignetteSize),
      ("highlights", highlights), ("shadows", shadows), ("clarity", clarity),
      ("contrast", contrast), ("whites", whites), ("blacks", blacks), ("saturation", saturation),
      ("vibrance", vibrance), ("hue", hue), ("bands", bands), ("gamma", gamma),
      ("tone-curve", toneCurve), ("tone-curve-red", toneCurveRed),
      ("tone-curve-green", toneCurveGreen), ("tone-curve-blue", toneCurveBlue),
      ("shadow-toning", shadowToning), ("shadow-hue", shadowHue),
      ("highlight-toning", highlightToning), ("highlight-hue", highlightHue),
      ("toning-balance", toningBalance), ("grading", grading),
      ("grading-blending", gradingBlending), ("grading-balance", gradingBalance),
      ("denoise", denoise), ("blur", blur),
      ("sharpen", sharpen), ("sharpen-radius", sharpenRadius),
      ("sharpen-threshold", sharpenThreshold), ("grain", grain), ("grain-size", grainSize),
      ("grain-seed", grainSeed), ("fade", fade), ("fade-color", fadeColor),
    ]
    return all.compactMap { name, value in value.map { (name, $0) } }
  }

  mutating func validate() throws {
    if blackAndWhite != nil, let monochrome,
      let numbers = Parameter.monochrome.constants(of: monochrome),
      let error = BlackAndWhite.contradiction(numbers)
    {
      throw error
    }
    do throws(Rejection) { _ = try DevelopQuery(items) } catch {
      throw ValidationError("--\(error.reason)")
    }
    if let cameraExposure { _ = try Self.exposure(cameraExposure) }
  }

  /// Returns the development, and the warnings about the recipe.
  ///
  /// - Parameter context: The means with which the recipe's files are read.
  /// - Throws: `ValidationError` with all problems of the recipe.
  func development(_ context: RunContext) throws -> (query: DevelopQuery, warnings: [Warning]) {
    do {
      let document = try recipe.map {
        try RecipeDocument(path: FilePath(reversible: $0), context: context)
      }
      var query = try DevelopQuery(items, over: try document.map(Self.given))
      if let cameraExposure {
        query = query.with(try Self.exposure(cameraExposure), named: cameraExposure)
      }
      return (query, document?.warnings ?? [])
    } catch let error as TimelineError {
      throw ValidationError(error.description)
    } catch let error as Rejection {
      throw ValidationError(error.reason)
    }
  }

  /// The same settings as flags of `bromide convert`.
  var flags: String {
    var flags = items
    if let cameraExposure { flags.insert(("camera-exposure", cameraExposure), at: 0) }
    if let recipe {
      let path = FilePath(reversible: recipe)
      flags.insert(("recipe", (FileSystem.resolved(path) ?? path).reversible), at: 0)
    }
    return flags.map { "--\($0.name) \(Self.quoted($0.value))" }.joined(separator: " ")
  }

  private static func exposure(_ text: String) throws -> UnknownExposure {
    switch text {
    case "auto": return .auto
    case "none": return .none
    case "lock":
      throw ValidationError(
        "--camera-exposure lock needs all photos, and more may come; use auto, none or EV")
    default:
      let stops = UnknownExposure.stops
      guard let value = Double(text), stops.contains(value) else {
        throw ValidationError(
          "--camera-exposure: expected auto, none, or EV from \(Int(stops.lowerBound)) to \(Int(stops.upperBound))"
        )
      }
      return .fixed(value)
    }
  }

  private static func given(_ document: RecipeDocument) throws -> DevelopQuery {
    var problems = document.lines.keys.sorted().compactMap { key in
      DevelopQuery.rejection(ofKey: key).map { document.problem(key, $0) }
    }
    if document.cameraLook != nil {
      problems.append(
        document.problem(
          "look", "is fitted to photos; save it with convert --look-save and use that file"))
    }
    guard problems.isEmpty else { throw TimelineError(problems) }
    return try DevelopQuery(recipe: document.settings)
  }

  /// Returns a text that a shell reads as one word.
  private static func quoted(_ text: String) -> String {
    let isPlain = text.utf8.allSatisfy {
      Character(Unicode.Scalar($0)).isLetter || Character(Unicode.Scalar($0)).isNumber
        || "@%+=:,./-_".utf8.contains($0)
    }
    return isPlain
      ? text
      : "'"
        + text.split(separator: "'", omittingEmptySubsequences: false)
        .joined(separator: "'\\''") + "'"
  }
}

extension Option where Value == String? {
  fileprivate init(_ name: String, _ help: String) {
    self.init(
      name: .customLong(name), parsing: .unconditional,
      help: ArgumentHelp("\(help)", valueName: "value"))
  }

  /// Creates the flag of a parameter. Its help comes from the table.
  fileprivate init(_ parameter: Parameter) {
    self.init(
      name: .customLong(parameter.name), parsing: .unconditional,
      help: ArgumentHelp(
        parameter.shortHelp, discussion: parameter.longHelp, valueName: "value"))
  }
}
