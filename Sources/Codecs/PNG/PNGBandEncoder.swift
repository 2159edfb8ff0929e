public import BromideKernels
internal import BromideSystem
public import BromideValues
internal import CBromideSystem

/// Filters and deflates bands of rows independently, on any thread.
///
/// Bands joined in order form one PNG. Their bytes depend only on the rows and the compression, not
/// on threads, the instruction set or the processor. A band does not refer to rows outside it. Its
/// first row is filtered with `none` or `sub`, and its part of the deflate stream ends on a byte
/// boundary. So the next band can be encoded without it. Compared with a single stream, this costs
/// 0.1 % at 64 rows.
public struct PNGBandEncoder: Sendable {
  /// The bytes of the widest row: 64 MiB. The 8 rows that are encoded together then stay within the
  /// range of the matcher's positions.
  public static let largestRow = 64 << 20

  /// The picture's size in pixels.
  public let size: Size
  /// The channels and bits of a pixel. 16-bit samples are in the machine's byte order.
  public let format: PixelFormat
  /// The effort of the compression.
  public let compression: CodingEffort

  let effort: PNGEffort
  let filter: PNGFilterKernel
  let deflate: DeflateEncoder
  private let instructionSet: InstructionSet
  private let pool = BandPool()
  private let partBytes: Int
  private let pieceBytes: Int

  /// - Parameter size: The picture's size. It must not be empty, and a row has at most `largestRow`
  ///   bytes.
  public init(
    size: Size, format: PixelFormat, compression: CodingEffort,
    instructionSet: InstructionSet = .best
  ) {
    // PNG's limit for a chunk is 2^31 − 1.
    self.init(
      size: size, format: format, compression: compression, instructionSet: instructionSet,
      partBytes: 256 << 10, pieceBytes: 1 << 30)
  }

  /// - Parameters:
  ///   - partBytes: The approximate number of filtered bytes that are encoded together.
  ///   - pieceBytes: The longest piece of the stream that becomes one chunk.
  package init(
    size: Size, format: PixelFormat, compression: CodingEffort,
    instructionSet: InstructionSet = .best, partBytes: Int, pieceBytes: Int
  ) {
    precondition(!size.isEmpty, "a PNG has pixels")
    precondition(format.sample != .float32, "a PNG has whole numbers")
    self.partBytes = partBytes
    self.pieceBytes = pieceBytes
    self.size = size
    self.format = format
    self.compression = compression
    self.instructionSet = instructionSet
    effort = PNGEffort(compression)
    filter = PNGFilterKernel(bytesPerPixel: format.bytesPerPixel, instructionSet: instructionSet)
    deflate = DeflateEncoder(effort.deflate, instructionSet: instructionSet)
    precondition(rowBytes <= Self.largestRow, "a row has at most 64 MiB")
  }

  /// Creates the scratch memory for one thread.
  public func makeScratch() -> PNGScratch {
    PNGScratch(
      DeflateScratch(partBytes: rowsPerPart * (rowBytes + 1), instructionSet: instructionSet))
  }

  /// Encodes consecutive rows.
  ///
  /// - Parameters:
  ///   - rows: Complete rows without gaps, at least one, at most 1 GiB. Good numbers are 64 rows,
  ///     or 256 for `small`. 16-bit samples are in the machine's byte order.
  ///   - isLast: Whether the picture ends with these rows.
  ///   - scratch: Scratch memory from this encoder. Other threads must not use it during the call.
  /// - Returns: The band. If there was not enough memory, `PNGWriter.append` throws for it.
  public func encode(
    rows: UnsafeRawBufferPointer, isLast: Bool, scratch: PNGScratch
  ) -> PNGBand {
    precondition(rows.count > 0 && rows.count % rowBytes == 0, "a band has whole rows")
    precondition(rows.count <= 1 << 30, "a band has at most 1 GiB")
    let pixels = unsafe CRC64(rows)
    let choices = unsafe promisingFilters(for: rows, scratch: scratch)
    do throws(PixelShortage) {
      var best = unsafe try encode(rows, pixels, choices[0], isLast: isLast, scratch: scratch)
      for filters in choices.dropFirst() {
        let other = unsafe try encode(rows, pixels, filters, isLast: isLast, scratch: scratch)
        if other.byteCount < best.byteCount { best = other }
      }
      return best
    } catch {
      return PNGBand(
        memory: .failure(error), pieces: [], rows: rows.count / rowBytes, adler: 1,
        filteredCount: 0, isLast: isLast, pixels: pixels)
    }
  }
}

extension PNGBandEncoder {
  var rowBytes: Int { size.width * format.bytesPerPixel }

  /// The number of rows that are filtered together and get a separate Huffman code.
  ///
  /// It is a multiple of the 8 rows that share a filter. The rows fit in the L2 cache between the
  /// steps.
  var rowsPerPart: Int { max(1, partBytes / (rowBytes + 1) / 8) * 8 }

  /// Encodes a band with one filter choice.
  private func encode(
    _ rows: UnsafeRawBufferPointer, _ pixels: CRC64, _ filters: PNGFilterChoice, isLast: Bool,
    scratch: PNGScratch
  ) throws(PixelShortage) -> PNGBand {
    let count = rows.count / rowBytes
    let filteredCount = count * (rowBytes + 1)
    let partBytes = rowsPerPart * (rowBytes + 1)
    let memory = try pool.take(
      byteCount: DeflateEncoder.largestOutput(
        for: filteredCount, partCount: filteredCount / partBytes + 1, partBytes: partBytes)
    ) { InjectedFailures.occurs(.memory) ? nil : PixelMemory(attempting: $0) }
    let start = unsafe memory.memory.bytes.assumingMemoryBound(to: UInt8.self).baseAddress!
    var writer = unsafe DeflateWriter(at: start)
    var policy = MatchPolicy(effort.deflate)
    var adler: UInt32 = 1
    scratch.deflate.begin()
    var row = 0
    while row < count {
      let end = min(row + rowsPerPart, count)
      let part = unsafe filterRows(row..<end, of: rows, filters, into: scratch.rows)
      unsafe adler = deflate.kernel.adler32(adler, part)
      unsafe deflate.encode(
        part, history: row * (rowBytes + 1), isFinal: isLast && end == count, policy: &policy,
        writer: &writer, scratch: scratch.deflate)
      if end < count { scratch.deflate.slide(part.count) }
      row = end
    }
    if isLast { writer.align() } else { writer.putFlush() }
    let byteCount = unsafe writer.end - start
    return unsafe PNGBand(
      memory: .success(memory),
      pieces: pieces(of: UnsafeBufferPointer(start: start, count: byteCount)),
      rows: count, adler: adler, filteredCount: filteredCount, isLast: isLast, pixels: pixels)
  }

  private func pieces(of stream: UnsafeBufferPointer<UInt8>) -> [PNGBand.Piece] {
    stride(from: 0, to: stream.count, by: pieceBytes).map { offset in
      let count = min(pieceBytes, stream.count - offset)
      return unsafe PNGBand.Piece(
        offset: offset, count: count,
        crc: bromide_crc32(0, stream.baseAddress! + offset, count))
    }
  }
}
