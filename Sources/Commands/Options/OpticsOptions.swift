internal import ArgumentParser
internal import Develop

/// What is corrected of lens and sensor.
struct OpticsOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Sharpen by what lens and sensor blur: auto, none, or an amount 0…3; auto is 1.5 (default: auto).",
      valueName: "amount"),
    completion: .list(["auto", "none"]), transform: OpticsText.sharpening)
  var captureSharpen: OpticsSettings.CaptureSharpening?

  @Flag(
    help:
      "Leave out every correction of lens and sensor: no --denoise light, no --capture-sharpen.")
  var plain = false

  /// The settings in force: the command's own, as far as no flag decides.
  ///
  /// - Parameters:
  ///   - standard: What the command does on its own.
  ///   - noise: What `--denoise` asks for by a word.
  /// - Throws: An error if `--plain` stands beside a correction.
  func settings(
    _ standard: OpticsSettings, noise: OpticsSettings.NoiseReduction?
  ) throws -> OpticsSettings {
    guard plain else {
      var settings = standard
      if let captureSharpen { settings.captureSharpening = captureSharpen }
      if let noise { settings.noise = noise }
      return settings
    }
    for (flag, isGiven) in [("capture-sharpen", captureSharpen != nil), ("denoise", noise != nil)]
    where isGiven {
      throw ValidationError("--plain leaves out every correction; give it or --\(flag)")
    }
    return .none
  }
}

/// Corrections as they are typed.
enum OpticsText {
  static func sharpening(_ text: String) throws -> OpticsSettings.CaptureSharpening {
    guard let sharpening = OpticsSettings.CaptureSharpening(text) else {
      throw ValidationError(
        "'\(text)' is no amount of sharpening; expected \(OpticsSettings.CaptureSharpening.acceptedForms)"
      )
    }
    return sharpening
  }
}
