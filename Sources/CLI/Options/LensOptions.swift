internal import ArgumentParser
internal import BromidePhotos
internal import BromideSampling

/// The lens of photos that do not record it, and the source of other names.
struct LensOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Name of the lens, as in lensfun (default: from the photo)",
      discussion: "For manual lenses, also set --focal-length and --aperture.", valueName: "name"))
  var lensName: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Focal length in mm, for lenses that do not record it", valueName: "mm"),
    transform: NumberValue.decimal(1...10_000, note: " mm"))
  var focalLength: Double?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("f-number, for lenses that do not record it", valueName: "n"),
    transform: NumberValue.decimal(0.5...100, note: ", such as 2.8"))
  var aperture: Double?

  @OptionGroup var names: LensNamesOptions

  mutating func validate() throws {
    if lensName != nil, names.lensNames == .tool {
      throw ValidationError("--lens-names tool has no effect with --lens-name; remove one")
    }
    if let lensName, lensName.isEmpty || lensName.utf8.count > Self.longestName {
      throw ValidationError("--lens-name needs 1 to \(Self.longestName) bytes")
    }
  }

  /// Names of the options that were set.
  var flags: Set<String> {
    let given = [
      ("lens-name", lensName != nil), ("focal-length", focalLength != nil),
      ("aperture", aperture != nil), ("lens-names", names.lensNames != nil),
    ]
    return Set(given.filter(\.1).map(\.0))
  }

  /// Applies the options that were set.
  func apply(to settings: inout PhotoSettings) {
    settings.loading.lensNames = names.source
    guard lensName != nil || focalLength != nil || aperture != nil else { return }
    var naming = settings.loading.lens ?? LensNaming()
    naming.name = lensName ?? naming.name
    naming.focalLength = focalLength ?? naming.focalLength
    naming.aperture = aperture ?? naming.aperture
    settings.loading.lens = naming
  }

  private static let longestName = 256
}
