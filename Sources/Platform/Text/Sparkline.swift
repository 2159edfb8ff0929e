/// Counts as a line of blocks for a terminal.
package enum Sparkline {
  /// Characters of a line.
  package static let width = 64

  /// 64 blocks whose heights are square roots of sums of neighbouring counts, so that rare values show.
  ///
  /// - Precondition: The counts are a multiple of 64.
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
