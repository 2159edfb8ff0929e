import TestSupport
import Testing
import Tweening

/// Callbacks that start, pause, cancel and stop tweens.
@Suite struct TweenerCallbackTests {
  /// A wide range of misuse from inside callbacks.
  @Test func callbacksMayDoAnything() {
    let tweener = Tweener()
    let log = TweenerTests.Log()
    var third: Tween?
    let first = tweener.tween(duration: 1, curve: Curve.linear) { value in
      log.events.append("first \(value)")
      if value == 0.5 {
        third?.cancel()
        tweener.tween(duration: 1, curve: Curve.linear) { log.events.append("new \($0)") }
        tweener.tick(by: 0.25)
      }
    } completion: { finished in
      log.events.append("first \(finished)")
      // Too late for this tween, but not for the others.
      tweener.cancel()
    }
    tweener.tween(duration: 9, curve: Curve.linear) {
      log.events.append("second \($0 * 9)")
    } completion: {
      log.events.append("second \($0)")
    }
    third = tweener.tween(duration: 2, curve: Curve.linear) {
      log.events.append("third \($0)")
    } completion: {
      log.events.append("third \($0)")
    }
    tweener.tick(by: 0.5)
    #expect(
      log.events == [
        "first 0.0", "second 0.0", "third 0.0", "first 0.5", "third false", "new 0.0", "second 0.5",
      ])
    log.events = []
    // .25 from this tick and .25 from the one within.
    tweener.tick(by: 0.25)
    #expect(log.events == ["first 1.0", "first true", "second false"])
    #expect(first.state == .finished && tweener.liveTweens.isEmpty)
  }

  @Test func aTweenMayEndItself() {
    let tweener = Tweener()
    let log = TweenerTests.Log()
    var own: Tween?
    own = tweener.tween(duration: 1, curve: Curve.linear) { value in
      log.values.append(value)
      if value > 0 && value < 1 { own?.stop() }
    } completion: {
      log.ends.append($0)
      own?.stop()
      own?.cancel()
    }
    tweener.tick(by: 0.25)
    tweener.tick(by: 0.25)
    #expect(log.values == [0, 0.25, 1] && log.ends == [true])
    own = tweener.tween(duration: 1, curve: Curve.linear) { value in
      if value == 1 { own?.cancel() }
    } completion: {
      log.ends.append($0)
    }
    tweener.tick(by: 2)
    #expect(log.ends == [true, false])
  }

  /// Under random operations, each completion comes once. No value comes after it or from a paused
  /// tween.
  @Test func completionsComeOnce() {
    var random = SeededGenerator(seed: 52)
    for _ in 0..<100 {
      let tweener = Tweener()
      var completions: [Int: Int] = [:]
      var tweens: [Tween] = []
      func act() {
        switch Int.random(in: 0..<8, using: &random) {
        case 0, 1, 2:
          let id = tweens.count
          completions[id] = 0
          let tween = tweener.tween(
            duration: .random(in: 0...1, using: &random),
            delay: .random(in: 0...0.3, using: &random)
          ) { _ in
            #expect(completions[id] == 0)
            if tweens.count > id, tweens.count < 60, Int.random(in: 0..<10, using: &random) == 0 {
              act()
            }
          } completion: { _ in
            completions[id, default: 0] += 1
            if tweens.count < 60 { act() }
          }
          tweens.append(tween)
        case 3: tweens.randomElement(using: &random)?.cancel()
        case 4: tweens.randomElement(using: &random)?.pause()
        case 5: tweens.randomElement(using: &random)?.resume()
        case 6: tweens.randomElement(using: &random)?.stop()
        default: tweener.tick(by: .random(in: 0...0.2, using: &random))
        }
      }
      for _ in 0..<60 { act() }
      for tween in tweens { tween.resume() }
      for _ in 0..<100 { tweener.tick(by: 1) }
      for tween in tweens { tween.resume() }
      tweener.tick(by: 100)
      let live = tweener.liveTweens.count
      #expect(completions.values.allSatisfy { $0 <= 1 })
      #expect(completions.values.filter { $0 == 0 }.count == live)
      // Tweens that completions start remain, sixty at most.
      for _ in 0..<60 { tweener.cancel() }
      #expect(completions.values.allSatisfy { $0 == 1 })
    }
  }

  @Test func callbacksAreReleasedAtTheEnd() {
    final class Target {}
    let tweener = Tweener()
    weak var seen: Target?
    var tween: Tween?
    do {
      let target = Target()
      seen = target
      tween = tweener.tween(duration: 1) { _ in _ = target }
    }
    #expect(seen != nil)
    tweener.tick(by: 2)
    #expect(seen == nil && tween?.state == .finished)
  }
}
