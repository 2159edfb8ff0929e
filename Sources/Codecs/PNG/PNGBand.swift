internal import BromideSystem
internal import BromideValues

/// An encoded band: pieces of the compressed stream, and the data needed to join them.
public struct PNGBand: Sendable {
  /// A piece of the stream that becomes one chunk, with the CRC-32 of its bytes.
  struct Piece: Sendable, Hashable {
    var offset: Int
    var count: Int
    var crc: UInt32
  }

  /// The memory of the band, or the size that could not be allocated.
  let memory: Result<BandMemory, PixelShortage>
  let pieces: [Piece]
  /// The number of rows in the band.
  let rows: Int
  /// The Adler-32 and length of the filtered bytes.
  let adler: UInt32
  let filteredCount: Int
  let isLast: Bool
  /// The checksum of the unfiltered rows.
  let pixels: CRC64

  /// The CRC-32 of each piece. Equal bands have equal checksums.
  package var checksum: [UInt32] { pieces.map(\.crc) }

  /// The bytes in the file, including chunk headers.
  public var byteCount: Int { pieces.reduce(0) { $0 + $1.count + 12 } }
}
