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
  /// Parts of expensive literals that are passed over after a search that did not pay.
  private static let pause = 3

  /// The part of the size, in percent, that a search has to save.
  private let leastGain: Int
  /// Whether the next part is searched without asking.
  private var isSearching = false
  /// Mean bits of a literal beside matches in the last part, in sixteenths.
  private var literalCost: Int?
  private var partsToPass = 0

  init(leastGain: Int) {
    self.leastGain = leastGain
  }

  /// What a literal is expected to cost among matches, in sixteenths of a bit.
  ///
  /// - Parameter plain: What it costs without matches.
  func expectedLiteralCost(plain: Int) -> Int {
    literalCost ?? max(plain, Self.leastLiteralCost)
  }

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
    let start = (part.count - count) / 2
    let probe = unsafe UnsafeBufferPointer(rebasing: part[start..<start + count])
    // Nothing found before is lost: matches found earlier in the band would have gone on.
    matcher.begin()
    let found = unsafe matcher.findMatches(
      in: probe, history: 0, effort: DeflateMatchEffort(depth: 1, isLazy: false),
      literalCost: max(literalCost, Self.leastLiteralCost), into: room.baseAddress!)
    matcher.begin()
    var gain = 0
    for index in 0..<found {
      let sequence = unsafe room[index]
      gain += Int(sequence.length) * literalCost
      if sequence.length > 0 { gain -= DeflateMatcher.expectedCost(distance: sequence.distance) }
    }
    let pays = gain * 100 > leastGain * count * literalCost
    if !pays && literalCost > 3 * 16 { partsToPass = Self.pause }
    return pays
  }

  /// Takes note of what a search brought, in bits, and says whether it brought anything.
  mutating func searched(cost: Int, plainCost: Int, literalCost: Int?) -> Bool {
    isSearching = (plainCost - cost) * 100 > leastGain * plainCost
    self.literalCost = isSearching ? literalCost : nil
    if !isSearching { partsToPass = Self.pause }
    return cost < plainCost
  }
}
