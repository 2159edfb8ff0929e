import BromideDevelop
import BromidePhotos
import BromideValues
import SystemPackage
import Testing

@testable import BromideTimelines

/// `develop:` of a source over that of the document.
@Suite struct SourceDevelopTests {
  private func timeline(_ develop: String, _ first: String, _ more: String = "") throws -> Timeline
  {
    try Timeline(
      text: """
        fps: 10
        develop: {\(develop)}
        sources:
          - {photo: a.dng, frames: 1, develop: {\(first)}\(more)}
          - {photo: b.dng, frames: 1}
        """, path: "t.yaml", context: RunContext())
  }

  private func problem(_ develop: String, _ first: String, _ more: String = "") -> String {
    do {
      _ = try timeline(develop, first, more)
      return ""
    } catch { return "\(error)" }
  }

  @Test func sourceOverridesTheTimeline() throws {
    let read = try timeline(
      "exposure: 1, saturation: 0.5, highlight-mode: clip",
      "exposure: -2, contrast: 1.5, look: flat, demosaic: half")
    let (first, second) = (read.recipe(of: 0), read.recipe(of: 1))
    #expect(first.filters.number(.exposure) == -2 && second.filters.number(.exposure) == 1)
    #expect(first.filters.number(.saturation) == 0.5 && first.filters.number(.contrast) == 1.5)
    #expect(second.filters.number(.contrast) == 1)
    #expect(first.demosaic == .half && second.demosaic != .half)
    #expect(first.look != second.look && first.highlightMode == .clip)
    let schedule = try TimelineSchedule(read)
    #expect(schedule.frame(0).layers[0].filters.number(.exposure) == -2)
    #expect(schedule.frame(1).layers[0].filters.number(.exposure) == 1)
    // A value of the document goes back to its standard.
    #expect(try timeline("exposure: 1", "exposure: 0").recipe(of: 0).filters.number(.exposure) == 0)
  }

  @Test func whiteBalanceReplacesTemperatureAndTint() throws {
    var read = try timeline("temperature: 4000", "white-balance: '1,2,3'")
    #expect(read.recipe(of: 0).filters[.temperature] == nil)
    #expect(read.recipe(of: 0).whiteBalance.isNumeric)
    #expect(read.recipe(of: 1).filters[.temperature] == [4000])
    read = try timeline("white-balance: 5000", "temperature: 3000")
    #expect(read.recipe(of: 0).whiteBalance == .camera)
    #expect(read.recipe(of: 0).filters[.temperature] == [3000])
    // Flags are left to the timeline.
    read.sources[0].develop?.leave(["white-balance"])
    #expect(read.recipe(of: 0).whiteBalance.isNumeric)
    #expect(read.recipe(of: 0).filters[.temperature] == nil)
  }

  @Test func whatDoesNotBelongIsReported() {
    #expect(problem("", "space: srgb").contains("belongs at the top level"))
    #expect(problem("", "look: camera").contains("move it to develop of the document"))
    #expect(problem("", "exposre: 1").contains("exposure"))
    #expect(
      problem("", "white-balance: 5000", ", tracks: {temperature: [{at: 0s, value: 3000}]}")
        .contains("cannot be combined"))
    #expect(
      (try? parsed("sources: [{text: words, frames: 1, develop: {exposure: 1}}]", at: "t.yaml"))
        == nil
    )
  }
}
