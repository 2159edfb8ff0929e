public import Platform
public import SystemPackage

/// Where a run's pictures go.
public enum Destination: Sendable, Hashable {
  /// In the folder of each photo.
  case besideInput
  /// One picture of that name.
  case file(FilePath)
  /// In that folder, which is made where it does not exist.
  case folder(FilePath)
  /// One picture, as bytes.
  case standardOutput

  /// Reads what was typed behind `-o`; nil if nothing was.
  ///
  /// - Parameter text: As `ArgumentText` hands it out.
  public init(_ text: String?) throws(UsageError) {
    guard let text else {
      self = .besideInput
      return
    }
    guard !text.isEmpty else { throw UsageError("-o needs a name") }
    let path = FilePath(reversible: text)
    if text == "-" {
      self = .standardOutput
    } else if text.hasSuffix("/") || FileSystem.isFolder(path) {
      self = .folder(path)
    } else {
      let isTaken = FileSystem.exists(path)
      let suffix = path.lowercasedExtension
      if suffix == "png" {
        self = .file(path)
      } else if Self.pictureSuffixes.contains(suffix) {
        throw UsageError("-o \(path): Bromide writes PNG; name a .png file or a folder")
      } else if isTaken {
        throw UsageError("-o \(path) exists and is no folder; name a folder or a .png file")
      } else {
        self = .folder(path)
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
