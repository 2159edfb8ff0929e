import TestSupport
import Testing
import Tweening

/// Segments and their animations.
@Suite struct SegmentTests {
  @Test(arguments: [
    (-1.0, 0.0), (0, 0), (2.5, 1.3180195), (5, 4.5), (7.5, 7.6819805), (10, 9), (11, 9),
  ])
  func cosineSegment(time: Double, value: Double) {
    let segment = Segment(from: 0.0, to: 9, duration: 10)
    #expect(near(segment.value(at: time), value))
    #expect(segment.contains(time) == (time >= 0 && time < 10))
  }

  @Test func segmentsOfNoDuration() {
    for duration in [0, -1, Double.nan] {
      let segment = Segment(from: 1.0, to: 2, duration: duration)
      #expect(segment.duration == 0)
      #expect(segment.value(at: 0) == 2 && segment.value(at: 1) == 2)
      #expect(!segment.contains(0))
    }
  }

  static let times: [(Double, once: Double?, forever: Double?)] = [
    (6.4, nil, nil), (6.5, 100, 100), (13.04, 165.45085, 165.45085), (17.4, 200, 200),
    (20.01, 179.38926, 179.38926), (27.1, 100, 102.06243), (26.1, 100, 100),
  ]

  static let segments = [
    Segment(from: 100.0, to: 200, duration: 10.9), Segment(from: 200.0, to: 100, duration: 8.7),
  ]

  @Test func twoSegmentsFrom6point5() {
    let once = Animation(Self.segments, startTime: 6.5)
    let forever = Animation(Self.segments, startTime: 6.5, repetition: .forever)
    for (time, first, second) in Self.times {
      for (animation, expected) in [(once, first), (forever, second)] {
        let value = animation.value(at: time)
        if let expected {
          #expect(near(value ?? .nan, expected, 1e-5), "at \(time)")
        } else {
          #expect(value == nil)
        }
      }
    }
  }

  /// The sums are exact, so that the end is met exactly.
  @Test func atTheEnd() {
    let segments = [Segment(from: 1.0, to: 5, duration: 2), Segment(from: 7.0, to: 3, duration: 1)]
    let once = Animation(segments, startTime: 1)
    #expect(once.value(at: 4) == 3 && !once.isFinished(at: 4) && once.isFinished(at: 4.001))
    let forever = Animation(segments, startTime: 1, repetition: .forever)
    #expect(forever.value(at: 4) == 1 && !forever.isFinished(at: 1e9))
    let thrice = Animation(segments, startTime: 1, repetition: .times(3))
    #expect(thrice.value(at: 7) == 1 && thrice.value(at: 10) == 3 && thrice.value(at: 11) == 3)
    #expect(!thrice.isFinished(at: 10) && thrice.isFinished(at: 10.1))
    let yoyo = Animation(segments, startTime: 1, repetition: .times(2), yoyo: true)
    #expect(
      yoyo.value(at: 4) == 3 && yoyo.value(at: 7) == 1 && yoyo.value(at: 5.5) == once.value(at: 2.5)
    )
    #expect(yoyo.value(at: 4.25) == once.value(at: 3.75))
  }

  @Test func animationsOfNoDuration() {
    let empty = Animation<Double, Curve>([], repetition: .forever)
    #expect(empty.value(at: 0) == nil && empty.motion(at: 0) == nil)
    let points = [Segment(from: 1.0, to: 2, duration: 0), Segment(from: 3.0, to: 4, duration: 0)]
    for repetition in [Repetition.once, .times(5), .forever, .times(0)] {
      let animation = Animation(points, repetition: repetition)
      #expect(animation.value(at: 0) == 4 && animation.value(at: 9) == 4)
      #expect(animation.value(at: -1) == nil)
    }
    let mixed = Animation([
      Segment(from: 0.0, to: 1, duration: 1), Segment(from: 5.0, to: 6, duration: 0),
      Segment(from: 8.0, to: 9, duration: 1),
    ])
    #expect(mixed.value(at: 1) == 8 && mixed.value(at: 2) == 9)
    var seen: [Double] = []
    var player = AnimationPlayer(mixed)
    player.tick(to: 1) { seen.append($0.value) }
    #expect(seen == [1, 6, 8])
  }

  @Test func motionReturnsItsSlope() throws {
    let segment = Segment(from: 5.0, to: 6, duration: 7)
    #expect(near(segment.motion(at: 7.0 / 3).slope, 0.1943356))
    #expect(segment.motion(at: 7).slope == 0 && segment.motion(at: -1).slope == 0)
    let animation = Animation([segment], repetition: .times(2), yoyo: true)
    #expect(near(animation.motion(at: 14 - 7.0 / 3)?.slope ?? 0, -0.1943356))
  }

  /// Every passed segment reports its final value, in order, for any ticks.
  @Test(arguments: [false, true], [Repetition.once, .times(4), .forever])
  func sparseTicksReportTheSameAsDenseOnes(yoyo: Bool, repetition: Repetition) {
    var random = SeededGenerator(seed: 11)
    for _ in 0..<30 {
      let count = Int.random(in: 1...5, using: &random)
      let segments = (0..<count).map { index in
        Segment(
          from: Double(index), to: Double(10 * index + 1),
          duration: Double(Int.random(in: 0...4, using: &random)) / 4)
      }
      let animation = Animation(segments, startTime: 2, repetition: repetition, yoyo: yoyo)
      func finals(_ ticks: [Double]) -> [[Double]] {
        var player = AnimationPlayer(animation)
        var finals: [[Double]] = []
        for time in ticks {
          var last: Double?
          player.tick(to: time) { report in
            if report.isFinal {
              finals.append([Double(report.cycle), Double(report.segment), report.value])
            }
            last = report.value
          }
          if let last { #expect(last == animation.value(at: time)) }
        }
        return finals
      }
      let dense = finals(stride(from: 0, through: 12, by: 1.0 / 64).map { $0 })
      let sparse = finals(
        (0..<6).map { _ in Double.random(in: 0...12, using: &random) }.sorted() + [12])
      #expect(dense == sparse)
      #expect(finals([12]) == dense)
      if animation.duration <= 10 && repetition != .forever {
        #expect(dense.count == count * (repetition == .once ? 1 : 4))
      }
    }
  }

  @Test func tickingBackwardsEqualsValues() {
    var random = SeededGenerator(seed: 12)
    let animation = Animation(Self.segments, startTime: 6.5, repetition: .times(3), yoyo: true)
    var player = AnimationPlayer(animation)
    var last: Double?
    for _ in 0..<500 {
      let time = Double.random(in: 0...80, using: &random)
      player.tick(to: time) { last = $0.value }
      if time >= 6.5 { #expect(last == animation.value(at: time)) }
    }
  }

  @Test func hugeGapsAreCutShort() {
    var player = AnimationPlayer(
      Animation([Segment(from: 0.0, to: 1, duration: 1e-9)], repetition: .forever))
    player.mostReports = 10
    var count = 0
    player.tick(to: 1e9) { _ in count += 1 }
    #expect(count == 11)
  }
}
