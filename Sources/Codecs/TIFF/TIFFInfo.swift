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
  /// Creates pixels from the memory that they were decoded to, or returns `nil` if it is too small.
  ///
  /// - Parameter side: The rows and columns of a square that became one pixel.
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
