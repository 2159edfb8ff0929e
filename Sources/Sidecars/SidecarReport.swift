internal import Platform
public import SystemPackage

/// What became of a photo's sidecar, for reports.
public struct SidecarReport: Sendable, Hashable, Codable {
  /// The sidecar's path; bytes that are not UTF-8 are escaped as `\xNN`.
  public let file: String
  /// Names of the properties that the picture follows: `crs:Exposure2012`.
  public var applied: [String] = []
  /// Names of those whose settings somebody stated otherwise; nil if there are none.
  public var overridden: [String]?
  /// Names of those that the picture does not follow, as nothing here does what they do.
  public var ignored: [String] = []
  /// Stars, 0 … 5, or −1 for rejected; nil if not stated.
  public var rating: Int?
  /// Why the sidecar is not used, as a sentence that says what was done instead; nil if it is.
  public var warning: String?
  /// Why the sidecar is not this photo's; nil if it is.
  public var reason: String?

  /// A report of a sidecar of which nothing is used yet.
  public init(file: FilePath) { self.file = file.data }
}
