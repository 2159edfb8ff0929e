import BromidePhotos
import BromideRuns
import BromideServer
import BromideTimelines
import BromideValues
import Foundation
import SystemPackage
import TestSupport
import Testing

/// The preview follows the files.
@Suite struct PreviewWatchTests {
  private struct Problem: Equatable {
    let line: Int?
    let code: String
    let reason: String
  }

  private func problems(_ state: [String: Any]) -> [Problem] {
    (state["problems"] as? [[String: Any]] ?? []).map {
      Problem(
        line: $0["line"] as? Int, code: $0["code"] as? String ?? "",
        reason: $0["reason"] as? String ?? "")
    }
  }

  @Test func errorsHaveTheirLinesAndTheFramesOfBeforeStay() throws {
    let scene = try PreviewScene("zoom.yaml") { folder in
      try PreviewScene.photo("hero.dng", in: folder)
      try PreviewScene.zoom(in: folder, exposure: "2 EV")
    }
    let wrong = try scene.state("it is read") { !problems($0).isEmpty }
    #expect(problems(wrong).map(\.line) == [9])
    #expect(problems(wrong)[0].code.contains("value: 2 EV"))
    #expect(problems(wrong)[0].reason.contains("“2 EV”"), "\(problems(wrong))")
    #expect(!problems(wrong)[0].reason.contains("zoom.yaml"), "\(problems(wrong))")
    #expect(wrong["isStale"] as? Bool == false)
    #expect(wrong["frames"] == nil)
    #expect(scene.get("frame?n=0&width=96").status == 503)

    try PreviewScene.zoom(in: scene.folder)
    let right = try scene.state("it is corrected") { $0["frames"] as? Int == 11 }
    #expect(problems(right).isEmpty)
    let shown = scene.get("frame?n=10&width=96")
    #expect(shown.status == 200)

    try scene.folder.write(Array("sources: [\n".utf8), as: "zoom.yaml")
    let broken = try scene.state("it is broken again") { $0["isStale"] as? Bool == true }
    #expect(!problems(broken).isEmpty)
    #expect(broken["frames"] as? Int == 11)
    #expect(scene.get("frame?n=10&width=96").body == shown.body)
  }

