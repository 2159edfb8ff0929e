public import Platform

/// Where a run's pictures go.
public enum Destination: Sendable, Hashable {
  /// In the folder of each photo.
  case besideInput
  /// One picture of that name.
  case file(String)
  /// In that folder, which is made where it does not exist.
  case folder(String)
  /// One picture, as bytes.
  case standardOutput

  /// What was typed behind `-o`; nil: nothing.
  public init(_ text: String?) throws(UsageError) {
    guard let text else {
      self = .besideInput
      return
    }
    guard !text.isEmpty else { throw UsageError("-o needs a name") }
    if text == "-" {
      self = .standardOutput
    } else if text.hasSuffix("/") || FileSystem.isFolder(text) {
      self = .folder(text)
    } else {
      let isTaken = FileSystem.exists(text)
      let suffix = Path.pathExtension(of: Path.name(of: text)).lowercased()
      if suffix == "png" {
        self = .file(text)
      } else if Self.pictureSuffixes.contains(suffix) {
        throw UsageError("-o \(text): Bromide writes PNG; name a .png file or a folder")
      } else if isTaken {
        throw UsageError("-o \(text) exists and is no folder; name a folder or a .png file")
      } else {
        self = .folder(text)
      }
    }
  }

  /// Suffixes under which somebody expects another kind of picture.
  private static let pictureSuffixes: Set<String> = [
    "jpg", "jpeg", "jpe", "jfif", "tif", "tiff", "webp", "avif", "heic", "heif", "jxl", "jp2",
    "j2k",
    "gif", "bmp", "tga", "ppm", "pgm", "pnm", "pam", "pfm", "exr", "hdr", "psd", "apng", "dng",
    "svg",
    "pdf",
  ]
}
