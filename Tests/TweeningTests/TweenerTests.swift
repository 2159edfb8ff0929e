import TestSupport
import Testing
import Tweening

@Suite struct TweenerTests {
  /// The values and completions that a tween reported, in order.
  final class Log {
    var values: [Double] = []
    var ends: [Bool] = []
    var events: [String] = []
  }

  private let tweener = Tweener()
  private let log = Log()

  /// From 10 to 20 in 1 s, quadratic in-out, with ticks of .25 s.
  @Test func workedNumbers() {
    tweener.tween(duration: 1, from: 10.0, to: 20.0) {
      log.values.append($0)
      #expect(log.ends.isEmpty)
    } completion: {
      log.ends.append($0)
    }
    #expect(log.values == [10])
    for tick in 1...4 {
      tweener.tick(by: 0.25)
      #expect(log.ends == (tick == 4 ? [true] : []))
    }
    #expect(log.values == [10, 11.25, 15, 18.75, 20])
    tweener.tick(by: 1)
    #expect(log.values.count == 5 && log.ends == [true] && tweener.liveTweens.isEmpty)
  }

  /// Defaults: delay 0, from 0, to 1, quadratic in-out.
  @Test func defaults() {
    tweener.tween(duration: 1) { log.values.append($0) }
    for _ in 1...4 { tweener.tick(by: 0.25) }
    #expect(log.values == [0, 0.125, 0.5, 0.875, 1])
  }

  @Test func delayComesFirst() {
    let tween = tweener.tween(duration: 1, delay: 0.5, from: 10.0, to: 20, curve: Curve.linear) {
      log.values.append($0)
    }
    #expect(log.values.isEmpty)
    tweener.tick(by: 0.25)
    #expect(log.values.isEmpty && tween.elapsed == 0.25)
    tweener.tick(by: 0.25)
    #expect(log.values == [10])
    tweener.tick(by: 0.5)
    #expect(log.values == [10, 15] && tween.elapsed == 1)
    tweener.tick(by: 0.5)
    #expect(log.values == [10, 15, 20] && tween.state == .finished)
    // A tick far past the delay reports the first value and then the current one.
    let other = Log()
    tweener.tween(duration: 1, delay: 0.5, from: 10.0, to: 20, curve: Curve.linear) {
      other.values.append($0)
    }
    tweener.tick(by: 0.75)
    #expect(other.values == [10, 12.5])
  }

  @Test func negativeTimesAreTreatedAsZero() {
    tweener.tween(duration: -1, delay: -2, from: 1.0, to: 2.0) {
      log.values.append($0)
    } completion: {
      log.ends.append($0)
    }
    // Completion never comes before `tween` has returned.
    #expect(log.values == [1] && log.ends == [])
    tweener.tick(by: 0)
    #expect(log.values == [1, 2] && log.ends == [true])
    tweener.tick(by: -5)
    tweener.tick(by: .nan)
    #expect(tweener.time == 0)
  }

  @Test func pausesDoNotCount() {
    let tween = tweener.tween(duration: 1, curve: Curve.linear) { log.values.append($0) }
    tweener.tick(by: 0.25)
    tween.pause()
    tweener.tick(by: 10)
    #expect(tween.elapsed == 0.25 && tween.state == .paused)
    tween.resume()
    tweener.tick(by: 0.25)
    tweener.pause()
    tweener.tick(by: 10)
    #expect(tween.elapsed == 0.5 && tweener.isPaused)
    tweener.resume()
    tweener.tick(by: 0.5)
    #expect(log.values == [0, 0.25, 0.5, 1] && tween.state == .finished)
  }

  @Test func cancelEndsWithFalseOnce() {
    let tween = tweener.tween(duration: 1) {
      log.values.append($0)
    } completion: {
      log.ends.append($0)
    }
    tweener.tick(by: 0.25)
    tween.cancel()
    tween.cancel()
    tween.stop()
    tween.resume()
    tweener.tick(by: 5)
    #expect(log.values == [0, 0.125] && log.ends == [false] && tween.state == .cancelled)
  }

