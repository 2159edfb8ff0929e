internal import ArgumentParser
internal import BromideDevelop
internal import BromidePhotos
internal import BromideRaw
internal import BromideSampling
internal import BromideSystem
internal import SystemPackage

/// The lens and sensor corrections to apply.
struct OpticsOptions: ParsableArguments {
  typealias Noise = OpticsSettings.NoiseReduction

  @Option(
    choice: "Fix distortion and shading", standard: "auto",
    note: """
        auto      use the file's corrections (DNG, Sony, Fujifilm, Olympus),
                  and lensfun for missing ones if it identifies the lens
        embedded  use the file's corrections, and warn if they are missing
        lensfun   use lensfun's corrections only
        none      turn off lens corrections
      The corrections include lateral colour.
      auto and embedded also replace the bad pixels that a file lists.
      """)
  var lens: OpticsSettings.Lens?

  @Option(
    help: ArgumentHelp(
      "Remove red and cyan edges: auto, none, or R,B (default: auto)",
      discussion: """
        auto measures the error in each photo.
        R,B are the scales of red and blue against green.
        """,
      valueName: "value"),
    completion: .list(["auto", "none"]), transform: OpticsText.lateralColor)
  var ca: OpticsSettings.LateralColorChoice?

  @Option(choice: "Replace hot and dead pixels", standard: "auto")
  var hotPixels: OpticsSettings.HotPixels?

  @Option(
    help: ArgumentHelp(
      "Undo the blur of lens and sensor: auto, none, or 0 to 3 (default: auto)",
      discussion: "auto is 1.7.", valueName: "n"),
    completion: .list(["auto", "none"]), transform: OpticsText.sharpening)
  var captureSharpen: OpticsSettings.Sharpening?

  @Option(
    help: ArgumentHelp(
      "Reduce the noise of the sensor", of: Noise.words, standard: "light",
      note: """
          light  colour noise only
          auto   colour and luminance noise
          best   like auto, keeps more detail, slower
          none   leave all noise
        --denoise with one of these words is the same.
        """),
    completion: .list(Noise.words), transform: OpticsText.noise)
  var noiseReduction: Noise?

  @Option(
    help: ArgumentHelp(
      "Sharpen reduced pictures: auto, none, or 0 to 3 (default: auto)",
      discussion: """
        auto is 1.
        Bromide sharpens pictures that --size makes smaller, at their new size.
        """,
      valueName: "n"),
    completion: .list(["auto", "none"]), transform: OpticsText.sharpening)
  var outputSharpen: OpticsSettings.Sharpening?

  @Option(
    help: ArgumentHelp(
      "Measurements: own, lock, or a file from --optics-save (default: own)",
      discussion: """
        The corrections --ca, --hot-pixels, --capture-sharpen and --noise-reduction use them.
          own   measure each photo
          lock  measure the first photo of each camera, lens, focal length and ISO
        """,
      valueName: "own|lock|file"),
    completion: .file(), transform: OpticsChoice.init)
  var optics: OpticsChoice = .own

  @Option(
    help: ArgumentHelp("Save the measurements from --optics lock", valueName: "file"),
    completion: .file())
  var opticsSave: String?

  @Option(
    choice: "Corners after --rotation", standard: "fill; with --plain keep",
    note: """
      fill enlarges the picture until no corner is black.
      keep does not change the scale.
      """)
  var rotationFit: OpticsSettings.RotationFit?

  @Flag(
    help: ArgumentHelp(
      "Turn off all corrections of lens and sensor, and the dither",
      discussion: """
        The corrections are --lens, --ca, --hot-pixels, --capture-sharpen,
        --noise-reduction and --output-sharpen. To dither, add --dither auto.
        """)
  )
  var plain = false

  /// Rejects measurements that no correction would use, and saving if nothing is measured.
  func checkReading(_ settings: OpticsSettings) throws {
    if opticsSave != nil, optics != .lock {
      throw ValidationError("--optics-save requires --optics lock; add it")
    }
    guard optics != .own, !settings.usesReading else { return }
    throw ValidationError(
      plain
        ? "--plain turns off all corrections; remove it or --optics"
        : "--optics \(optics.text) has no effect: --ca, --hot-pixels, --capture-sharpen, --noise-reduction and --output-sharpen are off"
    )
  }

  /// Returns the flag's noise reduction, or the one that its alias `--denoise` names.
  ///
  /// - Throws: An error if both are set and differ.
  func noise(or word: Noise?) throws -> Noise? {
    if let noiseReduction, let word, noiseReduction != word {
      throw ValidationError(
        "--denoise \(word.text) contradicts --noise-reduction \(noiseReduction.text); remove one")
    }
    return noiseReduction ?? word
  }

  /// The flag that sets the noise reduction.
  private var noiseFlag: String { noiseReduction == nil ? "denoise" : "noise-reduction" }

  /// Returns the corrections that the flags set explicitly.
  ///
  /// - Parameter noise: The noise reduction, if it is set.
  func requested(noise: OpticsSettings.NoiseReduction?) -> Set<OpticsCorrection> {
    var requested: Set<OpticsCorrection> = []
    if ca != nil { requested.insert(.lateralColor) }
    if hotPixels != nil { requested.insert(.hotPixels) }
    if captureSharpen != nil { requested.insert(.captureSharpening) }
    if noise != nil { requested.insert(.noise) }
    return requested
  }

