internal import BromideLibc

extension Easing {
  /// Returns the first x in 0 ≤ x < 1 with g′(x) / (1 − g(x)) = rate, or `nil` if there is no such
  /// x. The rate is the slope in proportion to the remaining distance.
  ///
  /// x is a root of g′ − rate·(1 − g). The search finds changes of sign at 256 even steps, then at
  /// points closer and closer to 1, because curves that end at rest have high rates there.
  /// Bisection follows. If the slope jumps (at a corner), a change of sign is not a root. On a
  /// vertical piece, where the slope changes within a millionth of the time, it is not a root
  /// either.
  func entry(at rate: Double) -> Double? {
    guard rate.isFinite else { return nil }
    if let curve = self as? Curve, curve.isCosine {
      // tan(θ/2) = rate/π. A negative θ is before the start of the curve.
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
