internal import BromideValues
internal import CBromideKernels

/// Encodes RGB or grey rows to the entropy-coded data of a baseline JPEG (ITU-T T.81), one row of
/// MCUs at a time.
///
/// Every byte equals the output of libjpeg's integer transform with `-restart 1`, so libjpeg is the
/// reference. There is no form in Swift and no variant below v3. It takes 0.57 of libjpeg-turbo's
/// time on v4, and 0.63 on v3.
@safe
public final class JPEGScanKernel: @unchecked Sendable {
  /// Pixel rows in a row of MCUs: 8 or 16.
  public let unitRows: Int
  /// Maximum number of bytes for a row of MCUs.
  public let mostBytes: Int
  // Constant after `init`.
  @unsafe private let scan: UnsafeMutablePointer<bromide_jpeg_scan>
  private let instructionSet: InstructionSet

  /// The codes of a Huffman table, as in a DHT segment.
  public struct Codes: Sendable, Hashable {
    /// Number of codes for each length from 1 to 16.
    public var counts: [UInt8]
    /// The symbols in the order of their codes. Symbols beyond the number of codes are ignored.
    public var symbols: [UInt8]

    /// - Parameters:
    ///   - counts: 16 numbers.
    ///   - symbols: At least as many symbols as the sum of `counts`.
    public init(counts: [UInt8], symbols: [UInt8]) {
      precondition(counts.count == 16, "lengths from 1 to 16")
      precondition(symbols.count >= counts.reduce(0) { $0 + Int($1) }, "a symbol for each code")
      self.counts = counts
      self.symbols = symbols
    }
  }

  /// The tables for luma or for chroma.
  public struct Tables: Sendable, Hashable {
    /// 64 divisors of 1 to 255, row by row.
    public var quantisation: [UInt16]
    /// The codes for first coefficients, and for all other coefficients.
    public var dc, ac: Codes

    /// - Parameter quantisation: 64 divisors of 1 to 255, row by row.
    public init(quantisation: [UInt16], dc: Codes, ac: Codes) {
      precondition(
        quantisation.count == 64 && quantisation.allSatisfy { (1...255).contains($0) },
        "64 divisors of 8 bits")
      self.quantisation = quantisation
      self.dc = dc
      self.ac = ac
    }
  }

  /// Returns whether the kernel has a variant for the instruction set.
  public static func isAvailable(_ instructionSet: InstructionSet) -> Bool {
    bromide_jpeg_has_variant(instructionSet.code) != 0
  }

  /// - Parameters:
  ///   - width: Pixels in a row.
  ///   - channels: 1 for grey, 3 for RGB.
  ///   - across: Luma samples per chroma sample, horizontally: 1 or 2.
  ///   - down: Luma samples per chroma sample, vertically: 1, or 2 if `across` is 2.
  ///   - luma: The tables for luma and grey.
  ///   - chroma: The tables for chroma.
  ///   - instructionSet: The variant to run. `isAvailable(_:)` must return true for it.
  public init(
    width: Int, channels: Int, across: Int, down: Int, luma: Tables, chroma: Tables,
    instructionSet: InstructionSet
  ) {
    precondition(width > 0 && (channels == 1 || channels == 3), "grey or RGB rows")
    precondition((1...2).contains(across) && (1...across).contains(down), "4:4:4, 4:2:2 or 4:2:0")
    precondition(Self.isAvailable(instructionSet), "a variant")
    self.instructionSet = instructionSet
    unsafe scan = .allocate(capacity: 1)
    unsafe scan.initialize(to: bromide_jpeg_scan())
    unsafe scan.pointee.width = width
    unsafe scan.pointee.channels = Int32(channels)
    unsafe scan.pointee.across = channels == 1 ? 1 : Int32(across)
    unsafe scan.pointee.down = channels == 1 ? 1 : Int32(down)
    unitRows = channels == 1 ? 8 : 8 * down
    unsafe bromide_jpeg_set_divisors(&scan.pointee.divisors.0, luma.quantisation)
    unsafe bromide_jpeg_set_divisors(&scan.pointee.divisors.1, chroma.quantisation)
    unsafe bromide_jpeg_set_codes(&scan.pointee.dc.0, luma.dc.counts, luma.dc.symbols)
    unsafe bromide_jpeg_set_codes(&scan.pointee.dc.1, chroma.dc.counts, chroma.dc.symbols)
    unsafe bromide_jpeg_set_codes(&scan.pointee.ac.0, luma.ac.counts, luma.ac.symbols)
    unsafe bromide_jpeg_set_codes(&scan.pointee.ac.1, chroma.ac.counts, chroma.ac.symbols)
    mostBytes = unsafe bromide_jpeg_most_bytes(scan)
  }

  deinit { unsafe scan.deallocate() }

  /// Encodes a row of MCUs.
  ///
  /// - Parameters:
  ///   - rows: 1 to `unitRows` whole rows without gaps. Only the end of the picture can have fewer
  ///     than `unitRows`.
  ///   - output: Memory for `mostBytes`.
  /// - Returns: The number of bytes. They do not end with a marker.
  @unsafe public func code(
    rows: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer
  ) -> Int {
    let rowBytes = unsafe scan.pointee.width * Int(scan.pointee.channels)
    let count = rows.count / rowBytes
    precondition(rows.count % rowBytes == 0 && (1...unitRows).contains(count), "one row of MCUs")
    precondition(output.count >= mostBytes, "room for the largest row of MCUs")
    let start = unsafe output.baseAddress!.assumingMemoryBound(to: UInt8.self)
    let end = unsafe bromide_jpeg_code_row(
      instructionSet.code, scan, rows.baseAddress!.assumingMemoryBound(to: UInt8.self),
      Int32(count), start)
    return unsafe end! - start
  }
}
