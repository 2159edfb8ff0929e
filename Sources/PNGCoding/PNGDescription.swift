public import Color
public import Pixels

/// The contents of a PNG besides its pixels.
public struct PNGDescription: Sendable, Hashable {
  /// The picture's size in pixels.
  public var size: Size
  /// Channels and bits of a pixel.
  public var format: PixelFormat
  /// The colour space of the samples; nil leaves the file untagged.
  public var space: RGBSpace?
  /// The eXIf chunk's bytes.
  public var exif: [UInt8]?
  /// Pixels a metre, for pHYs; the two differ for non-square pixels.
  public var pixelsPerMetre: (x: Int, y: Int)? {
    get { physical.map { ($0.width, $0.height) } }
    set { physical = newValue.map { Size(width: $0.x, height: $0.y) } }
  }
  private var physical: Size?
  /// Keywords and texts, written as tEXt if Latin-1 suffices, else as iTXt.
  public var texts: [PNGText] = []
  /// The keyword of a text behind the pixels, `crc64` and their CRC-64/XZ; nil for none. An animation has none.
  public var sumKeyword: String?

  /// - Parameter space: The colour space of the samples; nil leaves the file untagged.
  public init(size: Size, format: PixelFormat, space: RGBSpace?) {
    self.size = size
    self.format = format
    self.space = space
  }
}

/// A keyword and its text.
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

/// ISO 8859-1, as PNG's tEXt uses it.
enum PNGLatin1 {
  /// The bytes of a text of printable characters and line feeds; nil if Latin-1 lacks one of them.
  static func encode(_ text: String) -> [UInt8]? {
    var bytes: [UInt8] = []
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0x0A, 0x20...0x7E, 0xA1...0xFF: bytes.append(UInt8(scalar.value))
      default: return nil
      }
    }
    return bytes
  }

  static func decode(_ bytes: some Sequence<UInt8>) -> String {
    var text = String.UnicodeScalarView()
    for byte in bytes { text.append(Unicode.Scalar(byte)) }
    return String(text)
  }
}
