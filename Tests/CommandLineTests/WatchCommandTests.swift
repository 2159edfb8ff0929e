import Foundation
import TestSupport
import Testing

/// `convert --watch` as a person meets it.
@Suite struct WatchCommandTests {
  private let tree: CommandTree

  init() throws {
    tree = try CommandTree()
    try Files.makeFolder(tree.path("in"))
  }

  /// Watches, does something meanwhile, waits for pictures, and ends with Ctrl-C.
  private func watch(
    _ more: [String] = [], until pictures: Set<String>, _ body: () throws -> Void
  ) throws -> (status: Int32, errors: String) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: CommandRun.binary)
    process.arguments = ["convert", "--watch", "in", "-o", "out"] + more
    process.currentDirectoryURL = URL(fileURLWithPath: tree.root)
    try tree.write([], to: "err")
    process.standardError = FileHandle(forWritingAtPath: tree.path("err"))
    try process.run()
    try body()
    let end = Date(timeIntervalSinceNow: 30)
    while Set(tree.entries("out").filter { !$0.hasPrefix(".") }) != pictures, Date() < end {
      Thread.sleep(forTimeInterval: 0.05)
    }
    Thread.sleep(forTimeInterval: 0.3)
    process.interrupt()
    process.waitUntilExit()
    #expect(Set(tree.entries("out").filter { !$0.hasPrefix(".") }) == pictures)
    return (process.terminationStatus, String(decoding: try tree.read("err"), as: UTF8.self))
  }

  /// What was there, a copy in two parts, a rename into place, and a file that goes again.
  @Test(arguments: [[], ["--watch-every", "0.3"]])
  func photosThatArrive(_ options: [String]) throws {
    try tree.copy("night/night_1.dng", to: "in/there.dng")
    let photo = try Files.read(Package.testImages + "/night/night_2.dng")
    let run = try watch(options, until: ["there.png", "parts.png", "renamed.png"]) {
      try tree.write(Array(photo[..<(photo.count / 2)]), to: "in/parts.dng")
      try tree.write(photo, to: "in/gone.dng")
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
    // A restart makes nothing again.
    let again = try watch(options, until: ["there.png", "parts.png", "renamed.png"]) {
      Thread.sleep(forTimeInterval: 1.5)
    }
    #expect(again.status == 0 && again.errors.contains("3 skipped\n"), "\(again.errors)")
  }

  @Test func mistakes() throws {
    try tree.copy("night/night_1.dng", to: "a.dng")
    let file = try tree.run("convert", "--watch", "a.dng", "-o", "out")
    #expect(file.status == 64 && file.errors.contains("a.dng is none"))
    let dry = try tree.run("convert", "--watch", "in", "-o", "out", "-n")
    #expect(dry.status == 64 && dry.errors.contains("--dry-run"))
    let alone = try tree.run("convert", "in", "-o", "out", "--watch-every", "2")
    #expect(alone.status == 64 && alone.errors.contains("needs --watch"))
    let look = try tree.run("convert", "--watch", "in", "-o", "out", "--look", "camera")
    #expect(look.status == 64 && look.errors.contains("camera:each"))
  }
}
