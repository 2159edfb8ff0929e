import BromideDevelop
import BromideTimelines
import Foundation
import SystemPackage
import Testing

/// The pace of photos, how they are mixed, and the shutter.
@Suite struct RetimingTests {
  private func schedule(
    _ source: String, photos: Int, fps: Int = 10, more: String = ""
  ) throws -> TimelineSchedule {
    let timeline = try parsed(
      "fps: \(fps)\n\(more)\nsources: [{sequence: n, \(source)}]", at: "t.yaml")
    return try TimelineSchedule(timeline, photos: [(0..<photos).map { FilePath("\($0).dng") }])
  }

  private func photos(_ schedule: TimelineSchedule) -> [Int] {
    (0..<schedule.frameCount).map { schedule.frame($0).layers[0].photo }
  }

  @Test func constantSpeedSetsTheLength() throws {
    #expect(photos(try schedule("speed: 2", photos: 9)) == [0, 2, 4, 6, 8])
    #expect(photos(try schedule("speed: 0.5", photos: 3)) == [0, 1, 1, 2, 2])
    // The last photo stays.
    #expect(photos(try schedule("speed: 1, frames: 5", photos: 3)) == [0, 1, 2, 2, 2])
  }

  /// The place is the integral of the speed: v² / 2 for a speed that rises evenly.
  @Test func speedsAddUp() throws {
    let schedule = try schedule("speed: [{from: 0, to: 4}], frames: 21, blend: mix", photos: 100)
    for frame in 0..<21 {
      let layer = schedule.frame(frame).layers[0]
      let place = 4.0 * Double(frame) * Double(frame) / 2 / 20
      let found = layer.parts.reduce(0) { $0 + Double($1.photo) * $1.weight }
      #expect(abs((layer.parts.isEmpty ? Double(layer.photo) : found) - place) < 1e-9, "\(frame)")
      #expect(abs(layer.parts.reduce(0) { $0 + $1.weight } - (layer.parts.isEmpty ? 0 : 1)) < 1e-9)
    }
  }

  /// The preview and `bromide curves` draw the pace, but not one that stays.
  @Test func thePaceIsACourse() throws {
    let courses = try schedule("speed: [{from: 0, to: 4}], frames: 21", photos: 100)
      .courses(intervals: 10)
    #expect(courses.map(\.parameter.name) == ["speed"])
    for (index, point) in courses[0].lines[0].points.enumerated() {
      #expect(abs(point.y - 0.4 * Double(index)) < 1e-9)
    }
    #expect(courses[0].lines[0].points.count == 11)
    let map = "frames: 9, time-map: [{at: 0f, value: 0}, {at: 8f, value: 4}]"
    #expect(
      try schedule(map, photos: 12).courses(intervals: 4).map(\.parameter.name) == ["time-map"])
    #expect(try schedule("speed: 2", photos: 9).courses(intervals: 4).isEmpty)
  }

  @Test func timeMapsGoBothWays() throws {
    let schedule = try schedule(
      "frames: 9, time-map: [{at: 0f, value: 0}, {at: 4f, value: 8}, {at: 8f, value: 4}]",
      photos: 12)
    #expect(photos(schedule) == [0, 2, 4, 6, 8, 7, 6, 5, 4])
  }

  /// An average covers the photos during a frame. With three photos per frame, it is three photos
  /// with equal weights.
  @Test func averagesCoverAllPhotosInAFrame() throws {
    let schedule = try schedule("speed: 3, blend: average", photos: 13)
    #expect(
      schedule.frame(1).layers[0].parts
        == [2, 3, 4].map { ScheduledLayer.PhotoPart(photo: $0, weight: 1.0 / 3) })
    // Beyond the ends the first and the last photo count.
    let first = schedule.frame(0).layers[0].parts
    #expect(first.map(\.photo) == [0, 1] && abs(first[0].weight - 2.0 / 3) < 1e-12)
    let half = try self.schedule("speed: 0.5, blend: average", photos: 3).frame(1).layers[0]
    #expect(half.parts == [0, 1].map { ScheduledLayer.PhotoPart(photo: $0, weight: 0.5) })
  }

  @Test(arguments: [
    ("blend: mix", "has no effect"), ("speed: [{from: 0, to: 2}]", "speed that changes"),
    ("speed: 1, time-map: [{at: 0, value: 1}]", "cannot be combined with time-map"),
    ("speed: fast", "0 to 1000"), ("time-map: 3", "accepted is a list"),
    ("blend: flow, speed: 2", "nearest, mix, average"),
  ])
  func mistakesAreExplained(source: String, words: String) {
    let error = #expect(throws: TimelineError.self) { _ = try schedule(source, photos: 3) }
    #expect("\(error.map { "\($0)" } ?? "")".contains(words), "\(String(describing: error))")
  }

  /// Sixteen moments around the frame's time, within the source. Only geometry moves between them.
  @Test func shutterSamplesMovement() throws {
    let timeline = try parsed(
      "fps: 10\nmotion-blur: 180deg\nsources: [{photo: a, frames: 11, tracks: {zoom: [{from: 1, to: 2, curve: linear}], exposure: [{from: 0, to: 1}]}}]",
      at: "t.yaml")
    let schedule = try TimelineSchedule(timeline)
    let moments = schedule.frame(5).exposures
    #expect(moments.count == 16)
    for (index, moment) in moments.enumerated() {
      let ahead = ((Double(index) + 0.5) / 16 - 0.5) / 2
      #expect(abs(moment[0].filters.number(.zoom) - pow(2, (5 + ahead) / 10)) < 1e-9)
      #expect(moment[0].filters.number(.exposure) == 0.5)
    }
    // At the beginning half of them are before it.
    #expect(schedule.frame(0).exposures[7][0].filters.number(.zoom) == 1)
    // A photo is demosaiced for every moment.
    #expect(schedule.moments(of: 0).count == 11 * 17)
    let still = try TimelineSchedule(
      parsed(
        "motion-blur: 360deg\nsources: [{photo: a, frames: 3, tracks: {exposure: [{from: 0, to: 1}]}}]",
        at: "t.yaml"))
    #expect((0..<3).allSatisfy { still.frame($0).exposures.isEmpty })
  }
}
