internal import ArgumentParser
internal import BromideCodecs
internal import BromideRuns

/// The border around pictures.
struct BorderOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Border inside --size, such as 2% of the long edge or 20px",
      discussion: "Without --size, the border makes the picture larger.",
      valueName: "width"),
    transform: Self.width)
  var border: Border.Width?

  @Option(
    help: ArgumentHelp("sRGB colour of --border (default: #fff)", valueName: "color"),
    transform: Self.color)
  var borderColor: SIMD3<UInt8>?

  mutating func validate() throws {
    if borderColor != nil, border == nil {
      throw ValidationError("--border-color needs --border; add --border 2%")
    }
  }

  /// Adds the border to settings if it is requested.
  func apply(to settings: inout PictureSettings) throws(UsageError) {
    guard let border else { return }
    guard settings.encoding.headroom == nil else {
      throw UsageError("--border cannot be combined with --hdr; remove one")
    }
    settings.border = borderColor.map { Border(border, color: $0) } ?? Border(border)
  }

  private static func width(_ text: String) throws -> Border.Width {
    if let width = Border.Width(text) { return width }
    throw ValidationError("expected 0.1% to 25%, or 1px to 2000px")
  }

  private static func color(_ text: String) throws -> SIMD3<UInt8> {
    if let color = Border.color(text) { return color }
    throw ValidationError("expected an sRGB colour such as #fff or #1a2b3c")
  }
}
