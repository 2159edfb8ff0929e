internal import ArgumentParser
internal import BromideCodecs
internal import BromideDevelop
internal import BromideRuns
internal import BromideSampling
internal import BromideValues
internal import SystemPackage

/// The value of `--space`.
enum OutputSpace: Sendable, Hashable {
  case named(RGBSpace)
  /// The file of an output profile.
  case profile(FilePath)

  /// Reads a name or the path of a profile.
  init(_ text: String) throws {
    if let space = RGBSpace.named(text) {
      self = .named(space)
    } else if OutputProfile.isPath(text) {
      self = .profile(FilePath(text))
    } else {
      self = .named(
        try Choice.value(text, in: RGBSpace.all.map { (name: $0.name, value: $0) }))
    }
  }
}

extension OutputOptions {
  /// Rejects pictures that cannot contain the codes of an output profile.
  func checkProfile(_ settings: PictureSettings) throws(UsageError) {
    let recipe = settings.photo.recipe
    guard let profile = recipe.outputProfile else { return }
    let space = "--space \(profile.path)"
    if hdr != nil {
      throw UsageError("\(space) ends at white, so it cannot be combined with --hdr; remove one")
    }
    if recipe.sample == .float32 {
      throw UsageError("\(space) has no effect on linear light; use --depth 8 or 16")
    }
    switch settings.encoding {
    case .jxl(let options) where !options.isLossless:
      throw UsageError(
        "\(space) requires --lossless in JPEG XL, because readers convert lossy pictures to sRGB")
    case .webp where profile.isGrey:
      throw UsageError("\(space) is grey, but a WebP has colour; write another format")
    case .avif where profile.isGrey && !recipe.filters.isStandard(.opacity):
      throw UsageError("\(space) is grey, but an AVIF with --opacity has colour; remove one")
    default: break
    }
  }
}
