import BromideDevelop
import BromideTimelines
import SystemPackage
import Testing

@Suite struct TimelineSourceTests {
  @Test func sourcesInARowAndOver() throws {
    let timeline = try parsed(
      "sources: [{photo: a, frames: 10}, {photo: b, frames: 5}, {photo: c, start: 12f, frames: 6}]")
    let schedule = try TimelineSchedule(timeline)
    #expect(schedule.frameCount == 18)
    #expect(schedule.sources.map(\.firstFrame) == [0, 10, 12])
    #expect(schedule.frame(9).layers.map(\.source) == [0])
    #expect(schedule.frame(12).layers.map(\.source) == [1, 2])
    #expect(schedule.frame(12).layers.map(\.frame) == [2, 0])
    #expect(schedule.frame(17).layers.map(\.source) == [2])
  }

  @Test func photosOneAFrame() throws {
    let timeline = try parsed(
      "sources: [{sequence: n, tracks: {exposure: [{at: photo 0, value: 0, curve: hold}, {at: photo 3, value: 1, curve: hold}, {at: photo night_5.dng, value: 2}]}}]"
    )
    let schedule = try TimelineSchedule(
      timeline, photos: [(0..<8).map { FilePath("n/night_\($0).dng") }])
    #expect(schedule.frameCount == 8)
    #expect((0..<8).map { schedule.frame($0).layers[0].photo } == Array(0..<8))
    #expect(
      (0..<8).map { schedule.frame($0).layers[0].filters.number(.exposure) } == [
        0, 0, 0, 1, 1, 2, 2, 2,
      ])
  }

  /// The nearest photo, with the first at the beginning and the last at the end.
  @Test(arguments: [(5, 9), (9, 5), (3, 100), (100, 3), (7, 1), (1, 7), (2, 2)])
  func retimed(photos: Int, frames: Int) throws {
    let timeline = try parsed("sources: [{sequence: n, frames: \(frames)}]")
    let schedule = try TimelineSchedule(timeline, photos: [(0..<photos).map { FilePath("\($0)") }])
    #expect(schedule.frameCount == frames)
    for frame in 0..<frames {
      let place =
        frames == 1 ? Double(photos - 1) : Double(frame) * Double(photos - 1) / Double(frames - 1)
      #expect(abs(Double(schedule.frame(frame).layers[0].photo) - place) <= 0.5)
    }
    #expect(schedule.frame(frames - 1).layers[0].photo == photos - 1)
  }

  @Test func clipsAndAnimationsSetTheirLength() throws {
    let timeline = try parsed(
      "sources: [{clip: a.y4m}, {tiles: {photo: a, columns: 4, rows: 3}, animate: fadeIn}, {sheet: {photos: n}, animate: fadeIn}]"
    )
    let schedule = try TimelineSchedule(
      timeline, lengths: [SourceLength(frames: 30), SourceLength(), SourceLength(seconds: 2)])
    // Three rows .05 s apart, the last of which takes .3 s.
    #expect(schedule.sources.map(\.frameCount) == [30, 10, 50])
    #expect(abs(schedule.sources[1].seconds - 0.4) < 1e-12)
  }

  @Test(arguments: [
    (
      "sources: [{photo: a}]",
      "a.yaml:1: duration: is missing; set how long a photo shows with duration (4s) or frames (96)"
    ),
    ("sources: [{sequence: n}]", "a.yaml:1: duration: the sequence has no photos"),
    ("sources: [{clip: n}]", "a.yaml:1: duration: the clip has no frames"),
    (
      "sources: [{sheet: {photos: n}}]",
      "is missing; set how long a source without animation shows with duration (4s)"
    ),
    (
      "sources: [{photo: a, frames: 2}, {photo: b, start: 9f, frames: 2}]",
      "no source shows in the frames 2 to 8"
    ),
    ("sources: [{photo: a, start: 1f, frames: 2}]", "no source shows in the frames 0 to 0"),
    ("sources: [{photo: a, duration: 0f}]", "is 0; a source shows one frame or more"),
    ("sources: [{photo: a, duration: 0s}]", "is 0; a source shows one frame or more"),
    ("fps: 1000\nsources: [{photo: a, duration: 90h}]", "are more than 10000000 frames"),
    (
      "sources: [{photo: a, duration: 2s, tracks: {exposure: [{at: 3s, value: 0}]}}]",
      "a.yaml:1: exposure.at: “3s”: is after the source's end at 2 s"
    ),
    (
      "sources: [{photo: a, frames: 9, tracks: {exposure: [{at: 9f, value: 0}]}}]",
      "“9f”: is after the source's last frame, 8f"
    ),
    (
      "sources: [{photo: a, frames: 9, tracks: {exposure: [{at: photo 1, value: 0}]}}]",
      "“photo 1”: the source is not a sequence"
    ),
    (
      "sources: [{photo: a, frames: 9, tracks: {exposure: [{at: 2f, value: 0}, {at: 1f, value: 0}]}}]",
      "exposure.at: “1f”: is 0.045 s, not later than the key before it at 0.09 s"
    ),
    (
      "sources: [{photo: a, frames: 9, tracks: {temperature: [{to: 5000}]}}]",
      "temperature.from: is missing, because the photo's temperature is unknown"
    ),
    (
      "sources: [{photo: a, frames: 9, tracks: {tone-curve: [{from: [0,0,1,1], to: [0,0,0.5,0.5,1,1]}]}}]",
      "tone-curve: “0,0 0.5,0.5 1,1”: has 3 points, the one before 2"
    ),
    (
      "sources: [{photo: a, frames: 9, tracks: {exposure: [{to: 1, start: 4f}, {at: 2f, detour: {to: 0, duration: 2f}}]}}]",
      "“2f”: is before the movement it leaves"
    ),
  ])
  func rejected(text: String, message: String) throws {
    let timeline = try parsed(text, at: "a.yaml")
    let error = #expect(throws: TimelineError.self) { try TimelineSchedule(timeline) }
    #expect(error?.description.contains(message) == true, "\(String(describing: error))")
  }

  @Test func photosByUnknownNames() throws {
    let timeline = try parsed(
      "sources: [{sequence: n, tracks: {exposure: [{at: photo 9, value: 0}, {at: photo nihgt_1.dng, value: 0}]}}]",
      at: "a.yaml")
    let error = #expect(throws: TimelineError.self) {
      try TimelineSchedule(timeline, photos: [["n/night_0.dng", "n/night_1.dng"]])
    }
    #expect(
      error?.problems.map(\.description) == [
        "a.yaml:1: exposure.at: “photo 9”: the last of the source's photos is photo 1",
        "a.yaml:1: exposure.at: “photo nihgt_1.dng”: no photo of the source has that name; did you mean “night_1.dng”?",
      ])
  }
}
