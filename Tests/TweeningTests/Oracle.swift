import BromideLibc

/// The formulas as published, without regard to speed.
enum Oracle {
  /// The damped spring after `t` seconds.
  static func spring(_ t: Double, _ damping: Double, _ omega: Double, _ v0: Double) -> Double {
    if damping == 1 { return 1 - exp(-omega * t) * (1 + (omega - v0) * t) }
    let turn = omega * (1 - damping * damping).squareRoot()
    return 1 - exp(-damping * omega * t)
      * (cos(turn * t) + (damping * omega - v0) / turn * sin(turn * t))
  }

  /// (1 − cos πx)/2
  static func cosine(_ x: Double) -> Double { (1 - cos(.pi * x)) / 2 }

  /// y(x) of a cubic Bézier, by plain bisection and De Casteljau's algorithm.
  static func bezier(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double, _ x: Double) -> Double
  {
    var (low, high) = (0.0, 1.0)
    for _ in 0..<200 {
      let s = 0.5 * (low + high)
      if deCasteljau(x1, x2, s) < x { low = s } else { high = s }
    }
    return deCasteljau(y1, y2, 0.5 * (low + high))
  }

  private static func deCasteljau(_ p1: Double, _ p2: Double, _ s: Double) -> Double {
    func mix(_ a: Double, _ b: Double) -> Double { a * (1 - s) + b * s }
    let (a, b, c) = (mix(0, p1), mix(p1, p2), mix(p2, 1))
    return mix(mix(a, b), mix(b, c))
  }

  /// sin(2πku) under ½(1 − cos 2πu).
  static func shake(_ u: Double, _ swings: Double) -> Double {
    sin(2 * .pi * swings * u) * 0.5 * (1 - cos(2 * .pi * u))
  }
}

/// Whether two numbers agree to 1e-6, the tolerance of the worked numbers.
func near(_ a: Double, _ b: Double, _ tolerance: Double = 1e-6) -> Bool {
  abs(a - b) <= tolerance
}
