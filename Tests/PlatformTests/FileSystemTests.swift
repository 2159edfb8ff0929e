import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import Platform

@Suite struct TransferTests {
  @Test func interruptedCallsAreRepeated() throws {
    var results = [-1, -1, 5]
    let result = try Transfer.retry("read", "a") {
      errno = EINTR
      return results.removeFirst()
    }
    #expect(result == 5 && results.isEmpty)
  }

  @Test func otherFailuresAreThrown() {
    var calls = 0
    #expect(throws: SystemError(operation: "read", path: "a", code: EIO)) {
      try Transfer.retry("read", "a") {
        calls += 1
        errno = EIO
        return -1
      }
    }
    #expect(calls == 1)
  }

  @Test func shortMovesGoOnWhereTheyEnded() throws {
    var places: [Int] = []
    var steps = [3, -1, 1, 6]
    let moved = try Transfer.move(10, "write", "a") { done in
      places.append(done)
      errno = EINTR
      return steps.removeFirst()
    }
    #expect(moved == 10 && places == [0, 3, 3, 4])
    #expect(try Transfer.move(10, "read", "a") { $0 == 4 ? 0 : 4 } == 4)
    #expect(try Transfer.move(0, "read", "a") { _ in preconditionFailure("nothing to move") } == 0)
  }

  @Test func filesAreReadAsFarAsTheyGo() throws {
    let folder = try TemporaryFolder()
    let path = FilePath(try folder.write((0..<200).map { UInt8($0) }, as: "a"))
    #expect(try FileSystem.bytes(of: path, at: 190, count: 100) == Array(190..<200))
    #expect(try FileSystem.bytes(of: path, at: 300, count: 100) == [])
    #expect(try FileSystem.bytes(of: path, at: 0, count: 0) == [])
    #expect(throws: SystemError(operation: "read", path: path, code: EINVAL)) {
      try FileSystem.bytes(of: path, at: -1, count: 1)
    }
    let large = [UInt8](repeating: 3, count: 1 << 16) + [4]
    #expect(try FileSystem.contents(of: FilePath(folder.write(large, as: "b"))) == large)
  }

  @Test func aPipeIsReadToItsEnd() throws {
    var ends: [Int32] = [0, 0]
    #expect(unsafe pipe(&ends) == 0)
    defer { close(ends[0]) }
    try Transfer.write([1, 2, 3], to: ends[1], name: "pipe")
    close(ends[1])
    #expect(try FileSystem.contents(descriptor: ends[0], name: "pipe") == [1, 2, 3])
    #expect(throws: SystemError(operation: "read", path: "pipe", code: ESPIPE)) {
      try Transfer.read(1, from: ends[0], at: 0, name: "pipe")
    }
    #expect(throws: SystemError(operation: "write", path: "pipe", code: EBADF)) {
      try Transfer.write([1], to: ends[0], name: "pipe")
    }
  }
}

@Suite struct FileSystemTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

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

  @Test func foldersAreMadeAsDeepAsAsked() throws {
    try FileSystem.makeFolder(path("a/b/c"))
    try FileSystem.makeFolder(path("a/b/c"))
    #expect(FileSystem.isFolder(path("a/b/c")))
    try FileSystem.makeFolder("")
    try folder.write([1], as: "file")
    #expect(
      failure { () throws(SystemError) in try FileSystem.makeFolder(path("file")) }
        == SystemError(operation: "make the folder", path: path("file"), code: ENOTDIR))
    #expect(
      failure { () throws(SystemError) in try FileSystem.makeFolder(path("file/x")) }?.code
        == ENOTDIR)
  }

  @Test func whatIsMissingOrOfAnotherKindIsTold() throws {
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

  @Test func aDanglingLinkIsNothing() throws {
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
    func whatMayNotBeReadIsTold() throws {
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
