internal import CISAL
public import Kernels
public import Pixels

/// Filters and deflates bands of rows, each on its own, on any thread.
///
/// Bands joined in order are one PNG. Their bytes depend on the rows and the compression, not on threads, the
/// instruction set or the processor. A band refers to no row outside it: its first row is filtered with `none` or
/// `sub`, and its part of the deflate stream ends on a byte, so that whoever encodes the next one needs
/// nothing of it. Against one stream that costs 0.1 % at 64 rows.
public struct PNGBandEncoder: Sendable {
  public let size: Size
  public let format: PixelFormat
  public let compression: PNGCompression

  private let effort: PNGEffort
  private let filter: PNGFilterKernel
  private let deflate: DeflateKernel
  private let instructionSet: InstructionSet
  private let pool = BandPool()
  private let partBytes: Int
  private let pieceBytes: Int

  /// - Parameter size: Not empty; a row has at most 1 GiB.
  public init(
    size: Size, format: PixelFormat, compression: PNGCompression,
    instructionSet: InstructionSet = .best
  ) {
    // PNG's limit is 2^31 − 1.
    self.init(
      size: size, format: format, compression: compression, instructionSet: instructionSet,
      partBytes: 256 << 10, pieceBytes: 1 << 30)
  }

  /// - Parameters:
  ///   - partBytes: About how many filtered bytes are coded together.
  ///   - pieceBytes: The longest stretch of the stream that becomes one chunk.
  package init(
    size: Size, format: PixelFormat, compression: PNGCompression,
    instructionSet: InstructionSet = .best, partBytes: Int, pieceBytes: Int
  ) {
    precondition(!size.isEmpty, "a PNG has pixels")
    self.partBytes = partBytes
    self.pieceBytes = pieceBytes
    self.size = size
    self.format = format
    self.compression = compression
    self.instructionSet = instructionSet
    effort = PNGEffort(compression)
    filter = PNGFilterKernel(bytesPerPixel: format.bytesPerPixel, instructionSet: instructionSet)
    deflate = DeflateKernel(instructionSet: instructionSet)
    precondition(rowBytes <= 1 << 30, "a row has at most 1 GiB")
  }

  /// Working memory for one thread.
  public func makeScratch() -> PNGScratch {
    PNGScratch(filteredCount: rowsPerPart * (rowBytes + 1), instructionSet: instructionSet)
  }

  /// Encodes consecutive rows.
  ///
  /// - Parameters:
  ///   - rows: Whole rows without gaps, at least one; 16-bit samples in the machine's byte order.
  ///   - isLast: Whether the picture ends with these rows.
  ///   - scratch: Made by this encoder, used by no other thread meanwhile.
  public func encode(
    rows: UnsafeRawBufferPointer, isLast: Bool, scratch: PNGScratch
  ) -> PNGBand {
    precondition(rows.count > 0 && rows.count % rowBytes == 0, "a band has whole rows")
    let count = rows.count / rowBytes
    let filteredCount = count * (rowBytes + 1)
    let memory = pool.take(byteCount: largestOutput(for: filteredCount))
    let start = unsafe memory.memory.bytes.assumingMemoryBound(to: UInt8.self).baseAddress!
    var writer = unsafe DeflateWriter(at: start)
    var search = MatchPolicy(leastGain: effort.leastGain)
    var adler: UInt32 = 1
    scratch.matcher.begin()
    var row = 0
    while row < count {
      let end = min(row + rowsPerPart, count)
      let part = unsafe filterRows(row..<end, of: rows, into: scratch.rows)
      unsafe adler = isal_adler32(adler, part.baseAddress, UInt64(part.count))
      unsafe encode(
        part, history: row * (rowBytes + 1), isFinal: isLast && end == count, policy: &search,
        writer: &writer, scratch: scratch)
      if end < count { scratch.slide(part.count) }
      row = end
    }
    if isLast { writer.align() } else { writer.putFlush() }
    let byteCount = unsafe writer.end - start
    return unsafe PNGBand(
      memory: memory, pieces: pieces(of: UnsafeBufferPointer(start: start, count: byteCount)),
      rows: count, adler: adler, filteredCount: filteredCount, isLast: isLast)
  }
}

extension PNGBandEncoder {
  private var rowBytes: Int { size.width * format.bytesPerPixel }

  /// Rows that are filtered and coded together, with a Huffman code of their own: what stays in the L2 cache
  /// between the steps, a multiple of the 8 rows that share a filter.
  private var rowsPerPart: Int { max(1, partBytes / (rowBytes + 1) / 8) * 8 }

  /// A band stored as it is, and a part in the longest codes before it turns out to be better stored: a
  /// literal has at most 14 bits, a match at most 47 for 3 bytes.
  private func largestOutput(for filteredCount: Int) -> Int {
    let parts = filteredCount / (rowsPerPart * (rowBytes + 1)) + 1
    return filteredCount + 6 * (filteredCount / 0xFFFF + parts + 1)
      + 2 * min(filteredCount, rowsPerPart * (rowBytes + 1)) + 1024
  }

