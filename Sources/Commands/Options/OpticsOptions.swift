internal import ArgumentParser
internal import Develop
internal import PhotoLoading
internal import Sampling

/// What is corrected of lens and sensor.
struct OpticsOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Distortion, shading and bad pixels that a DNG states of its lens and sensor: auto and embedded correct them, none leaves them (lens data of other sources are not read yet)",
      of: Choice.names(OpticsSettings.Lens.self), standard: "auto"),
    completion: .list(Choice.names(OpticsSettings.Lens.self)), transform: Choice.value)
  var lens: OpticsSettings.Lens?

  @Option(
    help: ArgumentHelp(
      "Red and cyan edges: auto measures how far the lens throws red and blue, none leaves them, R,B are magnifications against green (default: auto).",
      valueName: "auto|none|R,B"),
    completion: .list(["auto", "none"]), transform: OpticsText.lateralColor)
  var ca: OpticsSettings.LateralColorChoice?

  @Option(
    help: ArgumentHelp(
      "Hot and dead pixels: replace them, or leave them",
      of: Choice.names(OpticsSettings.HotPixels.self), standard: "auto"),
    completion: .list(Choice.names(OpticsSettings.HotPixels.self)), transform: Choice.value)
  var hotPixels: OpticsSettings.HotPixels?

  @Option(
    help: ArgumentHelp(
      "Sharpen by what lens and sensor blur: auto, none, or an amount 0…3; auto is 1.5 (default: auto).",
      valueName: "amount"),
    completion: .list(["auto", "none"]), transform: OpticsText.sharpening)
  var captureSharpen: OpticsSettings.CaptureSharpening?

  @Flag(
    help:
      "Leave out every correction of lens and sensor: --lens, --ca, --hot-pixels, --capture-sharpen, --denoise light."
  )
  var plain = false

  /// The corrections that these flags ask for by name.
  ///
  /// - Parameter noise: What `--denoise` asks for by a word.
  func asked(noise: OpticsSettings.NoiseReduction?) -> Set<OpticsCorrection> {
    var asked: Set<OpticsCorrection> = []
    if ca != nil { asked.insert(.lateralColor) }
    if hotPixels != nil { asked.insert(.hotPixels) }
    if captureSharpen != nil { asked.insert(.captureSharpening) }
    if noise != nil { asked.insert(.noise) }
    return asked
  }

  /// The settings in force: the command's own, as far as no flag decides.
  ///
  /// - Parameters:
  ///   - standard: What the command does on its own.
  ///   - noise: What `--denoise` asks for by a word.
  ///   - photo: How photos are demosaiced.
  /// - Throws: An error if `--plain` stands beside a correction, or a flag asks for what the method of demosaicing cannot
  ///   do.
  func settings(
    _ standard: OpticsSettings, noise: OpticsSettings.NoiseReduction?, for photo: PhotoSettings
  ) throws -> OpticsSettings {
    if plain {
      let given = [
        lens.map { _ in "lens" }, ca.map { _ in "ca" }, hotPixels.map { _ in "hot-pixels" },
        captureSharpen.map { _ in "capture-sharpen" }, noise.map { _ in "denoise" },
      ].compactMap(\.self)
      if let flag = given.first {
        throw ValidationError("--plain leaves out every correction; give it or --\(flag)")
      }
      return .none
    }
    let demosaic = photo.loading.interpolation == nil ? photo.recipe.demosaic : nil
    if let ca, ca != .none, demosaic != .rcd, demosaic != .auto {
      throw ValidationError("--ca \(ca.text): only --demosaic rcd corrects lateral colour")
    }
    if hotPixels == .auto, demosaic == nil || demosaic == .half {
      throw ValidationError(
        "--hot-pixels auto: --demosaic half and LibRaw's replace no hot pixels")
    }
    if demosaic == nil || demosaic == .half || demosaic == .cells {
      let given = [
        captureSharpen.flatMap { $0 == .none ? nil : "--capture-sharpen \($0.text)" },
        noise.flatMap { $0 == .none ? nil : "--denoise \($0.text)" },
      ].compactMap(\.self)
      if let flag = given.first {
        let methods =
          demosaic == .cells ? "--demosaic cells does" : "--demosaic half and LibRaw's do"
        throw ValidationError("\(flag): \(methods) not keep the sensor's own pixels")
      }
    }
    var settings = standard
    if let lens { settings.lens = lens }
    if let ca { settings.lateralColor = ca }
    if let hotPixels { settings.hotPixels = hotPixels }
    if let captureSharpen { settings.captureSharpening = captureSharpen }
    if let noise { settings.noise = noise }
    return settings
  }
}

/// Corrections as they are typed.
enum OpticsText {
  static func lateralColor(_ text: String) throws -> OpticsSettings.LateralColorChoice {
    guard let choice = OpticsSettings.LateralColorChoice(text) else {
      throw ValidationError("expected \(OpticsSettings.LateralColorChoice.acceptedForms)")
    }
    return choice
  }

  static func sharpening(_ text: String) throws -> OpticsSettings.CaptureSharpening {
    guard let sharpening = OpticsSettings.CaptureSharpening(text) else {
      throw ValidationError(
        "'\(text)' is no amount of sharpening; expected \(OpticsSettings.CaptureSharpening.acceptedForms)"
      )
    }
    return sharpening
  }
}
