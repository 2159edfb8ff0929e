internal import CBromideCodecs

/// Options for writing a WebP.
public struct WebPOptions: Sendable, Hashable, Codable {
  /// The range of `quality`.
  public static let qualities = 1...100
  /// The most pixels on a side (RFC 9649).
  static let longestSide = 16383

  /// 1 to 100, on libwebp's scale, if it is lossy. 100 is still lossy.
  public var quality: Int
  /// Whether the samples are stored exactly.
  public var isLossless: Bool

  /// - Parameter quality: 1 to 100. A lossless picture ignores it.
  public init(quality: Int = 90, isLossless: Bool = false) {
    precondition(Self.qualities.contains(quality), "a quality from 1 to 100")
    self.quality = quality
    self.isLossless = isLossless
  }
}

/// The libwebp that encodes.
public enum WebPVersion {
  /// `libwebp 1.2.4`, or `nil` if it is not installed. This loads the library.
  public static var text: String? {
    let version = bromide_webp_version()
    guard version > 0 else { return nil }
    return "libwebp \(version >> 16).\(version >> 8 & 255).\(version & 255)"
  }
}
