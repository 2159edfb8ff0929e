internal import BromideSystem
internal import BromideValues
internal import CBromideCodecs
internal import CBromideSystem

/// Writes the bands of one picture as chunks: IDAT, or fdAT for later frames of an animation.
///
/// The bytes of a band are unchanged. This type adds the two bytes that start a zlib stream (RFC
/// 1950) before the first band, the checksum after the last band, and the framing of the chunks.
struct PixelChunks {
  private let height: Int
  private var rows = 0
  private var adler: UInt = 1
  /// The checksum of the unfiltered rows.
  private(set) var pixels = CRC64()
  /// Whether the last band has been written.
  private(set) var isComplete = false
  /// The sequence number of the next chunk in an animation, or `nil` for IDAT.
  private(set) var sequence: UInt32?

  /// - Parameters:
  ///   - height: The rows of the picture.
  ///   - sequence: The sequence number of the first chunk, or `nil` for IDAT.
  init(height: Int, sequence: UInt32? = nil) {
    self.height = height
    self.sequence = sequence
  }

  /// Writes the next band.
  mutating func append(_ band: PNGBand, to file: OutputFile) throws(PictureFileError) {
    let memory: BandMemory
    do throws(PixelShortage) { memory = try band.memory.get() } catch {
      throw .unsupported(reason: MemoryShortage.words(error.bytes))
    }
    precondition(!isComplete, "no band after the last")
    precondition(
      band.isLast == (rows + band.rows == height) && rows + band.rows <= height,
      "the last band ends the picture")
    let isFirst = rows == 0
    rows += band.rows
    adler = adler32_combine(adler, UInt(band.adler), band.filteredCount)
    pixels.add(band.pixels)
    isComplete = band.isLast
    for (index, piece) in band.pieces.enumerated() {
      try write(
        piece, of: memory, to: file, startsStream: isFirst && index == 0,
        endsStream: band.isLast && index == band.pieces.count - 1)
    }
  }

  /// Deflate with a window of 32 KiB and fast compression. 0x7801 is a multiple of 31.
  private static let streamStart: [UInt8] = [0x78, 0x01]

  /// Writes a chunk for a piece. Its CRC-32 is derived from the piece's CRC-32 without reading the
  /// bytes again.
  private mutating func write(
    _ piece: PNGBand.Piece, of memory: BandMemory, to file: OutputFile, startsStream: Bool,
    endsStream: Bool
  ) throws(PictureFileError) {
    let inner =
      (sequence.map(PNGChunk.bigEndian) ?? []) + (startsStream ? Self.streamStart : [])
    let trailer = endsStream ? PNGChunk.bigEndian(UInt32(adler)) : []
    let head = Array((sequence == nil ? "IDAT" : "fdAT").utf8) + inner
    sequence = sequence.map { $0 + 1 }
    let headCRC = unsafe bromide_crc32(0, head, head.count)
    let bodyCRC = UInt32(crc32_combine(UInt(headCRC), UInt(piece.crc), piece.count))
    let crc = unsafe bromide_crc32(bodyCRC, trailer, trailer.count)
    let before =
      PNGChunk.bigEndian(UInt32(inner.count + piece.count + trailer.count)) + head
    let after = trailer + PNGChunk.bigEndian(crc)
    var failure: SystemError?
    unsafe before.withUnsafeBytes { before in
      unsafe after.withUnsafeBytes { after in
        let body = unsafe UnsafeRawBufferPointer(
          rebasing: memory.memory.bytes[piece.offset..<piece.offset + piece.count])
        do throws(SystemError) {
          unsafe try file.write([before, body, after])
        } catch {
          failure = error
        }
      }
    }
    if let failure { try PictureFileError.calling { () throws(SystemError) in throw failure } }
  }
}
