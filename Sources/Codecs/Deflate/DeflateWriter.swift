internal import BromideKernels

/// Writes the blocks of a raw deflate stream (RFC 1951). The caller provides enough memory.
@safe
package struct DeflateWriter {
  /// The address after the last complete byte.
  @unsafe package private(set) var end: UnsafeMutablePointer<UInt8>
  private var bits = DeflateBits()

  /// - Parameter start: Memory for the stream and 8 more bytes.
  package init(at start: UnsafeMutablePointer<UInt8>) {
    unsafe end = start
  }

  /// Appends up to 32 bits. The first bit is the lowest.
  mutating func put(_ value: UInt64, _ count: UInt32) {
    bits.value |= value << UInt64(bits.count)
    bits.count += count
    while bits.count >= 8 {
      putByte(UInt8(truncatingIfNeeded: bits.value))
      bits.value >>= 8
      bits.count -= 8
    }
  }

  /// Writes a block of these sequences with these codes.
  @unsafe mutating func putBlock(
    _ sequences: UnsafeBufferPointer<DeflateSequence>, of data: UnsafePointer<UInt8>,
    codes: DeflateCodes, isFinal: Bool, kernel: DeflateKernel
  ) {
    put((isFinal ? 1 : 0) | 2 << 1, 3)
    codes.writeHeader(to: &self)
    let (table, endCode) = codes.table()
    unsafe end = kernel.emit(sequences, of: data, codes: table, bits: &bits, into: end)
    put(UInt64(endCode & 0xFF_FFFF), endCode >> 24)
  }

  /// Writes bytes without compression, in blocks of at most 65535.
  @unsafe package mutating func putStored(_ data: UnsafeBufferPointer<UInt8>, isFinal: Bool) {
    var offset = 0
    repeat {
      let count = min(data.count - offset, 0xFFFF)
      put(isFinal && offset + count == data.count ? 1 : 0, 3)
      align()
      put(UInt64(count) | UInt64(~count & 0xFFFF) << 16, 32)
      if count > 0 {
        unsafe end.update(from: data.baseAddress! + offset, count: count)
        unsafe end += count
      }
      offset += count
    } while offset < data.count
  }

  /// Ends a part of a stream that other parts continue. An empty stored block fills the last byte.
  package mutating func putFlush() {
    unsafe putStored(UnsafeBufferPointer(start: nil, count: 0), isFinal: false)
  }

  /// Fills the last byte with zeros.
  package mutating func align() {
    if bits.count > 0 { put(0, 8 - bits.count) }
  }

  private mutating func putByte(_ byte: UInt8) {
    unsafe end.pointee = byte
    unsafe end += 1
  }
}
