import TestSupport
import Testing

/// Subfolders that a command does not read are counted, and `-r` reads them.
@Suite struct SubfolderCommandTests {
  private let tree: CommandTree

  init() throws {
    tree = try CommandTree()
    for name in ["in/a.dng", "in/one/b.dng", "in/two/deep/c.dng", "in/.trash/d.dng"] {
      try tree.copy("chart_rggb_12bit.dng", to: name)
    }
  }

  private static let commands = [
    ["convert", "in", "-o", "out", "--size", "32"], ["convert", "in", "-o", "out", "-n"],
    ["info", "in"], ["sheet", "in", "-o", "sheet.png", "--tile", "32"],
    ["sample", "in", "--at", ".5,.5"], ["look", "fit", "in"], ["verify", "in"],
  ]

  @Test(arguments: commands) func skippedSubfoldersAreCounted(_ command: [String]) throws {
    func errors(_ options: String...) throws -> String {
      try tree.run(command + options).errors
    }
    let note = "skipped 2 subfolders of in; add -r to read them\n"
    #expect(try errors().contains(note))
    #expect(try errors("-v").contains(note + "  skipped: in/one\n  skipped: in/two\n"))
    #expect(try !errors("-q").contains("subfolder"))
    #expect(try !errors("-r").contains("subfolder"))
    let one = try errors("in/two")
    #expect(one.contains("skipped 1 subfolder of in; add -r to read it\n"), "\(one)")
  }

  /// `render` does not have `-r`, but a timeline can name several folders.
  @Test(arguments: [[], ["--ken-burns"]]) func renderCountsSkippedSubfolders(
    _ options: [String]
  ) throws {
    func errors(_ input: String, _ output: String, _ more: [String] = []) throws -> String {
      try tree.run(["render", input, "-o", output, "-n"] + options + more, status: 0).errors
    }
    let note = "skipped 2 subfolders of in; use a timeline to show them\n"
    #expect(try errors("in", "out").contains(note))
    #expect(
      try errors("in", "out", ["-v"]).contains(note + "  skipped: in/one\n  skipped: in/two\n"))
    #expect(try !errors("in", "out", ["-q"]).contains("subfolder"))
    // The frames are not photos that the user forgot.
    #expect(
      try errors("in", "in/two").contains("skipped 1 subfolder of in; use a timeline to show it\n"))
  }

  @Test func foldersOfATimelineAreNotSkipped() throws {
    try tree.write("sources: [{sequence: [in, in/one]}]\n", to: "all.yaml")
    let errors = try tree.run("render", "all.yaml", "-n").errors
    #expect(errors.contains("skipped 1 subfolder of in; use a timeline to show it\n"), "\(errors)")
  }

  /// A folder with subfolders only is a failure, whose reason advises the same.
  @Test(arguments: [["convert", "-o", "out"], ["info"], ["verify"]])
  func emptyFoldersAdviseOnce(_ command: [String]) throws {
    let run = try tree.run(command + ["in/two"], status: 1)
    let all = run.text + run.errors
    #expect(all.contains("in this folder; add -r to look into its folders"), "\(all)")
    #expect(!all.contains("subfolder"), "\(all)")
  }
}
