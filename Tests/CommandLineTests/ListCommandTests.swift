import Foundation
import TestSupport
import Testing

/// Lists of inputs as a person's tools write them.
@Suite struct ListCommandTests {
  private let tree = CommandTree.fresh([
    "named.dng": "chart_rggb_12bit.dng", "other.dng": "chart_rggb_12bit.dng",
  ])

  private static func utf16(_ text: String, mark: Bool) -> [UInt8] {
    ((mark ? "\u{FEFF}" : "") + text).utf16.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }
  }

  /// A list from PowerShell names one photo. Before, its neighbours were also converted.
  @Test(arguments: [true, false])
  func powerShellListNamesOnlyItsPhotos(mark: Bool) throws {
    try tree.write(Self.utf16("named.dng\r\n", mark: mark), to: "u16.txt")
    for arguments in [["@u16.txt"], ["@u16.txt", "-r"]] {
      let run = try tree.run(["convert", "-n", "-o", "out"] + arguments, status: 0)
      #expect(run.text == "convert\tnamed.dng\tout/named.png\n", "\(run.text)")
    }
  }

  /// The remains of an encoding do not name a folder.
  @Test(arguments: [
    Array(utf16("./named.dng\r\n", mark: false).dropFirst(2).dropLast()),
    Array(utf16("./\n/\n.\n", mark: true).dropLast()), Array(".\0/".utf8), Array("/\0.\0.".utf8),
  ])
  func damagedListsFailOnce(bytes: [UInt8]) throws {
    try tree.write(bytes, to: "list.txt")
    let run = try tree.run("convert", "@list.txt", "-r", "-n", "-o", "out")
    #expect(run.status == 1 && run.text.isEmpty, "\(run.text)")
    #expect(run.errors.split(separator: "\n").count == 1, "\(run.errors)")
  }

  /// A photo in the place of a list gives one sentence.
  @Test func binaryListsAreNamed() throws {
    let photo = try tree.read("named.dng")
    let list = try tree.run("convert", "@named.dng", "-r", "-o", "out")
    #expect(
      list.status == 1 && list.errors.contains("it is a DNG, not a list of paths"), "\(list.errors)"
    )
    try tree.run(
      ["convert", "@-", "-o", "out"], bytes: photo, errors: "standard input: ",
      "it is a DNG, not a list of paths; - reads a photo")
    #expect(!tree.exists("out"))
    for command in [
      ["info"], ["sample", "--at", ".5,.5"], ["sheet", "-o", "s.png"], ["look", "fit"],
    ] {
      try tree.run(command + ["@named.dng"], status: 1, errors: "it is a DNG, not a list of paths")
    }
  }

  /// The first twenty missing paths are printed, and the number of the others. A report contains
  /// all.
  @Test func problemsOfListsAreCounted() throws {
    let lines = (0..<1000).map { "missing-\($0).nef" } + ["named.dng"]
    try tree.write(lines.joined(separator: "\n"), to: "list.txt")
    let run = try tree.run(
      "convert", "@list.txt", "-o", "out", "--size", "32", "--report", "r.jsonl")
    #expect(run.status == 1 && tree.entries("out") == ["named.png"], "\(run.errors)")
    let report = try tree.text("r.jsonl")
    #expect(report.split(separator: "\n").count == 1001)
    for command in [["convert", "-n"], ["info", "-q"], ["sample", "--at", ".5,.5"]] {
      let run = try tree.run(command + ["@list.txt"])
      let named = Set(run.errors.split(separator: "\n").filter { $0.contains("missing-") })
      #expect(run.status == 1 && named.count == 20, "\(run.errors)")
      #expect(run.errors.contains("and 980 more paths of lists"), "\(run.errors)")
    }
    let named = run.errors.split(separator: "\n").filter { $0.contains("missing-") }
    #expect(named.count == 20 && Set(named).count == 20, "\(named)")
    #expect(run.errors.contains("and 980 more paths of lists"))
  }

  /// Latin-1 would give the point a damaged name.
  @Test func pointsOfOtherEncodingsFail() throws {
    let bytes = Array("x,y,name\n.2,.2,a\n.5,.5,caf".utf8) + [0xE9, 0x0A]
    try tree.write(bytes, to: "points.csv")
    let sample = ["sample", "named.dng", "--points"]
    let words = "is not UTF-8 in line 3; save it as UTF-8"
    let run = try tree.run(sample + ["points.csv"], status: 64, errors: "points.csv \(words)")
    #expect(run.output.isEmpty)
    try tree.run(sample + ["-"], bytes: bytes, status: 64, errors: "standard input \(words)")
    // A second byte makes it UTF-8.
    try tree.write(bytes.flatMap { $0 == 0xE9 ? [0xC3, 0xA9] : [$0] }, to: "points.csv")
    let named = try tree.run(sample + ["points.csv", "--format", "csv"], status: 0)
    #expect(named.text.contains("café"), "\(named.text)")
  }

  /// A list of points can also use any encoding.
  @Test func pointsMayBeUTF16() throws {
    try tree.write(Self.utf16("x,y,name\n.5,.5,ü\n", mark: false), to: "points.csv")
    let run = try tree.run("sample", "named.dng", "--points", "points.csv", "--format", "csv")
    #expect(run.status == 0 && run.text.contains("ü"), "\(run.errors)")
  }
}
