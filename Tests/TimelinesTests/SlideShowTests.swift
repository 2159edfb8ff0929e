import BromideDevelop
import BromideTimelines
import SystemPackage
import Testing

/// Films of pictures that are made without a document.
@Suite struct SlideShowTests {
  @Test(arguments: [1, 2, 5, 7], [4.0, 10, 10.04])
  func slideShowHasTheRequestedLength(count: Int, seconds: Double) throws {
    var show = SlideShow((0..<count).map { FilePath("\($0).jpg") })
    show.duration = .seconds(seconds)
    show.crossfade = .frames(6)
    show.title = "Five {n}"
    var timeline = Timeline()
    timeline.sources = try show.sources(at: timeline.rate).get()
    let schedule = try TimelineSchedule(timeline)
    #expect(schedule.frameCount == Int((seconds * 25).rounded()))
    let lengths = schedule.sources.dropLast().map(\.frameCount)
    #expect(lengths.max()! - lengths.min()! <= 1)
    // The first picture begins whole, and the title is invisible at first and at its end.
    let first = schedule.frame(0).layers
    #expect(first.count == 2 && first[0].filters.isStandard(.crop))
    #expect(first[1].place?.opacity == 0 && first[1].subject?.source == 0)
    #expect(schedule.frame(30).layers.last?.place?.opacity == 1)
    for frame in 0..<schedule.frameCount {
      #expect(
        schedule.frame(frame).layers.count <= 3 && schedule.frame(frame).layers[0].clamped == [])
    }
  }

  @Test func threeSecondsAPicture() throws {
    let show = SlideShow(["a", "b"])
    var timeline = Timeline()
    timeline.sources = try show.sources(at: timeline.rate).get()
    #expect(try TimelineSchedule(timeline).frameCount == 150)
  }

  @Test func shortSlideShowsFail() {
    var show = SlideShow(["a", "b", "c"])
    show.duration = .seconds(2)
    #expect(throws: SlideShowError.self) { try show.sources(at: FrameRate(25)).get() }
    show.duration = .seconds(9)
    show.title = "{nn}"
    #expect(throws: SlideShowError.self) { try show.sources(at: FrameRate(25)).get() }
  }
}
