import Testing
import Timelines

@Suite struct FrameRateTests {
  @Test(arguments: [
    (FrameRate(25), 4.0, 100), (FrameRate(25), 0.001, 1), (FrameRate(30000, 1001), 10, 300),
    (FrameRate(24), 0.5, 12),
  ])
  func framesOfADuration(rate: FrameRate, seconds: Double, expected: Int) {
    #expect(rate.frames(in: seconds) == expected)
  }
}
