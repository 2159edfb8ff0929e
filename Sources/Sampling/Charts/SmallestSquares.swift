internal import BromideValues

/// Searches for the numbers with the smallest squared remainders (K. Levenberg, 1944; D. Marquardt,
/// 1963).
enum SmallestSquares {
  /// Derivatives are differences over this step.
  private static let step = 1e-6
  private static let mostRounds = 60
  private static let mostTrials = 10

  /// Returns the local minimum near the start.
  ///
  /// - Parameters:
  ///   - start: The initial numbers.
  ///   - remainders: Returns the remainders for some numbers. It must be smooth and return a
  ///     constant count.
  static func numbers(
    from start: [Double], _ remainders: ([Double]) -> [Double]
  ) -> [Double] {
    var (numbers, rest, damping) = (start, remainders(start), 1e-3)
    for _ in 0..<mostRounds {
      let slopes = numbers.indices.map { i in
        var moved = numbers
        moved[i] += step
        return zip(remainders(moved), rest).map { ($0 - $1) / step }
      }
      let cost = product(rest, rest)
      var gain = 0.0
      for _ in 0..<mostTrials {
        let change = LinearSystem.solution(
          numbers.indices.map { i in
            numbers.indices.map { j in
              product(slopes[i], slopes[j]) * (i == j ? 1 + damping : 1)
            } + [-product(slopes[i], rest)]
          })
        let next = zip(numbers, change).map { $0 + $1 }
        let nextRest = remainders(next)
        let nextCost = product(nextRest, nextRest)
        if nextCost < cost {
          (numbers, rest, damping, gain) = (next, nextRest, damping / 5, cost - nextCost)
          break
        }
        damping *= 4
      }
      if gain <= 1e-10 * cost { break }
    }
    return numbers
  }

  private static func product(_ one: [Double], _ two: [Double]) -> Double {
    zip(one, two).reduce(0) { $0 + $1.0 * $1.1 }
  }
}
