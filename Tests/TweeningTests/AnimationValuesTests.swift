import Synchronization
import Testing
import Tweening

/// Values that come as time passes.
@Suite struct AnimationValuesTests {
  /// A clock that wakes its sleepers immediately, at the requested time or later.
  private final class TestClock: Clock, Sendable {
    struct Instant: InstantProtocol {
      var offset: Duration
      func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
      func duration(to other: Instant) -> Duration { other.offset - offset }
      static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
    }

    private let time = Mutex(Instant(offset: .seconds(7)))
    var now: Instant { time.withLock { $0 } }
    let minimumResolution = Duration.zero

    func sleep(until deadline: Instant, tolerance: Duration?) async throws {
      try Task.checkCancellation()
      time.withLock { $0 = max($0, deadline) }
    }

    func pass(_ duration: Duration) { time.withLock { $0 = $0.advanced(by: duration) } }
  }

  private let animation = Animation(
    [
      Segment(from: 0.0, to: 10, duration: 0.4, timing: Curve.linear),
      Segment(from: 10.0, to: 5, duration: 0.25, timing: .cubicIn),
    ], startTime: 3)

  /// The animation's values at each tenth of a second, and the last value at its end.
  @Test func valuesComeInTime() async {
    var found: [Double] = []
    for await value in animation.values(clock: TestClock(), every: .milliseconds(100)) {
      found.append(value)
    }
    let times = [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.65]
    #expect(found.count == times.count)
    for (value, time) in zip(found, times) {
      #expect(abs(value - (animation.value(at: 3 + time) ?? .nan)) < 1e-9, "\(time)")
    }
    #expect(found.last == 5)
  }

  /// Missed moments are skipped. A loop starts from the beginning.
  @Test func busyCallersLoseMoments() async {
    let clock = TestClock()
    let values = animation.values(clock: clock, every: .milliseconds(100))
    for _ in 0..<2 {
      var found: [Double] = []
      for await value in values {
        found.append(value)
        if found.count == 2 { clock.pass(.milliseconds(230)) }
      }
      #expect(found.first == 0 && found.last == 5 && found.count == 7, "\(found)")
      #expect(abs(found[2] - 8.25) < 1e-9)
    }
  }

  @Test func cancellationEndsIt() async {
    let endless = Animation(
      [Segment(from: 0.0, to: 1, duration: 1, timing: Curve.linear)], repetition: .forever)
    let task = Task {
      var count = 0
      for await _ in endless.values(clock: TestClock(), every: .milliseconds(10)) {
        count += 1
        if count == 500 { unsafe withUnsafeCurrentTask { unsafe $0?.cancel() } }
      }
      return count
    }
    #expect(await task.value == 500)
  }

  /// In real time, a short one ends at its end.
  @Test func realTimePasses() async {
    let short = Animation([Segment(from: 1.0, to: 2, duration: 0.05, timing: Curve.linear)])
    var found: [Double] = []
    for await value in short.values(every: .milliseconds(10)) { found.append(value) }
    #expect(found.first == 1 && found.last == 2 && found == found.sorted())
  }
}
