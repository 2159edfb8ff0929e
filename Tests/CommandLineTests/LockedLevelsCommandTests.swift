import Testing

/// `convert --levels lock`.
@Suite struct LockedLevelsCommandTests {
  private let tree: CommandTree
  private static let photo = "chart_rggb_12bit.dng"

  init() throws { tree = try CommandTree() }

  /// The fingerprint in a picture contains the locked levels, but not their photo's folder.
  @Test func lockedLevelsDoNotDependOnTheFolder() throws {
    for folder in ["one", "two"] {
      try tree.copy(Self.photo, to: folder + "/a.dng")
      let run = try tree.run("convert", folder, "--levels", "lock", "-o", folder)
      #expect(run.status == 0, "\(run.errors)")
    }
    #expect(try tree.read("one/a.png") == tree.read("two/a.png"))
    let named = try tree.run("convert", "two", "--levels", "one/a.dng", "-o", "two")
    #expect(named.status == 0 && named.errors.contains("0 converted, 1 skipped"), "\(named.errors)")
  }

  @Test func aDryRunKnowsLockedLevels() throws {
    try tree.copy(Self.photo, to: "a.dng")
    #expect(try tree.run("convert", "a.dng", "--levels", "lock").status == 0)
    #expect(try tree.run("convert", "a.dng", "--levels", "lock", "-n").text.hasPrefix("skip\t"))
  }
}
