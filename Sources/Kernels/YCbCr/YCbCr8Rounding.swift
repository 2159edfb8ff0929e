internal import BromideValues

/// Chooses the last bits of the factors and biases of `YCbCr8Form`, so that as many legal pixels as
/// possible equal the rounded formula.
///
/// A sum with an error of e/256 of a code value rounds differently with the probability |e|/256, if
/// true values are spread evenly between codes. So the choice minimises the mean of |e| over 256
/// pixels whose luma and chroma cover their ranges. With a luma factor of 1, the position between
/// two codes depends only on chroma, and the 256 pixels contain all its values. The choice then
/// counts the pixels that round differently instead.
///
/// At least 99.59 % of all legal pixels are exact, for every matrix and range. Rounding each number
/// separately gives 99.15 to 99.87 %.
struct YCbCr8Rounding {
  /// Luma times its factor, first as the kernels compute it, then exactly. Both include ½ a code
  /// value for rounding.
  private let luma: [(part: Int, exact: Double)]
  private let isLumaWhole: Bool
  /// The two kinds of chroma, times 256.
  private let first: [Int]
  private let second: [Int]

  /// A factor's numerator over 65536, and the bias.
  struct Choice {
    var units: [Int]
    var bias: Int
  }

  /// - Parameters:
  ///   - fraction: Excess of the kernels' luma factor above 1, in 65536ths.
  ///   - factor: The true factor.
  init(_ coding: YCbCrCoding, fraction: Int, factor: Double) {
    // Steps without a common divisor visit every value.
    let isFull = coding.range == .full
    let (low, lumaCount, chromaCount) = isFull ? (0, 256, 256) : (16, 220, 225)
    luma = (0..<256).map { i in
      let y = low + i * 137 % lumaCount
      let z = y << 8
      return (z + (z * fraction) >> 16, 256 * (factor * (Double(y) - coding.offset[0]) + 0.5))
    }
    isLumaWhole = fraction == 0
    first = (0..<256).map { (low + $0 * 89 % chromaCount) << 8 }
    second = (0..<256).map { (low + (isFull ? $0 * 43 : $0 * 64) % chromaCount) << 8 }
  }

  /// Chooses for red or blue, which use luma and one kind of chroma.
  func choose(_ factor: Double, in units: ClosedRange<Int>) -> Choice {
    best(candidates(factor, units).map { [$0] }, isCounted: isLumaWhole) { units, i in
      let exact = factor * Double(first[i] - 32768)
      return ((first[i] * units[0]) >> 16, exact)
    }
  }

  /// Chooses for green, which subtracts both kinds of chroma.
  func choose(lessOf factors: (Double, Double), in units: ClosedRange<Int>) -> Choice {
    let seconds = candidates(factors.1, units)
    let pairs = candidates(factors.0, units).flatMap { a in seconds.map { [a, $0] } }
    return best(pairs, isCounted: false) { units, i in
      let exact = factors.0 * Double(first[i] - 32768) + factors.1 * Double(second[i] - 32768)
      return (-((first[i] * units[0]) >> 16) - (second[i] * units[1]) >> 16, -exact)
    }
  }

  private func candidates(_ factor: Double, _ units: ClosedRange<Int>) -> [Int] {
    let nearest = Int((65536 * factor).rounded())
    return [nearest, nearest - 1, nearest + 1].filter { units.contains($0) }
  }

  private func best(
    _ candidates: [[Int]], isCounted: Bool,
    chroma: (_ units: [Int], _ index: Int) -> (part: Int, exact: Double)
  ) -> Choice {
    var choice = Choice(units: candidates[0], bias: 0)
    var least = Double.infinity
    for units in candidates {
      var errors = [Double](repeating: 0, count: 256)
      var places = errors
      for i in 0..<256 {
        let (part, exact) = chroma(units, i)
        errors[i] = Double(luma[i].part + part) - luma[i].exact - exact
        places[i] = luma[i].exact + exact
      }
      let middle = (-errors.sorted()[128]).rounded(.down)
      for bias in [middle, middle + 1, middle + 2] {
        var cost = 0.0
        for i in 0..<256 {
          cost += abs(errors[i] + bias)
          // Shift by a ten-millionth, because a position can be exactly on the border of a code
          // value.
          let place = places[i] + 1e-7
          let found = (place + errors[i] + bias + 1e-7) / 256
          if isCounted, found.rounded(.down) != (place / 256).rounded(.down) { cost += 256 }
        }
        if cost < least {
          least = cost
          choice = Choice(units: units, bias: Int(bias))
        }
      }
    }
    return choice
  }
}