  /// Filters rows of a band; the filter is chosen for groups of rows by one in their middle.
  private func filterRows(
    _ range: Range<Int>, of rows: UnsafeRawBufferPointer,
    into output: UnsafeMutableBufferPointer<UInt8>
  ) -> UnsafeBufferPointer<UInt8> {
    var target = UnsafeMutableRawPointer(output.baseAddress!)
    let base = rows.baseAddress!
    var chosen = PNGFilter.sub
    for row in range {
      let bytes = unsafe UnsafeRawBufferPointer(start: base + row * rowBytes, count: rowBytes)
      let above = unsafe row == 0 ? nil : base + (row - 1) * rowBytes
      if row == 0 {
        chosen = unsafe cheapest(bytes, above: nil)
      } else if row % effort.rowsPerFilter == 0 || row == 1 {
        let middle = min(row + effort.rowsPerFilter / 2, range.upperBound - 1)
        chosen = unsafe cheapest(
          UnsafeRawBufferPointer(start: base + middle * rowBytes, count: rowBytes),
          above: base + (middle - 1) * rowBytes)
      }
      unsafe target.storeBytes(of: chosen.rawValue, as: UInt8.self)
      unsafe filter.apply(chosen, to: bytes, above: above, into: target + 1)
      if format.sample == .uint16 {
        unsafe filter.exchangeBytes(target + 1, count: rowBytes / 2)
      }
      unsafe target += rowBytes + 1
    }
    return unsafe UnsafeBufferPointer(rebasing: output[..<(range.count * (rowBytes + 1))])
  }

  private func cheapest(_ row: UnsafeRawBufferPointer, above: UnsafeRawPointer?) -> PNGFilter {
    let costs = unsafe filter.costs(of: row, above: above)
    return PNGFilter.allCases.min { costs[Int($0.rawValue)] < costs[Int($1.rawValue)] }!
  }

  /// Codes a part as literals and runs or, where they pay, with matches; or stores it.
  private func encode(
    _ part: UnsafeBufferPointer<UInt8>, history: Int, isFinal: Bool, policy: inout MatchPolicy,
    writer: inout DeflateWriter, scratch: PNGScratch
  ) {
    let room = unsafe scratch.sequences.bytes.assumingMemoryBound(to: DeflateSequence.self)
    let output = room.baseAddress!
    let start = writer
    var plan = unsafe Plan(
      findingRunsIn: part, with: deflate, sampled: effort.samplesLiterals, into: output)
    let literalCost = plan.codes.literalCost(of: plan.counts) ?? 16
    let isSearched = unsafe policy.shouldSearch(
      part, literalCost: literalCost, matcher: scratch.matcher,
      room: UnsafeMutableBufferPointer(rebasing: room[plan.sequences...]))
    if isSearched {
      let found = unsafe scratch.matcher.findMatches(
        in: part, history: history, effort: effort.matches,
        literalCost: policy.expectedLiteralCost(plain: literalCost), into: output)
      let matched = unsafe Plan(
        part, sequences: found, in: output, with: deflate, sampled: false)
      let isBetter = policy.searched(
        cost: matched.cost, plainCost: plan.cost,
        literalCost: matched.codes.literalCost(of: matched.counts))
      plan =
        isBetter
        ? matched
        : unsafe Plan(
          findingRunsIn: part, with: deflate, sampled: effort.samplesLiterals, into: output)
    } else {
      scratch.matcher.skip(part.count)
    }
    unsafe writer.putBlock(
      UnsafeBufferPointer(start: output, count: plan.sequences), of: part.baseAddress!,
      codes: plan.codes, isFinal: isFinal, kernel: deflate)
    if unsafe writer.end - start.end > part.count + 5 * (part.count / 0xFFFF + 1) {
      writer = start
      unsafe writer.putStored(part, isFinal: isFinal)
    }
  }

  private func pieces(of stream: UnsafeBufferPointer<UInt8>) -> [PNGBand.Piece] {
    stride(from: 0, to: stream.count, by: pieceBytes).map { offset in
      let count = min(pieceBytes, stream.count - offset)
      return unsafe PNGBand.Piece(
        offset: offset, count: count,
        crc: crc32_gzip_refl(0, stream.baseAddress! + offset, UInt64(count)))
    }
  }
}

/// How a part may be coded: its sequences (in the scratch), their symbols' counts and the codes for these.
private struct Plan {
  let sequences: Int
  let counts: [UInt32]
  let codes: DeflateCodes
  /// In bits, without the header.
  let cost: Int

  /// Literals, and matches in long runs alone.
  init(
    findingRunsIn part: UnsafeBufferPointer<UInt8>, with deflate: DeflateKernel, sampled: Bool,
    into output: UnsafeMutablePointer<DeflateSequence>
  ) {
    let sequences = unsafe deflate.findRuns(in: part, into: output)
    unsafe self.init(part, sequences: sequences, in: output, with: deflate, sampled: sampled)
  }

  init(
    _ part: UnsafeBufferPointer<UInt8>, sequences: Int,
    in output: UnsafeMutablePointer<DeflateSequence>, with deflate: DeflateKernel, sampled: Bool
  ) {
    var counts = [UInt32](repeating: 0, count: DeflateKernel.symbolCount)
    unsafe deflate.count(
      UnsafeBufferPointer(start: output, count: sequences), of: part.baseAddress!,
      sampled: sampled, into: &counts)
    self.sequences = sequences
    self.counts = counts
    codes = DeflateCodes(counts: counts, isSample: sampled)
    cost = codes.cost(of: counts)
  }
}
