/// Decides part by part whether searching for matches is worth the time.
///
/// On photographs it never is: a search takes several times as long as everything else, and runs
/// alone make a smaller file. On graphics a search halves the file. So a short stretch is first
/// searched in the simplest way to estimate the saving. If the saving is large and not merely due
/// to runs, a longer stretch is searched and coded for comparison with runs. From then on all parts
/// are searched until one does not pay. After a part that does not need a search, some are skipped
/// before the next estimate, and twice as many each time, as long as parts cost about the same.
/// Without that, trials in smooth skies, which never paid, took 6 % of a photo's time.
///
/// The estimate assumes the cost of a match before codes are known. For developed photographs with
/// noise and no clipping it stays below 15 %, although up to two thirds of the bytes repeat; for
/// graphics it is above 60 %.
package struct MatchPolicy {
  /// Bytes searched for an estimate.
  static let estimateBytes = 8 << 10
  /// Bytes searched for a trial: at least two rows of a 24-megapixel picture.
  static let trialBytes = 48 << 10
  /// Among matches, a literal is rarely one of the cheap ones: 4 bits, in sixteenths.
  private static let leastLiteralCost = 4 * 16
  /// An estimate, in percent, and the bits of a literal beside runs, in sixteenths, that only
  /// graphics reach together: in smooth and clipped photographs, runs leave small differences.
  private static let plainEstimate = 60
  private static let expensiveLiteral = 28

  /// The share of the size, in percent, that a search has to save; 0 searches always.
  private let leastGain: Int
  /// Number of parts to skip after one that did not pay.
  private let pause: Int
  /// The most parts to skip, after many alike that did not pay.
  private static let longestPause = 63
  /// Whether to search the next part without an estimate.
  private var isSearching: Bool
  /// Mean bits of a literal beside matches in the last part, in sixteenths.
  private var literalCost: Int?
  private var partsToPass = 0
  /// The last search that did not pay; nil after one that did.
  private var failed: FailedSearch?

  /// A part whose search did not pay.
  private struct FailedSearch {
    /// The cost of a byte, in 256ths of a bit.
    let byteCost: Int
    /// Number of parts to skip after it.
    let pause: Int

    /// Whether the costs of a byte differ by less than a quarter of the larger one.
    func isLike(_ byteCost: Int) -> Bool {
      4 * abs(self.byteCost - byteCost) < max(self.byteCost, byteCost)
    }
  }

  /// - Parameter effort: States what a search has to save.
  package init(_ effort: DeflateEffort) {
    self.init(leastGain: effort.leastGain, pause: effort.pause)
  }

  init(leastGain: Int, pause: Int = 0) {
    self.leastGain = leastGain
    self.pause = pause
    isSearching = leastGain == 0
  }

  /// The expected cost of a literal among matches, in sixteenths of a bit.
  ///
  /// - Parameter plain: The cost of a literal without matches.
  func expectedLiteralCost(plain: Int) -> Int {
    literalCost ?? max(plain, Self.leastLiteralCost)
  }

  /// Whether to search a part.
  ///
  /// - Parameters:
  ///   - cost: The cost of the part without a search, in bits.
  ///   - literalCost: Mean bits of its literals, in sixteenths.
  ///   - estimatedGain: Estimates the percentage that matches save against literals, runs included.
  ///   - triedGain: Measures the percentage that a search saves against runs.
  mutating func shouldSearch(
    cost: Int, byteCount: Int, literalCost: Int, estimatedGain: () -> Int, triedGain: () -> Int
  ) -> Bool {
    if isSearching { return true }
    partsToPass -= 1
    guard partsToPass < 0 || isNews(cost: cost, byteCount: byteCount) else { return false }
    let estimate = estimatedGain()
    if estimate > Self.plainEstimate && literalCost >= Self.expensiveLiteral { return true }
    // A trial sees few rows: a third of the gain is enough.
    if estimate > leastGain && triedGain() > leastGain / 3 { return true }
    passParts(after: cost, byteCount: byteCount)
    return false
  }

  /// Skips parts after one whose search does not pay.
  private mutating func passParts(after cost: Int, byteCount: Int) {
    guard !isAlmostEmpty(cost: cost, byteCount: byteCount) else {
      partsToPass = 0
      return
    }
    let byteCost = cost * 256 / byteCount
    var pause = pause
    if let failed, failed.isLike(byteCost) {
      pause = max(pause, min(2 * failed.pause + 1, Self.longestPause))
    }
    partsToPass = pause
    failed = FailedSearch(byteCost: byteCost, pause: pause)
  }

  /// Whether a part that would be skipped costs so much more or less than the last failed search that it is worth a look. The
  /// first `pause` parts are skipped in any case.
  private func isNews(cost: Int, byteCount: Int) -> Bool {
    guard let failed, failed.pause - partsToPass > pause else { return false }
    return !failed.isLike(cost * 256 / byteCount)
  }

  /// Records the result of a search, in bits, and returns whether it saved anything.
  mutating func searched(cost: Int, plainCost: Int, byteCount: Int, literalCost: Int?) -> Bool {
    let pays = (plainCost - cost) * 100 > leastGain * plainCost
    self.literalCost = pays ? literalCost : nil
    if !isAlmostEmpty(cost: plainCost, byteCount: byteCount) {
      isSearching = pays || leastGain == 0
      if pays {
        partsToPass = 0
        failed = nil
      } else {
        passParts(after: plainCost, byteCount: byteCount)
      }
    }
    return cost < plainCost
  }

  /// Below an eighth of a bit per byte, a part says nothing about the next one, and searching it
  /// takes no time.
  private func isAlmostEmpty(cost: Int, byteCount: Int) -> Bool { cost * 8 < byteCount }
}
