import TestSupport
import Testing

/// The command without `/proc`, for example in a chroot.
@Suite(.enabled(if: EmptyProc.isPossible, "this system does not allow mounts"))
struct MissingProcTests {
  @Test func argumentsArriveWithoutProc() throws {
    let version = try EmptyProc.run(CommandRun.binary, "--version")
    #expect(version.hasPrefix("bromide "), "\(version)")
    #expect(version.contains("\nLibRaw "), "\(version)")
    let filters = try EmptyProc.run(CommandRun.binary, "filters", "--format", "json")
    #expect(filters.contains("\"exposure\""), "\(filters)")
  }

  @Test func picturesDoNotDependOnProc() throws {
    let tree = try CommandTree()
    try tree.copy("chart_rggb_12bit.dng", to: "a.dng")
    _ = try tree.run("convert", "a.dng", "-o", "with.png")
    _ = try EmptyProc.run(
      CommandRun.binary, "convert", "-q", tree.path("a.dng"), "-o", tree.path("without.png"))
    #expect(try tree.read("without.png") == tree.read("with.png"))
  }
}

/// Runs programs where `/proc` is empty.
private enum EmptyProc {
  /// Whether a process can cover `/proc` in a separate mount namespace.
  static let isPossible = (try? run("true")) != nil

  /// Runs a program where `/proc` is empty.
  static func run(_ arguments: String...) throws -> String {
    let shell = try #require(ForeignProgram("unshare"))
    let script = "mount -t tmpfs none /proc; test ! -e /proc/self; exec \"$@\""
    return try shell.run(["--mount", "--map-root-user", "sh", "-euc", script, "sh"] + arguments)
  }
}
