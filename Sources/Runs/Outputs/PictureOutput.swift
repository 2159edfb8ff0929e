internal import BromideSystem
public import SystemPackage

/// The output of a picture.
public enum PictureOutput: Sendable, Hashable, Codable {
  /// A picture file with this path.
  case file(FilePath)
  /// Standard output, for one picture.
  case standardOutput

  /// The path, or `-`.
  public var path: FilePath {
    switch self {
    case .file(let path): path
    case .standardOutput: "-"
    }
  }

  /// The path to show to a person, or `-`.
  public var name: String { path.visible }
}

/// The policy for existing outputs.
public enum ExistingPolicy: String, Sendable, Hashable, Codable, CaseIterable {
  /// Replaces pictures of Bromide if their input or settings changed. Other files fail.
  case update
  /// The same as `update`, but reads the complete photo and picture.
  ///
  /// This replaces a picture if it is damaged or any byte of its photo has changed, but never
  /// another photo's picture. Frames and sheets are also read, but their photos are checked as for
  /// `update`.
  case verify
  /// Keeps the file and skips the photo.
  case skip
  /// Overwrites any file.
  case overwrite
  /// Keeps the file and fails the photo.
  case fail
}