  /// `render` and the page name the photos in subfolders that they do not show.
  @Test func skippedSubfoldersAreNoted() throws {
    func notes(_ names: [String]) throws -> (notes: [String], folder: String) {
      let scene = try PreviewScene("in") { folder in
        for name in names { try PreviewScene.photo(name, in: folder) }
      }
      let state = try scene.state("it is read") { $0["frames"] != nil }
      return (try #require(state["notes"] as? [String]), scene.folder("in"))
    }
    let skipped = try notes(["in/1.dng", "in/2.dng", "in/raw/3.dng"])
    let words = "skipped 1 subfolder of \(skipped.folder); use a timeline to show it"
    #expect(skipped.notes.contains(words), "\(skipped.notes)")
    let plain = try notes(["in/1.dng", "in/2.dng"]).notes
    #expect(!plain.contains { $0.contains("subfolder") }, "\(plain)")
  }

  /// A page that waits hears of a save, and its next frame is another.
  @Test func savingUpdatesThePage() throws {
    let scene = try PreviewScene("zoom.yaml") { folder in
      try PreviewScene.photo("hero.dng", in: folder)
      try PreviewScene.zoom(in: folder)
    }
    let version = try #require(try scene.state("it is opened")["version"] as? Int)
    let before = scene.get("frame?n=10&width=96").body
    // As editors save: a new file takes the name of the old one.
    try scene.folder.write(Array(PreviewScene.zoomText(exposure: "0.2").utf8), as: ".zoom.new")
    try FileManager.default.removeItem(atPath: scene.folder("zoom.yaml"))
    try FileManager.default.moveItem(
      atPath: scene.folder(".zoom.new"), toPath: scene.folder("zoom.yaml"))
    try scene.state("the save is noticed") {
      $0["version"] as? Int ?? 0 > version && problems($0).isEmpty
    }
    #expect(scene.get("frame?n=10&width=96").body != before)
  }

  /// A missing photo is reported, and shown when it appears. A photo that changes is shown again.
  @Test func photosAreFollowedToo() throws {
    let scene = try PreviewScene("zoom.yaml") { try PreviewScene.zoom(in: $0) }
    func version(after other: Int, _ what: Comment) throws -> Int {
      let state = try scene.state(what) { $0["version"] as? Int ?? 0 > other }
      return try #require(state["version"] as? Int)
    }
    let missing = try version(after: 0, "it is read")
    let rejection = scene.get("frame?n=0&width=96")
    #expect(rejection.status == 422)
    #expect(rejection.text.contains("hero.dng"), "\(rejection.text)")
    try PreviewScene.photo("hero.dng", in: scene.folder)
    let found = try version(after: missing, "the photo is found")
    let before = scene.get("frame?n=0&width=96")
    #expect(before.status == 200)
    try PreviewScene.photo("hero.dng", in: scene.folder, exposure: -3)
    _ = try version(after: found, "another photo is noticed")
    #expect(scene.get("frame?n=0&width=96").body != before.body)
  }

  /// A photo without which the size of frames is unknown is a problem until it comes.
  @Test func aPhotoThatGivesTheSize() throws {
    let scene = try PreviewScene("bare.yaml") { folder in
      try folder.write(Array("sources: [{photo: hero.dng, duration: 3f}]\n".utf8), as: "bare.yaml")
    }
    let missing = try scene.state("it is read") { !problems($0).isEmpty }
    #expect(problems(missing).first?.reason.contains("hero.dng") == true, "\(missing)")
    try PreviewScene.photo("hero.dng", in: scene.folder)
    let found = try scene.state("the photo is found") { problems($0).isEmpty }
    #expect(found["width"] as? Int == 192)
  }

  /// Measurements also serve other settings, but not other photos.
  @Test func measurementsAreMadeOnce() throws {
    var timeline = Timeline(source: FilePath(Package.testImages + "/night"))
    timeline.sources[0].lapse.deflicker = .init()
    func analysed(_ earlier: [LapseAnalysis]) throws -> (analysis: LapseAnalysis, read: Int) {
      let opened = try OpenedTimeline(timeline, settings: PictureSettings(RunContext()), threads: 1)
      return try #require(try opened.analysis(of: 0, file: nil, earlier: earlier, threads: 1))
    }
    let first = try analysed([])
    #expect(first.read == 0)
    timeline.sources[0].lapse.deflicker?.smooth = .frames(3)
    let second = try analysed([first.analysis])
    #expect(second.read == second.analysis.photos.count)
    #expect(second.analysis != first.analysis)
    #expect(second.analysis == (try analysed([]).analysis))
    timeline.sources[0].lapse.deflicker?.region = [0, 0, 0.5, 0.5]
    #expect(try analysed([first.analysis]).read == 0)
  }

  /// The graph of a folder has the numbers of `render --deflicker --analyse`, and its frames have their corrections.
  @Test func folderGraphMatchesAnalyse() throws {
    let scene = try PreviewScene("night") { folder in
      for name in Files.names(in: Package.testImages + "/night") {
        try folder.write(try Files.read(Package.testImages + "/night/" + name), as: "night/" + name)
      }
    }
    let state = try scene.state("it is measured") { $0["isMeasuring"] as? Bool == false }
    #expect(state["kind"] as? String == "folder")
    #expect(state["frames"] as? Int == 16)
    let lapse = try #require((try scene.json("graph")["lapses"] as? [[String: Any]])?.first)
    let path = FilePath(scene.folder("night"))
    var timeline = Timeline(source: path)
    timeline.sources[0].lapse.deflicker = .init()
    let opened = try OpenedTimeline(timeline, settings: PictureSettings(RunContext()), threads: 1)
    let analysis = try #require(try opened.analysis(of: 0, file: nil, threads: 1)).analysis
    #expect(lapse["photos"] as? [String] == analysis.photos.map(\.name))
    // As text, to the last digit, which Foundation's reader may change.
    let corrections = analysis.photos.map(\.correction)
    let text = scene.get("graph").text
    for (name, numbers) in [
      ("before", analysis.course.before.map { $0! }),
      ("after", analysis.course.after.map { $0! }), ("corrections", corrections),
    ] {
      let list = numbers.map { "\($0)" }.joined(separator: ",")
      #expect(text.contains("\"\(name)\":[\(list)]"), "\(name)")
    }
    #expect(corrections.contains { abs($0) > 0.02 })
    #expect(lapse["steps"] as? [Int] == [5, 11])
    #expect(lapse["shown"] as? [Int] == Array(0..<16))
    #expect(lapse["isMeasured"] as? Bool == true)

    let strongest = try #require(
      corrections.indices.max { abs(corrections[$0]) < abs(corrections[$1]) })
    let evened = scene.get("frame?n=\(strongest)&width=96").body
    let plain = try PreviewScene("plain.yaml") { folder in
      for name in Files.names(in: Package.testImages + "/night") {
        try folder.write(try Files.read(Package.testImages + "/night/" + name), as: "night/" + name)
      }
      try folder.write(Array("sources: [{sequence: night}]\n".utf8), as: "plain.yaml")
    }
    try plain.state("it is opened")
    #expect(plain.get("frame?n=\(strongest)&width=96").body != evened)
    #expect(scene.folder.names == ["night"], "nothing is written")
  }
}
