import BromidePhotos
import BromideTimelines
import SystemPackage
import Testing

/// Movements that the end of their source cuts off.
@Suite struct ArrivalTests {
  /// The warnings of a track in a source with 100 frames.
  private func warnings(_ entries: String) throws -> [String] {
    let text = "sources:\n  - {photo: a.nef, duration: 4s, tracks: {exposure: [\(entries)]}}"
    return try TimelineSchedule(parsed(text, at: "a.yaml")).warnings.map(\.text)
  }

  /// Keys after the end are errors. Before, a tween or detour that ends after it was cut off without
  /// a message. `100f` are 101 frames, because the last of 100 frames is 99f.
  @Test(arguments: [
    ("{from: 0, to: 1, duration: 5s}", "ends at 5 s, after the source's end at 4 s"),
    ("{from: 0, to: 1, duration: 100f}", "after the source's end at 4 s"),
    ("{from: 0, to: 1}, {at: 3s, detour: {to: 0, duration: 1.5s}}", "ends at 4.5 s"),
    ("{from: 0, to: 1, duration: 1s, repeat: 5}", "ends at 5 s"),
  ])
  func movementsThatDoNotArriveCauseWarning(entries: String, words: String) throws {
    let warnings = try self.warnings(entries)
    try #require(warnings.count == 1)
    #expect(warnings[0].hasPrefix("a.yaml:2: exposure: the last movement "), "\(warnings)")
    #expect(warnings[0].contains(words), "\(warnings)")
  }

  @Test(arguments: [
    "{from: 0, to: 1}", "{from: 0, to: 1, duration: 100%}", "{from: 0, to: 1, duration: 99f}",
    "{from: 0, to: 1, start: 1.1s, duration: 2.9s}",
    "{from: 0, to: 1, duration: 1s, repeat: forever}", "{at: 100%, value: 1}",
    "{from: 0, to: 1, duration: 9s}, {at: 1s, detour: {to: 0, duration: 1s}}",
  ])
  func movementsThatArriveCauseNoWarning(entries: String) throws {
    #expect(try warnings(entries).isEmpty)
  }
}
