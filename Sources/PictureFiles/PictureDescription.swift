public import Color
public import Metadata
public import Pixels

/// The contents of a picture file besides its pixels, in whatever form its format has for them.
public struct PictureDescription: Sendable, Hashable {
  /// The picture's size in pixels.
  public var size: Size
  /// Channels and bits of a pixel.
  public var format: PixelFormat
  /// The colour space of the samples; nil leaves the file untagged.
  public var space: RGBSpace?
  /// What the photo says of itself, for the Exif block; nil for a picture without one.
  public var metadata: PhotoMetadata?
  /// Dots per inch of a print; nil leaves it open. Pixels are square.
  public var dotsPerInch: Int?
  /// Keywords and texts. The keywords are PNG's; a format without texts keeps those that Exif or XMP has a place for.
  public var texts: [PictureText] = []
  /// The text by which Bromide recognises a picture that it made.
  public var fingerprint: String?
  /// The light that displays with headroom may add; only a JPEG in a file holds one, and other formats leave it out.
  public var gainMap: GainMap?

  /// - Parameter space: The colour space of the samples; nil leaves the file untagged.
  public init(size: Size, format: PixelFormat, space: RGBSpace?) {
    self.size = size
    self.format = format
    self.space = space
  }
}

/// A keyword and its text.
public struct PictureText: Sendable, Hashable {
  /// The keyword of the program's name and version.
  public static let software = "Software"

  /// 1 to 79 printable Latin-1 characters.
  public var keyword: String
  /// Any text; lines end with a line feed.
  public var text: String

  /// - Parameter keyword: 1 to 79 printable Latin-1 characters.
  public init(keyword: String, text: String) {
    self.keyword = keyword
    self.text = text
  }
}
