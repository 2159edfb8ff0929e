import BromideLibc
import Foundation
import Synchronization
import SystemPackage
import TestSupport
import Testing

@testable import BromideSystem

@Suite struct FileSystemTests {
  private let folder = TemporaryFolder.fresh
  private let bytes: [UInt8] = (0..<200_000).map { UInt8(truncatingIfNeeded: $0 * 7) }

  private func path(_ name: String) -> FilePath { FilePath(folder(name)) }

  @Test func foldersAreMadeWithThoseAboveThem() throws {
    let path = path("a/b/c")
    try FileSystem.makeFolder(path)
    #expect(FileSystem.isFolder(path))
    // An existing folder and an empty path are not errors.
    try FileSystem.makeFolder(path)
    try FileSystem.makeFolder("")
    #expect(folder.names == ["a"])
  }

  /// The same rights as `mkdir` with all rights requested.
  @Test func maskSetsTheRightsOfFolders() throws {
    try FileSystem.makeFolder(path("a"))
    try #require(unsafe mkdir(folder("b"), 0o777) == 0)
    func rights(_ path: String) throws -> mode_t {
      var info = stat()
      try #require(unsafe stat(path, &info) == 0)
      return info.st_mode
    }
    #expect(try rights(folder("a")) == rights(folder("b")))
  }

  /// If several threads create one folder at once, all find it.
  @Test func foldersMayBeMadeByManyAtOnce() async throws {
    for round in 0..<50 {
      let path = path("\(round)/a/b/c/d")
      try await withThrowingTaskGroup { group in
        for _ in 0..<8 { group.addTask { try FileSystem.makeFolder(path) } }
        try await group.waitForAll()
      }
      #expect(FileSystem.isFolder(path))
    }
  }

  /// If a path needs a folder, but a part of it is a file, the error is that it is not a folder.
  /// For the last part, `mkdir` would report that it exists.
  @Test(arguments: ["file", "file/below", "file/below/it"])
  func fileWithTheNameOfAFolderCausesError(_ name: String) throws {
    try folder.write([1], as: "file")
    let expected = FileSystem.folderError(path(name))
    let error = #expect(throws: SystemError.self) { try FileSystem.makeFolder(path(name)) }
    #expect(error?.code == ENOTDIR && error == expected)
    #expect(error?.operation == "make the folder")
    #expect(error?.reason == SystemError.words(ENOTDIR))
    #expect(folder.names == ["file"])
  }

  @Test func statusDistinguishesFilesFoldersAndOthers() throws {
    let path = FilePath(try folder.write(bytes, as: "a/file"))
    let status = try FileSystem.status(path)
    #expect(status.kind == .file && status.size == bytes.count)
    #expect(try FileSystem.status(self.path("a")).kind == .folder)
    #expect(try FileSystem.status("/dev/null").kind == .other)
    #expect(!FileSystem.isFolder(path) && !FileSystem.isFolder(self.path("none")))
    #expect(FileSystem.exists(path) && !FileSystem.exists(self.path("none")))
    let error = #expect(throws: SystemError.self) { try FileSystem.status(self.path("none")) }
    #expect(error?.code == ENOENT)
  }

  /// Links lead to the same file; a copy is another.
  @Test func identityAndTimeMatchTheFile() throws {
    let path = try folder.write([1], as: "a")
    let copy = try folder.write([1], as: "b")
    try #require(unsafe symlink(path, folder("link")) == 0)
    // 1 January 2020 and half a second, in nanoseconds.
    var times = [timespec(tv_sec: 1_577_836_800, tv_nsec: 500_000_000), timespec()]
    times[1] = times[0]
    try #require(unsafe utimensat(AT_FDCWD, path, times, 0) == 0)
    let status = try FileSystem.status(FilePath(path))
    #expect(status.modified == 1_577_836_800_500_000_000)
    #expect(try FileSystem.status(self.path("link")) == status)
    #expect(try FileSystem.status(FilePath(copy)).identity != status.identity)
  }

  @Test func foldersThatCanBeMadeHaveNoError() throws {
    try folder.write([1], as: "sub/file")
    for name in ["sub", "new", "new/below/it"] {
      #expect(FileSystem.folderError(path(name)) == nil)
    }
    #expect(FileSystem.folderError("") == nil && FileSystem.folderError("new/below") == nil)
    try #require(unsafe symlink(folder("none"), folder("link")) == 0)
    let error = #expect(throws: SystemError.self) { try FileSystem.makeFolder(path("link")) }
    #expect(error == FileSystem.folderError(path("link")))
  }

  /// Photos of a run make their common folder at the same time.
  @Test func foldersThatAppearHaveNoError() throws {
    let errors = Mutex<[SystemError]>([])
    for round in 0..<500 {
      let path = path("new\(round)/below")
      DispatchQueue.concurrentPerform(iterations: 2) { task in
        if task == 0 {
          try? FileSystem.makeFolder(path)
        } else {
          for _ in 0..<20 {
            if let error = FileSystem.folderError(path) { errors.withLock { $0.append(error) } }
          }
        }
      }
    }
    #expect(errors.withLock(\.self).isEmpty)
  }

