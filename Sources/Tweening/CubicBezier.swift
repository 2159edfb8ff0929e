/// A cubic Bézier from (0,0) to (1,1) with control points (x1,y1) and (x2,y2).
///
/// x1 and x2 are in 0…1, so x never decreases and y is a function of x.
///
/// To compute y(x), `solve` finds the parameter s with x(s) = x. The unknown is s or 1 − s,
/// measured from the closer end, so the equation has no constant term. If the curve starts flat in
/// x (a double root), this form keeps all digits, while the textbook form loses half of them.
/// Householder's iteration of third order, kept within a bracket, needs two rounds and rarely
/// three. Only for x1 → 1 and x2 → 0 does x(s) become flat in the middle. These curves are solved
/// around their inflection point instead.
struct CubicBezier: Sendable {
  let x1: Double
  let y1: Double
  let x2: Double
  let y2: Double

  func value(_ x: Double) -> Double {
    if x <= 0.5 { return CubicBezier.polynomial(y1, y2, solve(x)) }
    let mirrored = self.mirrored
    return 1 - CubicBezier.polynomial(mirrored.y1, mirrored.y2, mirrored.solve(1 - x))
  }

  func slope(_ x: Double) -> Double {
    if x > 0.5 { return mirrored.slopeNearStart(1 - x) }
    return slopeNearStart(x)
  }

  /// The curve rotated by 180° around (½, ½).
  private var mirrored: CubicBezier {
    CubicBezier(x1: 1 - x2, y1: 1 - y2, x2: 1 - x1, y2: 1 - y1)
  }

  /// 3p1·s(1−s)² + 3p2·s²(1−s) + s³ in powers of s.
  @inline(__always)
  private static func polynomial(_ p1: Double, _ p2: Double, _ s: Double) -> Double {
    (((1 + 3 * (p1 - p2)) * s + 3 * (p2 - 2 * p1)) * s + 3 * p1) * s
  }

  private static func derivative(_ p1: Double, _ p2: Double, _ s: Double) -> Double {
    (3 * (1 + 3 * (p1 - p2)) * s + 6 * (p2 - 2 * p1)) * s + 3 * p1
  }

  private func slopeNearStart(_ x: Double) -> Double {
    if x <= 0 { return slopeAtStart }
    let s = solve(x)
    return CubicBezier.derivative(y1, y2, s) / CubicBezier.derivative(x1, x2, s)
  }

  /// The slope at 0: the ratio of the first pair of derivatives that are not both 0.
  private var slopeAtStart: Double {
    if x1 > 0 { return y1 / x1 }
    if y1 != 0 { return y1 > 0 ? .infinity : -.infinity }
    if x2 > 0 { return y2 / x2 }
    if y2 != 0 { return y2 > 0 ? .infinity : -.infinity }
    return 1
  }

  /// Returns the parameter s for 0 < x ≤ ½.
  private func solve(_ x: Double) -> Double {
    let a = 1 + 3 * (x1 - x2)
    let b = 3 * (x2 - 2 * x1)
    let c = 3 * x1
    // The smallest slope of x(s), at its inflection point. This form avoids cancellation.
    let least = 3 * (x1 * (1 - x1) + x2 * (x1 - x2))
    if a > 1 && least < 0.01 * a { return solveAboutInflection(x, a, b, least / a) }
    // Start from the hyperbola through both ends and x(½) = m. This saves a round compared with
    // starting from x itself.
    let m = 0.375 * (x1 + x2) + 0.125
    let guess = (1 - m) * x / (m + (1 - 2 * m) * x)
    return Cubic(a: a, b: b, c: c).root(of: x, between: 0, and: 1, near: guess)
  }

  /// Solves around the inflection point s0. With s = s0 + t: a·t³ + p·t = x − x(s0).
  private func solveAboutInflection(
    _ x: Double, _ a: Double, _ b: Double, _ p: Double
  ) -> Double {
    let s0 = -b / (3 * a)
    let difference = x - CubicBezier.polynomial(x1, x2, s0)
    let cubic = Cubic(a: a, b: 0, c: p)
    let t = cubic.root(of: abs(difference), between: 0, and: 1, near: 0.5)
    return s0 + (difference < 0 ? -t : t)
  }
}

/// The polynomial at³ + bt² + ct, which increases in the bracket of the search.
private struct Cubic {
  let a: Double
  let b: Double
  let c: Double

  /// Returns the t at which the value is `target`, with a relative error of about 1e-13.
  @inline(__always)
  func root(
    of target: Double, between low: Double, and high: Double, near guess: Double
  ) -> Double {
    var low = low
    var high = high
    var t = guess
    for _ in 0..<64 {
      let f = ((a * t + b) * t + c) * t - target
      if f == 0 { return t }
      if f < 0 { low = t } else { high = t }
      let f1 = (3 * a * t + 2 * b) * t + c
      let f2 = 6 * a * t + 2 * b
      // f‴ is 6a.
      let step = f * (f1 * f1 - 0.5 * f * f2) / (f1 * (f1 * f1 - f * f2) + f * f * a)
      var next = t - step
      if !(next > low && next < high) { next = 0.5 * (low + high) }
      // The error after a step is about the step's fourth power: 5e-4 gives 6e-14.
      if abs(next - t) <= 5e-4 * abs(next) && abs(step) < 5e-4 { return next }
      if next == t { return t }
      t = next
    }
    return t
  }
}
