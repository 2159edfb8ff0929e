import TestSupport
import Testing
import Tweening

/// Detours that arrive when they are to.
@Suite struct TimelyDetourTests {
  /// README's example: `ease(2) 0→10 in 4s, at 1.5s → 3 in 2s`, near its new end already and fast.
  @Test func nearlyThereTakesItsTime() throws {
    let old = Segment(from: 0.0, to: 10, duration: 4, timing: try Curve.ease(2))
    let detour = Detour(
      leaving: old.motion(at: 1.5), at: 1.5, to: 3, arrivingAfter: 2, timing: try Curve.ease(2))
    #expect(detour.joint == .ranOn && detour.arrival == 3.5 && detour.segment == nil)
    #expect(detour.value(at: 3.4) != 3 && detour.value(at: 3.5) == 3 && detour.value(at: 9) == 3)
    // It brakes in time and never passes its end.
    let values = (0...1000).map { detour.value(at: 1.5 + 2 * Double($0) / 1000) }
    #expect(values.max()! <= 3 && values[0] == 2.8125)
    // … and never back.
    #expect(zip(values, values.dropFirst()).allSatisfy { $0 <= $1 })
  }

  /// Against p + (M − p)·g + (k·D − (M − p)·g′(0))·u(1 − u)ⁿ with n = 8, its power where it must
  /// turn.
  @Test func awayIsTheFormula() {
    let (p, k, m, d) = (2.0, 3.0, -1.0, 4.0)
    let detour = Detour(
      leaving: Motion(position: p, slope: k), at: 10, to: m, arrivingAfter: d, timing: Curve.linear)
    for u in stride(from: 0.0, through: 1, by: 0.03125) {
      var h = u
      for _ in 0..<8 { h *= 1 - u }
      #expect(near(detour.value(at: 10 + u * d), p + (m - p) * u + (k * d - (m - p)) * h, 1e-12))
    }
    // It arrives at the end with the new curve's speed.
    #expect(near(detour.motion(at: 14 - 1e-9).slope, -0.75, 1e-6))
  }

