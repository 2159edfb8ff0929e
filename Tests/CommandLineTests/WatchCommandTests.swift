import Foundation
import TestSupport
import Testing

/// `convert --watch` as a person meets it.
@Suite struct WatchCommandTests {
  private let tree = CommandTree.fresh

  init() throws { try Files.makeFolder(tree.path("in")) }

  /// Watches, does something meanwhile, waits until a report names so many photos, and ends with
  /// Ctrl-C.
  private func watch(
    _ more: [String] = [], until count: Int, report: String, _ body: () throws -> Void = {}
  ) throws -> (status: Int32, errors: String) {
    let process = try tree.start(
      ["convert", "--watch", "in", "-o", "out", "--report", report] + more,
      errors: tree.open("err"))
    try body()
    while process.isRunning, reported(report) < count { usleep(20_000) }
    process.interrupt()
    process.waitUntilExit()
    return (process.terminationStatus, try tree.text("err"))
  }

  /// The photos in a report so far. Each line is written after the photo's picture has its name.
  private func reported(_ name: String) -> Int {
    String(decoding: (try? tree.read(name)) ?? [], as: UTF8.self).split(separator: "\n")
      .count { $0.contains("\"input\":") }
  }

  private var made: [String] { tree.entries("out").filter { !$0.hasPrefix(".") }.sorted() }
  private static let pictures = ["parts.png", "renamed.png", "there.png"]

  /// An existing photo, a copy in two parts, a rename, and an incomplete file that disappears.
  @Test(arguments: [[], ["--watch-every", "0.3"]])
  func photosThatArrive(_ options: [String]) throws {
    try tree.copy("night/night_1.dng", to: "in/there.dng")
    let photo = try Files.read(Package.testImages + "/night/night_2.dng")
    let half = Array(photo[..<(photo.count / 2)])
    let run = try watch(options, until: 3, report: "first.jsonl") {
      try tree.write(half, to: "in/parts.dng")
      try tree.write(half, to: "in/gone.dng")
      Thread.sleep(forTimeInterval: 0.2)
      try FileManager.default.removeItem(atPath: tree.path("in/gone.dng"))
      try tree.copy("night/night_3.dng", to: "elsewhere.dng")
      try FileManager.default.moveItem(
        atPath: tree.path("elsewhere.dng"), toPath: tree.path("in/renamed.dng"))
      Thread.sleep(forTimeInterval: 1.2)
      #expect(!tree.exists("out/parts.png"))
      try tree.write(photo, to: "in/parts.dng")
    }
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.errors.contains("3 converted\n"), "\(run.errors)")
    #expect(made == Self.pictures)
    // A restart skips existing pictures.
    let again = try watch(options, until: 3, report: "again.jsonl")
    #expect(made == Self.pictures)
    #expect(again.status == 0 && again.errors.contains("3 skipped\n"), "\(again.errors)")
  }

  /// `sample --watch` gives a line a picture, in whatever form it comes, and one header.
  @Test func samplesThatArrive() throws {
    try tree.copy("night/night_1.dng", to: "in/there.dng")
    try tree.write("notes", to: "in/notes.txt")
    let picture = try Files.read(Package.testImages + "/frames/chart_turned.jpg")
    let process = try tree.start(
      ["sample", "--watch", "in", "--at", ".5,.5", "--space", "hex", "--format", "csv"],
      output: tree.open("out.csv"), errors: tree.open("err"))
    func lines() throws -> [String] {
      try tree.text("out.csv").split(separator: "\n").map(String.init)
    }
    func wait(until count: Int) throws {
      while process.isRunning, try lines().count < count { usleep(20_000) }
    }
    try tree.write(Array(picture[..<(picture.count / 2)]), to: "in/parts.jpg")
    try wait(until: 2)
    Thread.sleep(forTimeInterval: 1.5)
    // Half a JPEG is not a photo.
    #expect(try lines().count == 2)
    try tree.write(picture, to: "in/parts.jpg")
    try tree.copy("night/night_2.dng", to: "elsewhere.dng")
    try FileManager.default.moveItem(
      atPath: tree.path("elsewhere.dng"), toPath: tree.path("in/renamed.dng"))
    try wait(until: 4)
    process.interrupt()
    process.waitUntilExit()
    let errors = try tree.text("err")
    #expect(process.terminationStatus == 0, "\(errors)")
    #expect(errors.contains("3 pictures sampled\n"), "\(errors)")
    // The same lines as without --watch.
    let plain = try tree.run(
      "sample", "in/there.dng", "in/parts.jpg", "in/renamed.dng", "--at", ".5,.5", "--space", "hex",
      "--format", "csv")
    let expected = plain.text.split(separator: "\n").map(String.init)
    #expect(try lines().first == expected.first)
    #expect(try Set(lines()) == Set(expected) && lines().count == 4)
  }

  @Test func mistakesOfSample() throws {
    try tree.copy("night/night_1.dng", to: "a.dng")
    try tree.run(
      "sample", "--watch", "a.dng", "--at", ".5,.5", status: 64, errors: "a.dng is not a folder")
    for option in [["--swatch", "s.png"], ["--plot", "p.png"], ["--format", "css"]] {
      try tree.run(["sample", "--watch", "in", "--at", ".5,.5"] + option, status: 64)
    }
  }

  @Test func mistakes() throws {
    try tree.copy("night/night_1.dng", to: "a.dng")
    try tree.run(
      "convert", "--watch", "a.dng", "-o", "out", status: 64, errors: "a.dng is not a folder")
    let dry = try tree.run("convert", "--watch", "in", "-o", "out", "-n")
    #expect(dry.status == 64 && dry.errors.contains("--dry-run"))
    try tree.run(
      "convert", "in", "-o", "out", "--watch-every", "2", status: 64, errors: "needs --watch")
    try tree.run(
      "convert", "--watch", "in", "-o", "out", "--look", "camera", status: 64, errors: "camera:each"
    )
  }
}
