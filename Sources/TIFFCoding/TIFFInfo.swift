public import Pixels

/// The contents of a TIFF besides its pixels.
public struct TIFFInfo: Sendable, Hashable, Codable {
  /// The picture's size in pixels, as stored.
  public var size: Size
  /// The format of the decoded pixels: grey or RGB, with alpha if the file states any.
  public var format: PixelFormat
  /// Bits of a sample in the file; the decoded pixels may have more.
  public var bitDepth: Int
  /// Position of the stored rows and columns in the upright picture.
  public var orientation: Int
  /// The code of the compression: 1 none, 5 LZW, 7 JPEG, 8 deflate.
  public var compression: Int
  /// Whether the pixels lie in tiles rather than strips.
  public var isTiled: Bool
  /// Whether offsets have 8 bytes.
  public var isBig: Bool
  /// The ICC profile.
  public var profile: [UInt8]?
  /// The XMP packet.
  public var xmp: [UInt8]?
}

/// The pixels of a TIFF.
public enum TIFFPixels: Sendable {
  /// Samples from 0 to 255.
  case eight(ImageBuffer<UInt8>)
  /// Samples from 0 to 65535.
  case sixteen(ImageBuffer<UInt16>)
  /// Floats, usually with white at 1.
  case float(ImageBuffer<Float>)
}

extension TIFFPixels {
  /// The pixels in memory that they were decoded to; nil if it does not hold them.
  ///
  /// - Parameter side: Rows and columns of a square that is one pixel.
  package init?(_ info: TIFFInfo, reducedBy side: Int = 1, in memory: PixelMemory) {
    func image<Sample>() -> ImageBuffer<Sample>? {
      ImageBuffer(
        size: BoxReduction.size(of: info.size, side: side), channels: info.format.channels,
        memory: memory)
    }
    let pixels: TIFFPixels? =
      switch info.format.sample {
      case .uint8: image().map { .eight($0) }
      case .uint16: image().map { .sixteen($0) }
      case .float32: image().map { .float($0) }
      }
    guard let pixels else { return nil }
    self = pixels
  }
}