  /// Returns the settings, using the command's defaults for missing flags.
  ///
  /// - Parameters:
  ///   - standard: The command's defaults.
  ///   - noise: The noise reduction, if it is set.
  ///   - photo: The settings with the demosaic method.
  /// - Throws: An error if `--plain` is combined with a correction, or if the demosaic method does
  ///   not support a flag.
  func settings(
    _ standard: OpticsSettings, noise: OpticsSettings.NoiseReduction?, for photo: PhotoSettings
  ) throws -> OpticsSettings {
    if plain {
      let given = [
        lens.map { _ in "lens" }, ca.map { _ in "ca" }, hotPixels.map { _ in "hot-pixels" },
        captureSharpen.map { _ in "capture-sharpen" }, noise.map { _ in noiseFlag },
        outputSharpen.map { _ in "output-sharpen" },
      ].compactMap(\.self)
      if let flag = given.first {
        throw ValidationError("--plain turns off all corrections; remove it or --\(flag)")
      }
      var none = OpticsSettings.none
      if let rotationFit { none.rotationFit = rotationFit }
      return none
    }
    let demosaic = photo.loading.interpolation == nil ? photo.recipe.demosaic : nil
    if let ca, ca != .none,
      ![.auto, .rcd, .xtrans, .fine, .best].contains(demosaic)
    {
      throw ValidationError(
        "--ca \(ca.text): only --demosaic rcd, xtrans, fine and best correct lateral colour")
    }
    if hotPixels == .auto, demosaic == nil || demosaic == .half {
      throw ValidationError("--hot-pixels auto: --demosaic half and LibRaw's replace no hot pixels")
    }
    if demosaic == nil || demosaic == .half || demosaic == .cells {
      /// Returns whether noise reduction has no effect.
      func isLost(_ noise: OpticsSettings.NoiseReduction) -> Bool {
        switch noise {
        case .none: false
        case .best: true
        // Colour noise is not visible at half the sensor's size.
        case .light: demosaic == nil || photo.recipe.size == nil
        case .auto, .strength: demosaic == nil
        }
      }
      let given = [
        captureSharpen.flatMap { $0 == .none ? nil : "--capture-sharpen \($0.text)" },
        noise.flatMap { isLost($0) ? "--\(noiseFlag) \($0.text)" : nil },
      ].compactMap(\.self)
      if let flag = given.first {
        let methods =
          demosaic == .cells ? "--demosaic cells does" : "--demosaic half and LibRaw's do"
        throw ValidationError("\(flag): \(methods) not keep the pixels of the sensor")
      }
    }
    if lens == .lensfun, !LensDatabase.isLibraryThere {
      throw ValidationError(
        "--lens lensfun requires lensfun; install liblensfun1 and liblensfun-data-v1 (apt) or lensfun (brew)"
      )
    }
    var settings = standard
    if let lens { settings.lens = lens }
    if let rotationFit { settings.rotationFit = rotationFit }
    if let ca { settings.lateralColor = ca }
    if let hotPixels { settings.hotPixels = hotPixels }
    if let captureSharpen { settings.captureSharpening = captureSharpen }
    if let noise { settings.noise = noise }
    if let outputSharpen { settings.outputSharpening = outputSharpen }
    return settings
  }
}

/// The source of lens and sensor measurements.
enum OpticsChoice: Sendable, Hashable {
  /// Measure each photo.
  case own
  /// Measure the first photo of each camera, lens, focal length and ISO.
  case lock
  /// Load them from a file.
  case file(LockedOptics, name: String)

  /// Reads the value.
  ///
  /// - Throws: An error that describes the problem of a file.
  init(_ text: String) throws {
    switch text {
    case "own": self = .own
    case "lock": self = .lock
    default:
      let path = FilePath(reversible: text)
      guard text.contains(where: { $0 == "." || $0 == "/" }) || FileSystem.exists(path) else {
        throw ValidationError(
          "expected one of own, lock, or an optics file"
            + Suggestion.text(for: text, among: ["own", "lock"]))
      }
      do throws(OpticsFileError) {
        self = .file(try OpticsFile.read(path), name: text)
      } catch {
        throw ValidationError(error.description)
      }
    }
  }

  /// The typed text.
  var text: String {
    switch self {
    case .own: "own"
    case .lock: "lock"
    case .file(_, let name): name
    }
  }

  /// The measurements from a file, or `nil` for other sources.
  var readings: LockedOptics? {
    if case .file(let optics, _) = self { optics } else { nil }
  }
}

/// Reads the values of correction flags.
enum OpticsText {
  static func lateralColor(_ text: String) throws -> OpticsSettings.LateralColorChoice {
    guard let choice = OpticsSettings.LateralColorChoice(text) else {
      throw ValidationError("expected \(OpticsSettings.LateralColorChoice.acceptedForms)")
    }
    return choice
  }

  static func noise(_ text: String) throws -> OpticsSettings.NoiseReduction {
    try Choice.value(
      text,
      in: OpticsSettings.NoiseReduction.words.compactMap { word in
        OpticsSettings.NoiseReduction(word: word).map { (word, $0) }
      })
  }

  static func sharpening(_ text: String) throws -> OpticsSettings.Sharpening {
    guard let sharpening = OpticsSettings.Sharpening(text) else {
      let forms = OpticsSettings.Sharpening.acceptedForms
      throw ValidationError("'\(text)' is not an amount of sharpening; expected \(forms)")
    }
    return sharpening
  }
}