  /// For any two curves, value and slope are continuous, and it arrives in time with the new
  /// curve's slope.
  @Test func valueAndSlopeRunOn() {
    var random = SeededGenerator(seed: 24)
    let curves = CurvePropertiesTests.curves.filter { $0(0) == 0 && $0(1) == 1 }
    var ran = 0
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
        leaving: motion, at: time, to: target, arrivingAfter: duration, timing: new)
      let context = "\(old.timing) → \(new) at \(time / old.duration): \(detour.joint)"
      #expect(detour.arrival == time + duration)
      #expect(detour.value(at: time) == motion.position, "\(context)")
      #expect(detour.value(at: detour.arrival) == target, "\(context)")
      let slope = motion.slope
      #expect(near(detour.motion(at: time).slope, slope, 1e-6 * (1 + abs(slope))), "\(context)")
      guard detour.joint == .ranOn else {
        #expect(!new.slope(at: 0).isFinite, "\(context)")
        continue
      }
      ran += 1
      // The slope matches the values, by differences halfway.
      let middle = time + 0.37 * duration
      let h = 1e-6 * duration
      let found = detour.motion(at: middle).slope
      let difference = (detour.value(at: middle + h) - detour.value(at: middle - h)) / (2 * h)
      let scale = abs(motion.slope) + abs(target - motion.position) / duration
      if new.isSmooth(around: 0.37) {
        #expect(near(found, difference, 1e-3 * (1e-3 + scale)), "\(context)")
      }
    }
    #expect(ran > 1500)
  }

  /// It leaves the range between only where it must, and the less the shorter it may take.
  @Test func theRangeIsKept() {
    for slope in stride(from: 0.0, through: 12, by: 0.5) {
      let detour = Detour(
        leaving: Motion(position: 0.0, slope: slope), at: 0, to: 1, arrivingAfter: 1,
        timing: Curve.cosine)
      let values = (0...500).map { detour.value(at: Double($0) / 500) }
      #expect(values.min()! >= -1e-9 && values.max()! <= 1 + 1e-6, "slope \(slope)")
    }
    // A curve that begins or ends in motion turns, within its range.
    for (curve, slopes) in [
      (Curve.linear, [0.0, 2, 5]), (.cubicIn, [0, 1, 4]), (.cubicOut, [0, 5]),
    ] {
      for slope in slopes {
        let detour = Detour(
          leaving: Motion(position: 0.0, slope: slope), at: 0, to: 1, arrivingAfter: 1,
          timing: curve)
        let values = (0...500).map { detour.value(at: Double($0) / 500) }
        #expect(values.min()! >= -1e-6 && values.max()! <= 1 + 1e-6, "\(curve), slope \(slope)")
      }
    }
    // The movement away from the target turns within a ninth of the time, and stays within the
    // distance of this time.
    let away = Detour(
      leaving: Motion(position: 0.0, slope: -2), at: 0, to: 1, arrivingAfter: 3,
      timing: Curve.cosine)
    let values = (0...900).map { away.value(at: 3 * Double($0) / 900) }
    let lowest = values.min()!
    #expect(lowest < 0 && lowest > -2 * 3 / 9 && values.firstIndex(of: lowest)! <= 100)
    #expect(values.max()! <= 1)
    // A curve that overshoots by itself still does.
    let overshoot = Detour(
      leaving: Motion(position: 0.0, slope: 2.3), at: 0, to: 1, arrivingAfter: 2,
      timing: Curve.backOut)
    let peak = (0...100).map { overshoot.value(at: Double($0) / 50) }.max()!
    let own = (0...100).map { Curve.backOut(Double($0) / 100) }.max()!
    #expect(peak > 1.02 && peak <= own + 1e-6)
  }

  @Test func casesAtTheEdge() throws {
    let now = Detour(
      leaving: Motion(position: 1.0, slope: 1), at: 5, to: 2, arrivingAfter: 0,
      timing: Curve.cosine)
    #expect(now.arrival == 5 && now.value(at: 5) == 2)
    // At its end already, but moving: it comes back.
    let there = Detour(
      leaving: Motion(position: 1.0, slope: 1), at: 0, to: 1, arrivingAfter: 1,
      timing: Curve.cosine)
    #expect(there.value(at: 0.1) > 1 && there.value(at: 1) == 1)
    // A curve that begins infinitely fast has no slope to match.
    let fast = Detour(
      leaving: Motion(position: 0.0, slope: 1), at: 0, to: 1, arrivingAfter: 1,
      timing: Curve.circularOut)
    #expect(fast.joint == .blended && fast.arrival == 1)
    // Points that do not move in line, and a detour that leaves a detour.
    let straight = Segment(from: Point(x: 0, y: 0), to: Point(x: 1, y: 2), duration: 1)
    let aside = Detour(
      leaving: straight.motion(at: 0.5), at: 0.5, to: Point(x: 3, y: 0), arrivingAfter: 2,
      timing: Curve.cosine)
    #expect(aside.value(at: 2.5) == Point(x: 3, y: 0))
    let back = Detour(
      leaving: aside.motion(at: 1), at: 1, to: Point(x: 0, y: 0), arrivingAfter: 1,
      timing: Curve.cosine)
    let (before, after) = (aside.motion(at: 1), back.motion(at: 1))
    for part in [\Point.x, \Point.y] {
      let speeds = [before, after].map {
        ($0.ahead[keyPath: part] - $0.position[keyPath: part]) / $0.seconds
      }
      #expect(near(speeds[0], speeds[1], 1e-9))
    }
    // At rest it is the new curve itself.
    let rest = Detour(
      leaving: Motion(restingAt: 2.0), at: 0, to: 4, arrivingAfter: 2, timing: Curve.cosine)
    for u in [0.1, 0.5, 0.8] {
      #expect(near(rest.value(at: 2 * u), 2 + 2 * Curve.cosine(u), 1e-12))
    }
  }
}

extension Curve {
  /// Whether values near a point follow its slope. Bounces and steps have corners.
  fileprivate func isSmooth(around u: Double) -> Bool {
    abs(slope(at: u - 1e-3) - slope(at: u + 1e-3)) < 0.2
      && abs((self(u + 1e-4) - self(u - 1e-4)) / 2e-4 - slope(at: u)) < 1e-3
  }
}
