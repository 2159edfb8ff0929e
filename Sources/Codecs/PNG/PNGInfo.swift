public import BromideValues

/// The contents of a PNG file before its pixels.
public struct PNGInfo: Sendable, Hashable, Codable {
  /// The picture's size in pixels.
  public var size: Size
  /// The format of the decoded pixels: grey or RGB, with alpha if any pixel is transparent, and at
  /// least 8 bits.
  public var format: PixelFormat
  /// The bits of a sample (or palette index) in the file: 1, 2, 4, 8 or 16.
  public var bitDepth: Int
  /// Whether the file stores indices into a palette.
  public var isPalette: Bool
  /// Whether the rows are stored in Adam7's seven passes.
  public var isInterlaced: Bool
  /// Whether the file has an sRGB chunk.
  public var isSRGB = false
  /// gAMA, as an exponent (usually 0.45455).
  public var gamma: Double?
  /// cHRM: white, red, green, blue.
  public var chromaticities: [Chromaticity]?
  /// The profile in iCCP.
  public var profile: [UInt8]?
  /// Whether iCCP is damaged, so that its profile is missing.
  public var hasBrokenProfile = false
  /// The code points in cICP.
  public var cicp: CICP?
  /// The Exif block, starting at its byte-order mark: eXIf, or else the text `Raw profile type
  /// exif`.
  public var exif: [UInt8]?
  /// pHYs, if its unit is the metre: horizontal and vertical.
  public var pixelsPerMetre: Size?
  /// tEXt, zTXt and iTXt, in the file's order.
  public var texts: [PictureText] = []

  /// Returns the text for a keyword.
  public func text(_ keyword: String) -> String? {
    texts.first { $0.keyword == keyword }?.text
  }
}
