public import Color
public import Pixels

/// The contents of a TIFF besides its pixels.
public struct TIFFDescription: Sendable, Hashable {
  /// The picture's size in pixels.
  public var size: Size
  /// Channels and form of a pixel.
  public var format: PixelFormat
  /// The coding of the strips; that of the encoder.
  public var compression: TIFFCompression
  /// The colour space of the samples, written as an ICC profile; nil leaves the file untagged.
  public var space: RGBSpace?
  /// An Exif block in the form of PNG's eXIf chunk, little-endian. Its image's entries join those of the
  /// picture; its Exif and GPS directories are written anew, as their offsets count from the file's
  /// start. Its rating is left to XMP.
  public var exif: [UInt8]?
  /// An XMP packet.
  public var xmp: [UInt8]?
  /// Where in the packet the sum of the pixels goes, in the place of an unknown `PixelSum`; nil for none.
  public var sumOffset: Int?
  /// The program that wrote the picture, unless the Exif block names one.
  public var software: String?
  /// Pixels an inch, both ways.
  public var pixelsPerInch = 300

  /// - Parameter space: The colour space of the samples; nil leaves the file untagged.
  public init(
    size: Size, format: PixelFormat, compression: TIFFCompression, space: RGBSpace?
  ) {
    self.size = size
    self.format = format
    self.compression = compression
    self.space = space
  }
}
