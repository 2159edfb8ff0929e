internal import CLibRaw
internal import Metadata

/// Sony's M and S sizes: tiles of luminance and chroma in place of a mosaic, which LibRaw opens from 0.22 on.
enum SonyPixels {
  /// Compression, PhotometricInterpretation, SamplesPerPixel and TileWidth.
  private static let tags: [UInt32] = [259, 262, 277, 322]

  /// Whether a directory of the file states such tiles. Its preview is stored in strips.
  static func areStated(in handle: LibRawHandle, _ fields: ExifFields) -> Bool {
    guard fields.text(0x10f, in: .main)?.lowercased() == "sony" else { return false }
    var directories: [UInt32: [UInt32: Int]] = [:]
    unsafe handle.forEachTag { tag, bytes in
      let (directory, number) = unsafe (tag.tag >> 16, tag.tag & 0xffff)
      guard directory >= 16, tags.contains(number), bytes.count >= 2 else { return }
      let size = min(bytes.count, unsafe tag.type == 4 ? 4 : 2)
      var value = 0
      for i in 0..<size {
        value = unsafe value << 8 | Int(bytes[tag.is_big_endian ? i : size - 1 - i])
      }
      directories[directory, default: [:]][number] = value
    }
    return directories.values.contains { facts in
      facts[259] == 6 && facts[262] == 6 && facts[277] == 3 && facts[322] != nil
    }
  }
}
