public import Pixels

/// The contents of a JPEG besides its pixels.
public struct JPEGDescription: Sendable, Hashable {
  /// The picture's size in pixels.
  public var size: Size
  /// Channels and bits of a pixel: grey or RGB of 8 bits.
  public var format: PixelFormat
  /// The ICC profile of the samples, for APP2; nil leaves the file untagged.
  public var profile: [UInt8]?
  /// The Exif block from its byte-order mark on, for APP1; without one the file is JFIF.
  public var exif: [UInt8]?
  /// Dots per inch, for JFIF; the Exif block states its own.
  public var dotsPerInch: Int?
  /// The XMP packet, for APP1.
  public var xmp: [UInt8]?
  /// Where in the packet the sum goes, in the place of an unknown `PixelSum`; nil for none. It covers all bytes from the
  /// first table to the file's end: what decides the pixels.
  public var sumOffset: Int?
  /// The JPEG of a gain map, which follows the picture; nil for none. `GainMapFile` makes it, and `xmp` has to speak of
  /// it.
  public var gainMap: GainMapFile?

  /// Nothing but size and pixels.
  public init(size: Size, format: PixelFormat) {
    self.size = size
    self.format = format
  }
}
