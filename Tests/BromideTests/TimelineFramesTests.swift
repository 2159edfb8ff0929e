import Bromide
import TestSupport
import Testing

/// Timelines that a program builds, and their frames in memory.
@Suite struct TimelineFramesTests {
  private let folder = TemporaryFolder.fresh
  private let chart = Package.testImages + "/chart_rggb_12bit.dng"

  @Test func framesEqualThoseOfRender() async throws {
    let document = """
      size: 120x80
      fps: 10
      sources:
        - photo: \(chart)
          frames: 3
          tracks:
            exposure: [{from: 0, to: 1, curve: linear}]
            crop: [{from: [0, 0, 1, 1], to: [0.25, 0.25, 0.5, 0.5], curve: linear}]
      """
    let path = try folder.write(Array(document.utf8), as: "zoom.yaml")
    _ = try BuiltCommand.run("render", path, "-o", folder("command"))
    _ = try BuiltCommand.run("render", path, "-o", folder("deep"), "--depth", "16")
    let renderer = try TimelineRenderer(zoom())
    #expect(renderer.frameCount == 3 && renderer.framesPerSecond == 10)
    try renderer.write(to: folder("library"))
    var numbers: [Int] = []
    for try await frame in try renderer.frames() {
      let name = "/\(frame.number).png"
      let expected = try Picture<UInt8>(contentsOf: folder("command") + name)
      #expect(frame.picture.samples == expected.samples && frame.picture.size == expected.size)
      #expect(try Picture<UInt8>(contentsOf: folder("library") + name).samples == expected.samples)
      #expect(frame.warning == nil)
      numbers.append(frame.number)
    }
    #expect(numbers == [0, 1, 2])
    for try await frame in try renderer.frames(2..<3, as: UInt16.self) {
      #expect(
        try Picture<UInt16>(contentsOf: folder("deep/2.png")).samples == frame.picture.samples)
    }
    let error = #expect(throws: BromideError.self) { try renderer.frames(2..<4) }
    #expect(error?.kind == .request)
  }

  private func zoom() -> Timeline {
    var source = TimelineSource(.photo(chart))
    source.duration = .frames(3)
    source.tracks = [
      track(.exposure, .tween(TweenEntry(from: [0], to: [1]))),
      track(.crop, .tween(TweenEntry(from: [0, 0, 1, 1], to: [0.25, 0.25, 0.5, 0.5]))),
    ]
    return timeline(source)
  }

  private func timeline(_ sources: TimelineSource...) -> Timeline {
    var timeline = Timeline()
    timeline.size = Size(width: 120, height: 80)
    timeline.rate = FrameRate(10)
    timeline.sources = sources
    return timeline
  }

  private func track(
    _ parameter: Parameter, _ actions: ParameterTrack.Action...
  ) -> ParameterTrack {
    ParameterTrack(parameter, actions.map { ParameterTrack.Entry($0) })
  }

  /// Each of these would stop the process, or be ignored, if nothing rejected it.
  @Test func impossibleTimelinesAreRejected() throws {
    let key = ParameterTrack.Action.key(at: .frames(0), value: [1], transition: .hold)
    let detour = ParameterTrack.Action.detour(
      at: .frames(1), to: [1], duration: .frames(1), curve: .linear)
    let tween = ParameterTrack.Action.tween(TweenEntry(from: [0], to: [1]))
    let nan = ParameterTrack.Action.key(at: .seconds(.nan), value: [1], transition: .hold)
    let back = ParameterTrack.Action.key(at: .frames(-1), value: [1], transition: .hold)
    let short = ParameterTrack.Action.tween(TweenEntry(from: [0, 0], to: [1]))
    let wide = ParameterTrack.Action.tween(TweenEntry(from: [0], to: [1e9]))
    let cases: [(String, [ParameterTrack])] = [
      ("tracks.exposure: a track has one or more", [track(.exposure)]),
      ("tracks.exposure: a detour leaves", [track(.exposure, detour)]),
      ("keys or tweens, not both", [track(.exposure, key, tween)]),
      ("tracks.exposure.at", [track(.exposure, nan)]),
      ("tracks.exposure.at", [track(.exposure, back)]),
      ("tracks.exposure.from", [track(.exposure, short)]),
      ("tracks.exposure.to", [track(.exposure, wide)]), ("tracks.crop", [track(.crop, key)]),
      ("has two tracks", [track(.exposure, key), track(.exposure, key)]),
      ("does not move here", [track(LayerParameter.anchor, key)]),
    ]
    for (words, tracks) in cases {
      var timeline = zoom()
      timeline.sources[0].tracks = tracks
      rejects(timeline, "sources[0].", words)
    }
    var timeline = zoom()
    timeline.sources[0].duration = .share(0.5)
    rejects(timeline, "sources[0].duration", "seconds or frames")
    for none in [TimePoint.frames(0), .seconds(0)] {
      timeline = zoom()
      timeline.sources[0].duration = none
      rejects(timeline, "duration", "one frame or more")
    }
    timeline = zoom()
    timeline.size = Size(width: 0, height: 80)
    rejects(timeline, "size", "each side")
    timeline = zoom()
    timeline.shutter = .nan
    rejects(timeline, "motion-blur", "0 to 2")
    timeline = zoom()
    timeline.sources[0].content = .color(SIMD3(.infinity, 0, 0))
    rejects(timeline, "sources[0].color", "requires photos")
    timeline = zoom()
    timeline.sources[0].transition = SourceTransition(duration: .frames(1))
    rejects(timeline, "the first source")
    timeline.sources = []
    rejects(timeline, "one or more sources")
  }

  private func rejects(
    _ timeline: Timeline, _ words: String..., at location: SourceLocation = #_sourceLocation
  ) {
    do throws(BromideError) {
      _ = try TimelineRenderer(timeline)
      Issue.record("accepted; expected \(words)", sourceLocation: location)
    } catch {
      let isNamed = error.kind == .request && words.allSatisfy { error.reason.contains($0) }
      #expect(isNamed, "\(error)", sourceLocation: location)
    }
  }

  @Test func missingPhotosAreNamedAtOnce() throws {
    let missing = folder("missing.dng")
    let contents: [TimelineSource.Content] = [
      .photo(missing),
      .tiles(TileLayout(photo: FilePath(missing), cut: .grid(columns: 2, rows: 2))),
    ]
    for content in contents {
      var source = TimelineSource(content)
      source.duration = .frames(3)
      let error = #expect(throws: BromideError.self) { try TimelineRenderer(timeline(source)) }
      #expect(error?.kind == .input && error?.description.contains("missing.dng") == true)
    }
  }

  @Test func emptyListsFail() {
    let source = TimelineSource(.sequence(PhotoList([])))
    let error = #expect(throws: BromideError.self) { try TimelineRenderer(timeline(source)) }
    #expect(
      error?.description.contains("a sequence has one or more paths") == true,
      "\(String(describing: error))")
  }

  @Test func missingPhotosFailHoldOrAreSkipped() async throws {
    try folder.write(Files.read(chart), as: "a.dng")
    try folder.write(Array("no photo".utf8), as: "b.dng")
    try folder.write(Files.read(chart), as: "c.dng")
    var source = TimelineSource(
      .sequence(PhotoList(["a.dng", "b.dng", "c.dng"].map { folder($0) }, order: .listed)))
    source.lapse.missing = .hold
    var found: [String] = []
    for try await frame in try TimelineRenderer(timeline(source)).frames() {
      found.append("\(frame.number) \(frame.warning != nil)")
    }
    #expect(found == ["0 false", "1 true", "2 false"])
    source.lapse.missing = .skip
    let numbers = try await TimelineRenderer(timeline(source)).frames().reduce(into: []) {
      $0.append($1.number)
    }
    #expect(numbers == [0, 2])
    source.lapse.missing = .fail
    let frames = try TimelineRenderer(timeline(source)).frames()
    var iterator = frames.makeAsyncIterator()
    #expect(try await iterator.next()?.number == 0)
    do {
      _ = try await iterator.next()
      Issue.record("a frame without its photo")
    } catch {
      #expect(error.kind == .input && error.reason.hasPrefix("frame 1: "), "\(error)")
    }
    // An error ends the sequence.
    #expect(try await iterator.next() == nil)
  }

  @Test func cancelledTasksStopRendering() async throws {
    let frames = try TimelineRenderer(zoom()).frames()
    let task = Task {
      while !Task.isCancelled { await Task.yield() }
      for try await _ in frames {}
    }
    task.cancel()
    let error = await #expect(throws: BromideError.self) { try await task.value }
    #expect(error?.kind == .cancelled)
  }
}
