import BromideDevelop
import BromideTimelines
import Foundation
import SystemPackage
import Testing

/// Sources as layers on the frame, and their transitions.
@Suite struct LayerTimelineTests {
  private func schedule(_ sources: String, more: String = "") throws -> TimelineSchedule {
    try TimelineSchedule(parsed("fps: 10\n\(more)\nsources: [\(sources)]", at: "t.yaml"))
  }

  /// Places are values or tracks, in shares or pixels, and move along curves.
  @Test func positionsMoveAlongCurves() throws {
    let schedule = try schedule(
      "{photo: a, frames: 11}, {color: '#ff8000', start: 0, frames: 11, at: [{from: [0, 0.2], to: [1, 0.4]}], size: [{at: 0f, value: 0.2}, {at: 100%, value: 0.8}], anchor: bottomRight, rotation: 30, opacity: 25%}"
    )
    for frame in 0...10 {
      let layers = schedule.frame(frame).layers
      #expect(layers.count == 2 && layers[0].place == nil && layers[0].wipe == nil)
      let place = try #require(layers[1].place)
      let share = Double(frame) / 10
      #expect(abs(place.at.x - share) < 1e-12 && abs(place.at.y - 0.2 - 0.2 * share) < 1e-12)
      // Sizes grow by equal factors.
      let size = try #require(place.size)
      #expect(abs(size.x - 0.2 * pow(4, share)) < 1e-12 && size.x == size.y && !size.isPixels)
      #expect(place.anchor == SIMD2(1, 1) && place.rotation == 30 && place.opacity == 0.25)
      #expect(!place.isStill)
    }
  }

