import BromideChoreography
import TestSupport
import Testing
import Tweening

/// The states of all items over time.
@Suite struct PerformanceTests {
  static func perform(_ text: String, excluding excluded: Set<Int> = []) throws -> Performance {
    Performance(of: try Script(parsing: text), on: try .bed(), excluding: excluded)
  }

  @Test func itemsFollowTheirDelays() throws {
    let performance = try PerformanceTests.perform("radial(middle,.1) fadeIn standard(.4,linear)")
    #expect(near(performance.duration, 0.9))
    let delays = performance.entranceDelays
    for (item, time) in product(0..<25, stride(from: -0.1, through: 1.0, by: 0.05)) {
      let share = min(max(0, (time - delays[item]) / 0.4), 1)
      #expect(near(performance.state(of: item, at: time).opacity, share, 1e-9))
    }
    #expect(performance.exitBegin == nil && performance.exitDelays.isEmpty)
  }

  /// At its duration everything is exactly at its end, however sums round.
  @Test(arguments: [
    "linear(topToBottom,.1) fadeIn spin(severely) slide(up,33)", "random(3,.07) expand contract(2)",
    "continuous(left,.7) fadeIn collide(light)", "radial(topLeft,.033) custom(tint,1,0) spring(.3)",
    "inline(topLeft,.001) fadeIn slide(left) standard(.123,overshoot(2))",
  ])
  func endsExactly(text: String) throws {
    for repeats in ["\(text)", "\(text) hold(.3) out \(text)"] {
      let performance = try PerformanceTests.perform(repeats)
      let out = repeats != text
      var moving = false
      for item in 0..<25 {
        let state = performance.state(of: item, at: performance.duration)
        if out {
          let start = try PerformanceTests.perform(text).state(of: item, at: 0)
          #expect(state == start)
        } else {
          #expect(state.transform == .identity && state.opacity == 1)
          #expect(state.parameters.allSatisfy { $0.value == $0.end })
        }
        #expect(performance.state(of: item, at: 1e9) == state)
        let before = performance.state(of: item, at: performance.duration - 0.01)
        moving = moving || before != state
      }
      // But not earlier.
      #expect(moving)
      #expect(performance.isOver(at: performance.duration))
      #expect(!performance.isOver(at: performance.duration.nextDown))
    }
  }

  @Test func excludedItemsKeepTheirPlace() throws {
    let text = "inline(topLeft,.1) fadeIn custom(tint,1,0) standard(.5)"
    let all = try PerformanceTests.perform(text)
    #expect(near(all.duration, 2.9))
    // The last five do not take part. Other items do not wait for them, and do not move up.
    let some = try PerformanceTests.perform(text, excluding: [3, 20, 21, 22, 23, 24])
    #expect(near(some.duration, 2.4))
    for (time, item) in product([0, 0.3, 0.7, 2.0, 3.0], 0..<25) {
      let state = some.state(of: item, at: time)
      #expect(state == (some.excluded.contains(item) ? .rest : all.state(of: item, at: time)))
    }
    #expect(try PerformanceTests.perform(text, excluding: Set(0..<25)).duration == 0)
  }

  @Test func entranceWaitAndExit() throws {
    let performance = try PerformanceTests.perform(
      "linear(topToBottom,.1) fadeIn standard(.2,linear) hold(2) "
        + "out linear(topToBottom,.2) slide(down,40) standard(1,linear)")
    #expect(near(performance.exitBegin ?? 0, 2.6) && near(performance.duration, 4.4))
    for (time, opacity, y) in [
      (0, 0, 0), (0.4, 0, 0), (0.5, 0.5, 0), (0.6, 1, 0), (2.5, 1, 0), (3.4, 1, 0),
      (3.9, 1, -20), (4.4, 1, -40), (9, 1, -40),
    ] as [(Double, Double, Double)] {
      let state = performance.state(of: 24, at: time)
      #expect(near(state.opacity, opacity, 1e-9) && near(state.transform.translation.y, y, 1e-9))
    }
    let out = try PerformanceTests.perform("hold(1) out fadeIn standard(1,linear)")
    #expect([0, 1, 1.5, 2].map { out.state(of: 0, at: $0).opacity } == [1, 1, 0.5, 0])
    #expect(near(out.duration, 2.2))
    #expect(near(try PerformanceTests.perform("default(0) fadeIn hold(2)").duration, 2.3))
  }

  @Test func parametersStayAcrossBoth() throws {
    let performance = try PerformanceTests.perform(
      "default(0) custom(exposure,2,.5) standard(1,linear) "
        + "out default(0) custom(tint,9,3) custom(exposure,7,1) standard(1,linear)")
    func values(_ time: Double) -> [String: Double] {
      Dictionary(
        uniqueKeysWithValues: performance.state(of: 0, at: time).parameters.map {
          ($0.name, $0.value)
        })
    }
    #expect(values(0) == ["exposure": 2, "tint": 3])
    #expect(values(0.5) == ["exposure": 1.25, "tint": 3])
    #expect(values(1) == ["exposure": 1, "tint": 3])
    #expect(values(1.5) == ["exposure": 4, "tint": 6])
    #expect(values(2) == ["exposure": 7, "tint": 9])
    let apart = try PerformanceTests.perform(
      "default(0) custom(exposure,2,.5) standard(1) out default(0) fadeIn standard(1)")
    #expect(apart.state(of: 0, at: 1.5).parameters.map(\.value) == [0.5])
  }

  /// By a tweener, items are prepared at once and completed once after the last value; a second run
  /// does not compound the first.
  @Test func prepareAnimateComplete() throws {
    let performance = try PerformanceTests.perform(
      "inline(topLeft,.1) slide(up,10) expand(slightly) standard(.5)", excluding: [24])
    let tweener = Tweener()
    var last: [Int: ItemState] = [:]
    var completions: [Bool] = []
    for _ in 0..<2 {
      tweener.start(performance.plan { last[$0] = $1 }.completing { completions.append($0) })
      #expect(last.count == 24 && completions.isEmpty)
      let scale = last[5].map { [$0.transform.scale.width, $0.transform.translation.y] } ?? []
      #expect(near(scale, [0.9, 9], 1e-12))
    }
    #expect(near(performance.duration, 2.8))
    while tweener.time < 2.7 {
      tweener.tick(by: 0.05)
      #expect(completions.isEmpty)
    }
    #expect(last[23] != .rest)
    tweener.tick(by: 0.3)
    #expect(completions == [true, true])
    #expect(last.values.allSatisfy { $0 == .rest })
    #expect(last[24] == nil)
  }

  @Test func performancesOfNoDuration() throws {
    let performance = try PerformanceTests.perform("default(0) fadeIn standard(0)")
    #expect(performance.duration == 0 && performance.isOver(at: 0))
    #expect([-0.1, 0].map { performance.state(of: 0, at: $0).opacity } == [0, 1])
    let empty = Performance(
      of: try Script(parsing: "radial fadeIn"),
      on: Stage(area: Extent(width: 1, height: 1), points: []))
    #expect(empty.duration == 0)
  }
}
