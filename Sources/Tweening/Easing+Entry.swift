#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

extension Easing {
  /// The first x in 0 ≤ x < 1 with g′(x) / (1 − g(x)) = rate: where the curve is that fast in
  /// proportion to the way left. Nil if it is so nowhere.
  ///
  /// It is a root of g′ − rate·(1 − g), found by changes of sign at 256 even steps and ever closer
  /// to 1, where curves that end at rest meet high rates, and then by bisection. A change of sign
  /// where the slope jumps, at a corner, is not a root; nor is one on a vertical piece, where the
  /// slope changes within a millionth of the time.
  func entry(at rate: Double) -> Double? {
    guard rate.isFinite else { return nil }
    if let curve = self as? Curve, curve.isCosine {
      // tan(θ/2) = rate/π; a negative θ lies before the curve.
      return rate >= 0 ? 2 * atan(rate / .pi) / .pi : nil
    }
    func excess(_ x: Double) -> Double { slope(at: x) - rate * (1 - self(x)) }
    var low = 0.0
    var below = excess(low)
    let tolerance = 1e-9 * (1 + abs(rate))
    if abs(below) <= 1e-15 * (1 + abs(rate)) { return 0 }
    for step in 1...288 {
      let high = step <= 255 ? Double(step) / 256 : 1 - exp2(Double(-8 - (step - 255)))
      let above = excess(high)
      if above == 0 && self(high) < 1 { return high }
      if below * above < 0 {
        let root = bisect(low, high, below, excess)
        let change = abs(slope(at: root + 1e-6) - slope(at: root))
        if abs(excess(root)) <= tolerance && self(root) < 1 && change <= 0.1 * (1 + abs(rate)) {
          return root
        }
      }
      low = high
      below = above
    }
    return nil
  }

  private func bisect(
    _ low: Double, _ high: Double, _ below: Double, _ excess: (Double) -> Double
  ) -> Double {
    var (low, high) = (low, high)
    while true {
      let middle = 0.5 * (low + high)
      if middle <= low || middle >= high { break }
      if excess(middle) * below > 0 { low = middle } else { high = middle }
    }
    return abs(excess(low)) < abs(excess(high)) ? low : high
  }
}

extension Curve {
  fileprivate var isCosine: Bool {
    switch form {
    case .cosine, .family(.sine, .inOut): true
    default: false
    }
  }
}
