internal import Platform
public import RawDecoding
public import SystemPackage

/// The reason why a photo could not be loaded.
public struct PhotoError: Error, Sendable, Hashable {
  /// The step that failed, with its cause.
  public enum Cause: Sendable, Hashable {
    /// The file could not be opened or identified.
    case opening(RawError)
    /// Its file was written to, or replaced, while it was read.
    case changed
    /// Its pixels could not be unpacked.
    case decoding(RawError)
    /// Its data are damaged, and the settings refuse damaged photos. One finding an element.
    case damaged([String])
    /// Its colours would be guessed, and the settings refuse that. The sentence says why.
    case guessedColors(String)
    /// It was to share the levels of a photo taken with another camera.
    case levels(LevelsOfAnotherCamera)
    /// It was to share what photos by another camera or lens tell of theirs.
    case optics(OpticsOfAnotherCamera)
  }

  /// The photo's path.
  public let path: FilePath
  /// The step that failed, with its cause.
  public let cause: Cause

  /// Creates an error about the photo at `path`.
  public init(path: FilePath, cause: Cause) {
    self.path = path
    self.cause = cause
  }

  /// The cause as a sentence without the file's name.
  public var reason: String {
    switch cause {
    case .opening(let error), .decoding(let error): error.reason
    case .changed: FileState.complaint
    case .damaged(let findings): Self.reason(forDamage: findings)
    case .guessedColors(let sentence): sentence
    case .levels(let error): error.description
    case .optics(let error): error.description
    }
  }

  /// A sentence for the damage found in a photo.
  static func reason(forDamage findings: [String]) -> String {
    "damaged: " + findings.joined(separator: "; ")
  }
}

extension PhotoError: CustomStringConvertible {
  /// The file's name and the reason.
  public var description: String { "\(path): \(reason)" }
}
