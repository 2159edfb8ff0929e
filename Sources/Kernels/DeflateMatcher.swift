internal import CKernels
internal import Pixels

/// How hard to look for matches.
public struct DeflateMatchEffort: Sendable, Hashable {
  /// Places with the same hash that are tried, at least 1.
  public var depth: Int
  /// Whether to look one byte further before taking a match.
  public var isLazy: Bool

  /// - Parameters:
  ///   - depth: Places with the same hash that are tried, at least 1.
  ///   - isLazy: Whether to look one byte further before taking a match.
  public init(depth: Int, isLazy: Bool) {
    self.depth = depth
    self.isLazy = isLazy
  }
}

/// Finds repeated strings in one thread's memory: hash chains over deflate's window of 32 KiB.
///
/// A match is taken where it is expected to save bits against literals of the given cost, so that noise, where
/// chance matches cost more than they save, is left alone. What is found depends only on the bytes since
/// `begin` and on the arguments, not on what the matcher was used for before nor on the instruction set.
public final class DeflateMatcher {
  /// How far back a match may lie, in bytes.
  public static let window = Int(BROMIDE_WINDOW)

  private let instructionSet: InstructionSet
  private let memory: PixelMemory
  private var position = UInt32(window) + 1
  /// Bytes that were searched since the matcher was made: what it cost, in a measure that is the same everywhere.
  public private(set) var searchedCount = 0

  /// - Parameter instructionSet: The variant to run; it must be available.
  public init(instructionSet: InstructionSet) {
    self.instructionSet = instructionSet
    let entries = (1 << Int(BROMIDE_HASH_BITS)) + Self.window
    memory = PixelMemory(byteCount: entries * MemoryLayout<UInt32>.stride)
    clear()
  }

  /// Forgets everything: matches reach no further back than here.
  ///
  /// Positions go on instead of the tables being cleared: whatever is further back than the window is not looked at.
  public func begin() {
    guard position < 1 << 31 else { return clear() }
    position += UInt32(Self.window) + 1
  }

  /// Splits bytes into literals and matches.
  ///
  /// - Parameters:
  ///   - data: At most 1 GiB, following the bytes of the last call since `begin`.
  ///   - history: How many bytes before `data` are readable, unchanged since that call, and may be matched.
  ///   - literalCost: Expected bits of a literal, in sixteenths.
  ///   - output: Room for `DeflateKernel.maximumSequences(for:)`.
  /// - Returns: How many sequences were written.
  @unsafe public func findMatches(
    in data: UnsafeBufferPointer<UInt8>, history: Int, effort: DeflateMatchEffort,
    literalCost: Int, into output: UnsafeMutablePointer<DeflateSequence>
  ) -> Int {
    precondition(data.count <= 1 << 30, "the matcher's positions have 32 bits")
    guard let base = data.baseAddress else { return 0 }
    let entries = unsafe memory.bytes.assumingMemoryBound(to: UInt32.self).baseAddress!
    var matcher = unsafe bromide_matcher(
      head: entries, chain: entries + (1 << Int(BROMIDE_HASH_BITS)), position: position,
      history: UInt32(min(history, Self.window)), depth: UInt32(effort.depth),
      lazy: effort.isLazy ? 1 : 0, literal_cost: UInt32(literalCost))
    position += UInt32(data.count)
    searchedCount += data.count
    if instructionSet == .reference {
      return unsafe DeflateReference.findMatches(matcher, in: data, into: output)
    }
    return unsafe bromide_deflate_matches(
      instructionSet.code, &matcher, base, data.count, OpaqueSequences(output).mutable)
  }

  /// Skips bytes that were encoded without looking for matches; they stay in reach of none.
  public func skip(_ count: Int) {
    position += UInt32(count)
  }

  /// Bits that a match is expected to take before its code is known, in sixteenths: 10 and the distance's logarithm.
  public static func expectedCost(distance: UInt16) -> Int {
    (10 + max(2, 15 - distance.leadingZeroBitCount)) * 16
  }

  private func clear() {
    unsafe memory.bytes.initializeMemory(as: UInt8.self, repeating: 0)
    position = UInt32(Self.window) + 1
  }
}
