import BromideDevelop
import BromideTimelines
import Foundation
import SystemPackage
import TestSupport
import Testing
import Tweening

@Suite struct TimelineScheduleTests {
  private func timeline(
    _ track: String, _ source: String = "photo: a.nef, duration: 4s", more: String = ""
  ) throws -> Timeline {
    try parsed("\(more)\nsources: [{\(source), tracks: {\(track)}}]", at: "a.yaml")
  }

  /// The value of a one-number parameter in every frame.
  private func course(
    _ track: String, _ source: String = "photo: a.nef, duration: 4s", more: String = ""
  ) throws -> [Double] {
    let schedule = try TimelineSchedule(timeline(track, source, more: more))
    let parameter = schedule.sources[0].tracks[0].parameter
    return (0..<schedule.frameCount).map { frame in
      (schedule.frame(frame).layers[0].filters[parameter] ?? parameter.standard ?? [])[0]
    }
  }

  @Test func framesOfASource() throws {
    let schedule = try TimelineSchedule(
      timeline("exposure: [{at: 0s, value: 0}, {at: 100%, value: 1}]"))
    #expect(schedule.frameCount == 100)
    #expect(schedule.frame(0).layers[0].time == 0)
    #expect(schedule.frame(99).layers[0].time == 4)
    #expect(abs(schedule.frame(33).layers[0].time - 4.0 * 33 / 99) < 1e-15)
    #expect(schedule.frame(50).time == 2)
  }

  /// A film that repeats ends one frame before its end state, which is its first frame.
  @Test func loopsEndBeforeTheStart() throws {
    let track = "exposure: [{at: 0s, value: 0}, {at: 100%, value: 1}]"
    let values = try course(track, "photo: a.nef, frames: 4", more: "loop: true")
    #expect(values == [0, 0.25, 0.5, 0.75])
    #expect(try course(track, "photo: a.nef, frames: 4", more: "loop: false")[3] == 1)
  }

