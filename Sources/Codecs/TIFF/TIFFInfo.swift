public import BromideValues

/// The contents of a TIFF except for its pixels.
public struct TIFFInfo: Sendable, Hashable, Codable {
  /// The stored size of the picture in pixels.
  public var size: Size
  /// The format of the decoded pixels: grey or RGB, with alpha if the file has alpha.
  public var format: PixelFormat
  /// The bits of a sample in the file. The decoded pixels can have more.
  public var bitDepth: Int
  /// The position of the stored rows and columns in the upright picture.
  public var orientation: Int
  /// The code of the compression: 1 none, 5 LZW, 7 JPEG, 8 deflate.
  public var compression: Int
  /// Whether the pixels are stored in tiles instead of strips.
  public var isTiled: Bool
  /// Whether offsets have 8 bytes.
  public var isBig: Bool
  /// The ICC profile.
  public var profile: [UInt8]?
  /// The XMP packet.
  public var xmp: [UInt8]?
}
