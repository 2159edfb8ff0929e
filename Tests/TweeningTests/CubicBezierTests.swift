import TestSupport
import Testing
import Tweening

@Suite struct CubicBezierTests {
  @Test func solvedToABillionth() throws {
    var random = SeededGenerator(seed: 42)
    for _ in 0..<2000 {
      let x1 = Double.random(in: 0...1, using: &random)
      let x2 = Double.random(in: 0...1, using: &random)
      let y1 = Double.random(in: -1...2, using: &random)
      let y2 = Double.random(in: -1...2, using: &random)
      let curve = try Curve.bezier(x1, y1, x2, y2)
      for _ in 0..<5 {
        let u = Double.random(in: 0...1, using: &random)
        let expected = Oracle.bezier(x1, y1, x2, y2, u)
        #expect(near(curve(u), expected, 1e-9), "\(curve) at \(u)")
      }
    }
  }

  /// Extreme parameters, near the ends and the middle, where x(s) is flattest.
  @Test(arguments: [0, 1e-9, 0.001, 0.5, 0.999, 1], [0, 1e-9, 0.001, 0.5, 0.999, 1])
  func solvedAtTheCorners(x1: Double, x2: Double) throws {
    let curve = try Curve.bezier(x1, 0.2, x2, 0.7)
    var last = 0.0
    for i in 0...4000 {
      let u = Double(i) / 4000
      let value = curve(u)
      // The reference loses digits where x(s) is flat, so only test for a rise without jumps.
      let slope = curve.slope(at: u)
      if slope < 1e4 {
        #expect(near(value, Oracle.bezier(x1, 0.2, x2, 0.7, u), 1e-9), "at \(u)")
      }
      #expect(value >= last - 1e-12)
      #expect(value - last < 0.2)
      last = value
    }
  }

  /// x(s) = s³ and 4s³ − 6s² + 3s can be solved by hand.
  @Test func flatSpotsAreExact() throws {
    let cube = try Curve.bezier(0, 1.0 / 3, 0, 2.0 / 3)
    #expect(near(cube(1e-12), 1e-4, 1e-12))
    #expect(near(cube(0.125), 0.5, 1e-12))
    let middle = try Curve.bezier(1, 1.0 / 3, 0, 2.0 / 3)
    // Powers of two with exact abscissae.
    for t in [-0.25, -1.0 / 1024, -1.0 / 65536, 0, 1.0 / 65536, 1.0 / 1024, 0.25] {
      #expect(near(middle(0.5 + 4 * t * t * t), 0.5 + t, 1e-9), "at \(t)")
    }
    let late = try Curve.bezier(0, 0, 1, 1.0 / 3)
    let s = 1 - 1e-6
    let x = 1 - 3e-12 + 2e-18
    let y = 3 * (1 - s) * s * s / 3 + s * s * s
    #expect(near(late(x), y, 1e-9))
  }

  @Test func slopesAtVerticalEnds() throws {
    #expect(try Curve.bezier(0, 1, 1, 1).slope(at: 0) == .infinity)
    #expect(try Curve.bezier(0.5, 1, 0.5, 1).slope(at: 0) == 2)
    #expect(try Curve.bezier(0, 0, 0.5, 1).slope(at: 0) == 2)
    #expect(try Curve.bezier(0, 0, 0, 0).slope(at: 0) == 1)
    #expect(try Curve.bezier(0.5, 1, 1, 0).slope(at: 1) == .infinity)
  }
}
