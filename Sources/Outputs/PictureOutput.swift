internal import Platform
public import SystemPackage

/// Where a picture goes.
public enum PictureOutput: Sendable, Hashable, Codable {
  /// A PNG file of that path.
  case file(FilePath)
  /// The bytes of one PNG.
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

/// What happens where the output exists.
public enum ExistingPolicy: String, Sendable, Hashable, Codable, CaseIterable {
  /// What is current stays, what Bromide made from other input or settings is made again, the rest is not touched.
  case update
  /// It stays; the photo is skipped.
  case skip
  /// It is made again, whoever made it.
  case overwrite
  /// It stays; the photo fails.
  case fail
}
