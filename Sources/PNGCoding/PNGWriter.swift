internal import CISAL
internal import CZlib
internal import Pixels

/// Writes a PNG from bands handed over in order. Nothing is visible under the final name before `finish`.
///
/// The bytes of a band go to the file as they are; the writer adds the two bytes that start a zlib stream
/// (RFC 1950) to the first chunk, the checksum that ends it to the last, and what chunks need around them.
public final class PNGWriter {
  private let file: OutputFile
  private let size: Size
  private var rows = 0
  private var adler: UInt = 1
  private var isComplete = false

  /// Opens a temporary file beside `path` and writes everything up to the pixels.
  ///
  /// - Throws: `PNGError.unsupported` for what a PNG cannot be or say, `.io` where the file cannot be written.
  public init(path: String, description: PNGDescription) throws(PNGError) {
    let header = try PNGHeader.bytes(description)
    size = description.size
    file = try OutputFile(replacing: path)
    try file.write(header)
  }

  /// Writes everything up to the pixels to an open descriptor, which stays open.
  ///
  /// - Parameter name: What messages call it.
  public init(descriptor: Int32, name: String, description: PNGDescription) throws(PNGError) {
    let header = try PNGHeader.bytes(description)
    size = description.size
    file = OutputFile(descriptor: descriptor, name: name)
    try file.write(header)
  }

  /// Writes the next band.
  public func append(_ band: PNGBand) throws(PNGError) {
    precondition(!isComplete, "no band after the last")
    precondition(
      band.isLast == (rows + band.rows == size.height) && rows + band.rows <= size.height,
      "the last band ends the picture")
    let isFirst = rows == 0
    rows += band.rows
    adler = adler32_combine(adler, UInt(band.adler), band.filteredCount)
    isComplete = band.isLast
    for (index, piece) in band.pieces.enumerated() {
      try writeChunk(
        piece, of: band, startsStream: isFirst && index == 0,
        endsStream: band.isLast && index == band.pieces.count - 1)
    }
  }

  /// Ends the file and gives it its name. Returns its size in bytes.
  @discardableResult
  public func finish() throws(PNGError) -> Int {
    precondition(isComplete, "a PNG has all its rows")
    try file.write(Self.end)
    try file.commit()
    return file.byteCount
  }

  /// Removes what was written. Also done when a writer that was not finished goes away.
  public func cancel() {
    file.discard()
  }

  /// Removes the temporary files of all writers, before the process ends early.
  public static func removeAllTemporaries() {
    Temporaries.removeAll()
  }

  /// Deflate with a window of 32 KiB, compressed fast: 0x7801 is a multiple of 31.
  private static let streamStart: [UInt8] = [0x78, 0x01]
  private static let end: [UInt8] = [0, 0, 0, 0] + Array("IEND".utf8) + [0xAE, 0x42, 0x60, 0x82]

  /// An IDAT chunk around a piece. Its CRC-32 comes from the piece's without reading it again.
  private func writeChunk(
    _ piece: PNGBand.Piece, of band: PNGBand, startsStream: Bool, endsStream: Bool
  ) throws(PNGError) {
    let inner = startsStream ? Self.streamStart : []
    let trailer = endsStream ? bigEndian(UInt32(adler)) : []
    let head = Array("IDAT".utf8) + inner
    let headCRC = unsafe crc32_gzip_refl(0, head, UInt64(head.count))
    let bodyCRC = UInt32(crc32_combine(UInt(headCRC), UInt(piece.crc), piece.count))
    let crc = unsafe crc32_gzip_refl(bodyCRC, trailer, UInt64(trailer.count))
    let before = bigEndian(UInt32(inner.count + piece.count + trailer.count)) + head
    let after = trailer + bigEndian(crc)
    var failure: PNGError?
    unsafe before.withUnsafeBytes { before in
      unsafe after.withUnsafeBytes { after in
        let body = unsafe UnsafeRawBufferPointer(
          rebasing: band.memory.memory.bytes[piece.offset..<piece.offset + piece.count])
        do throws(PNGError) {
          unsafe try file.write([before, body, after])
        } catch {
          failure = error
        }
      }
    }
    if let failure { throw failure }
  }

  private func bigEndian(_ value: UInt32) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) }
  }
}
