public import BromideValues

/// The contents of a JPEG except for its pixels.
public struct JPEGDescription: Sendable, Hashable {
  /// The picture's size in pixels.
  public var size: Size
  /// The channels and bits of a pixel: grey or RGB of 8 bits.
  public var format: PixelFormat
  /// The ICC profile of the samples for APP2, or `nil` for an untagged file.
  public var profile: [UInt8]?
  /// The Exif block for APP1, starting at its byte-order mark. Without it, the file is JFIF.
  public var exif: [UInt8]?
  /// Dots per inch for JFIF. The Exif block contains this number itself.
  public var dotsPerInch: Int?
  /// The XMP packet for APP1.
  public var xmp: [UInt8]?
  /// The position of the unknown `PixelSum` in the packet, which the checksum replaces, or `nil`
  /// for no checksum. It covers all bytes from the first table to the file's end, which determine
  /// the pixels.
  public var sumOffset: Int?
  /// The JPEG of a gain map after the picture, or `nil`. `GainMapSegments` creates it. The `xmp`
  /// must describe it.
  public var gainMap: [UInt8]?

  /// Creates a description with only size and pixel format.
  public init(size: Size, format: PixelFormat) {
    self.size = size
    self.format = format
  }
}
