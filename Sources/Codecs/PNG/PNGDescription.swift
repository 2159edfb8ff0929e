public import BromideValues

/// The contents of a PNG except for its pixels.
public struct PNGDescription: Sendable, Hashable {
  /// The picture's size in pixels.
  public var size: Size
  /// The channels and bits of a pixel.
  public var format: PixelFormat
  /// The colour space of the samples, or `nil` for an untagged file.
  public var space: RGBSpace?
  /// The profile of the samples, which replaces `space`, or `nil` to use the space.
  public var profile: ICCProfile?
  /// The bytes of the eXIf chunk.
  public var exif: [UInt8]?
  /// Pixels per metre, for pHYs. The two numbers differ for non-square pixels.
  public var pixelsPerMetre: (x: Int, y: Int)? {
    get { physical.map { ($0.width, $0.height) } }
    set { physical = newValue.map { Size(width: $0.x, height: $0.y) } }
  }
  private var physical: Size?
  /// Keywords and texts, written as tEXt if Latin-1 contains all characters, otherwise as iTXt.
  public var texts: [PictureText] = []
  /// The keyword of a text after the pixels, or `nil` for no text. The text is `crc64` and the
  /// pixels' CRC-64/XZ. Animations do not support it.
  public var sumKeyword: String?

  /// - Parameter space: The colour space of the samples, or `nil` for an untagged file.
  public init(size: Size, format: PixelFormat, space: RGBSpace?) {
    self.size = size
    self.format = format
    self.space = space
  }
}

/// ISO 8859-1, as used by PNG's tEXt.
enum PNGLatin1 {
  /// Returns the bytes of a text with printable characters and line feeds, or `nil` if a character
  /// is not in Latin-1.
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
