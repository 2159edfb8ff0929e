internal import BromideValues

/// The strips of a picture, and whether their offsets fit in 32 bits.
struct TIFFLayout: Sendable, Hashable {
  /// The rows of a strip. The last strip can have fewer.
  ///
  /// 16 rows are enough for a separate Huffman code (64 rows do not give smaller files), and few
  /// enough for several strips in every band.
  static let stripRows = 16

  let size: Size
  let rowBytes: Int

  init(_ size: Size, _ format: PixelFormat) {
    self.size = size
    rowBytes = size.width * format.bytesPerPixel
  }

  var stripCount: Int { (size.height + Self.stripRows - 1) / Self.stripRows }

  /// Returns the bytes of the largest file.
  ///
  /// Every strip is then stored in blocks of 65535 bytes, with 5 bytes per block, 2 and 4 bytes for
  /// zlib's frame, and an offset and a length. A part of a strip takes at most the blocks of its
  /// rows, so blocks are counted per row.
  func largestFile(describing bytes: Int) -> Int {
    let blocks = rowBytes / 0xFFFF + 1
    let strip = Self.stripRows * (rowBytes + 5 * blocks) + 6 + 16
    return stripCount * strip + bytes
  }
}
