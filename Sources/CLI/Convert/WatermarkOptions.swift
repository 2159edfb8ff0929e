internal import ArgumentParser
internal import BromideCodecs
internal import BromideDevelop
internal import BromidePhotos
internal import BromideRuns
internal import BromideSampling
internal import BromideSystem
internal import SystemPackage

/// The logo on pictures.
struct WatermarkOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Draw a logo on each picture: a PNG with its alpha",
      discussion: "The logo is inside --border, at a distance of 2% of the long edge.",
      valueName: "file"),
    completion: .file(extensions: ["png"]))
  var watermark: String?

  @Option(choice: "Place of --watermark", standard: "bottom-right")
  var watermarkAt: Watermark.Place?

  @Option(
    help: ArgumentHelp(
      "Long edge of --watermark in % of the picture's (default: 15%)", valueName: "size"),
    transform: Self.percent)
  var watermarkSize: Double?

  mutating func validate() throws {
    guard watermark == nil else { return }
    for (flag, isGiven) in [
      ("--watermark-at", watermarkAt != nil), ("--watermark-size", watermarkSize != nil),
    ] where isGiven {
      throw ValidationError("\(flag) needs --watermark; add --watermark FILE.png")
    }
  }

  /// Reads the logo and adds it to settings if it is requested.
  func apply(to settings: inout PictureSettings) throws(UsageError) {
    guard let watermark else { return }
    guard settings.encoding.headroom == nil else {
      throw UsageError("--watermark cannot be combined with --hdr; remove one")
    }
    guard settings.photo.recipe.outputProfile == nil else {
      throw UsageError("--watermark cannot be combined with an output profile; remove one")
    }
    let logo: Logo
    do throws(LogoError) {
      logo = try Logo(
        path: FilePath(reversible: watermark), context: settings.context)
    } catch {
      throw UsageError("--watermark: \(error.reason)")
    }
    var mark = Watermark(logo)
    if let watermarkAt { mark.place = watermarkAt }
    if let watermarkSize { mark.percent = watermarkSize }
    settings.watermark = mark
  }

  private static func percent(_ text: String) throws -> Double {
    if let percent = Watermark.percent(text) { return percent }
    throw ValidationError("expected 1% to 100%")
  }
}
