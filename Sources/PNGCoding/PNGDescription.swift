public import Color
public import Pixels

/// What a PNG says besides its pixels.
public struct PNGDescription: Sendable, Hashable {
  /// The picture's size in pixels.
  public var size: Size
  /// Channels and bits of a pixel.
  public var format: PixelFormat
  /// What the samples mean; nil leaves the file untagged.
  public var space: RGBSpace?
  /// The eXIf chunk's bytes.
  public var exif: [UInt8]?
  /// Pixels a metre, for pHYs; non-square pixels differ.
  public var pixelsPerMetre: (x: Int, y: Int)? {
    get { physical.map { ($0.width, $0.height) } }
    set { physical = newValue.map { Size(width: $0.x, height: $0.y) } }
  }
  private var physical: Size?
  /// Keyword and text, Latin-1 as tEXt, else as iTXt.
  public var texts: [PNGText] = []

  /// - Parameter space: What the samples mean; nil leaves the file untagged.
  public init(size: Size, format: PixelFormat, space: RGBSpace?) {
    self.size = size
    self.format = format
    self.space = space
  }
}

/// A keyword and what is said under it.
public struct PNGText: Sendable, Hashable, Codable {
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
