public import BromideCodecs
internal import BromideSystem
public import SystemPackage

/// The destination of a run's pictures.
public enum Destination: Sendable, Hashable {
  /// The folder of each photo.
  case nextToInput
  /// A file with this name, for one picture.
  case file(FilePath)
  /// A folder, which is created if missing.
  case folder(FilePath)
  /// Standard output, for one picture.
  case standardOutput

  /// Reads a destination from text.
  ///
  /// - Parameters:
  ///   - text: The text from `ArgumentText`, or `nil` for the folder of each photo.
  ///   - format: The requested format, or `nil`. With a format, an existing file can have any name,
  ///     because desktops create an empty file for a thumbnail.
  public init(_ text: String?, format: PictureFormat? = nil) throws(DestinationError) {
    guard let text else {
      self = .nextToInput
      return
    }
    guard !text.isEmpty else { throw .empty }
    let path = FilePath(reversible: text)
    // Check this only once, because another process can create the folder meanwhile.
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

  /// Returns whether the suffix belongs to a format that Bromide does not write.
  package static func namesAnotherFormat(_ path: FilePath) -> Bool {
    PictureFormat(suffixOf: path) == nil && pictureSuffixes.contains(path.lowercasedExtension)
  }

  /// Suffixes of other picture formats.
  private static let pictureSuffixes: Set<String> = [
    "jpe", "jfif", "heic", "heif", "jp2", "j2k", "gif", "bmp", "tga", "ppm", "pgm", "pnm", "pam",
    "pfm", "exr", "hdr", "psd", "apng", "dng",
    "svg",
    "pdf",
  ]
}

/// The reason for an invalid destination.
public enum DestinationError: Error, Sendable, Hashable {
  /// The text is empty.
  case empty
  /// The suffix belongs to a format that Bromide does not write.
  case otherFormat(FilePath)
  /// The file exists, but is not a folder or a picture file.
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
