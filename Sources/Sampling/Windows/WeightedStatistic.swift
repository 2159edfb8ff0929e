/// A statistic of weighted numbers, for each channel.
struct WeightedStatistic {
  private let statistic: SampleWindow.Statistic
  private let weights: [Double]
  private let total: Double
  /// Whether all weights are equal, as in pictures without alpha.
  private let isEven: Bool

  /// - Parameter weights: At least one above 0.
  init(_ statistic: SampleWindow.Statistic, _ weights: [Double]) {
    self.statistic = statistic
    self.weights = weights
    total = weights.reduce(0, +)
    isEven = weights.allSatisfy { $0 == weights[0] }
  }

  func callAsFunction(_ values: [SIMD3<Double>]) -> SIMD3<Double> {
    if values.count == 1 { return values[0] }
    if statistic == .mean {
      if isEven { return values.reduce(SIMD3(), +) / Double(values.count) }
      return zip(values, weights).reduce(SIMD3()) { $0 + $1.1 * $1.0 } / total
    }
    var result = SIMD3<Double>()
    for channel in 0..<3 {
      let numbers = values.map { $0[channel] }
      result[channel] = isEven ? middle(of: numbers) : weightedMiddle(of: numbers)
    }
    return result
  }

  /// Returns the mean without the numbers that the statistic drops at either end.
  private func middle(of numbers: [Double]) -> Double {
    let dropped = statistic == .median ? (numbers.count - 1) / 2 : numbers.count / 10
    let kept = numbers.sorted().dropFirst(dropped).dropLast(dropped)
    return kept.reduce(0, +) / Double(kept.count)
  }

  /// Returns the weighted mean without a part of the total weight at either end. A number across an
  /// end keeps the rest of its weight.
  private func weightedMiddle(of numbers: [Double]) -> Double {
    let sorted = zip(numbers, weights).filter { $0.1 > 0 }.sorted { $0.0 < $1.0 }
    let dropped = statistic == .median ? total / 2 : total / 10
    var (before, sum, kept) = (0.0, 0.0, 0.0)
    for (number, weight) in sorted {
      let after = before + weight
      // A median has no width: the number that holds the middle, or two that meet there.
      if statistic == .median {
        if before <= dropped, after >= dropped { (sum, kept) = (sum + number, kept + 1) }
      } else {
        let part = max(0, min(after, total - dropped) - max(before, dropped))
        (sum, kept) = (sum + part * number, kept + part)
      }
      before = after
    }
    return kept > 0 ? sum / kept : sorted[sorted.count / 2].0
  }
}
