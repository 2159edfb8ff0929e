public import BromideValues

/// The contents of a picture file except for its pixels. Each format stores them in a different
/// form.
public struct PictureDescription: Sendable, Hashable {
  /// The picture's size in pixels.
  public var size: Size
  /// The channels and bits of a pixel.
  public var format: PixelFormat
  /// The colour space of the samples, or `nil` for an untagged file.
  public var space: RGBSpace?
  /// The profile of the samples, which replaces `space`, or `nil` to use the space.
  public var profile: ICCProfile?
  /// The photo's metadata for the Exif block, or `nil` for a picture without it.
  public var metadata: PhotoMetadata?
  /// Properties for the XMP packet, or `nil` without any.
  public var properties: XMPProperties?
  /// Dots per inch of a print, or `nil` if unspecified. Pixels are square.
  public var dotsPerInch: Int?
  /// Keywords and texts. The keywords are from PNG. A format without texts stores those with a tag
  /// in Exif or XMP.
  public var texts: [PictureText] = []
  /// The text with which Bromide recognises its pictures.
  public var fingerprint: String?
  /// The light that displays with headroom can add. Only JPEG files support it. Other formats omit
  /// it.
  public var gainMap: GainMap?
  /// The luminance of the brightest light in cd/m², for a space with a curve of BT.2100. Only JPEG
  /// XL and AVIF use it.
  public var peak: Double?

  /// Whether the samples are sRGB, for Exif.
  var isSRGB: Bool { space == .srgb && profile == nil }

  /// - Parameter space: The colour space of the samples, or `nil` for an untagged file.
  public init(size: Size, format: PixelFormat, space: RGBSpace?) {
    self.size = size
    self.format = format
    self.space = space
  }
}

/// A keyword and its text.
public struct PictureText: Sendable, Hashable, Codable {
  /// The keyword of the program's name and version.
  public static let software = "Software"

  /// 1 to 79 printable Latin-1 characters.
  public var keyword: String
  /// Any text. Lines end with a line feed.
  public var text: String

  /// - Parameter keyword: 1 to 79 printable Latin-1 characters.
  public init(keyword: String, text: String) {
    self.keyword = keyword
    self.text = text
  }
}