  @Test func oneFrameShowsTheEnd() throws {
    #expect(
      try course("exposure: [{at: 0s, value: -2}, {at: 100%, value: 1}]", "photo: a.nef, frames: 1")
        == [1])
  }

  /// 4s, 100% and 99f are the same moment, that of the last frame, and its value equals the key's
  /// to the last bit.
  @Test(arguments: ["4s", "100%", "99f"])
  func endState(at: String) throws {
    let all = try course(
      "temperature: [{at: 0s, value: 5300}, {at: \(at), value: 3457.1, curve: back}]")
    #expect(all[99] == 3457.1)
    #expect(all[0] == 5300)
  }

  @Test(arguments: [FrameRate(25), FrameRate(24), FrameRate(30000, 1001), FrameRate(7, 3)])
  func momentsAreFrames(rate: FrameRate) throws {
    let fps = "fps: \(rate.numerator)/\(rate.denominator)"
    for frames in [2, 3, 17, 100] {
      for key in 0..<frames {
        let all = try course(
          "exposure: [{at: 0f, value: \(key == 0 ? 1 : 0), curve: hold}\(key == 0 ? "" : ", {at: \(key)f, value: 1}")]",
          "photo: a.nef, frames: \(frames)", more: fps)
        #expect(all.firstIndex(of: 1) == key)
      }
    }
  }

  @Test func keysWithCurves() throws {
    let all = try course(
      "exposure: [{at: 0s, value: -2, curve: 'ease(2)'}, {at: 50%, value: 1}, {at: 100%, value: 0}]"
    )
    let ease = try #require(Curve("ease(2)"))
    for frame in 0..<100 {
      let time = 4.0 * Double(frame) / 99
      let expected = time < 2 ? -2 + 3 * ease(time / 2) : 1 - (time - 2) / 2
      #expect(abs(all[frame] - expected) < 1e-12)
    }
  }

  @Test func keysHoldOrInterpolateSmoothly() throws {
    let held = try course("exposure: [{at: 0s, value: 1, curve: hold}, {at: 2s, value: 3}]")
    #expect(Set(held) == [1, 3])
    let keys =
      "{at: 0s, value: 0, curve: smooth}, {at: 1s, value: 1, curve: smooth}, {at: 4s, value: 2}"
    let smooth = try course("exposure: [\(keys)]")
    let track = try KeyframeTrack([
      Keyframe(time: 0, value: 0.0, transition: .smooth(.monotone)),
      Keyframe(time: 1, value: 1, transition: .smooth(.monotone)), Keyframe(time: 4, value: 2),
    ])
    for frame in 0..<100 {
      #expect(abs(smooth[frame] - track.value(at: 4.0 * Double(frame) / 99)) < 1e-12)
    }
  }

  /// Halfway in mired between 2000 and 10000 K is 3333.3 K; zoom halves in equal times; hues take
  /// the short way.
  @Test(arguments: [
    ("temperature", "2000", "10000", 1e6 / 300), ("zoom", "1", "4", 2),
    ("shadow-hue", "350", "20", 5),
    ("rotation", "170", "-170", 180), ("gamma", "0.5", "2", 1), ("exposure", "-2", "1", -0.5),
  ])
  func spaces(name: String, from: String, to: String, middle: Double) throws {
    let all = try course("\(name): [{from: \(from), to: \(to)}]", "photo: a.nef, frames: 3")
    #expect(abs(all[1] - middle) < 1e-9 || abs(abs(all[1] - middle) - 360) < 1e-9)
    #expect(all[2] == Double(to))
  }

  /// The mean of two colours in Oklab, computed here from the published matrices.
  @Test func colorsInOklab() throws {
    let schedule = try TimelineSchedule(
      timeline("fade-color: [{from: '#ff0000', to: '#0000ff'}]", "photo: a.nef, frames: 3"))
    let middle = schedule.frame(1).layers[0].filters.numbers(.fadeColor)
    let red = OklabColor(linearSRGB: [1, 0, 0])
    let blue = OklabColor(linearSRGB: [0, 0, 1])
    let light = OklabColor(
      lightness: (red.lightness + blue.lightness) / 2, a: (red.a + blue.a) / 2,
      b: (red.b + blue.b) / 2
    ).linearSRGB
    for channel in 0..<3 {
      let code = min(max(SRGBCurve.code(light[channel]), 0), 1)
      #expect(abs(middle[channel] - code) < 1e-4)
    }
    #expect(schedule.frame(2).layers[0].filters.numbers(.fadeColor) == [0, 0, 1])
  }

  @Test func tweensFollowEachOther() throws {
    let all = try course(
      "exposure: [{from: 1, to: 2, start: 1s, duration: 1s}, {to: 0, start: 3s, duration: 25%}]",
      "photo: a.nef, frames: 101")
    func value(_ seconds: Double) -> Double { all[Int((seconds / 4.04 * 100).rounded())] }
    #expect(all[0] == 1)
    #expect(abs(value(1.515) - 1.515) < 0.021)
    #expect(value(2.5) == 2)
    #expect(abs(value(3.505) - 1) < 0.03)
    #expect(all[100] <= 0.04 && all[100] >= 0)
  }

  @Test func repeats() throws {
    // d = 4 s in 101 frames: 25 frames are a second.
    let source = "photo: a.nef, duration: 4s"
    let yoyo = try course(
      "exposure: [{from: 0, to: 1, duration: 1s, repeat: 3, yoyo: true}]", source,
      more: "fps: 25.25")
    #expect(yoyo.count == 101)
    for (frame, expected) in [
      (0, 0.0), (10, 0.4), (25, 1), (35, 0.6), (50, 0), (60, 0.4), (75, 1), (100, 1),
    ] {
      #expect(abs(yoyo[frame] - expected) < 1e-12)
    }
    let forever = try course(
      "exposure: [{from: 0, to: 1, duration: 1s, repeat: forever}]", source, more: "fps: 25.25")
    #expect(abs(forever[60] - 0.4) < 1e-12)
    #expect(forever[100] == 0)
  }

  /// 5 → 6 in 7 s, left at 7/3 s for 9 in 3.5 s: value and slope run on, and it arrives after 3.5 s.
  @Test func detour() throws {
    let all = try course(
      "exposure: [{from: 5, to: 6, duration: 7s, curve: cosine}, {at: 2.3333333333333335s, detour: {to: 9, duration: 3.5s, curve: cosine}}]",
      "photo: a.nef, duration: 7s", more: "fps: 100")
    for frame in 0..<all.count {
      let time = 7.0 * Double(frame) / Double(all.count - 1)
      let old = 5 + (1 - cos(.pi * time / 7)) / 2
      let u = min(max(time - 7.0 / 3, 0) / 3.5, 1)
      // It brakes by (1 − (1 − u)²)/2, and the curve has the rest of the way.
      let way = 0.1943356 * 3.5 / 2
      let new = 5.25 + (3.75 - way) * (1 - cos(.pi * u)) / 2 + way * (1 - (1 - u) * (1 - u))
      #expect(abs(all[frame] - (time < 7.0 / 3 ? old : new)) < 1e-5)
    }
    #expect(all[all.count - 1] == 9)
  }

  /// Away from its end a movement runs on a little and turns; it arrives after its duration.
  @Test func detourBack() throws {
    let schedule = try TimelineSchedule(
      timeline(
        "exposure: [{at: 0s, value: 0}, {at: 4s, value: 4}, {at: 2s, detour: {to: 0, duration: 1s}}]"
      ))
    let track = schedule.sources[0].tracks[0]
    func value(_ time: Double) -> Double { track.value(at: time).values[0] }
    #expect(abs(value(2) - 2) < 1e-9)
    let step = 1e-5
    #expect(abs((value(2 + step) - value(2)) / step - 1) < 1e-3)
    #expect(value(2.02) > 2 && value(2.5) < 2)
    #expect(value(3) == 0)
    #expect(value(4) == 0)
    #expect(track.marks.map(\.time) == [0, 2, 3])
  }

  @Test func detourOfADetour() throws {
    let all = try course(
      "exposure: [{from: 0, to: 4}, {at: 1s, detour: {to: 0, duration: 1s}}, {at: 1.5s, detour: {to: 2, duration: 1s}}]"
    )
    #expect(all[99] == 2)
    for pair in zip(all, all.dropFirst()) { #expect(abs(pair.0 - pair.1) < 0.25) }
  }

  /// The fixed point of a move stays in place on screen, and the sides keep their proportion.
  @Test(arguments: [
    ([0.0, 0, 1, 1], [0.25, 0.3, 0.4, 0.4]), ([0.1, 0.1, 0.3, 0.6], [0.3, 0.2, 0.02, 0.04]),
    ([0.4, 0.4, 0.05, 0.05], [0.05, 0.1, 0.9, 0.9]),
  ])
  func windowMoves(from: [Double], to: [Double]) throws {
    let schedule = try TimelineSchedule(
      timeline(
        "crop: [{at: 0s, value: \(from)}, {at: 100%, value: \(to)}]", "photo: a.nef, frames: 101"))
    // x = c0 + u·w0 = c1 + u·w1 on each axis.
    for axis in 0..<2 {
      let (w0, w1) = (from[axis + 2], to[axis + 2])
      let (c0, c1) = (from[axis] + w0 / 2, to[axis] + w1 / 2)
      let u = (c1 - c0) / (w0 - w1)
      let fixed = c0 + u * w0
      for frame in 0...100 {
        let window = schedule.frame(frame).layers[0].filters.numbers(.crop)
        let screen = (fixed - window[axis] - window[axis + 2] / 2) / window[axis + 2]
        #expect(abs(screen - u) < 1e-12)
        let share = Double(frame) / 100
        #expect(abs(window[axis + 2] - pow(w0, 1 - share) * pow(w1, share)) < 1e-12)
      }
    }
    #expect(schedule.frame(100).layers[0].filters.numbers(.crop) == to)
  }

  @Test func windowOfOneSizePans() throws {
    let schedule = try TimelineSchedule(
      timeline(
        "crop: [{from: [0, 0.1, 0.5, 0.5], to: [0.5, 0.3, 0.5, 0.5]}]", "photo: a.nef, frames: 11"))
    for frame in 0...10 {
      let window = schedule.frame(frame).layers[0].filters.numbers(.crop)
      #expect(abs(window[0] - 0.05 * Double(frame)) < 1e-12)
      #expect(abs(window[1] - 0.1 - 0.02 * Double(frame)) < 1e-12)
    }
  }

  /// A window's path has no corner at a key or a detour.
  @Test(arguments: [
    "{at: 0s, value: [0, 0, 1, 1], curve: smooth}, {at: 2s, value: [0.2, 0.3, 0.5, 0.5], curve: smooth}, {at: 4s, value: [0.1, 0.6, 0.2, 0.2]}",
    "{from: [0, 0, 1, 1], to: [0.2, 0.3, 0.3, 0.3], curve: 'ease(2)'}, {at: 2s, detour: {to: [0.1, 0.6, 0.2, 0.2], duration: 2s, curve: 'ease(2)'}}",
  ])
  func windowsWithoutCorners(entries: String) throws {
    let track = try TimelineSchedule(timeline("crop: [\(entries)]")).sources[0].tracks[0]
    let step = 1e-5
    func slope(_ time: Double) -> [Double] {
      zip(track.value(at: time + step).values, track.value(at: time).values).map {
        ($0 - $1) / step
      }
    }
    for (before, after) in zip(slope(2 - step), slope(2)) { #expect(abs(before - after) < 1e-3) }
  }

  @Test func overshootIsClampedOrAllowed() throws {
    let timeline = try timeline(
      "saturation: [{from: 0, to: 4, curve: back}], exposure: [{from: 0, to: 10, curve: back}]",
      "photo: a.nef, frames: 101")
    let schedule = try TimelineSchedule(timeline)
    let layers = (0..<101).map { schedule.frame($0).layers[0] }
    let clamped = layers.filter { $0.clamped == [.saturation] }
    #expect(!clamped.isEmpty && clamped.count < 101)
    for layer in layers { #expect((0...4).contains(layer.filters.number(.saturation))) }
    for layer in clamped { #expect([0, 4].contains(layer.filters.number(.saturation))) }
    #expect(
      layers.contains { $0.filters.number(.exposure) < 0 || $0.filters.number(.exposure) > 10 })
  }

  /// A window that overshoots stays inside the picture and keeps its proportions.
  @Test func windowsOvershootInside() throws {
    let schedule = try TimelineSchedule(
      timeline(
        "crop: [{from: [0.3, 0.3, 0.4, 0.2], to: [0, 0.2, 1, 0.5], curve: 'overshoot(2)'}]",
        "photo: a.nef, frames: 101"))
    var clamped = 0
    for frame in 0..<101 {
      let layer = schedule.frame(frame).layers[0]
      let window = layer.filters.numbers(.crop)
      #expect(Parameter.crop.accepts(window))
      #expect(abs(window[3] / window[2] - 0.5) < 1e-9)
      clamped += layer.clamped.isEmpty ? 0 : 1
    }
    #expect(clamped > 0)
  }

  @Test func toneCurvesMovePointByPoint() throws {
    let schedule = try TimelineSchedule(
      timeline(
        "tone-curve: [{from: [[0, 0], [0.5, 0.3], [1, 1]], to: [[0, 0.1], [0.3, 0.5], [1, 1]], curve: 'overshoot(9)'}]",
        "photo: a.nef, frames: 41"))
    for frame in 0..<41 {
      #expect(
        Parameter.toneCurve.accepts(schedule.frame(frame).layers[0].filters.numbers(.toneCurve)))
    }
  }

  @Test func curvesOfOneChannelMove() throws {
    let schedule = try TimelineSchedule(
      timeline(
        "tone-curve-blue: [{from: [[0, 0], [1, 1]], to: [[0, 0.2], [1, 0.6]], curve: linear}]",
        "photo: a.nef, frames: 3"))
    for (frame, points) in [[0.0, 0, 1, 1], [0, 0.1, 1, 0.8], [0, 0.2, 1, 0.6]].enumerated() {
      let filters = schedule.frame(frame).layers[0].filters
      #expect(zip(filters.numbers(.toneCurveBlue), points).allSatisfy { abs($0 - $1) < 1e-12 })
      #expect(filters.numbers(.toneCurveBlue).count == 4 && filters.isStandard(.toneCurve))
    }
  }

  @Test func constantsAndTracks() throws {
    let schedule = try TimelineSchedule(
      timeline(
        "exposure: [{to: 1}]", "photo: a.nef, frames: 3",
        more: "develop: {exposure: -1, saturation: 1.5}"))
    #expect((0..<3).map { schedule.frame($0).layers[0].filters.number(.exposure) } == [-1, 0, 1])
    #expect(schedule.frame(1).layers[0].filters.number(.saturation) == 1.5)
  }

  // MARK: The table

  @Test func table() throws {
    let timeline = try timeline(
      "exposure: [{from: 0, to: 1}], crop: [{from: [0, 0, 1, 1], to: [0.25, 0.25, 0.5, 0.5]}]",
      "photo: 'a, b.nef', frames: 3")
    let table = ScheduleTable(timeline, try TimelineSchedule(timeline))
    #expect(
      table.header
        == "frame,time,source,source-frame,photo,exposure,crop.x,crop.y,crop.width,crop.height,clamped"
    )
    #expect(table.csv(0) == ["0,0,0,0,\"a, b.nef\",0,0,0,1,1,"])
    // Frame 1 of 3 is in the middle of the keys, and 1/25 s after the start of the film.
    #expect(table.csv(1).first?.hasPrefix("1,0.06,0,1,") == true)
    #expect(table.csv(2) == ["2,0.12,0,2,\"a, b.nef\",1,0.25,0.25,0.5,0.5,"])
    #expect(
      table.text(1) == [
        "1  0.040 s  a, b.nef  exposure 0.5, crop 0.146447,0.146447,0.707107,0.707107"
      ])
  }
}
