import BromideDevelop
import SystemPackage
import Testing

@testable import BromideTimelines

/// Whole rows of keys or tweens that play several times.
@Suite struct RowRepetitionTests {
  /// The exposure of each frame in four seconds with 10 frames per second. Frame i is at 4 · i / 39
  /// s.
  private func exposures(_ track: String) throws -> [Double] {
    let text = "fps: 10\nsources: [{photo: a.dng, duration: 4s, tracks: {exposure: \(track)}}]"
    let schedule = try TimelineSchedule(
      parsed(text, at: "t.yaml"), lengths: [SourceLength()])
    return (0..<40).map { schedule.frame($0).layers[0].filters.number(.exposure) }
  }

  private func time(_ frame: Int) -> Double { 4 * Double(frame) / 39 }

  private func problems(_ track: String) -> String {
    do {
      _ = try exposures(track)
      return ""
    } catch { return "\(error)" }
  }

  @Test func aRowOfKeysRunsAgain() throws {
    let row = "[{at: 0s, value: -1}, {at: 0.5s, value: 1}, {at: 1s, value: 0}]"
    func once(_ t: Double) -> Double { t < 0.5 ? -1 + 4 * t : 1 - 2 * (t - 0.5) }
    let endless = try exposures("{keys: \(row), repeat: forever}")
    for frame in 0..<40 {
      let t = time(frame)
      #expect(abs(endless[frame] - once(t - t.rounded(.down))) < 1e-9, "frame \(frame)")
    }
    // After two runs it stays at its end.
    let twice = try exposures("{keys: \(row), repeat: 2}")
    for frame in 0..<40 {
      let t = time(frame)
      #expect(abs(twice[frame] - (t < 2 ? once(t - t.rounded(.down)) : 0)) < 1e-9)
    }
    // Back and forth, with periods longer than the row.
    let back = try exposures("{keys: \(row), repeat: 3, yoyo: true, period: 1.25s}")
    for frame in 0..<40 {
      let t = time(frame)
      let run = (t / 1.25).rounded(.down)
      let rest = t - run * 1.25
      let expected = run >= 3 ? 0 : once(min(run == 1 ? 1.25 - rest : rest, 1))
      #expect(abs(back[frame] - expected) < 1e-9, "frame \(frame)")
    }
    // An even number of repetitions back and forth ends at the start.
    #expect(try exposures("{keys: \(row), repeat: 2, yoyo: true}")[39] == -1)
  }

  @Test func aRowOfTweensRunsAgain() throws {
    let values = try exposures(
      "{keys: [{from: 0, to: 2, duration: 0.5s}, {to: 1, duration: 0.3s}], repeat: forever}")
    for frame in 0..<40 {
      let t = time(frame).truncatingRemainder(dividingBy: 0.8)
      let expected = t < 0.5 ? 4 * t : 2 - (t - 0.5) / 0.3
      // At a joint the remainder may fall to either side of it.
      if t > 1e-6, t < 0.8 - 1e-6 { #expect(abs(values[frame] - expected) < 1e-6) }
    }
  }

  @Test func invalidRepetitionsFail() {
    #expect(problems("{keys: [{at: 0s, value: 1}]}").contains("exposure.repeat: is missing"))
    #expect(
      problems("{keys: [{at: 0s, value: 1}], repeat: 2}").contains("ends at 0 s; set its period"))
    #expect(
      problems("{keys: [{from: 0, to: 1, duration: 1s, repeat: forever}], repeat: 2}")
        .contains("with a last tween that does not end; set its period"))
    #expect(
      problems("{keys: [{at: 0s, value: 1}, {at: 2s, value: 0}], repeat: 2, period: 1s}")
        .contains("is 1 s, shorter than the row, which ends at 2 s"))
    #expect(
      problems("{keys: [{at: 0s, value: 1}, {at: 1s, value: 2}], repeat: often}")
        .contains("expected whole numbers from 1, or forever"))
    #expect(
      problems("{keys: [{at: 0s, value: 1}, {at: 1s, value: 2}], repeat: 2, perod: 1s}")
        .contains("period"))
  }
}