  @Test func stopJumpsToTheEnd() throws {
    func run(_ curve: Curve, _ repetition: Repetition, yoyo: Bool) -> Tween {
      log.values = []
      return tweener.tween(
        duration: 1, delay: 0.5, from: 10.0, to: 20, curve: curve, repetition: repetition,
        yoyo: yoyo
      ) {
        log.values.append($0)
      } completion: {
        log.ends.append($0)
      }
    }
    run(.linear, .once, yoyo: false).stop()
    #expect(log.values == [20])
    run(.linear, .times(2), yoyo: true).stop()
    #expect(log.values == [10])
    run(.linear, .forever, yoyo: true).stop()
    #expect(log.values == [20])
    // The last call evaluates curve(1).
    run(try .shake(), .once, yoyo: false).stop()
    #expect(log.values == [10])
    _ = run(.linear, .once, yoyo: false)
    tweener.tick(by: 1)
    tweener.stop()
    #expect(log.values == [10, 15, 20])
    #expect(log.ends == [true, true, true, true, true])
  }

  @Test func repetitionAndYoyo() {
    tweener.tween(duration: 1, curve: Curve.linear, repetition: .times(3)) {
      log.values.append($0)
    } completion: {
      log.ends.append($0)
    }
    for _ in 1...6 { tweener.tick(by: 0.5) }
    #expect(log.values == [0, 0.5, 0, 0.5, 0, 0.5, 1] && log.ends == [true])
    let yoyo = Log()
    tweener.tween(duration: 1, curve: Curve.quadraticIn, repetition: .forever, yoyo: true) {
      yoyo.values.append($0)
    }
    for _ in 1...8 { tweener.tick(by: 0.25) }
    #expect(yoyo.values == [0, 0.0625, 0.25, 0.5625, 1, 0.5625, 0.25, 0.0625, 0])
    tweener.tick(by: 1e6 + 0.25)
    #expect(yoyo.values.last == 0.0625)
  }

  /// The total time is the same for any pattern of ticks, even if other tweens end earlier.
  @Test func timeDoesNotDependOnTicks() {
    var random = SeededGenerator(seed: 51)
    for _ in 0..<100 {
      let tweener = Tweener()
      let durations = (0..<10).map { _ in Double.random(in: 0...3, using: &random) }
      var ended = Array(repeating: Double.nan, count: 10)
      var values = Array(repeating: 0.0, count: 10)
      for (index, duration) in durations.enumerated() {
        tweener.tween(duration: duration, from: 0.0, to: 5, curve: Curve.sineInOut) {
          values[index] = $0
        } completion: { _ in
          ended[index] = tweener.time
        }
      }
      var now = 0.0
      while now < 4 {
        let step = Double.random(in: 0...0.4, using: &random)
        let before = now
        tweener.tick(by: step)
        now += step
        for (index, duration) in durations.enumerated() {
          if now > duration + 1e-8 {
            #expect(values[index] == 5 && ended[index] <= now + 1e-8)
            if before < duration - 1e-8 { #expect(near(ended[index], now, 1e-9)) }
          } else if now < duration - 1e-8 {
            #expect(ended[index].isNaN)
            #expect(near(values[index], 5 * Oracle.cosine(now / duration), 1e-9))
          }
        }
      }
    }
  }

  /// Sums of ticks round, but a second is sixty sixtieths and ten tenths, whatever time passed
  /// before.
  @Test(arguments: [60, 10, 3, 7, 1000]) func fractionsAddUp(count: Int) {
    for _ in 0..<10_000 { tweener.tick(by: 1 / Double(count)) }
    #expect(near(tweener.time, 10_000 / Double(count), 1e-10))
    tweener.tween(duration: 1) { _ in
    } completion: {
      log.ends.append($0)
    }
    for tick in 1...count {
      #expect(log.ends.isEmpty, "before tick \(tick)")
      tweener.tick(by: 1 / Double(count))
    }
    #expect(log.ends == [true])
  }

  @Test func largeGapsApplyUnlessLimited() {
    tweener.tween(duration: 10, curve: Curve.linear) { log.values.append($0) }
    tweener.tick(by: 5)
    tweener.maximumStep = 0.5
    tweener.tick(by: 5)
    tweener.timeScale = 2
    tweener.tick(by: 5)
    tweener.timeScale = -1
    tweener.tick(by: 5)
    #expect(log.values.dropFirst().map { ($0 * 100).rounded() } == [50, 55, 65, 65])
  }

  @Test func clockIsInjected() {
    let clock = ManualClock(now: 100)
    let tweener = Tweener(clock: clock)
    tweener.tween(duration: 1, curve: Curve.linear) { log.values.append($0) }
    clock.now = 100.25
    tweener.tick()
    tweener.pause()
    clock.now = 200
    tweener.resume()
    clock.now = 200.25
    tweener.tick()
    clock.now = 150
    tweener.tick()
    #expect(log.values == [0, 0.25, 0.5, 0.5])
    let system = SystemClock()
    let earlier = system.now
    #expect(earlier >= 0 && system.now >= earlier)
  }
}
