import Testing
import Tweening

/// The numbers that the article tells.
@Suite struct DocumentationTests {
  @Test func curves() throws {
    let curve = try Curve.easeOut(2.5)
    #expect(near(curve(0.25), 0.5129, 5e-5) && near(curve.slope(at: 0.25), 1.6238, 5e-5))
    #expect(try Curve(parsing: "\(curve)") == curve)
  }

  @Test func movements() throws {
    let rise = Segment(from: 0.0, to: 10, duration: 4, timing: try Curve.ease(2))
    #expect(near(rise.value(at: 1), 1.25, 1e-12))
    let turn = Detour(
      leaving: rise.motion(at: 2), at: 2, to: 12, in: 3, timing: Curve.cosine, policy: .blend)
    #expect(near(turn.value(at: 2.5), 7.638, 5e-4), "\(turn.value(at: 2.5))")
  }
}
