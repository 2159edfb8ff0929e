internal import BromideSystem
internal import SystemPackage

/// The result of verifying a picture, or of finding a photo without a picture.
public struct VerifyOutcome: Sendable, Hashable, Codable {
  /// The state of a picture, in order of severity.
  public enum Status: String, Sendable, Hashable, Codable, Severity {
    /// The picture is intact. Its photo, if found, has not changed.
    case whole
    /// The picture seems intact, but contains no checksum.
    case unchecked
    /// The run ended before it read the picture.
    case interrupted = "not read"
    /// The picture was not written by Bromide.
    case foreign
    /// The photo has changed, or was missing or damaged when the picture was made.
    case stale
    /// A photo has no picture, or a picture in the report is missing.
    case missing
    /// The picture has changed since it was written.
    case damaged
    /// The file cannot be read.
    case failed

    /// Whether the user must act.
    public var isTrouble: Bool { self >= .foreign }
  }

  /// The picture's path, or `nil` for a photo without a picture. Bytes that are not UTF-8 are
  /// escaped as `\xNN`.
  public let picture: String?
  /// The bytes of an escaped picture path in base 16, or `nil` for other paths.
  public let picturePathBytes: String?
  /// The picture's photo, escaped like the picture, or `nil` if it is unknown.
  public let input: String?
  /// The bytes of an escaped photo path in base 16, or `nil` for other paths.
  public let inputPathBytes: String?
  /// The result.
  public var status: Status
  /// The reason, as a sentence without the file's name.
  public var reason: String?
  /// A fix that only the user can choose, or `nil`.
  public var remedy: Remedy?

  private enum CodingKeys: String, CodingKey {
    case picture, picturePathBytes, input, inputPathBytes, status, reason
  }

  /// The path to show to a person: the picture, or the photo if it has no picture.
  public var visibleName: String {
    ByteText.visible(Array((picture ?? input ?? "").utf8), escapesControls: true)
  }

  init(_ picture: FilePath?, input: FilePath?, _ status: Status, _ reason: String? = nil) {
    self.picture = picture?.data
    picturePathBytes = picture?.undecodableBytes
    self.input = input?.data
    inputPathBytes = input?.undecodableBytes
    self.status = status
    self.reason = reason
  }
}

extension VerifyOutcome: RunOutcome {}
