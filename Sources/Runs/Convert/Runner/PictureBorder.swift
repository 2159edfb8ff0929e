internal import BromideValues

/// The border of one picture, drawn around its developed rows.
struct PictureBorder: Sendable {
  /// The pixels on each side.
  let width: Int
  /// The bytes of a pixel.
  let pixel: [UInt8]

  /// The size of a picture with this border.
  func size(around picture: Size) -> Size { picture.surrounded(by: width) }

  /// Fills complete pixels with the colour.
  @unsafe func fill(_ bytes: Slice<UnsafeMutableRawBufferPointer>) {
    guard unsafe !bytes.isEmpty else { return }
    let bytes = unsafe UnsafeMutableRawBufferPointer(rebasing: bytes)
    unsafe bytes.copyBytes(from: pixel)
    var filled = pixel.count
    while filled < bytes.count {
      let count = min(filled, bytes.count - filled)
      unsafe (bytes.baseAddress! + filled).copyMemory(from: bytes.baseAddress!, byteCount: count)
      filled += count
    }
  }

  /// Moves developed rows inside the border, and draws the border around them.
  ///
  /// Each row moves towards the start and ends before the next row that has not moved yet. So the
  /// rows move in order without another buffer.
  ///
  /// - Parameters:
  ///   - bytes: The rows of the picture with the border. The developed rows are at its end, without
  ///     gaps.
  ///   - above: The rows of the border above the developed rows.
  ///   - count: The number of developed rows.
  ///   - rowBytes: The bytes of a row with the border.
  @unsafe func surround(
    _ bytes: UnsafeMutableRawBufferPointer, above: Int, count: Int, rowBytes: Int
  ) {
    let side = width * pixel.count
    let innerBytes = rowBytes - 2 * side
    unsafe fill(bytes[..<(above * rowBytes)])
    for row in 0..<count {
      let start = (above + row) * rowBytes
      let source = bytes.count - (count - row) * innerBytes
      unsafe (bytes.baseAddress! + start + side).copyMemory(
        from: bytes.baseAddress! + source, byteCount: innerBytes)
      unsafe fill(bytes[start..<start + side])
      unsafe fill(bytes[start + side + innerBytes..<start + rowBytes])
    }
    unsafe fill(bytes[((above + count) * rowBytes)...])
  }
}
