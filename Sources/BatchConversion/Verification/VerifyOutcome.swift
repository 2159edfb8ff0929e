public import Outputs
internal import Platform
internal import SystemPackage

/// What verifying one picture, or one photo without its picture, found.
public struct VerifyOutcome: Sendable, Hashable, Codable {
  /// The state of a picture, in order of severity.
  public enum Status: String, Sendable, Hashable, Codable, CaseIterable, Comparable {
    /// The picture is intact, and its photo has not changed where that could be compared.
    case whole
    /// Nothing is wrong, but the file states no sum of its pixels.
    case unchecked
    /// The run ended before it was read.
    case interrupted = "not read"
    /// Bromide did not write it.
    case foreign
    /// Its photo is another by now, or was missing or damaged when the picture was made.
    case stale
    /// A photo has no picture, or the report's picture is not there.
    case missing
    /// It is not as it was written.
    case damaged
    /// It cannot be read.
    case failed

    /// Whether `left` is less severe.
    public static func < (left: Status, right: Status) -> Bool { left.rank < right.rank }
    private var rank: Int { Self.allCases.firstIndex(of: self)! }

    /// Whether something has to be done about it.
    public var isTrouble: Bool { self >= .foreign }
  }

  /// The picture's path; bytes that are not UTF-8 are escaped as `\xNN`. Nil for a photo without a picture.
  public let picture: String?
  /// The bytes of such a path in base 16; nil for all others.
  public let picturePathBytes: String?
  /// The photo that the picture was made from, escaped as the picture; nil if it is not known.
  public let input: String?
  /// The bytes of such a photo's path in base 16; nil for all others.
  public let inputPathBytes: String?
  /// What was found.
  public var status: Status
  /// Why, as a sentence without the file's name.
  public var reason: String?
  /// None is known.
  public var remedy: Remedy?

  private enum CodingKeys: String, CodingKey {
    case picture, picturePathBytes, input, inputPathBytes, status, reason
  }

  /// The picture's path for a person, or the photo's where there is no picture.
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
