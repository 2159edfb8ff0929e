import TestSupport
import Testing
import Tweening

@Suite struct TweenGroupTests {
  final class Log {
    var events: [String] = []
  }

  private let tweener = Tweener()
  private let log = Log()

  func part(
    _ name: String, _ duration: Double, _ log: Log, repetition: Repetition = .once
  ) -> TweenPlan {
    .tween(duration: duration, curve: Curve.linear, repetition: repetition) {
      log.events.append("\(name) \($0)")
    }.completing { log.events.append("\(name) \($0)") }
  }

  @Test func sequence() {
    let tween = tweener.start(.sequence([part("a", 1, log), .wait(1), part("b", 1, log)])) {
      log.events.append("all \($0)")
    }
    #expect(tween.duration == 3 && log.events == ["a 0.0"])
    tweener.tick(by: 0.5)
    tweener.tick(by: 1)
    #expect(log.events == ["a 0.0", "a 0.5", "a 1.0", "a true"])
    tweener.tick(by: 0.75)
    #expect(log.events.suffix(2) == ["b 0.0", "b 0.25"])
    tweener.tick(by: 9)
    #expect(log.events.suffix(3) == ["b 1.0", "b true", "all true"])
    #expect(tween.state == .finished)
  }

  /// A single tick over everything keeps the order and the times.
  @Test func oneTickOverASequence() {
    tweener.start(.sequence([part("a", 1, log), part("z", 0, log), part("b", 1, log)])) {
      log.events.append("all \($0)")
    }
    tweener.tick(by: 1.25)
    #expect(
      log.events == ["a 0.0", "a 1.0", "a true", "z 0.0", "z 1.0", "z true", "b 0.0", "b 0.25"])
    tweener.tick(by: 5)
    #expect(log.events.suffix(3) == ["b 1.0", "b true", "all true"])
  }

  @Test func tweensOfNoDurationComeInOrder() {
    tweener.start(.sequence([part("z", 0, log), part("a", 1, log)]))
    #expect(log.events == ["z 0.0"])
    tweener.tick(by: 0)
    #expect(log.events == ["z 0.0", "z 1.0", "z true", "a 0.0"])
  }

  @Test func parallelEndsWithTheLongest() {
    let tween = tweener.start(.parallel([part("a", 2, log), part("b", 1, log)])) {
      log.events.append("all \($0)")
    }
    #expect(tween.duration == 2 && log.events == ["a 0.0", "b 0.0"])
    tweener.tick(by: 1)
    #expect(log.events.suffix(3) == ["a 0.5", "b 1.0", "b true"])
    tweener.tick(by: 1)
    #expect(log.events.suffix(3) == ["a 1.0", "a true", "all true"])
  }

  @Test func staggeredAndDelayed() {
    let plans = ["a", "b", "c"].map { part($0, 1, log) }
    let tween = tweener.start(.staggered(by: 0.25, plans).delayed(by: 0.5))
    #expect(tween.duration == 2 && log.events.isEmpty)
    tweener.tick(by: 1)
    #expect(log.events == ["a 0.0", "a 0.5", "b 0.0", "b 0.25", "c 0.0"])
    tweener.tick(by: 1)
    #expect(tween.state == .finished && log.events.last == "c true")
  }

  @Test func nestedCompletionsComeFromInsideOut() {
    func note(_ name: String) -> TweenPlan.Completion { { log.events.append("\(name) \($0)") } }
    let plan = TweenPlan.sequence([
      .parallel([.wait(1), .sequence([.wait(0.5), .wait(0.75)]).completing(note("inner"))])
        .completing(note("middle")),
      .wait(1), .parallel([]).completing(note("empty")),
    ]).completing(note("outer"))
    let tween = tweener.start(plan, completion: note("all"))
    #expect(tween.duration == 2.25)
    tweener.tick(by: 1)
    #expect(log.events.isEmpty)
    tweener.tick(by: 0.25)
    #expect(log.events == ["inner true", "middle true"])
    tweener.tick(by: 1)
    #expect(log.events.suffix(3) == ["empty true", "outer true", "all true"])
    tweener.start(plan, completion: note("all"))
    log.events = []
    tweener.tick(by: 1.5)
    tweener.cancel()
    #expect(log.events == ["inner true", "middle true", "empty false", "outer false", "all false"])
  }

  @Test func stopRunsThroughTheRest() {
    let tween = tweener.start(
      .sequence([part("a", 1, log), part("b", 1, log, repetition: .forever), part("c", 1, log)])
    ) { log.events.append("all \($0)") }
    #expect(tween.duration == .infinity)
    tweener.tick(by: 1.5)
    log.events = []
    tween.pause()
    tween.stop()
    #expect(log.events == ["b 1.0", "b true", "c 1.0", "c true", "all true"])
  }

  /// The end of a sequence does not depend on the ticks, for any number of parts.
  @Test func sequencesKeepTime() {
    var random = SeededGenerator(seed: 61)
    for _ in 0..<50 {
      let durations = (0..<20).map { _ in Double.random(in: 0...0.2, using: &random) }
      let total = durations.reduce(0, +)
      let tweener = Tweener()
      var position = 0.0
      var end: Double?
      let parts = durations.enumerated().map { index, duration in
        TweenPlan.tween(
          duration: duration, from: Double(index), to: Double(index + 1), curve: Curve.linear
        ) { position = $0 }
      }
      tweener.start(.sequence(parts)) { _ in end = tweener.time }
      var now = 0.0
      while end == nil {
        now += Double.random(in: 0...0.3, using: &random)
        tweener.tick(by: now - tweener.time)
        if end == nil {
          var (index, start) = (0, 0.0)
          while start + durations[index] < now {
            start += durations[index]
            index += 1
          }
          #expect(near(position, Double(index) + (now - start) / durations[index], 1e-6))
          #expect(now < total)
        }
      }
      #expect(position == 20 && now >= total - 1e-8)
    }
  }

  /// Any value and any curve type.
  @Test func valuesOfAnyKind() {
    struct Gallop: Easing {
      func callAsFunction(_ u: Double) -> Double { u * u * (2 - u) }
    }
    var place = Point(x: 0, y: 0)
    var levels: [Float] = []
    tweener.start(
      .parallel([
        .tween(duration: 1, from: Point(x: 10, y: 20), to: Point(x: 30, y: 60), curve: Gallop()) {
          place = $0
        },
        .tween(duration: 1, from: [0, 1], to: [1, 0], curve: Curve.linear) { levels = $0 },
      ]))
    tweener.tick(by: 0.5)
    #expect(place == Point(x: 17.5, y: 35) && levels == [0.5, 0.5])
  }
}
