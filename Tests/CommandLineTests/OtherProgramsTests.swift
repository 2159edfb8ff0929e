import BromideCodecs
import Foundation
import SystemPackage
import TestSupport
import Testing

/// Edits of other programs next to a photo: Bromide names them instead of ignoring them.
@Suite struct OtherProgramsTests {
  private let tree = CommandTree.fresh([
    "a.dng": "chart_rggb_12bit.dng", "b.dng": "chart_rggb_12bit.dng",
  ])

  /// A sidecar as darktable writes it.
  private func write(
    _ name: String, end: Int = 3, _ operations: [String], colors: [Int] = []
  ) throws {
    let history = operations.enumerated().map {
      "<rdf:li darktable:num='\($0)' darktable:operation='\($1)' darktable:enabled='1'/>"
    }
    let labels = colors.map { "<rdf:li>\($0)</rdf:li>" }
    let text = """
      <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF
       xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about=""
       xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:darktable="http://darktable.sf.net/"
       xmp:Rating="3" darktable:history_end="\(end)">
       <darktable:colorlabels><rdf:Seq>\(labels.joined())</rdf:Seq></darktable:colorlabels>
       <darktable:history><rdf:Seq>\(history.joined())</rdf:Seq></darktable:history>
      </rdf:Description></rdf:RDF></x:xmpmeta>
      """
    try tree.write(text, to: name)
  }

  private func convert(_ options: String...) throws -> CommandRun {
    try tree.run(["convert", "a.dng", "b.dng", "-o", "out", "--size", "32", "-y"] + options)
  }

  @Test func darktableIsNamedOnce() throws {
    // A module can occur several times in a history.
    try write("a.dng.xmp", ["exposure", "filmicrgb", "exposure"], colors: [2, 0])
    try write("b.dng.xmp", ["exposure"])
    let run = try convert("--sidecar", "auto", "--report", "-").expect(0)
    let all = [
      "a.dng.xmp: darktable's edits (2 modules) are not supported",
      "b.dng.xmp: darktable's edits (1 module) are not supported",
    ]
    // The photos are converted in parallel, so either can be first.
    let warnings = run.errors.split(separator: "\n").filter { $0.contains("darktable") }
    #expect(warnings.count == 1 && all.contains { warnings[0].hasSuffix($0) }, "\(run.errors)")
    let edits = try run.lines.map { line in
      (try object(line)["sidecar"] as? [String: Any])?["otherEdits"] as? [String]
    }
    #expect(edits.compactMap { $0?.first }.sorted() == all, "\(run.text)")
    // darktable's third colour is green.
    let info = try PNGReader.info(path: FilePath(tree.path("out/a.png")))
    #expect(info.text("XML:com.adobe.xmp")?.contains("Green") == true)
  }

  @Test func unsupportedEditsFailStrictRuns() throws {
    try write("a.dng.xmp", ["exposure"])
    try tree.write([], to: "b.dng.pp3")
    let run = try convert("--sidecar", "auto", "--strict")
    #expect(run.status == 1 && !tree.exists("out/a.png") && !tree.exists("out/b.png"))
    #expect(run.errors.contains("a.dng.xmp: darktable's edits (1 module)"), "\(run.errors)")
    #expect(run.errors.contains("b.dng.pp3: RawTherapee's edits"), "\(run.errors)")
  }

  @Test func darktableWithoutEditsIsQuiet() throws {
    try write("a.dng.xmp", [])
    try write("b.dng.xmp", end: 0, ["exposure"])
    let run = try convert("--sidecar", "auto")
    #expect(run.status == 0 && !run.errors.contains("darktable"), "\(run.errors)")
  }

  @Test(arguments: [
    ("a.dng.pp3", "RawTherapee"), ("a.dng.dop", "DxO PhotoLab"), ("a.on1", "ON1"),
    ("CaptureOne/Settings153/a.dng.cos", "Capture One"), ("NKSC_PARAM/a.dng.nksc", "NX Studio"),
  ])
  func filesOfOtherProgramsAreNamed(_ file: String, _ program: String) throws {
    try FileManager.default.createDirectory(
      atPath: (tree.path(file) as NSString).deletingLastPathComponent,
      withIntermediateDirectories: true)
    try tree.write("[Exposure]\n", to: file)
    // Only --sidecar auto reads files next to a photo.
    let quiet = try convert()
    #expect(quiet.status == 0 && !quiet.errors.contains(program), "\(quiet.errors)")
    let plain = try tree.read("out/a.png")
    let run = try convert("--sidecar", "auto").expect(
      0, "warning: \(file): \(program)'s edits are not supported\n")
    #expect(!run.errors.contains("sidecar:") && !run.errors.contains("b.dng."), "\(run.errors)")
    #expect(try tree.read("out/a.png") == plain)
  }

  @Test func sheetsAndSamplesNameThem() throws {
    try tree.write([], to: "a.dng.dop")
    for arguments in [
      ["sheet", "a.dng", "-o", "s.png"], ["sample", "a.dng", "--at", ".5,.5", "--as", "convert"],
    ] {
      try tree.run(
        arguments + ["--sidecar", "auto"], status: 0,
        errors: "a.dng.dop: DxO PhotoLab's edits are not supported")
    }
  }
}
