import Testing
import Tweening

/// Frame ⌊p(count − 1)⌋ of a strip.
@Suite struct FrameStripTests {
  @Test(arguments: [
    (0.0, 5, 0), (0.2499, 5, 0), (0.25, 5, 1), (0.5, 5, 2), (0.999, 5, 3), (1, 5, 4), (0.5, 1, 0),
    (1, 1, 0), (0.5, 2, 0), (1, 2, 1), (-0.1, 5, 0), (1.2, 5, 4), (.nan, 5, 0), (.infinity, 5, 4),
    (-.infinity, 5, 0),
  ])
  func frames(share: Double, count: Int, frame: Int) {
    #expect(FrameStrip.frame(at: share, of: count) == frame)
  }
}
