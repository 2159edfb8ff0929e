internal import BromideValues
internal import CBromideKernels

/// Effort spent on finding matches.
public struct DeflateMatchEffort: Sendable, Hashable {
  /// Number of candidates with the same hash to try, at least 1.
  public var depth: Int
  /// Whether to look one byte further before accepting a match.
  public var isLazy: Bool

  /// - Parameters:
  ///   - depth: Number of candidates with the same hash to try, at least 1.
  ///   - isLazy: Whether to look one byte further before accepting a match.
  public init(depth: Int, isLazy: Bool) {
    self.depth = depth
    self.isLazy = isLazy
  }
}

/// Finds repeated strings for one thread, with hash chains over deflate's window of 32 KiB.
///
/// The matcher accepts a match if it is expected to save bits compared with literals of the given
/// cost. Noise stays literal, because chance matches cost more than they save. The result depends
/// only on the bytes since `begin` and on the arguments, not on earlier use of the matcher or the
/// instruction set.
public final class DeflateMatcher {
  /// The maximum distance of a match, in bytes.
  public static let window = Int(BROMIDE_WINDOW)

  private let instructionSet: InstructionSet
  private let memory: PixelMemory
  private var position = UInt32(window) + 1
  /// Bytes searched since the matcher was created. Tests use it as a measure of effort that is the
  /// same on every machine.
  public private(set) var searchedCount = 0

  /// - Parameter instructionSet: The variant to run. It must be available.
  public init(instructionSet: InstructionSet) {
    self.instructionSet = instructionSet
    let entries = (1 << Int(BROMIDE_HASH_BITS)) + Self.window
    memory = PixelMemory(byteCount: entries * MemoryLayout<UInt32>.stride)
    clear()
  }

  /// Forgets all earlier bytes, so that matches cannot reach back to them.
  ///
  /// The tables are not cleared: positions simply continue, and the search ignores entries beyond
  /// the window.
  public func begin() {
    guard position < 1 << 31 else { return clear() }
    position += UInt32(Self.window) + 1
  }

  /// Splits bytes into literals and matches.
  ///
  /// - Parameters:
  ///   - data: At most 1 GiB, continuing the bytes of the previous call since `begin`.
  ///   - history: Number of bytes before `data` that are readable, unchanged since that call, and
  ///     may be matched.
  ///   - literalCost: Expected bits of a literal, in sixteenths.
  ///   - output: Room for `DeflateKernel.maximumSequences(for:)`.
  /// - Returns: The number of sequences written.
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

  /// Skips bytes that were encoded without searching them. Later matches cannot refer to them.
  public func skip(_ count: Int) {
    position += UInt32(count)
  }

  /// Expected cost of a match before its code is known, in sixteenths of a bit: 10 bits plus the
  /// logarithm of the distance.
  public static func expectedCost(distance: UInt16) -> Int {
    (10 + max(2, 15 - distance.leadingZeroBitCount)) * 16
  }

  private func clear() {
    unsafe memory.bytes.initializeMemory(as: UInt8.self, repeating: 0)
    position = UInt32(Self.window) + 1
  }
}
