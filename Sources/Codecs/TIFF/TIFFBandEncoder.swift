public import BromideKernels
internal import BromideSystem
public import BromideValues

/// Predicts and deflates bands of rows independently, on any thread.
///
/// A band consists of strips of 16 rows, each with a separate zlib stream. The bytes depend on the
/// rows and the compression, not on threads, the heights of bands, the instruction set or the
/// processor.
public struct TIFFBandEncoder: Sendable {
  /// The bytes of the widest row: 64 MiB. A strip then stays within the range of the matcher's
  /// positions.
  public static let largestRow = 64 << 20
  /// The rows of a strip. Every band except the last one has a multiple of this number of rows.
  public static let stripRows = TIFFLayout.stripRows

  /// The picture's size in pixels.
  public let size: Size
  /// The channels and sample type of a pixel. Samples are in the machine's byte order.
  public let format: PixelFormat
  /// The effort of the compression.
  public let compression: TIFFCompression

  private let layout: TIFFLayout
  private let predictor: PredictorKernel
  private let deflate: DeflateEncoder?
  private let instructionSet: InstructionSet
  private let pool = BandPool()

  /// - Parameter size: The picture's size. It must not be empty, and a row has at most `largestRow`
  ///   bytes.
  public init(
    size: Size, format: PixelFormat, compression: TIFFCompression,
    instructionSet: InstructionSet = .best
  ) {
    precondition(!size.isEmpty, "a TIFF has pixels")
    self.size = size
    self.format = format
    self.compression = compression
    self.instructionSet = instructionSet
    layout = TIFFLayout(size, format)
    predictor = PredictorKernel(format, instructionSet: instructionSet)
    deflate = compression.effort.map { DeflateEncoder($0, instructionSet: instructionSet) }
    precondition(layout.rowBytes <= Self.largestRow, "a row has at most 64 MiB")
  }

  /// Creates the scratch memory for one thread.
  public func makeScratch() -> TIFFScratch {
    TIFFScratch(
      deflate.map { _ in
        DeflateScratch(
          partBytes: rowsPerPart * layout.rowBytes, instructionSet: instructionSet)
      })
  }

  /// Encodes consecutive rows.
  ///
  /// - Parameters:
  ///   - rows: Complete rows without gaps, at most 1 GiB. Their number is a multiple of 16 unless
  ///     the picture ends with them.
  ///   - isLast: Whether the picture ends with these rows.
  ///   - scratch: Scratch memory from this encoder. Other threads must not use it during the call.
  /// - Returns: The band. If there was not enough memory, `TIFFWriter.append` throws for it.
  public func encode(
    rows: UnsafeRawBufferPointer, isLast: Bool, scratch: TIFFScratch
  ) -> TIFFBand {
    let rowBytes = layout.rowBytes
    precondition(rows.count > 0 && rows.count % rowBytes == 0, "a band has whole rows")
    let count = rows.count / rowBytes
    precondition(isLast || count % Self.stripRows == 0, "a band has whole strips")
    precondition(rows.count <= 1 << 30, "a band has at most 1 GiB")
    let strips = stride(from: 0, to: count, by: Self.stripRows).map { first in
      first * rowBytes..<min(first + Self.stripRows, count) * rowBytes
    }
    let pixels = unsafe CRC64(rows)
    let memory: BandMemory
    do throws(PixelShortage) {
      let isCoded = deflate != nil && scratch.deflate != nil
      memory = try pool.take(byteCount: isCoded ? strips.count * largestStrip : rows.count) {
        InjectedFailures.occurs(.memory) ? nil : PixelMemory(attempting: $0)
      }
    } catch {
      return TIFFBand(
        memory: .failure(error), counts: [], rows: count, isLast: isLast, pixels: pixels)
    }
    guard let deflate, let work = scratch.deflate else {
      unsafe memory.memory.bytes.baseAddress!.copyMemory(
        from: rows.baseAddress!, byteCount: rows.count)
      return TIFFBand(
        memory: .success(memory), counts: strips.map(\.count), rows: count, isLast: isLast,
        pixels: pixels)
    }
    var end = unsafe memory.memory.bytes.assumingMemoryBound(to: UInt8.self).baseAddress!
    var counts: [Int] = []
    for strip in strips {
      let start = unsafe end
      unsafe end = encode(
        UnsafeRawBufferPointer(rebasing: rows[strip]), deflate, work, into: start)
      counts.append(unsafe end - start)
    }
    return TIFFBand(
      memory: .success(memory), counts: counts, rows: count, isLast: isLast, pixels: pixels)
  }
}

extension TIFFBandEncoder {
  /// The approximate number of predicted bytes that are encoded together. They stay in the L2 cache
  /// between the steps.
  private static let partBytes = 256 << 10

  /// The number of rows that get a separate Huffman code. The parts of a strip have about equal
  /// size.
  private var rowsPerPart: Int {
    let parts = (Self.stripRows * layout.rowBytes + Self.partBytes - 1) / Self.partBytes
    return max(1, (Self.stripRows + parts - 1) / parts)
  }

  private var largestStrip: Int {
    DeflateEncoder.largestOutput(
      for: Self.stripRows * layout.rowBytes, partCount: Self.stripRows,
      partBytes: rowsPerPart * layout.rowBytes)
  }

  /// Writes a strip as a zlib stream (RFC 1950) and returns its end.
  private func encode(
    _ strip: UnsafeRawBufferPointer, _ deflate: DeflateEncoder, _ scratch: DeflateScratch,
    into start: UnsafeMutablePointer<UInt8>
  ) -> UnsafeMutablePointer<UInt8> {
    // Deflate with a window of 32 KiB and fast compression. 0x7801 is a multiple of 31.
    unsafe start[0] = 0x78
    unsafe start[1] = 0x01
    var writer = unsafe DeflateWriter(at: start + 2)
    var policy = MatchPolicy(compression.effort!)
    var adler: UInt32 = 1
    scratch.begin()
    let count = strip.count / layout.rowBytes
    for row in stride(from: 0, to: count, by: rowsPerPart) {
      let end = min(row + rowsPerPart, count)
      let part = unsafe predict(row..<end, of: strip, into: scratch.part)
      unsafe adler = deflate.kernel.adler32(adler, part)
      unsafe deflate.encode(
        part, history: row * layout.rowBytes, isFinal: end == count, policy: &policy,
        writer: &writer, scratch: scratch)
      if end < count { scratch.slide(part.count) }
    }
    writer.align()
    let end = unsafe writer.end
    for byte in 0..<4 { unsafe end[byte] = UInt8(truncatingIfNeeded: adler >> (24 - 8 * byte)) }
    return unsafe end + 4
  }

  private func predict(
    _ range: Range<Int>, of strip: UnsafeRawBufferPointer,
    into output: UnsafeMutableBufferPointer<UInt8>
  ) -> UnsafeBufferPointer<UInt8> {
    let rowBytes = layout.rowBytes
    for row in range {
      unsafe predictor.apply(
        to: UnsafeRawBufferPointer(rebasing: strip[row * rowBytes..<(row + 1) * rowBytes]),
        into: output.baseAddress! + (row - range.lowerBound) * rowBytes)
    }
    return unsafe UnsafeBufferPointer(rebasing: output[..<(range.count * rowBytes)])
  }
}
