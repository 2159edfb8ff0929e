internal import BromideKernels

/// The weights of source positions in each output position along one axis.
///
/// Pixel i of n covers i…i + 1, so its centre is at (i + ½)/n of the window, and content does not
/// shift when sizes change. The filter is the Catmull-Rom cubic (Keys 1981, a = −½). If the picture
/// grows, the filter keeps its width. If the picture shrinks, the filter is stretched by the same
/// factor to include every source pixel. Compared with a Lanczos filter of order 3, it overshoots
/// once instead of three times at an edge, keeps straight gradients straight, and needs two thirds
/// of the source rows. Mitchell's cubic overshoots less but blurs. Sources outside the edge repeat
/// the edge.
struct ResampleFilter: Sendable {
  /// First source position of each output.
  let starts: [Int]
  /// Number of source positions per output.
  let taps: Int
  /// Weights, `taps` for each output. Their sum is 1.
  let weights: [Float]

  /// - Parameters:
  ///   - sourceLength: Number of source positions.
  ///   - start: Start of the window, in source positions.
  ///   - length: Length of the window, in source positions.
  ///   - count: Number of outputs in the window.
  init(sourceLength: Int, start: Double, length: Double, count: Int) {
    let step = length / Double(count)
    let stretch = max(1, step)
    let support = 2 * stretch
    taps = Self.taps(sourceLength: sourceLength, length: length, count: count)
    var starts: [Int] = []
    var weights = [Float](repeating: 0, count: count * taps)
    var sums = [Double](repeating: 0, count: taps)
    for i in 0..<count {
      // Use coordinates with the centre of source position s at s.
      let centre = start + (Double(i) + 0.5) * step - 0.5
      let first = Int((centre - support).rounded(.down)) + 1
      let last = Int((centre + support).rounded(.up)) - 1
      let begin = min(max(first, 0), sourceLength - taps)
      for tap in 0..<taps { sums[tap] = 0 }
      for s in first...max(first, last) {
        let inside = min(max(s, 0), sourceLength - 1)
        sums[inside - begin] += Self.cubic((Double(s) - centre) / stretch)
      }
      let total = sums.reduce(0, +)
      starts.append(begin)
      for tap in 0..<taps { weights[i * taps + tap] = Float(sums[tap] / total) }
    }
    self.starts = starts
    self.weights = weights
  }

  /// Number of source positions per output.
  static func taps(sourceLength: Int, length: Double, count: Int) -> Int {
    // The cubic is 0 at both ends of its support, 2 times the stretch away.
    min(sourceLength, Int((4 * max(1, length / Double(count))).rounded(.up)))
  }

  var count: Int { starts.count }

  /// The filter in the form for rows.
  var rows: RowSums.Filter { RowSums.Filter(starts: starts, taps: taps, weights: weights) }

  /// The source positions that some outputs need.
  func sources(of outputs: Range<Int>) -> Range<Int> {
    guard let first = outputs.first, let last = outputs.last else { return 0..<0 }
    return starts[first]..<starts[last] + taps
  }

  /// Keys's cubic with a = −½: 1 at 0, 0 at every other integer, and 0 for 2 or more.
  static func cubic(_ distance: Double) -> Double {
    let t = abs(distance)
    if t < 1 { return (1.5 * t - 2.5) * t * t + 1 }
    if t < 2 { return ((-0.5 * t + 2.5) * t - 4) * t + 2 }
    return 0
  }
}
