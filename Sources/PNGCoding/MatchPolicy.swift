/// Decides part by part whether looking for matches is worth the time.
///
/// On a photograph it never is: a search takes several times as long as all else, and runs alone make a smaller
/// file. On graphics a search halves it. So a short stretch is searched first, in the simplest way, and what matches
/// would save is estimated; where that is much and might be runs, a longer one is searched and coded to see what they
/// save against runs. Parts are then searched until one of them does not pay; where they need not be, some are passed
/// over before the next question.
///
/// The estimate takes a match to cost what it does before there are codes. On developed photographs with noise it
/// stays below 15 % where nothing is clipped, although up to two thirds of the bytes repeat; on graphics it is above 60 %.
struct MatchPolicy {
  /// Bytes that are searched for an estimate.
  static let estimateBytes = 8 << 10
  /// Bytes that are searched for a trial: two rows and more of a 24-megapixel picture.
  static let trialBytes = 48 << 10
  /// A literal among matches is rarely one of the cheap ones: 4 bits, in sixteenths.
  private static let leastLiteralCost = 4 * 16
  /// An estimate, in percent, and bits of a literal beside runs, in sixteenths, that only graphics reach together:
  /// in smooth and clipped photographs what is left by runs is small differences.
  private static let plainEstimate = 60
  private static let expensiveLiteral = 28

  /// The part of the size, in percent, that a search has to save; 0 searches always.
  private let leastGain: Int
  /// Parts that are passed over after something that did not pay.
  private let pause: Int
  /// Whether the next part is searched without asking.
  private var isSearching: Bool
  /// Mean bits of a literal beside matches in the last part, in sixteenths.
  private var literalCost: Int?
  private var partsToPass = 0

  init(leastGain: Int, pause: Int = 0) {
    self.leastGain = leastGain
    self.pause = pause
    isSearching = leastGain == 0
  }

  /// What a literal is expected to cost among matches, in sixteenths of a bit.
  ///
  /// - Parameter plain: What it costs without matches.
  func expectedLiteralCost(plain: Int) -> Int {
    literalCost ?? max(plain, Self.leastLiteralCost)
  }

  /// Whether to search a part.
  ///
  /// - Parameters:
  ///   - cost: What it takes without a search, in bits.
  ///   - literalCost: Mean bits of its literals, in sixteenths.
  ///   - estimatedGain: Finds out roughly what percentage matches save against literals, runs included.
  ///   - triedGain: Finds out what percentage a search saves against runs.
  mutating func shouldSearch(
    cost: Int, byteCount: Int, literalCost: Int, estimatedGain: () -> Int, triedGain: () -> Int
  ) -> Bool {
    if isSearching { return true }
    partsToPass -= 1
    guard partsToPass < 0 else { return false }
    let estimate = estimatedGain()
    if estimate > Self.plainEstimate && literalCost >= Self.expensiveLiteral { return true }
    // A trial sees few rows: a third of the gain is enough.
    if estimate > leastGain && triedGain() > leastGain / 3 { return true }
    partsToPass = isAlmostEmpty(cost: cost, byteCount: byteCount) ? 0 : pause
    return false
  }

  /// Takes note of what a search brought, in bits, and says whether it brought anything.
  mutating func searched(cost: Int, plainCost: Int, byteCount: Int, literalCost: Int?) -> Bool {
    let pays = (plainCost - cost) * 100 > leastGain * plainCost
    self.literalCost = pays ? literalCost : nil
    if !isAlmostEmpty(cost: plainCost, byteCount: byteCount) {
      isSearching = pays || leastGain == 0
      partsToPass = pays ? 0 : pause
    }
    return cost < plainCost
  }

  /// Below an eighth of a bit a byte a part tells nothing of the next one, and searching it takes no time.
  private func isAlmostEmpty(cost: Int, byteCount: Int) -> Bool { cost * 8 < byteCount }
}
