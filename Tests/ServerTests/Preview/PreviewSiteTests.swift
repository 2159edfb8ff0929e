import BromidePhotos
import BromideSystem
import BromideValues
import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import BromideServer

/// The page's state, and the clients that can read it.
@Suite struct PreviewSiteTests {
  private func zoom() throws -> PreviewScene {
    try PreviewScene("zoom.yaml") { folder in
      try PreviewScene.photo("hero.dng", in: folder)
      try PreviewScene.zoom(in: folder)
    }
  }

  @Test func requestsWithoutTheSecretFail() throws {
    let scene = try zoom()
    for path in [
      "/", "/state", "//state", "/0123456789abcdeF/state", "/0123456789abcde/state",
      "/0123456789abcdef0/state", "/0123456789abcdef", "/x/0123456789abcdef/state",
      "/state?token=0123456789abcdef", "/0123456789abcde%66/state",
    ] {
      #expect(scene.query(path).status == 403, "\(path)")
    }
    #expect(scene.query("/0123456789abcdef/", host: "evil.example").status == 403)
    let page = scene.get("")
    #expect(page.status == 200)
    #expect(page.text.contains("<html"))
    #expect(page.header("Content-Security-Policy")?.contains("default-src 'none'") == true)
    #expect(page.header("Referrer-Policy") == "no-referrer")
    #expect(scene.get("none").status == 404)
    #expect(scene.get("color?x=0&y=0").status == 404)
    #expect(scene.get("state", method: "POST").status == 405)
  }

  @Test func stateDescribesTheTimeline() throws {
    let scene = try zoom()
    let state = try scene.state("it is opened")
    #expect(state["name"] as? String == "zoom.yaml")
    #expect(state["kind"] as? String == "timeline")
    #expect(state["frames"] as? Int == 11)
    #expect(state["rate"] as? Double == 10)
    #expect(state["width"] as? Int == 96)
    #expect(state["height"] as? Int == 64)
    #expect((state["problems"] as? [Any])?.isEmpty == true)
    #expect(scene.get("state").header("Cache-Control") == "no-store")
  }

  /// The curves equal the curves of `bromide curves` and the numbers of `render -n`.
  @Test func theCurvesOfEveryTrack() throws {
    let scene = try zoom()
    try scene.state("it is opened")
    let curves = try #require(try scene.json("graph")["curves"] as? [[String: Any]])
    #expect(curves.compactMap { $0["name"] as? String } == ["exposure", "crop"])
    #expect(curves[0]["unit"] as? String == "EV")
    let lines = try #require(curves[1]["lines"] as? [[String: Any]])
    #expect(lines.compactMap { $0["name"] as? String } == ["x", "y", "width", "height"])
    let exposure = try #require((curves[0]["lines"] as? [[String: Any]])?.first)
    let points = try #require(exposure["points"] as? [[Double]])
    #expect(points.first == [0, -1])
    #expect(points.last.map { abs($0[0] - 1.1) < 1e-6 && $0[1] == 1 } == true)
    #expect(points.count == 481)
    #expect(abs(points[240][1]) < 1e-6)
    #expect((exposure["marks"] as? [[Double]])?.count == 2)
  }

  @Test(arguments: [
    ("frame?n=11&width=96", 400, "0 to 10"), ("frame?n=-1&width=96", 400, "n: expected"),
    ("frame?n=0&width=1", 400, "width: expected"), ("frame?n=0", 400, "width: expected"),
    ("frame?n=0&width=99999", 400, "width: expected"), ("frame?width=96", 400, "n: expected"),
    ("changes", 400, "after: expected"), ("frame?n=%zz", 400, "percent-encoded"),
  ])
  func invalidRequestsFailWithAReason(_ target: String, _ status: Int, _ word: String) throws {
    let scene = try zoom()
    try scene.state("it is opened")
    let response = scene.get(target)
    #expect(response.status == status)
    #expect(response.text.contains(word), "\(response.text)")
  }

  /// More pages than may wait are answered at once; ending wakes the others. Otherwise, this test
  /// takes hours.
  @Test func waitingEnds() throws {
    let scene = try zoom()
    let version = try #require(try scene.state("it is opened")["version"] as? Int)
    let preview = scene.preview
    let wait = { @Sendable () -> Int in preview.version(after: version, seconds: 36_000) }
    let waiting = (0..<4).compactMap { _ in WorkerThread { _ = wait() } }
    #expect(waiting.count == 4)
    while preview.watch.waitingCount < 4 { pause(0.001) }
    #expect(wait() == version)
    preview.end()
    for thread in waiting { thread.join() }
  }

  // MARK: A photo

  @Test func aPhotoAndItsColours() throws {
    let scene = try PreviewScene("hero.dng") { folder in
      try PreviewScene.photo("hero.dng", in: folder)
      try PreviewScene.photo("other.dng", in: folder, exposure: 0)
    }
    let state = try scene.state("it is looked at")
    #expect(state["kind"] as? String == "photo")
    let picture = scene.get("frame?width=100&height=90")
    #expect(picture.status == 200)
    #expect(picture.header("Content-Type") == "image/jpeg")
    let whole = Site(
      try ServedFolder(FilePath(scene.folder.path), context: RunContext()), Site.Settings())
    let served = whole.answer(
      ServedRequest(
        "GET", "/iiif/hero.dng/full/!100,90/0/default.jpg", headers: ["host": "localhost"]))
    #expect(picture.body == served.body)
    let color = try scene.json("color?x=0.3&y=0.6")
    let sample = try #require((color["samples"] as? [[String: Any]])?.first)
    #expect(sample["pixelX"] as? Int == 57)
    #expect(sample["pixelY"] as? Int == 76)
    let colors = try #require(sample["colors"] as? [[String: Any]])
    #expect(colors.compactMap { $0["space"] as? String } == ["hex", "srgb", "lab", "camera"])
    #expect(scene.get("color?x=2&y=0").status == 400)
  }

  @Test func aChangedPhotoIsShown() throws {
    let scene = try PreviewScene("hero.dng") { try PreviewScene.photo("hero.dng", in: $0) }
    let version = try #require(try scene.state("it is looked at")["version"] as? Int)
    let before = scene.get("frame?width=96&height=96").body
    try PreviewScene.photo("hero.dng", in: scene.folder, exposure: -2)
    try scene.state("the change is noticed") { $0["version"] as? Int ?? 0 > version }
    #expect(scene.get("frame?width=96&height=96").body != before)
  }
}
