public import BromideValues

/// The pixels of a picture that was read: grey or RGB, with alpha or without.
public enum PicturePixels: Sendable {
  /// Samples from 0 to 255.
  case eight(ImageBuffer<UInt8>)
  /// Samples from 0 to 65535, or to the white of a Netpbm picture.
  case sixteen(ImageBuffer<UInt16>)
  /// Floats, usually with white at 1. A PNG has none.
  case float(ImageBuffer<Float>)

  /// Creates pixels from the memory that they were decoded to, or returns `nil` if it is too small.
  package init?(_ format: PixelFormat, _ size: Size, in memory: PixelMemory) {
    func image<Sample>() -> ImageBuffer<Sample>? {
      ImageBuffer(size: size, channels: format.channels, memory: memory)
    }
    let pixels: PicturePixels? =
      switch format.sample {
      case .uint8: image().map { .eight($0) }
      case .uint16: image().map { .sixteen($0) }
      case .float32: image().map { .float($0) }
      }
    guard let pixels else { return nil }
    self = pixels
  }
}
