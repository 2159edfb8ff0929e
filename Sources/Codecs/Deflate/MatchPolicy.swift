/// Determines for each part whether a search for matches is worth the time.
///
/// On photographs it is not worth it: a search takes several times as long as all other work, and
/// runs alone give a smaller file. On graphics, a search halves the file. So the encoder first
/// searches a short piece with the simplest search, to estimate the saving. If the saving is large
/// and not only due to runs, it searches and encodes a longer piece to compare it with runs. After
/// that, it searches all parts until a search does not pay off.
///
/// After a part that does not need a search, the encoder skips some parts before the next estimate.
/// It doubles their number each time while parts have a similar cost. Without this, trials in
/// smooth skies took 6 % of a photo's time and never paid off.
///
/// The estimate assumes the cost of a match before the codes are known. For developed photographs
/// with noise and without clipping, it is below 15 %, although up to two thirds of the bytes
/// repeat. For graphics it is above 60 %.
package struct MatchPolicy {
  /// The bytes to search for an estimate.
  static let estimateBytes = 8 << 10
  /// The bytes to search for a trial: at least two rows of a 24-megapixel picture.
  static let trialBytes = 48 << 10
  /// The least cost of a literal next to matches, because cheap literals are rare there: 4 bits, in
  /// sixteenths.
  private static let leastLiteralCost = 4 * 16
  /// An estimate in percent, and the cost of a literal next to runs in sixteenths of a bit. Only
  /// graphics reach both, because in smooth and clipped photographs runs leave small differences.
  private static let plainEstimate = 60
  private static let expensiveLiteral = 28

  /// The reduction in percent that a search must reach. With 0, the encoder always searches.
  private let leastGain: Int
  /// The number of parts to skip after a search that did not pay off.
  private let pause: Int
  /// The maximum number of parts to skip, after many similar parts.
  private static let longestPause = 63
  /// Whether to search the next part without an estimate.
  private var isSearching: Bool
  /// The mean cost of a literal next to matches in the last part, in sixteenths of a bit.
  private var literalCost: Int?
  private var partsToPass = 0
  /// The last search if it did not pay off, or `nil`.
  private var failed: FailedSearch?

  /// A part for which the search did not pay off.
  private struct FailedSearch {
    /// The cost of a byte, in 256ths of a bit.
    let byteCost: Int
    /// The number of parts to skip after it.
    let pause: Int

    /// Returns whether the costs of a byte differ by less than a quarter of the larger one.
    func isLike(_ byteCost: Int) -> Bool {
      4 * abs(self.byteCost - byteCost) < max(self.byteCost, byteCost)
    }
  }

  /// - Parameter effort: Sets the reduction that a search must reach.
  package init(_ effort: DeflateEffort) {
    self.init(leastGain: effort.leastGain, pause: effort.pause)
  }

  init(leastGain: Int, pause: Int = 0) {
    self.leastGain = leastGain
    self.pause = pause
    isSearching = leastGain == 0
  }

  /// Returns the expected cost of a literal next to matches, in sixteenths of a bit.
  ///
  /// - Parameter plain: The cost of a literal without matches.
  func expectedLiteralCost(plain: Int) -> Int {
    literalCost ?? max(plain, Self.leastLiteralCost)
  }

  /// Returns whether to search a part.
  ///
  /// - Parameters:
  ///   - cost: The cost of the part without a search, in bits.
  ///   - literalCost: The mean cost of its literals, in sixteenths of a bit.
  ///   - estimatedGain: Estimates the percentage that matches and runs save compared with literals.
  ///   - triedGain: Measures the percentage that a search saves compared with runs.
  mutating func shouldSearch(
    cost: Int, byteCount: Int, literalCost: Int, estimatedGain: () -> Int, triedGain: () -> Int
  ) -> Bool {
    if isSearching { return true }
    partsToPass -= 1
    guard partsToPass < 0 || isNews(cost: cost, byteCount: byteCount) else { return false }
    let estimate = estimatedGain()
    if estimate > Self.plainEstimate && literalCost >= Self.expensiveLiteral { return true }
    // A trial contains few rows, so a third of the gain is enough.
    if estimate > leastGain && triedGain() > leastGain / 3 { return true }
    passParts(after: cost, byteCount: byteCount)
    return false
  }

  /// Skips parts after a search that did not pay off.
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

  /// Returns whether to examine a part early, because its cost differs much from the last failed
  /// search. The first `pause` parts are always skipped.
  private func isNews(cost: Int, byteCount: Int) -> Bool {
    guard let failed, failed.pause - partsToPass > pause else { return false }
    return !failed.isLike(cost * 256 / byteCount)
  }

  /// Records the result of a search, in bits. Returns whether it made the part smaller.
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

  /// Below an eighth of a bit per byte, a part does not predict the next one, and a search takes
  /// almost no time.
  private func isAlmostEmpty(cost: Int, byteCount: Int) -> Bool { cost * 8 < byteCount }
}
