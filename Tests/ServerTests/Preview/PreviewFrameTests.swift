import BromideCodecs
import BromideDevelop
import BromidePhotos
import BromideRuns
import BromideSystem
import BromideTimelines
import BromideValues
import SystemPackage
import TestSupport
import Testing

@testable import BromideServer

/// The frames equal the frames of `render`.
@Suite struct PreviewFrameTests {
  /// The frame that a run writes as a JPEG of that width, decoded.
  private func rendered(
    _ timeline: Timeline, _ frame: Int, width: Int, in folder: TemporaryFolder
  ) throws -> [UInt8] {
    var settings = PictureSettings(RunContext())
    settings.encoding = PictureEncoding(.jpeg)
    let opened = try OpenedTimeline(
      timeline, settings: settings, bounds: .longEdge(width), threads: 1)
    let path = FilePath(folder("render-\(frame)-\(width).jpg"))
    let plan = try RenderPlan(opened, frames: [frame], destination: .file(path))
    var options = RunOptions(jobs: 1)
    options.watchesSignals = false
    let result = RenderRunner(plan, options: options).run(
      observer: OutcomeObserver<FrameOutcome> { _ in })
    #expect(result.failure == nil)
    return try pixels(try Files.read("\(path)"))
  }

  private func pixels(_ jpeg: [UInt8]) throws -> [UInt8] {
    try JPEGPicture.reduced(jpeg, atLeast: try JPEGPicture.header(bytes: jpeg).size).values
  }

  private func frame(_ scene: PreviewScene, _ index: Int, width: Int) throws -> [UInt8] {
    let response = scene.get("frame?n=\(index)&width=\(width)")
    #expect(response.status == 200, "\(response.text.prefix(300))")
    #expect(response.header("Content-Type") == "image/jpeg")
    return try pixels(response.body)
  }

  @Test(arguments: [1, 3])
  func aZoomOfOnePhoto(threads: Int) throws {
    let scene = try PreviewScene("zoom.yaml", threads: threads) { folder in
      try PreviewScene.photo("hero.dng", in: folder)
      try PreviewScene.zoom(in: folder)
    }
    try scene.state("it is opened")
    let timeline = try Timeline(path: FilePath(scene.folder("zoom.yaml")), context: RunContext())
    var seen: Set<[UInt8]> = []
    for (index, width) in [(0, 96), (10, 96), (4, 96), (4, 64), (10, 48)] {
      let shown = try frame(scene, index, width: width)
      #expect(
        shown == (try rendered(timeline, index, width: width, in: scene.folder)),
        "frame \(index) at \(width)")
      seen.insert(shown)
    }
    #expect(seen.count == 5)
  }

  /// A page that is larger than the frames gets them as they are.
  @Test func framesAreNotEnlarged() throws {
    let scene = try PreviewScene("zoom.yaml") { folder in
      try PreviewScene.photo("hero.dng", in: folder)
      try PreviewScene.zoom(in: folder)
    }
    try scene.state("it is opened")
    #expect(try frame(scene, 2, width: 4000) == frame(scene, 2, width: 96))
  }

  /// Layers, words and photos in order, for any order of requests.
  @Test(arguments: [1, 3])
  func framesMatchInAnyOrder(threads: Int) throws {
    let text = """
      size: 96x64
      fps: 5
      motion-blur: 180deg
      sources:
        - sequence: in
          tracks: {exposure: [{from: 0, to: 1}]}
        - photo: hero.dng
          start: 0s
          duration: 4f
          at: [0.7, 0.3]
          size: 40%
          tracks: {rotation: [{from: 0, to: 30}]}
      """
    let scene = try PreviewScene("mix.yaml", threads: threads) { folder in
      for i in 0..<4 {
        try PreviewScene.photo("in/p\(i).dng", in: folder, exposure: -2 + 0.3 * Double(i))
      }
      try PreviewScene.photo("hero.dng", in: folder, size: Size(width: 96, height: 64))
      try folder.write(Array(text.utf8), as: "mix.yaml")
    }
    let state = try scene.state("it is opened")
    #expect((state["problems"] as? [Any])?.isEmpty == true, "\(state)")
    let timeline = try Timeline(path: FilePath(scene.folder("mix.yaml")), context: RunContext())
    for index in [3, 0, 2, 3, 1] {
      #expect(
        try frame(scene, index, width: 96)
          == rendered(timeline, index, width: 96, in: scene.folder), "frame \(index)")
    }
  }

  /// As in `render`, a photo is made of cells where it is three and more times larger than its frame.
  @Test(arguments: ["photo: hero.dng, duration: 3f", "sequence: [hero.dng]"])
  func largePhotosAreMadeOfCells(source: String) throws {
    let scene = try PreviewScene("large.yaml") { folder in
      try PreviewScene.photo("hero.dng", in: folder, size: Size(width: 480, height: 320))
      try folder.write(Array("sources:\n  - {\(source)}\n".utf8), as: "large.yaml")
    }
    try scene.state("it is opened")
    let timeline = try Timeline(path: FilePath(scene.folder("large.yaml")), context: RunContext())
    for (width, isSmall) in [(96, true), (156, true), (192, false)] {
      let made = try frame(scene, 0, width: width)
      #expect(try made == rendered(timeline, 0, width: width, in: scene.folder), "\(width)")
      for (method, isSame) in [(DemosaicMethod.cells, isSmall), (.rcd, !isSmall)] {
        var named = timeline
        named.recipe.demosaic = method
        let other = try rendered(named, 0, width: width, in: scene.folder)
        #expect((made == other) == isSame, "\(width) \(method)")
      }
    }
  }

  @Test func unreadablePhotoCausesRemark() throws {
    let scene = try PreviewScene("bad.yaml") { folder in
      try PreviewScene.photo("in/a.dng", in: folder)
      try folder.write(Array("no raw".utf8), as: "in/b.dng")
      try folder.write(
        Array("size: 96x64\nsources:\n  - {sequence: [in/a.dng, in/b.dng], order: listed}\n".utf8),
        as: "bad.yaml")
    }
    try scene.state("it is opened")
    #expect(scene.get("frame?n=0&width=96").status == 200)
    let response = scene.get("frame?n=1&width=96")
    #expect(response.status == 422)
    #expect(response.text.contains("b.dng"), "\(response.text)")
  }

  /// The server draws only the last of the frames that a page waits for. Other pages have separate
  /// queues.
  @Test func olderRequestsAreDropped() {
    let turns = DrawingTurns()
    let reported = Reports()
    #expect(turns.begin("a"))
    func query(_ page: String, _ name: String) -> WorkerThread? {
      let count = turns.requestCount
      let thread = WorkerThread {
        let isDrawn = turns.begin(page)
        reported.add("\(name) \(isDrawn)")
        if isDrawn { turns.end() }
      }
      // The next one comes after it.
      while turns.requestCount == count { pause(0.001) }
      return thread
    }
    let threads = [query("a", "first"), query("b", "other"), query("a", "second")]
    threads[0]?.join()
    #expect(reported.all == ["first false"])
    turns.end()
    for thread in threads.dropFirst() { thread?.join() }
    #expect(Set(reported.all) == ["first false", "other true", "second true"])
  }

  /// The reports of threads.
  private final class Reports: @unchecked Sendable {
    private let monitor = Monitor()
    private var texts: [String] = []

    func add(_ text: String) { monitor.locked { texts.append(text) } }
    var all: [String] { monitor.locked { texts } }
  }
}