  @Test(arguments: [
    ("at: [960px, 54px]", 960.0, 54.0, true), ("at: '960px,54px'", 960, 54, true),
    ("at: [50%, 0.25]", 0.5, 0.25, false), ("at: '-0.5,2'", -0.5, 2, false),
  ])
  func lengthsHaveUnits(text: String, x: Double, y: Double, isPixels: Bool) throws {
    let place = try #require(
      try schedule("{photo: a, frames: 1, \(text)}").frame(0).layers[0].place)
    #expect(place.at == LayerPlace.Lengths(x, y, isPixels: isPixels) && place.isStill)
    #expect(
      place.at.pixels(in: SIMD2(200, 100), scale: 0.5)
        == (isPixels ? SIMD2(x, y) * 0.5 : SIMD2(200 * x, 100 * y)))
  }

  @Test(arguments: [
    ("size: 640x360", 640.0, 360.0, true), ("size: 0.4", 0.4, 0.4, false),
    ("size: [0.4, 30%]", 0.4, 0.3, false), ("size: [64px, 32px]", 64, 32, true),
  ])
  func boxesHaveUnits(text: String, width: Double, height: Double, isPixels: Bool) throws {
    let place = try schedule("{photo: a, frames: 1, \(text)}").frame(0).layers[0].place
    #expect(place?.size == LayerPlace.Lengths(width, height, isPixels: isPixels))
  }

  /// Words about photos are about the one that shows below.
  @Test func wordsAreAboutThePhotoBelow() throws {
    let timeline = try parsed(
      "sources: [{sequence: n}, {photo: b, frames: 2}, {text: 'no {n} of {camera}', start: 0, frames: 5, size: 12px}, {text: plain, start: 0, frames: 1}]",
      at: "t.yaml")
    let schedule = try TimelineSchedule(timeline, photos: [["a", "b", "c"], [], [], []])
    let subjects = (0..<5).map { schedule.frame($0).layers.last { $0.source == 2 }?.subject }
    #expect(subjects.map { $0?.source } == [0, 0, 0, 1, 1])
    #expect(subjects.map { $0?.photo } == [0, 1, 2, 0, 0])
    #expect(schedule.frame(0).layers[2].subject == nil)
    let place = schedule.frame(0).layers[1].place
    #expect(place?.size == LayerPlace.Lengths(12, 12, isPixels: true))
    #expect(schedule.frame(0).layers[2].place?.size == LayerPlace.Lengths(0.05, 0.05))
  }

  /// A wipe and a slide take the shares that a crossfade takes, along a curve.
  @Test func transitionsHaveShares() throws {
    let schedule = try schedule(
      "{photo: a, frames: 9}, {photo: b, frames: 9, transition: {wipe: 4f, shape: 'radial(0.2,0.3)', softness: 0.5}}, {photo: c, frames: 9, transition: {slide: 4f, from: top, curve: easeIn(2)}}"
    )
    #expect(schedule.frameCount == 19)
    for step in 0..<4 {
      let share = Double(step + 1) / 5
      let wiped = schedule.frame(5 + step).layers
      #expect(wiped.count == 2 && wiped[1].place == nil && wiped[1].filters.number(.opacity) == 1)
      let expected = LayerWipe(.radial(x: 0.2, y: 0.3), share: share, softness: 0.5)
      #expect(wiped[1].wipe == expected)
      let slid = try #require(schedule.frame(10 + step).layers[1].place)
      #expect(slid.shift.x == 0 && abs(slid.shift.y + 1 - share * share) < 1e-12)
    }
    #expect(schedule.frame(9).layers[0].wipe == nil && schedule.frame(14).layers[0].place == nil)
  }

  /// A wipe of a source is a track. The opacity of a placed source belongs to its position.
  @Test func wipesAndFadesOfPlacedSources() throws {
    let schedule = try schedule(
      "{photo: a, frames: 5}, {photo: b, frames: 5, transition: {crossfade: 2f}, size: 0.5, wipe: {share: [{from: 0, to: 1}], shape: linear(90)}}"
    )
    for (frame, opacity) in [(3, 1.0 / 3), (4, 2.0 / 3), (5, 1)] {
      let layer = try #require(schedule.frame(frame).layers.last)
      #expect(abs((layer.place?.opacity ?? 0) - opacity) < 1e-12)
      #expect(layer.filters.number(.opacity) == 1)
      let share = Double(frame - 3) / 4
      #expect(layer.wipe == LayerWipe(.linear(90), share: share, softness: 0))
    }
  }

  @Test(arguments: [
    ("{photo: a, frames: 2, at: 0.5}", "expected x and y in fractions"),
    ("{photo: a, frames: 2, at: [1px, 0.5]}", "all of the track in px"),
    ("{photo: a, frames: 2, size: [{from: 0.5, to: [0.5, 0.4]}]}", "changes its proportions"),
    ("{photo: a, frames: 2, anchor: middel}", "topLeft"),
    ("{photo: a, frames: 2, at: [{to: [10px, 10px]}]}", "in pixels at has no default"),
    ("{photo: a, frames: 2, wipe: 0.5}", "expected {share"),
    ("{photo: a, frames: 2, wipe: {share: 0.5, shape: round}}", "radial(0.3,0.5)"),
    ("{text: 'a {camra}', frames: 2}", "did you mean “camera”"),
    ("{text: 'a {n', frames: 2}", "no other half"), ("{text: {font: mono}, frames: 2}", "words"),
    ("{text: a}", "how long a text shows"), ("{color: '#123'}", "#RRGGBB"),
    ("{color: '#123456', frames: 2, tracks: {exposure: [{to: 1}]}}", "requires photos"),
    ("{text: a, frames: 2, size: 0.1x0.2}", "height of letters"),
    ("{photo: a, frames: 2, speed: 2}", "applies to sequences and clips only"),
    (
      "{photo: a, frames: 9}, {photo: b, frames: 9, transition: {slide: 2f, shape: linear}}",
      "applies to a wipe only"
    ),
    (
      "{photo: a, frames: 9}, {photo: b, frames: 9, transition: {slide: 2f, wipe: 2f}}",
      "is one of"
    ),
    (
      "{photo: a, frames: 9}, {photo: b, frames: 9, transition: {wipe: 2f}, wipe: {share: 1}}",
      "remove the wipe"
    ),
  ])
  func mistakesAreExplained(sources: String, words: String) {
    let error = #expect(throws: TimelineError.self) { _ = try schedule(sources) }
    #expect("\(error.map { "\($0)" } ?? "")".contains(words), "\(String(describing: error))")
  }
}
