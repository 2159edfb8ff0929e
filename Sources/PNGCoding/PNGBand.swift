internal import Deflate
internal import Pixels
internal import Platform

/// An encoded band: finished pieces of the compressed stream, and the data needed to join them.
public struct PNGBand: Sendable {
  /// A stretch of the stream that becomes one chunk, with the CRC-32 of its bytes alone.
  struct Piece: Sendable, Hashable {
    var offset: Int
    var count: Int
    var crc: UInt32
  }

  /// Where it lies, or what it would have taken if memory ran out.
  let memory: Result<BandMemory, PixelShortage>
  let pieces: [Piece]
  /// Number of rows in the band.
  let rows: Int
  /// Adler-32 and length of the filtered bytes.
  let adler: UInt32
  let filteredCount: Int
  let isLast: Bool
  /// Of the rows themselves.
  let pixels: CRC64

  /// The CRC-32 of each piece: equal bands have equal checksums.
  package var checksum: [UInt32] { pieces.map(\.crc) }

  /// Bytes in the file, chunk headers included.
  public var byteCount: Int { pieces.reduce(0) { $0 + $1.count + 12 } }
}
