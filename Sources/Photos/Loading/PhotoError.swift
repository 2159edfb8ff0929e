public import BromideRaw
internal import BromideSystem
public import SystemPackage

/// The reason for a photo's loading error.
public struct PhotoError: Error, Sendable, Hashable {
  /// The step that failed, with its cause.
  public enum Cause: Sendable, Hashable {
    /// The file could not be opened or identified.
    case opening(RawError)
    /// The file was changed or replaced while it was read.
    case changed
    /// The pixels could not be unpacked.
    case decoding(RawError)
    /// The data is damaged, and the settings reject damaged photos. There is one finding per
    /// element.
    case damaged([String])
    /// The colours would be guessed, and the settings reject this. The sentence contains the
    /// reason.
    case guessedColors(String)
    /// The locked levels belong to a different camera.
    case levels(LevelsOfAnotherCamera)
    /// The locked measurements belong to a different camera or lens.
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

  /// Returns a sentence for the damage in a photo.
  static func reason(forDamage findings: [String]) -> String {
    "damaged: " + findings.joined(separator: "; ")
  }
}

extension PhotoError: CustomStringConvertible {
  /// The file's name and the reason.
  public var description: String { "\(path): \(reason)" }
}
