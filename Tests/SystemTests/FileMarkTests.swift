import SystemPackage
import TestSupport
import Testing

@testable import BromideSystem

@Suite struct FileMarkTests {
  private let folder = TemporaryFolder.fresh

  @Test func markDoesNotChangeTheFile() throws {
    try folder.write([1, 2, 3], as: "a")
    let path = FilePath(folder("a"))
    let before = try FileSystem.status(path)
    #expect(FileMark.read(path) == nil)
    FileMark.write("a mark", to: path)
    // A file system without marks is not an error.
    if let mark = FileMark.read(path) { #expect(mark == "a mark") }
    #expect(try Files.read(folder("a")) == [1, 2, 3])
    #expect(try FileSystem.status(path).modified == before.modified)
    FileMark.write("lost", to: FilePath(folder("none")))
    #expect(FileMark.read(FilePath(folder("none"))) == nil)
  }
}
