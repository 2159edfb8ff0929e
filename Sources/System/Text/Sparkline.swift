/// Shows counts as a line of blocks on a terminal.
package enum Sparkline {
  /// The number of characters in a line.
  package static let width = 64

  /// Returns 64 blocks. Each height is the square root of a sum of neighbouring counts, so that
  /// rare values are visible.
  ///
  /// - Precondition: The number of counts is a multiple of 64.
  package static func text(_ counts: [Int]) -> String {
    precondition(counts.count.isMultiple(of: width), "as many counts behind each block")
    let blocks = [" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]
    let step = counts.count / width
    let sums = (0..<width).map { counts[$0 * step..<($0 + 1) * step].reduce(0, +) }
    let most = Double(max(sums.max() ?? 1, 1))
    return sums.map { sum in
      sum == 0 ? blocks[0] : blocks[max(1, Int((8 * (Double(sum) / most).squareRoot()).rounded()))]
    }.joined()
  }
}
