import TestSupport
import Testing
import Tweening

/// Detours between movements of all kinds.
@Suite struct DetourTests {
  /// Interrupts 5→6 (7 s) at 7/3 with M = 9, D = 3.5.
  @Test func workedNumbers() throws {
    let old = Segment(from: 5.0, to: 6, duration: 7)
    let motion = old.motion(at: 7.0 / 3)
    #expect(near(motion.slope, 0.1943356))
    for timing in [Curve.cosine, .sineInOut] {
      let detour = Detour(leaving: motion, at: 7.0 / 3, to: 9, in: 3.5, timing: timing)
      let (segment, begins) = try #require(detour.segment)
      #expect(near(7.0 / 3 - begins, 0.1285008))
      #expect(near(segment.start, 5.2375))
      #expect(segment.end == 9 && segment.duration == 3.5)
      #expect(near(detour.value(at: 7.0 / 3), 5.25))
      #expect(near(detour.motion(at: 7.0 / 3).slope, 0.1943356))
      #expect(detour.value(at: detour.arrival) == 9)
      #expect(near(detour.arrival, 7.0 / 3 + 3.5 - 0.1285008))
    }
  }

  @Test func awayFromTheEndStartsAtRest() throws {
    let motion = Segment(from: 5.0, to: 6, duration: 7).motion(at: 7.0 / 3)
    let detour = Detour(leaving: motion, at: 1, to: 2, in: 3, timing: Curve.cosine)
    #expect(detour.joint == .startedAtRest)
    let (segment, begins) = try #require(detour.segment)
    #expect(begins == 1 && near(segment.start, 5.25, 1e-12) && segment.end == 2)
    #expect(detour.motion(at: 1).slope == 0)
    #expect(detour.arrival == 4 && detour.value(at: 4) == 2)
  }

  /// θ = 2·atan(k·D/(π·(M − v))) equals the general search on the same curve under another name.
  @Test func cosineAgreesWithTheSearch() throws {
    var random = SeededGenerator(seed: 21)
    let same = Curve.custom("same") { Curve.cosine($0) }
    for _ in 0..<200 {
      let slope = Double.random(in: 0...20, using: &random)
      let duration = Double.random(in: 0.1...5, using: &random)
      let motion = Motion(position: 1.0, slope: slope)
      let exact = Detour(leaving: motion, at: 0, to: 2, in: duration, timing: Curve.cosine)
      let found = Detour(leaving: motion, at: 0, to: 2, in: duration, timing: same)
      guard case .entered(let x) = exact.joint, case .entered(let y) = found.joint else {
        Issue.record("\(slope), \(duration): \(exact.joint), \(found.joint)")
        continue
      }
      #expect(near(x, y, 1e-8))
    }
  }

  /// For any two curves, value and slope are continuous, or the joint names the policy's case.
  @Test func slopesMatchOnRandomInputs() {
    var random = SeededGenerator(seed: 22)
    let curves = CurvePropertiesTests.curves.filter { $0(0) == 0 && $0(1) == 1 }
    var entered = 0
    var blended = 0
    for _ in 0..<2000 {
      let old = Segment(
        from: Double.random(in: -5...5, using: &random),
        to: Double.random(in: -5...5, using: &random),
        duration: Double.random(in: 0.1...9, using: &random),
        timing: curves.randomElement(using: &random) ?? .linear)
      let time = Double.random(in: 0...old.duration, using: &random)
      let target = Double.random(in: -5...5, using: &random)
      let duration = Double.random(in: 0.1...9, using: &random)
      let new = curves.randomElement(using: &random) ?? .linear
      let motion = old.motion(at: time)
      let detour = Detour(
        leaving: motion, at: time, to: target, in: duration, timing: new, policy: .blend)
      let value = old.value(at: time)
      #expect(near(detour.value(at: time), value, 1e-7))
      let slope = old.timing.slope(at: time / old.duration) * (old.end - old.start) / old.duration
      let found = detour.motion(at: time).slope
      // Also check the slope with differences, independently of `motion`.
      let h = 1e-7 * duration
      let ahead = (detour.value(at: time + h) - detour.value(at: time)) / h
      let context = "\(old.timing) → \(new) at \(time / old.duration): \(detour.joint)"
      switch detour.joint {
      case .entered:
        entered += 1
        #expect(near(found, slope, 1e-6 * (1 + abs(slope))), "\(context)")
        if abs(slope) < 100 {
          #expect(near(ahead, slope, 0.02 * (1 + abs(slope))), "\(context)")
        }
      case .blended:
        blended += 1
        #expect(near(found, slope, 1e-6 * (1 + abs(slope))), "\(context)")
        #expect(near(ahead, slope, 1e-4 * (1 + abs(slope))), "\(context)")
      case .startedAtRest, .ranOn: Issue.record("a blend is always possible: \(context)")
      }
      #expect(detour.value(at: detour.arrival) == target)
      #expect(detour.value(at: detour.arrival + 1) == target)
      #expect(detour.arrival <= time + duration)
    }
    #expect(entered > 300 && blended > 300)
  }

