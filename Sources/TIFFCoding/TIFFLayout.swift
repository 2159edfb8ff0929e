internal import Pixels

/// The strips of a picture, and whether their offsets fit 32 bits.
struct TIFFLayout: Sendable, Hashable {
  /// Rows of a strip; the last one may have fewer. 16 rows are enough for a Huffman code of their own
  /// (64 are not smaller), and few enough for several strips in every band.
  static let stripRows = 16

  let size: Size
  let rowBytes: Int

  init(_ size: Size, _ format: PixelFormat) {
    self.size = size
    rowBytes = size.width * format.bytesPerPixel
  }

  var stripCount: Int { (size.height + Self.stripRows - 1) / Self.stripRows }

  /// Rows of a strip.
  func rows(ofStrip strip: Int) -> Int {
    min(Self.stripRows, size.height - strip * Self.stripRows)
  }

  /// The bytes of the largest file: every strip stored in blocks of 65535 bytes, each with 5 of its own,
  /// between the 2 and 4 of zlib's frame, and an offset and a length for it. No part of a strip takes
  /// more than its own blocks, hence one for each row.
  func largestFile(describing bytes: Int) -> Int {
    let blocks = rowBytes / 0xFFFF + 1
    let strip = Self.stripRows * (rowBytes + 5 * blocks) + 6 + 16
    return stripCount * strip + bytes
  }
}
