internal import Kernels
internal import Pixels

/// Decides part by part whether looking for matches is worth the time.
///
/// On a noisy photograph it never is, and a search takes several times as long as all else; on graphics
/// doing without makes a file nine times as large. So a small stretch is searched first, and where
/// matches have paid the search goes on.
struct MatchPolicy {
  /// A literal among matches is rarely one of the cheap ones: 4 bits, in sixteenths.
  static let leastLiteralCost = 4 * 16
  /// Bytes that are searched to find out.
  static let probeBytes = 16 << 10
  /// Parts of expensive literals that are passed over after a probe found nothing.
  private static let pause = 3

  /// Whether matches paid in the last part.
  private(set) var isSearching = false
  /// Mean bits of a literal beside matches in the last part, in sixteenths.
  private(set) var literalCost: Int?
  private var partsToPass = 0

  /// Whether to search this part.
  ///
  /// - Parameters:
  ///   - literalCost: Mean bits of its literals without matches, in sixteenths.
  ///   - room: For the sequences of `probeBytes`.
  mutating func shouldSearch(
    _ part: UnsafeBufferPointer<UInt8>, literalCost: Int, matcher: DeflateMatcher,
    room: UnsafeMutableBufferPointer<DeflateSequence>
  ) -> Bool {
    if isSearching { return true }
    if partsToPass > 0 {
      partsToPass -= 1
      return false
    }
    let count = min(part.count, Self.probeBytes)
    let probe = unsafe UnsafeBufferPointer(rebasing: part[((part.count - count) / 2)...].prefix(count))
    let expected = max(literalCost, Self.leastLiteralCost)
    matcher.begin()
    let found = unsafe matcher.findMatches(
      in: probe, history: 0, effort: DeflateMatchEffort(depth: 1, isLazy: false),
      literalCost: expected, into: room.baseAddress!)
    matcher.begin()
    var covered = 0
    for index in 0..<found {
      covered += unsafe Int(room[index].length)
    }
    let pays = covered * 8 > count
    if !pays && literalCost > 3 * 16 { partsToPass = Self.pause }
    return pays
  }

  /// Takes note of what a search brought.
  mutating func found(isBetter: Bool, literalCost: Int?) {
    isSearching = isBetter
    self.literalCost = isBetter ? literalCost : nil
    if !isBetter { partsToPass = Self.pause }
  }
}
