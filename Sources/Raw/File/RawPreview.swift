public import BromideValues
internal import CBromideLibRaw

/// The position of the preview that a camera stored with its raw data.
public struct RawPreview: Sendable, Hashable, Codable {
  /// The size in the header. For some makers, it is empty until the preview is read.
  public let size: Size
  /// Bytes from the start of the file.
  public let offset: Int
  /// The number of bytes in the file.
  public let byteCount: Int

  init?(_ preview: bromide_raw_preview) {
    guard unsafe preview.length > 0 else { return nil }
    size = unsafe Size(width: Int(preview.width), height: Int(preview.height))
    offset = unsafe Int(preview.offset)
    byteCount = unsafe preview.length
  }

  /// A preview's pixels.
  public enum Content: Sendable, Hashable, Codable {
    /// A complete JPEG file, without the raw's orientation.
    case jpeg([UInt8])
    /// Rows of red, green and blue bytes without gaps, before orientation.
    case rgb([UInt8], size: Size)

    init?(_ preview: bromide_raw_preview) {
      guard let start = unsafe preview.bytes else { return nil }
      let bytes = unsafe Array(UnsafeBufferPointer(start: start, count: preview.length))
      let size = unsafe Size(width: Int(preview.width), height: Int(preview.height))
      switch unsafe preview.format {
      case 1: self = .jpeg(bytes)
      case 2 where bytes.count >= size.area * 3: self = .rgb(bytes, size: size)
      default: return nil
      }
    }
  }
}
