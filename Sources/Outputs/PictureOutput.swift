internal import Platform
public import SystemPackage

/// Where a picture goes.
public enum PictureOutput: Sendable, Hashable, Codable {
  /// A picture file of that path.
  case file(FilePath)
  /// The bytes of one picture.
  case standardOutput

  /// The path, or `-`.
  public var path: FilePath {
    switch self {
    case .file(let path): path
    case .standardOutput: "-"
    }
  }

  /// The path for a person, or `-`.
  public var name: String { path.visible }
}

/// The treatment of an output that exists.
public enum ExistingPolicy: String, Sendable, Hashable, Codable, CaseIterable {
  /// A current picture stays, one that Bromide made from other input or settings is made again, and any other file fails.
  case update
  /// As `update`, but all of the photo and of the picture is read: a picture that is damaged, or whose photo differs anywhere, is
  /// made again. Frames and sheets are read too, their photos as for `update`.
  case verify
  /// The file stays; the photo is skipped.
  case skip
  /// The file is overwritten, whatever its origin.
  case overwrite
  /// The file stays; the photo fails.
  case fail
}
