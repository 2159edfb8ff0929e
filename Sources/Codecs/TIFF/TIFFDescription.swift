public import BromideValues

/// The contents of a TIFF except for its pixels.
public struct TIFFDescription: Sendable, Hashable {
  /// The picture's size in pixels.
  public var size: Size
  /// The channels and sample type of a pixel.
  public var format: PixelFormat
  /// The compression of the strips. It must equal the encoder's compression.
  public var compression: TIFFCompression
  /// The colour space of the samples, written as an ICC profile, or `nil` for an untagged file.
  public var space: RGBSpace?
  /// The profile of the samples, which replaces `space`, or `nil` to use the space.
  public var profile: ICCProfile?
  /// An Exif block in the form of PNG's eXIf chunk, little-endian.
  ///
  /// The entries of its image are added to the picture's entries. Its Exif and GPS directories are
  /// written with new offsets, because offsets count from the file's start. The rating is only
  /// written to XMP.
  public var exif: [UInt8]?
  /// An XMP packet.
  public var xmp: [UInt8]?
  /// The position of the unknown `PixelSum` in the packet, which the checksum of the pixels
  /// replaces, or `nil` for no checksum.
  public var sumOffset: Int?
  /// The program that wrote the picture, if the Exif block does not contain it.
  public var software: String?
  /// Pixels per inch in both directions.
  public var pixelsPerInch = 300

  /// - Parameter space: The colour space of the samples, or `nil` for an untagged file.
  public init(
    size: Size, format: PixelFormat, compression: TIFFCompression, space: RGBSpace?
  ) {
    self.size = size
    self.format = format
    self.compression = compression
    self.space = space
  }
}
