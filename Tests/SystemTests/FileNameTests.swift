import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import BromideSystem

/// Names and files that trip programs.
@Suite struct FileNameTests {
  let folder = TemporaryFolder.fresh

  private func path(_ name: String) -> FilePath { FilePath(folder(name)) }

  private func failure(_ work: () throws(SystemError) -> Void) -> SystemError? {
    do throws(SystemError) {
      try work()
      return nil
    } catch { return error }
  }

  /// Names that trip a program that takes them for text.
  static let names: [[UInt8]] = [
    [0x61, 0xFF, 0x2E, 0x64], Array("a\nb".utf8), Array("\"quoted\"".utf8), Array("-n".utf8),
    Array("a'b c\\d".utf8), [UInt8](repeating: 0x78, count: 255), [0x1B, 0x5B, 0x32, 0x4A],
    Array("\u{10FFFF}".utf8), [0xC3, 0x28],
  ]

  #if os(Linux)  // macOS refuses names that are not UTF-8.
    @Test(arguments: names) func anyNameIsWrittenListedAndRead(_ name: [UInt8]) throws {
      let path = path("").pushing(FilePath(bytes: name))
      try FileSystem.replace(path, with: name)
      #expect(try FileSystem.entries(of: FilePath(folder.path)).map(\.bytes) == [name])
      #expect(try FileSystem.contents(of: path) == name)
      #expect(FileSystem.resolved(path)?.bytes == path.bytes)
      #expect(try FileSystem.status(path).size == name.count)
      FileSystem.remove(path)
      #expect(folder.names.isEmpty)
    }
  #endif

  @Test func missingAndUnsuitableFilesCauseErrors() throws {
    try folder.write([1], as: "file")
    #expect(
      failure { () throws(SystemError) in _ = try FileSystem.entries(of: path("file")) }
        == SystemError(operation: "read", path: path("file"), code: ENOTDIR))
    #expect(
      failure { () throws(SystemError) in _ = try FileSystem.status(path("file/x")) }
        == SystemError(operation: "stat", path: path("file/x"), code: ENOTDIR))
    #expect(
      failure { () throws(SystemError) in _ = try FileSystem.contents(of: path("none")) }
        == SystemError(operation: "open", path: path("none"), code: ENOENT))
    #expect(
      failure { () throws(SystemError) in _ = try FileSystem.contents(of: path("")) }
        == SystemError(operation: "read", path: path(""), code: EISDIR))
    #expect(FileSystem.resolved(path("none")) == nil)
    FileSystem.remove(path("none"))
  }

  @Test func danglingLinkDoesNotExist() throws {
    try FileManager.default.createSymbolicLink(
      atPath: folder("link"), withDestinationPath: folder("none"))
    #expect(!FileSystem.exists(path("link")) && FileSystem.resolved(path("link")) == nil)
    #expect(try FileSystem.entries(of: FilePath(folder.path)).map(\.visible) == ["link"])
    try folder.write([1], as: "none")
    #expect(FileSystem.exists(path("link")))
    #expect(try FileSystem.status(path("link")) == FileSystem.status(path("none")))
  }

  #if os(Linux)
    @Test(.enabled(if: geteuid() != 0, "root may read everything"))
    func unreadableFilesCauseErrors() throws {
      try folder.write([1], as: "locked/a")
      #expect(unsafe chmod(folder("locked"), 0) == 0)
      #expect(
        failure { () throws(SystemError) in _ = try FileSystem.entries(of: path("locked")) }?.code
          == EACCES)
      #expect(
        failure { () throws(SystemError) in _ = try FileSystem.contents(of: path("locked/a")) }?
          .code == EACCES)
    }
  #endif

  @Test func errorsAreSentences() {
    let error = SystemError(operation: "open", path: FilePath(bytes: [0x61, 0xFF]), code: ENOENT)
    #expect(error.description == "cannot open a\\xff: No such file or directory")
    #expect(SystemError.isClosedPipe(EPIPE) && !SystemError.isClosedPipe(EIO))
  }
}
