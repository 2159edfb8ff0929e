/// Decides part by part whether looking for matches is worth the time.
///
/// On a noisy photograph it never is, and a search takes several times as long as all else; on graphics
/// doing without makes a file four times as large. So a short stretch is searched first, in the simplest way, and
/// what its matches would save is estimated. Where that is much, parts are searched until one of them does not
/// pay; where it is little, some parts are passed over before the next question.
///
/// The estimate takes a match to cost what it does before there are codes. On developed photographs with noise it
/// stays below 15 % where nothing is clipped, although up to two thirds of the bytes repeat; on graphics it is above 60 %.
struct MatchPolicy {
  /// Bytes that are searched for an estimate.
  static let estimateBytes = 16 << 10
  /// A literal among matches is rarely one of the cheap ones: 4 bits, in sixteenths.
  private static let leastLiteralCost = 4 * 16

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
  ///   - bitsPerByte: What it takes without matches, in whole bits a byte.
  ///   - estimatedGain: Finds out what percentage a search may save.
  mutating func shouldSearch(bitsPerByte: Int, estimatedGain: () -> Int) -> Bool {
    if isSearching { return true }
    partsToPass -= 1
    guard partsToPass < 0 else { return false }
    // A third more than it has to be: estimates are rough, and beginning for nothing is dear.
    if estimatedGain() * 3 > leastGain * 4 { return true }
    // An almost empty part tells nothing of the next one.
    partsToPass = bitsPerByte > 0 ? pause : 0
    return false
  }

  /// Takes note of what a search brought, in bits, and says whether it brought anything.
  mutating func searched(cost: Int, plainCost: Int, byteCount: Int, literalCost: Int?) -> Bool {
    let pays = (plainCost - cost) * 100 > leastGain * plainCost
    self.literalCost = pays ? literalCost : nil
    isSearching = pays || leastGain == 0
    partsToPass = pays || plainCost < byteCount ? 0 : pause
    return cost < plainCost
  }
}
