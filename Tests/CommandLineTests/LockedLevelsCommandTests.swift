import Testing

/// `convert --levels lock`.
@Suite struct LockedLevelsCommandTests {
  private let tree = CommandTree.fresh
  private static let photo = "chart_rggb_12bit.dng"

  /// The fingerprint in a picture contains the locked levels, but not their photo's folder.
  @Test func lockedLevelsDoNotDependOnTheFolder() throws {
    for folder in ["one", "two"] {
      try tree.copy(Self.photo, to: folder + "/a.dng")
      try tree.run("convert", folder, "--levels", "lock", "-o", folder, status: 0)
    }
    #expect(try tree.read("one/a.png") == tree.read("two/a.png"))
    try tree.run(
      "convert", "two", "--levels", "one/a.dng", "-o", "two", status: 0,
      errors: "0 converted, 1 skipped")
  }

  @Test func aDryRunKnowsLockedLevels() throws {
    try tree.copy(Self.photo, to: "a.dng")
    #expect(try tree.run("convert", "a.dng", "--levels", "lock").status == 0)
    #expect(try tree.run("convert", "a.dng", "--levels", "lock", "-n").text.hasPrefix("skip\t"))
  }
}
