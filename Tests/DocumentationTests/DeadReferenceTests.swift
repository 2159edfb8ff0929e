import Foundation
import TestSupport
import Testing

/// `scripts/check-docs` finds references to options, scripts, files and headings that do not exist.
@Suite(.enabled(if: ForeignProgram("perl") != nil, "perl is not in PATH"))
struct DeadReferenceTests {

  /// Checks a page with this text.
  ///
  /// - Returns: The messages about the page, without its path, or an empty array if it passes.
  private static func messages(_ text: String) throws -> [String] {
    let folder = try TemporaryFolder()
    let page = try folder.write(text.utf8, as: "page.md")
    let script = ExampleCompiler.root.appending(path: "scripts/check-docs").path
    do {
      try ForeignProgram("perl")?.run([script, page])
      return []
    } catch let failure as ForeignProgram.Failure {
      return failure.description.split(separator: page + ":").dropFirst()
        .map { String($0.split(separator: "\n")[0]) }
    }
  }

  @Test(arguments: [
    "Use `--no-such-option`.", "Use `bromide convert --no-such-option`.",
    "| `--size N`, `--no-such-option` | |",
    "```\ncat list | bromide convert @- --no-such-option\n```",
    "```\n$ bromide convert a.nef \\\n  --no-such-option\n```",
    // An option of a script is not an option of the command.
    "Use `--digests`.", "Use `scripts/compare-libraw --no-such-option`.",
  ])
  func deadOptionsFail(text: String) throws {
    let messages = try Self.messages(text)
    #expect(messages.count == 1)
    #expect(messages.first?.contains("no option --") == true)
  }

  @Test(arguments: [
    ("See `scripts/no-such-script`.", "1: no file scripts/no-such-script"),
    ("\nSee `Sources/Develop/None.swift`.", "2: no file Sources/Develop/None.swift"),
    ("[x](none.md)", "1: no file none.md"), ("# A\n[x](#b)", "2: no heading for #b"),
  ])
  func deadFilesAndHeadingsFail(text: String, message: String) throws {
    #expect(try Self.messages(text) == [message])
  }

  @Test(arguments: [
    "Use `--dry-run`, `--no-sync`, `--as` and `--hot-pixels`, or `bromide --version`.",
    "Use `scripts/compare-libraw --digests` and `Sources/NAME/NAME.docc`.",
    "Use `darktable-cli --hq 1`.",
    "```\ndarktable-cli --hq 1 | bromide convert - -o a.png\n  --color-1: red\n```", "# A\n[x](#a)",
  ])
  func livingReferencesPass(text: String) throws {
    #expect(try Self.messages(text).isEmpty)
  }
}
