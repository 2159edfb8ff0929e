public import PictureFiles
internal import Platform
public import SystemPackage

/// The place where a run's pictures go.
public enum Destination: Sendable, Hashable {
  /// In the folder of each photo.
  case besideInput
  /// One picture, in a file of this name.
  case file(FilePath)
  /// In a folder, which is created if missing.
  case folder(FilePath)
  /// One picture, as bytes.
  case standardOutput

  /// Reads a destination from text: `-` is standard output, a name with a suffix of a
  /// `PictureFormat` a file, another name a folder.
  ///
  /// - Parameters:
  ///   - text: The text as `ArgumentText` hands it out; nil for the folder of each photo.
  ///   - format: The format that was asked for, or nil. With it, a file that exists can have any name: desktops create an empty one
  ///     for a thumbnail.
  public init(_ text: String?, format: PictureFormat? = nil) throws(DestinationError) {
    guard let text else {
      self = .besideInput
      return
    }
    guard !text.isEmpty else { throw .empty }
    let path = FilePath(reversible: text)
    // Asked once: another process may be making the folder.
    let kind = (try? FileSystem.status(path))?.kind
    if text == "-" {
      self = .standardOutput
    } else if text.hasSuffix("/") || kind == .folder {
      self = .folder(path)
    } else {
      if PictureFormat(suffixOf: path) != nil || format != nil && kind == .file {
        self = .file(path)
      } else if Self.namesAnotherFormat(path) {
        throw .otherFormat(path)
      } else if kind != nil {
        throw .notAFolder(path)
      } else {
        self = .folder(path)
      }
    }
  }

  /// Whether the name promises a format that Bromide does not write.
  package static func namesAnotherFormat(_ path: FilePath) -> Bool {
    PictureFormat(suffixOf: path) == nil && pictureSuffixes.contains(path.lowercasedExtension)
  }

  /// Suffixes that promise another kind of picture.
  private static let pictureSuffixes: Set<String> = [
    "jpe", "jfif", "webp", "avif", "heic", "heif", "jxl", "jp2",
    "j2k",
    "gif", "bmp", "tga", "ppm", "pgm", "pnm", "pam", "pfm", "exr", "hdr", "psd", "apng", "dng",
    "svg",
    "pdf",
  ]
}

/// The reason why a destination is refused.
public enum DestinationError: Error, Sendable, Hashable {
  /// The text is empty.
  case empty
  /// The name promises a format that Bromide does not write.
  case otherFormat(FilePath)
  /// A file of that name exists, and is neither a folder nor a picture file.
  case notAFolder(FilePath)
}

extension DestinationError: CustomStringConvertible {
  /// A sentence about the error, without a full stop.
  public var description: String {
    switch self {
    case .empty: "the output needs a name"
    case .otherFormat(let path):
      "\(path): Bromide writes \(PictureFormat.names); name a \(PictureFormat.files) or a folder"
    case .notAFolder(let path):
      "\(path) exists and is not a folder; use a folder or a \(PictureFormat.files)"
    }
  }
}
