public import BromideValues

/// The user's settings for the samples of a clip without a header.
public struct PlaneSettings: Sendable, Hashable {
  /// The layout's name, such as `nv12`, or `nil` to use the file's name.
  public var layout: String?
  /// The frame size in pixels, or `nil` to use the file's name.
  public var size: Size?
  /// Bytes before the first frame.
  public var offset = 0
  /// Bytes from one row of luma to the next, or `nil` for rows without gaps.
  public var stride: Int?

  /// Creates empty settings.
  public init() {}

  /// Whether all settings are missing.
  public var isEmpty: Bool { self == PlaneSettings() }
}
