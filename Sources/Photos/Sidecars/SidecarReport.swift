internal import BromideSystem
public import SystemPackage

/// The result of reading a photo's sidecar, for reports.
public struct SidecarReport: Sendable, Hashable, Codable {
  /// The sidecar's path. Bytes that are not UTF-8 are escaped as `\xNN`.
  public let file: String
  /// Names of the properties that the picture uses, such as `crs:Exposure2012`.
  public var applied: [String] = []
  /// Names of the properties in `applied` that Bromide replaces with other filters, or `nil` without
  /// any.
  public var approximated: [String]?
  /// Whether the settings are of Lightroom 3 or older, so that only white balance and crop are used,
  /// or `nil` for newer ones.
  public var isOld: Bool?
  /// Names of properties that flags or a recipe override, or `nil` without any.
  public var overridden: [String]?
  /// Names of properties that are not supported.
  public var ignored: [String] = []
  /// Names of the properties that go into the picture's metadata, or `nil` without any.
  public var metadata: [String]?
  /// The number of properties that are neither settings nor metadata, by the prefix of their names,
  /// or `nil` without any.
  public var dropped: [String: Int]?
  /// The rating from 0 to 5 stars, or −1 for rejected, or `nil` if it is not set.
  public var rating: Int?
  /// Warnings about edits by other programs, which are not supported, or `nil` without any.
  public var otherEdits: [Warning]?
  /// Whether only another program can read `file`, or `nil` if it is an XMP file.
  public var isForeign: Bool?
  /// The reason for ignoring the sidecar and the consequence, as a sentence, or `nil` if it is
  /// used.
  public var warning: String?
  /// The reason if the sidecar belongs to a different photo, or `nil`.
  public var reason: String?

  /// The unsupported properties that change the picture visibly: local edits and perspective.
  public var visible: [String] { ignored.filter { Self.group(of: $0) != nil } }

  /// Returns `local edits` or `perspective` for a property that belongs to them, otherwise `nil`.
  public static func group(of name: String) -> String? {
    let name = name.hasPrefix("crs:") ? name.dropFirst(4) : name[...]
    if localEdits.contains(String(name)) { return "local edits" }
    return perspective.contains { name.hasPrefix($0) } ? "perspective" : nil
  }

  private static let localEdits: Set<String> = [
    "MaskGroupBasedCorrections", "GradientBasedCorrections", "CircularGradientBasedCorrections",
    "PaintBasedCorrections", "RetouchAreas", "RetouchInfo", "RedEyeInfo", "PointColors", "LensBlur",
  ]
  private static let perspective = ["Perspective", "Upright", "LensManualDistortionAmount"]

  /// Creates a report for a sidecar before it is used.
  public init(file: FilePath) { self.file = file.data }
}
