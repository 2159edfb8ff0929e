internal import CBromideKernels

/// Literals followed by a match, as deflate's LZ77 stage (RFC 1951, clause 4) produces them.
public struct DeflateSequence: Sendable, Hashable {
  /// Literal bytes before the match.
  public var literals: UInt32
  /// Length of the match, 3 … 258, or 0 if no match follows.
  public var length: UInt16
  /// Distance of the match, 1 … 32768.
  public var distance: UInt16

  /// - Parameters:
  ///   - length: 3 … 258, or 0 for no match.
  ///   - distance: 1 … 32768. Ignored without a match.
  public init(literals: UInt32, length: UInt16, distance: UInt16) {
    self.literals = literals
    self.length = length
    self.distance = distance
  }
}

/// Bits that do not fill a byte yet.
public struct DeflateBits: Sendable, Hashable {
  /// The bits, the first one lowest.
  public var value: UInt64 = 0
  /// Number of bits, 0 … 7.
  public var count: UInt32 = 0

  /// Creates an empty value: the output ends on a byte boundary.
  public init() {}
}

/// The parts of deflate that process every byte: checksums, finding runs, counting symbols and
/// writing codes. Every variant gives the same bytes.
public struct DeflateKernel: Sendable {
  /// Number of counted symbols: 288 for literals and lengths, then 32 for distances.
  public static let symbolCount = 320
  /// Number of entries in a table for `emit`: 256 literals, 256 lengths from 3, 32 distances.
  public static let codeCount = 544

  let instructionSet: InstructionSet

  /// - Parameter instructionSet: The variant to run. It must be available.
  public init(instructionSet: InstructionSet) {
    self.instructionSet = instructionSet
  }

  /// Returns the maximum number of sequences for `count` bytes.
  public static func maximumSequences(for count: Int) -> Int { count / 4 + 2 }

  /// Extends an Adler-32 checksum (RFC 1950, 8.2) with more bytes.
  ///
  /// Takes an eighth of the time of ISA-L's function (104 GB/s instead of 12.6 on Zen 5).
  ///
  /// - Parameter adler: The checksum of the previous bytes, or 1 at the start.
  @unsafe public func adler32(_ adler: UInt32, _ data: UnsafeBufferPointer<UInt8>) -> UInt32 {
    guard let base = data.baseAddress else { return adler }
    if instructionSet == .reference { return unsafe DeflateReference.adler32(adler, data) }
    return unsafe bromide_adler32(instructionSet.code, adler, base, data.count)
  }

  /// Splits bytes into literals and matches of distance 1. A match is a run of at least 12 bytes
  /// equal to the byte before it.
  ///
  /// Takes about as long as reading the bytes. On photographs it saves most of the size that a
  /// search would, and often more. After filtering, smooth and clipped areas are runs, and a run's
  /// distance costs one bit.
  ///
  /// - Returns: The number of sequences written.
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

  /// Adds the symbols of `sequences` to `counts`. The sequences must describe `data` from its
  /// start.
  ///
  /// - Parameter sampled: Whether to count only one in four literals (the first 128 of every 512
  ///   bytes), with weight four.
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

  /// Writes sequences with a Huffman code.
  ///
  /// - Parameters:
  ///   - codes: `codeCount` entries with the code's bits in the lower 24 bits (first bit lowest),
  ///     and the number of bits above. Literals have at most 14 bits, lengths at most 14 plus their
  ///     extra bits, distances at most 15.
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

/// `DeflateSequence` and C's `bromide_sequence` have the same layout: 4, 2 and 2 bytes.
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