  /// Root may write into every folder, so another user runs without these rights.
  @Test(.enabled(if: geteuid() != 0)) func foldersWithoutRightsAreKnown() throws {
    try folder.write([1], as: "closed/file")
    try #require(unsafe chmod(folder("closed"), 0o555) == 0)
    defer { unsafe _ = chmod(folder("closed"), 0o755) }
    let error = #expect(throws: SystemError.self) { try FileSystem.makeFolder(path("closed/a/b")) }
    #expect(error?.code == EACCES && error == FileSystem.folderError(path("closed/a/b")))
    #expect(FileSystem.replacingError(path("closed/a"))?.code == EACCES)
  }

  /// The error of `replace` is known before.
  @Test func replacingErrorEqualsTheErrorOfReplacing() throws {
    try folder.write([1], as: "file")
    for (name, code) in [("none/a", ENOENT), ("file/a", ENOTDIR), ("a", 0), ("file", 0)] {
      let error = FileSystem.replacingError(path(name))
      #expect(error?.code ?? 0 == code, "\(name)")
      guard code != 0 else { continue }
      let real = #expect(throws: SystemError.self) { try FileSystem.replace(path(name), with: []) }
      #expect(real?.reason == error?.reason, "\(name)")
    }
    #expect(FileSystem.replacingError("a") == nil)
  }

  @Test func entriesAreAllNamesButTheFolderItself() throws {
    for name in ["b", ".hidden", "sub/c", "...", "ü"] { try folder.write([], as: name) }
    #expect(
      try Set(FileSystem.entries(of: FilePath(folder.path)).map(\.visible)) == [
        "b", ".hidden", "sub", "...", "ü",
      ])
    let error = #expect(throws: SystemError.self) { try FileSystem.entries(of: path("b")) }
    #expect(error?.code == ENOTDIR)
  }

  /// More than one block of reading.
  @Test func contentsAreAllBytes() throws {
    let path = FilePath(try folder.write(bytes, as: "a"))
    #expect(try FileSystem.contents(of: path) == bytes)
    #expect(try FileSystem.contents(of: FilePath(folder.write([], as: "empty"))).isEmpty)
    #expect(throws: SystemError.self) { try FileSystem.contents(of: self.path("none")) }
    let error = #expect(throws: SystemError.self) {
      try FileSystem.contents(of: FilePath(folder.path))
    }
    #expect(error?.code == EISDIR)
  }

  @Test func bytesAreThoseAtTheOffset() throws {
    let path = FilePath(try folder.write(bytes, as: "a"))
    #expect(try FileSystem.bytes(of: path, at: 0, count: 5) == Array(bytes[..<5]))
    #expect(try FileSystem.bytes(of: path, at: 777, count: 3) == Array(bytes[777..<780]))
    // Fewer where the file ends.
    let last = bytes.count - 2
    #expect(try FileSystem.bytes(of: path, at: last, count: 9) == Array(bytes[last...]))
    #expect(try FileSystem.bytes(of: path, at: bytes.count + 1, count: 9).isEmpty)
    let error = #expect(throws: SystemError.self) {
      try FileSystem.bytes(of: FilePath(folder.path), at: 0, count: 1)
    }
    #expect(error?.code == EISDIR)
  }

  /// The data exceed the 64 KiB of a pipe. A separate thread writes them, because a task could wait
  /// for a task that this test blocks.
  @Test func everythingIsWrittenIntoAPipe() throws {
    var ends: [Int32] = [0, 0]
    try #require(unsafe pipe(&ends) == 0)
    let (input, output) = (ends[0], ends[1])
    Thread.detachNewThread { [bytes] in
      try? Transfer.write(bytes, to: output, name: "pipe")
      close(output)
    }
    #expect(try FileSystem.contents(descriptor: input, name: "pipe") == bytes)
    close(input)
    let error = #expect(throws: SystemError.self) {
      try Transfer.write([1], to: -1, name: "nothing")
    }
    #expect(error == SystemError(operation: "write", path: "nothing", code: EBADF))
  }

  @Test func removingAMissingFileSucceeds() throws {
    let path = FilePath(try folder.write([1], as: "a"))
    FileSystem.remove(path)
    FileSystem.remove(path)
    #expect(folder.names.isEmpty)
  }

  @Test func onlyABrokenPipeIsAClosedPipe() {
    #expect(SystemError.isClosedPipe(EPIPE) && !SystemError.isClosedPipe(EIO))
    #expect(Console.words(ofError: ENOENT) == "No such file or directory")
  }

  /// Names that a file system without case holds equal have one key, however they are spelt.
  @Test func collisionKeysFollowLinksAndFoldCase() throws {
    try folder.write([], as: "real/a")
    try #require(unsafe symlink(folder("real"), folder("link")) == 0)
    let key = path("real/b/c.png").collisionKey
    #expect(key == (folder.path + "/real/b/c.png").lowercased())
    for spelt in ["link/b/c.png", "link/B/C.PNG", "real/./b/c.png/", "real//b/c.png"] {
      #expect(path(spelt).collisionKey == key, "\(spelt)")
    }
    let here = try #require(FileSystem.resolved(".")).string.lowercased()
    #expect(FilePath("").collisionKey == here)
    #expect(FilePath("no-such-name").collisionKey == here + "/no-such-name")
    #expect(FilePath("/no-such-name/a").collisionKey == "/no-such-name/a")
  }
}
