import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import BromideRuns

/// Outputs that are inputs, by any of their names.
@Suite struct InputKeysTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write([1], as: "card/a.dng")
    try FileManager.default.createSymbolicLink(
      atPath: folder("link"), withDestinationPath: folder("card"))
  }

  @Test(arguments: ["card/a.dng", "card/../card/./a.dng", "link/a.dng", "card/A.DNG"])
  func namesOfAnInputAreFound(_ name: String) {
    let input = FilePath(folder("card/a.dng"))
    let output = FilePath(folder(name))
    let keys = InputKeys([FilePath(folder("card/b.dng")), input])
    #expect(
      keys.problem(with: [FilePath(folder("c.png")), output])
        == .overwritesInput(input, output: output))
  }

  @Test(arguments: ["a.dng", "card/a.dng.png", "card"])
  func otherNamesAreFree(_ name: String) {
    let keys = InputKeys(["-", FilePath(folder("card/a.dng"))])
    #expect(keys.problem(with: [FilePath(folder(name))]) == nil)
  }

  /// `-` as an input is standard input, also next to a file with this name.
  @Test func standardInputIsNotAFile() { #expect(InputKeys(["-"]).problem(with: ["-"]) == nil) }
}