  /// The quintic has no acceleration at the joint and is at rest at the end.
  @Test func blendIsTheQuintic() {
    let (v, k, m, d) = (2.0, -3.0, 7.0, 4.0)
    let detour = Detour(
      leaving: Motion(position: v, slope: k), at: 10, to: m, in: d, timing: Curve.cosine,
      policy: .blend)
    #expect(detour.joint == .blended)
    for u in stride(from: 0.0, to: 1, by: 0.05) {
      let (u2, u3) = (u * u, u * u * u)
      let s = 10 * u3 - 15 * u3 * u + 6 * u3 * u2
      let h = u - 6 * u3 + 8 * u3 * u - 3 * u3 * u2
      #expect(near(detour.value(at: 10 + u * d), v + (m - v) * s + k * d * h, 1e-12))
      let ds = 30 * u2 - 60 * u3 + 30 * u3 * u
      let dh = 1 - 18 * u2 + 32 * u3 - 15 * u3 * u
      #expect(near(detour.motion(at: 10 + u * d).slope, ((m - v) * ds + k * d * dh) / d, 1e-10))
    }
    #expect(detour.motion(at: 14).slope == 0)
  }

  @Test func casesWithoutAnEntryAreNamed() throws {
    func joint(_ position: Double, _ slope: Double, _ target: Double, _ timing: Curve)
      -> Detour<Double, Curve>.Joint
    {
      Detour(
        leaving: Motion(position: position, slope: slope), at: 0, to: target, in: 1, timing: timing
      ).joint
    }
    // A straight line is never slow enough to continue from rest …
    #expect(joint(0, 0, 1, .linear) == .startedAtRest)
    // … but it is entered halfway at twice the pace.
    #expect(joint(0, 2, 1, .linear) == .entered(at: 0.5))
    #expect(joint(0, 0, 1, .cubicIn) == .entered(at: 0))
    #expect(joint(1, 2, 1, .cosine) == .startedAtRest)
    #expect(joint(0, .infinity, 1, .cosine) == .startedAtRest)
    #expect(joint(0, 1, 1, .hold) == .startedAtRest)
    // The slope leads away, and matches only a curve that itself draws back first.
    #expect(joint(0, -0.5, 1, .cubicIn) == .startedAtRest)
    guard case .entered = joint(0, -0.2, 1, .backIn) else {
      Issue.record("backIn draws back, at up to 0.34 of the way left")
      return
    }
    let now = Detour(
      leaving: Motion(position: 1.0, slope: 1), at: 5, to: 2, in: 0, timing: Curve.cosine)
    #expect(now.arrival == 5 && now.value(at: 5) == 2)
  }

  /// Values of several components, detours from detours, and angles.
  @Test func anyValueDetoursAnyNumberOfTimes() {
    var random = SeededGenerator(seed: 23)
    func point() -> Point {
      Point(x: .random(in: -5...5, using: &random), y: .random(in: -5...5, using: &random))
    }
    var motion = Segment(from: point(), to: point(), duration: 2).motion(at: 0.7)
    for step in 0..<50 {
      let detour = Detour(
        leaving: motion, at: 3, to: point(), in: 2, timing: Curve.cosine, policy: .blend)
      let h = 1e-6
      let (a, b) = (detour.value(at: 3), detour.value(at: 3 + h))
      let x = (motion.ahead.x - motion.position.x) / motion.seconds
      let y = (motion.ahead.y - motion.position.y) / motion.seconds
      #expect(near((b.x - a.x) / h, x, 1e-4 * (1 + abs(x))), "step \(step)")
      #expect(near((b.y - a.y) / h, y, 1e-4 * (1 + abs(y))), "step \(step)")
      motion = detour.motion(at: 3 + Double.random(in: 0.1...1.9, using: &random))
    }
    // Points that move in line with the new end take the curve itself.
    let straight = Segment(from: Point(x: 0, y: 0), to: Point(x: 1, y: 2), duration: 1)
    let onward = Detour(
      leaving: straight.motion(at: 0.5), at: 0.5, to: Point(x: 3, y: 6), in: 2,
      timing: Curve.cosine)
    if case .entered = onward.joint {} else { Issue.record("the new end lies in line") }
  }

  /// A fast spin that is turned back does not jump, even if its extension runs through several
  /// turns.
  @Test func anglesDoNotJump() {
    let spin = Segment(
      from: Angle(degrees: 10), to: Angle(degrees: 170), duration: 0.05, timing: Curve.linear)
    let detour = Detour(
      leaving: spin.motion(at: 0.02), at: 0.02, to: Angle(degrees: 0), in: 5,
      timing: Curve.cosine, policy: .blend)
    #expect(detour.joint == .blended)
    var last = detour.value(at: 0.02)
    for i in 1...4999 {
      let angle = detour.value(at: 0.02 + Double(i) / 1000)
      #expect(abs(angle.degrees - last.degrees) < 4)
      last = angle
    }
    #expect(near(abs(last.turn(to: Angle(degrees: 0))), 0, 1e-3))
  }
}
