public import Color
public import Pixels

/// What a PNG file says before its pixels.
public struct PNGInfo: Sendable, Hashable {
  /// The picture's size in pixels.
  public var size: Size
  /// What the pixels become: grey or RGB, alpha where anything is transparent, at least 8 bits.
  public var format: PixelFormat
  /// Bits of a sample (or palette index) in the file: 1, 2, 4, 8 or 16.
  public var bitDepth: Int
  /// Whether the file stores indices into a palette.
  public var isPalette: Bool
  /// Whether rows come in Adam7's seven passes.
  public var isInterlaced: Bool
  /// Whether the file says sRGB.
  public var isSRGB = false
  /// gAMA, as an exponent (0.45455 for most).
  public var gamma: Double?
  /// cHRM: white, red, green, blue.
  public var chromaticities: [Chromaticity]?
  /// iCCP's profile.
  public var profile: [UInt8]?
  /// cICP's code points.
  public var cicp: CICP?
  /// eXIf's bytes, from its byte order mark on.
  public var exif: [UInt8]?
  /// pHYs, where its unit is the metre: width, height.
  public var pixelsPerMetre: Size?
  /// tEXt, zTXt and iTXt, in the file's order.
  public var texts: [PNGText] = []

  /// The text under a keyword.
  public func text(_ keyword: String) -> String? {
    texts.first { $0.keyword == keyword }?.text
  }
}
