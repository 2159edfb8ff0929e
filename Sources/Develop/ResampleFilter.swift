internal import Kernels
internal import Pixels

/// The weights that make each output position of one axis from source positions.
///
/// Pixel i of n covers i…i + 1, so its centre lies at (i + ½)/n of the window; nothing shifts when sizes change.
/// The filter is Catmull-Rom's cubic (Keys 1981, a = −½), as wide as it is where a picture grows and stretched by
/// the factor where it shrinks, so that every source pixel counts. Compared with Lanczos's third-order window it
/// overshoots once instead of three times at an edge, keeps straight gradients straight, and needs two thirds
/// of the source rows; Mitchell's cubic would not overshoot but blurs. Sources beyond the edge repeat it.
struct ResampleFilter: Sendable {
  /// The first source position of each output.
  let starts: [Int]
  /// Source positions of each output.
  let taps: Int
  /// `taps` weights an output, whose sum is 1.
  let weights: [Float]

  /// - Parameters:
  ///   - sourceLength: Positions there are.
  ///   - start: Where the window starts, in source positions.
  ///   - length: How long it is.
  ///   - count: Outputs that share it.
  init(sourceLength: Int, start: Double, length: Double, count: Int) {
    let step = length / Double(count)
    let stretch = max(1, step)
    let support = 2 * stretch
    // The cubic is 0 at both ends of its support.
    taps = min(sourceLength, Int((2 * support).rounded(.up)))
    var starts: [Int] = []
    var weights = [Float](repeating: 0, count: count * taps)
    var sums = [Double](repeating: 0, count: taps)
    for i in 0..<count {
      // The centre, where source position s has its centre at s.
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

  var count: Int { starts.count }

  /// The same for rows.
  var rows: RowSums.Filter { RowSums.Filter(starts: starts, taps: taps, weights: weights) }

  /// The source positions that some outputs need.
  func sources(of outputs: Range<Int>) -> Range<Int> {
    guard let first = outputs.first, let last = outputs.last else { return 0..<0 }
    return starts[first]..<starts[last] + taps
  }

  /// Keys's cubic with a = −½: 1 at 0, 0 at every other whole number, 0 from 2 on.
  static func cubic(_ distance: Double) -> Double {
    let t = abs(distance)
    if t < 1 { return (1.5 * t - 2.5) * t * t + 1 }
    if t < 2 { return ((-0.5 * t + 2.5) * t - 4) * t + 2 }
    return 0
  }
}
