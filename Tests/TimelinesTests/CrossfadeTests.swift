import BromideDevelop
import BromideTimelines
import Foundation
import SystemPackage
import Testing
import Tweening

/// Sources that fade in over the end of the one before them.
@Suite struct CrossfadeTests {
  /// A source fades in over the end of the one before it: both show, and the film is as much shorter.
  @Test func crossfadesOverlap() throws {
    let text =
      "fps: 10\nsources:\n  - {photo: a, duration: 2s}\n  - {photo: b, duration: 2s, transition: {crossfade: 400ms}, tracks: {exposure: [{from: 0, to: 1}]}}\n  - {photo: c, frames: 5, transition: {crossfade: 4f}}"
    let schedule = try TimelineSchedule(parsed(text, at: "t.yaml"))
    #expect(schedule.frameCount == 20 + 16 + 1)
    func opacity(_ frame: Int) -> [Double] {
      schedule.frame(frame).layers.map { $0.filters.number(.opacity) }
    }
    #expect(opacity(15) == [1])
    for step in 0..<4 {
      let share = Double(step + 1) / 5
      #expect(opacity(16 + step) == [1, share] && opacity(32 + step) == [1, share])
    }
    #expect(opacity(20) == [1] && opacity(36) == [1])
    // The tracks of the one that comes begin with the fade.
    #expect(schedule.frame(16).layers[1].time == 0)
    #expect(schedule.moments(of: 1).count == 20 && schedule.moments(of: 0).count == 1)
    #expect(Set(schedule.moments(of: 2).map { $0.number(.opacity) }) == [0.2, 0.4, 0.6, 0.8, 1])
  }

  @Test(arguments: [
    ("{photo: a, frames: 5, transition: {crossfade: 2f}}", "does not have a source before it"),
    (
      "{photo: a, frames: 5}, {photo: b, frames: 9, transition: {crossfade: 5f}}",
      "both sources must be longer"
    ),
    (
      "{photo: a, frames: 5}, {photo: b, frames: 9, start: 1s, transition: {crossfade: 2f}}",
      "remove start"
    ),
    (
      "{photo: a, frames: 5}, {photo: b, frames: 9, transition: {crossfade: 2f}, tracks: {opacity: [{to: 1}]}}",
      "the track of opacity"
    ),
    ("{photo: a, frames: 5}, {photo: b, frames: 9, transition: {fade: 2f}}", "crossfade"),
    ("{photo: a, frames: 5}, {photo: b, frames: 9, transition: 1s}", "expected {crossfade: 1s}"),
  ])
  func wrongTransitionsAreExplained(sources: String, words: String) {
    let error = #expect(throws: TimelineError.self) {
      _ = try TimelineSchedule(parsed("sources: [\(sources)]", at: "t.yaml"))
    }
    #expect("\(error.map { "\($0)" } ?? "")".contains(words), "\(String(describing: error))")
  }
}
