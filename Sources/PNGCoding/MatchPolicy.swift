internal import Kernels

/// Decides part by part whether looking for matches is worth the time.
///
/// On a noisy photograph it never is, and a search takes several times as long as all else; on graphics
/// doing without makes a file nine times as large. So a stretch is searched first. Where literals are
/// expensive an estimate of what its matches save tells noise from what repeats; where they are cheap it says
/// little, since the same matches that come again and again get short codes, and the codes are made.
/// Where matches have paid, the search goes on; where they have not, some parts are passed over.
struct MatchPolicy {
  /// Bytes that are searched for an estimate.
  static let estimateBytes = 16 << 10
  /// Bytes that are searched for a trial: two rows and more of a 24-megapixel picture.
  static let trialBytes = 48 << 10
  /// A literal among matches is rarely one of the cheap ones: 4 bits, in sixteenths.
  private static let leastLiteralCost = 4 * 16
  /// From 2 bits a literal on, an estimate tells noise from what repeats.
  private static let expensiveLiteral = 2 * 16
  /// Parts that are passed over after something that did not pay.
  private static let pause = 3

  /// The part of the size, in percent, that a search has to save; 0 searches always.
  private let leastGain: Int
  /// Whether the next part is searched without asking.
  private var isSearching: Bool
  /// Mean bits of a literal beside matches in the last part, in sixteenths.
  private var literalCost: Int?
  private var partsToPass = 0

  init(leastGain: Int) {
    self.leastGain = leastGain
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
  ///   - literalCost: Mean bits of its literals without matches, in sixteenths.
  ///   - bitsPerByte: What it takes without matches, in whole bits a byte.
  ///   - expectedGain: Finds out what percentage a search may save, by an estimate (true) or a trial (false).
  mutating func shouldSearch(
    literalCost: Int, bitsPerByte: Int, expectedGain: (Bool) -> Int
  ) -> Bool {
    if isSearching { return true }
    partsToPass -= 1
    guard partsToPass < 0 else { return false }
    let isExpensive = literalCost > Self.expensiveLiteral
    // A trial sees few rows: half the gain is enough.
    if expectedGain(isExpensive) > (isExpensive ? leastGain : leastGain / 2) { return true }
    // An almost empty part tells nothing of the next one.
    partsToPass = bitsPerByte > 0 ? Self.pause : 0
    return false
  }

  /// Takes note of what a search brought, in bits, and says whether it brought anything.
  mutating func searched(cost: Int, plainCost: Int, byteCount: Int, literalCost: Int?) -> Bool {
    let pays = (plainCost - cost) * 100 > leastGain * plainCost
    self.literalCost = pays ? literalCost : nil
    isSearching = pays || leastGain == 0
    partsToPass = pays || plainCost < byteCount ? 0 : Self.pause
    return cost < plainCost
  }
}
