internal import CKernels

/// Literals, then a match: what deflate's LZ77 stage (RFC 1951, clause 4) makes of bytes.
public struct DeflateSequence: Sendable, Hashable {
  /// Bytes that stand for themselves, before the match.
  public var literals: UInt32
  /// 3 … 258, or 0 where no match follows.
  public var length: UInt16
  /// 1 … 32768.
  public var distance: UInt16

  /// - Parameters:
  ///   - length: 3 … 258, or 0 for no match.
  ///   - distance: 1 … 32768; of no meaning without a match.
  public init(literals: UInt32, length: UInt16, distance: UInt16) {
    self.literals = literals
    self.length = length
    self.distance = distance
  }
}

/// Bits waiting for their byte to fill.
public struct DeflateBits: Sendable, Hashable {
  /// The bits, the first one lowest.
  public var value: UInt64 = 0
  /// Below 8.
  public var count: UInt32 = 0

  /// No bits: the output ends on a byte.
  public init() {}
}

/// The parts of deflate that touch every byte: checksums, finding runs, counting symbols, writing codes.
/// Every variant gives the same bytes.
public struct DeflateKernel: Sendable {
  /// Symbols that are counted: 288 of literals and lengths, then 32 of distances.
  public static let symbolCount = 320
  /// Entries of a table for `emit`: 256 literals, 256 lengths from 3, 32 distances.
  public static let codeCount = 544

  let instructionSet: InstructionSet

  /// - Parameter instructionSet: The variant to run; it must be available.
  public init(instructionSet: InstructionSet) {
    self.instructionSet = instructionSet
  }

  /// The most sequences that `count` bytes can become.
  public static func maximumSequences(for count: Int) -> Int { count / 4 + 2 }

  /// Adler-32 (RFC 1950, 8.2) of some bytes behind others.
  ///
  /// It takes an eighth of the time of ISA-L's (104 GB/s in place of 12.6 on Zen 5).
  /// - Parameter adler: That of the bytes before; 1 where there are none.
  @unsafe public func adler32(_ adler: UInt32, _ data: UnsafeBufferPointer<UInt8>) -> UInt32 {
    guard let base = data.baseAddress else { return adler }
    if instructionSet == .reference { return unsafe DeflateReference.adler32(adler, data) }
    return unsafe bromide_adler32(instructionSet.code, adler, base, data.count)
  }

  /// Splits bytes into literals and matches of distance 1: runs of 12 bytes and more behind the one they repeat.
  ///
  /// It takes about as long as reading the bytes. On photographs it saves most of what a search would, and often
  /// more: what is smooth or clipped is runs once it is filtered, and a run's distance costs one bit.
  /// - Returns: How many sequences were written.
  @unsafe public func findRuns(
    in data: UnsafeBufferPointer<UInt8>, into output: UnsafeMutablePointer<DeflateSequence>
  ) -> Int {
    guard let base = data.baseAddress else { return 0 }
    if instructionSet == .reference {
      return unsafe DeflateReference.findRuns(in: data, into: output)
    }
    return unsafe bromide_deflate_runs(
      instructionSet.code, base, data.count, OpaqueSequences(output).mutable)
  }

  /// Adds the symbols of `sequences`, which describe `data` from its start, to `counts`.
  ///
  /// - Parameter sampled: Looks at one in four literals (those in the first 128 of every 512 bytes) and counts it as four.
  @unsafe public func count(
    _ sequences: UnsafeBufferPointer<DeflateSequence>, of data: UnsafePointer<UInt8>,
    sampled: Bool, into counts: UnsafeMutablePointer<UInt32>
  ) {
    guard let first = sequences.baseAddress else { return }
    if instructionSet == .reference {
      unsafe DeflateReference.count(sequences, of: data, sampled: sampled, into: counts)
    } else {
      unsafe bromide_deflate_count(
        instructionSet.code, data, OpaqueSequences(first).constant, sequences.count,
        sampled ? 1 : 0, counts)
    }
  }

  /// Writes sequences in a Huffman code.
  ///
  /// - Parameters:
  ///   - codes: `codeCount` entries: the code's bits, first bit lowest, in the lower 24 bits and their number above.
  ///     Literals have at most 14 bits, lengths at most 14 and their extra bits, distances at most 15.
  ///   - output: Up to 8 bytes beyond the new end are overwritten.
  /// - Returns: The new end of the output.
  @unsafe public func emit(
    _ sequences: UnsafeBufferPointer<DeflateSequence>, of data: UnsafePointer<UInt8>,
    codes: UnsafePointer<UInt32>, bits: inout DeflateBits, into output: UnsafeMutablePointer<UInt8>
  ) -> UnsafeMutablePointer<UInt8> {
    guard let first = sequences.baseAddress else { return unsafe output }
    if instructionSet == .reference {
      return unsafe DeflateReference.emit(
        sequences, of: data, codes: codes, bits: &bits, into: output)
    }
    var held = bromide_bits(value: bits.value, count: bits.count)
    let end = unsafe bromide_deflate_emit(
      instructionSet.code, data, OpaqueSequences(first).constant, sequences.count, codes, &held,
      output)
    bits.value = held.value
    bits.count = held.count
    return unsafe end!
  }
}

/// `DeflateSequence` and C's `bromide_sequence` lie in memory alike: 4, 2 and 2 bytes.
@unsafe
struct OpaqueSequences {
  let constant: UnsafePointer<bromide_sequence>
  let mutable: UnsafeMutablePointer<bromide_sequence>

  init(_ pointer: UnsafePointer<DeflateSequence>) {
    unsafe self.init(UnsafeMutablePointer(mutating: pointer))
  }

  init(_ pointer: UnsafeMutablePointer<DeflateSequence>) {
    unsafe mutable = UnsafeMutableRawPointer(pointer).assumingMemoryBound(to: bromide_sequence.self)
    unsafe constant = UnsafePointer(mutable)
  }
}
