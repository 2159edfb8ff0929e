import SystemPackage
import Testing

@testable import BromideTimelines

/// Timelines of thousands of sources: what a frame shows is found without looking at all of them, and a frame has a limit.
@Suite struct CrowdTests {
  private func timeline(_ sources: [String]) throws -> Timeline {
    try parsed(
      "size: 8x8\nfps: 10\nsources:\n" + sources.map { "  - \($0)\n" }.joined(), at: "t.yaml")
  }

  @Test func tooManyParallelSourcesFail() throws {
    let source = "{color: '#ff0000', start: 0s, duration: 1s}"
    let most = TimelineSchedule.mostLayers
    #expect(
      try TimelineSchedule(timeline(Array(repeating: source, count: most))).frame(3).layers.count
        == most)
    let late = Array(repeating: "{color: '#ff0000', start: 0.5s, duration: 1s}", count: most + 7)
    let error = #expect(throws: TimelineError.self) {
      try TimelineSchedule(timeline([source] + late))
    }
    #expect(
      error?.description.contains("frame 5 shows 1008 sources; a frame shows at most 1000") == true,
      "\(String(describing: error))")
  }

  /// The plot of a parameter has a limited number of points for any number of sources, and at least
  /// both ends of each.
  @Test(arguments: [10, 5000, 20_000]) func plotsHaveALimitedNumberOfPoints(count: Int) throws {
    let sources = (0..<count).map {
      "{color: '#ff0000', start: \($0)s, duration: 1s, opacity: [{from: 0, to: 1}]}"
    }
    let courses = try TimelineSchedule(timeline(sources)).courses(intervals: 960)
    let course = try #require(courses.first)
    #expect(courses.count == 1 && course.lines.count == count)
    let points = course.lines.map(\.points.count).reduce(0, +)
    #expect(points == min(961, 200_000 / count + 1) * count)
    for (second, line) in course.lines.enumerated() {
      #expect(line.points.first == SIMD2(Double(second), 0) && line.points.last?.y == 1)
    }
  }

  /// Against the plain search of all sources.
  @Test func framesShowTheSourcesOfTheirTime() throws {
    let sources = (0..<1500).map { i in
      "{color: '#ff0000', start: \(i * 7919 % 3000)s, duration: \(1 + i * 31 % 40)s}"
    }
    let schedule = try TimelineSchedule(
      timeline(["{color: '#0000ff', start: 0s, duration: 3100s}"] + sources))
    for frame in stride(from: 0, to: schedule.frameCount, by: 997) {
      let shown = schedule.sources.indices.filter { place in
        let source = schedule.sources[place]
        return (source.firstFrame..<source.firstFrame + source.frameCount).contains(frame)
      }
      #expect(schedule.frame(frame).layers.map(\.source) == shown)
    }
  }
}
