import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import BromideSystem

/// Files that appear whole or not at all.
@Suite struct OutputFileTests {
  let folder = TemporaryFolder.fresh

  private func path(_ name: String) -> FilePath { FilePath(folder(name)) }

  @Test(arguments: [OutputFile.Durability.unsynced, .synced])
  func fileIsCompleteOrUnchanged(_ durability: OutputFile.Durability) throws {
    try FileSystem.replace(path("a"), with: Array("one".utf8), durability: durability)
    let file = try OutputFile(path("a"), durability: durability)
    try file.write(Array("two".utf8))
    #expect(try Files.read(folder("a")) == Array("one".utf8))
    #expect(folder.names.count == 2)
    try file.commit()
    #expect(try Files.read(folder("a")) == Array("two".utf8))
    #expect(file.byteCount == 3 && folder.names == ["a"])
  }

  /// The check runs after the last write and sees the old file.
  @Test func changedFileIsNotReplaced() throws {
    try FileSystem.replace(path("a"), with: Array("one".utf8))
    let file = try OutputFile(path("a"), durability: .synced)
    try file.write(Array("two".utf8))
    let isDone = try file.commit { (try? Files.read(folder("a"))) == Array("other".utf8) }
    #expect(!isDone)
    #expect(folder.names == ["a"])
    #expect(try Files.read(folder("a")) == Array("one".utf8))
    let next = try OutputFile(path("a"), durability: .synced)
    try next.write(Array("two".utf8))
    #expect(try next.commit { (try? Files.read(folder("a"))) == Array("one".utf8) })
    #expect(try Files.read(folder("a")) == Array("two".utf8))
  }

  /// A link to a file gives it a second name.
  @Test func statusCountsNames() throws {
    try FileSystem.replace(path("a"), with: [1])
    #expect(try FileSystem.status(path("a")).names == 1)
    try FileManager.default.linkItem(atPath: folder("a"), toPath: folder("b"))
    #expect(try FileSystem.status(path("a")).names == 2)
  }

  @Test func temporaryNamesAreHiddenAndNotForeseeable() throws {
    let files = try (0..<3).map { try OutputFile(path("\($0)")) }
    let names = folder.names
    #expect(Set(names).count == 3)
    #expect(names.allSatisfy { $0.hasPrefix(".bromide-") && $0.hasSuffix(".part") })
    #expect(!names.contains { $0.contains("\(getpid())-") })
    withExtendedLifetime(files) {}
  }

  @Test func whatIsNotCommittedIsRemoved() throws {
    do {
      let file = try OutputFile(path("a"))
      try file.write([1])
      file.discard()
      #expect(folder.names.isEmpty)
      file.discard()
    }
    do { _ = try OutputFile(path("a")) }
    #expect(folder.names.isEmpty)
    let interrupted = try OutputFile(path("a"))
    Temporaries.removeAll(in: path("a").removingLastComponent())
    #expect(folder.names.isEmpty)
    withExtendedLifetime(interrupted) {}
  }

  @Test func nameThatIsTakenMeanwhileIsKept() throws {
    let first = try OutputFile(path("a"), replaces: false)
    let second = try OutputFile(path("a"), replaces: false)
    try first.write([1])
    try second.write([2])
    try first.commit()
    #expect(throws: SystemError(operation: "rename", path: path("a"), code: EEXIST)) {
      try second.commit()
    }
    #expect(try Files.read(folder("a")) == [1])
    #expect(folder.names == ["a"])
  }

  /// The link has the name. Its target belongs to another program.
  @Test func aLinkIsReplacedAndNotFollowed() throws {
    try folder.write([9], as: "target")
    try FileManager.default.createSymbolicLink(
      atPath: folder("link"), withDestinationPath: folder("target"))
    try FileManager.default.createSymbolicLink(
      atPath: folder("dangling"), withDestinationPath: folder("none"))
    for name in ["link", "dangling"] {
      try FileSystem.replace(path(name), with: [1])
      let attributes = try FileManager.default.attributesOfItem(atPath: folder(name))
      #expect(attributes[.type] as? FileAttributeType == .typeRegular)
    }
    #expect(try Files.read(folder("target")) == [9])
    #expect(folder.names == ["dangling", "link", "target"])
    let rejected = try OutputFile(path("dangling"), replaces: false)
    #expect(throws: SystemError.self) { try rejected.commit() }
  }

  @Test func foldersAndMissingFoldersCauseErrors() throws {
    try Files.makeFolder(folder("taken/inside"))
    try folder.write([1], as: "file")
    func code(_ name: String) -> SystemError? {
      do throws(SystemError) {
        try FileSystem.replace(path(name), with: [1])
        return nil
      } catch { return error }
    }
    #expect(code("taken") == SystemError(operation: "rename", path: path("taken"), code: EISDIR))
    #expect(code("none/a") == SystemError(operation: "open", path: path("none/a"), code: ENOENT))
    #expect(code("file/a") == SystemError(operation: "open", path: path("file/a"), code: ENOTDIR))
    let long = String(repeating: "n", count: 256)
    #expect(code(long)?.code == ENAMETOOLONG)
    #expect(code(String(repeating: "n", count: 255)) == nil)
    #expect(folder.names.count == 3)
  }

  @Test func partsAreWrittenInOrder() throws {
    let file = try OutputFile(path("a"))
    let parts: [[UInt8]] = [[1, 2], [], [3], [4, 5, 6]]
    for _ in 0..<2 {
      try unsafe parts[0].withUnsafeBytes { a in
        try unsafe parts[2].withUnsafeBytes { b in
          try unsafe parts[3].withUnsafeBytes { c in
            try unsafe file.write([a, UnsafeRawBufferPointer(start: nil, count: 0), b, c])
          }
        }
      }
    }
    try file.rewrite([8, 9], at: 1)
    try file.commit()
    #expect(try Files.read(folder("a")) == [1, 8, 9, 4, 5, 6, 1, 2, 3, 4, 5, 6])
  }

  /// Every call at the end of a file fails once. The temporary file is removed, and the old file
  /// stays.
  @Test(arguments: ["synchronize", "close", "rename"])
  func failedCallKeepsTheOldFile(_ operation: String) throws {
    try folder.write([7], as: "a")
    var calls = OutputFile.Calls.system
    let real = calls.close
    switch operation {
    case "synchronize": calls.synchronize = { _ in Self.fail(ENOSPC) }
    case "close":
      calls.close = {
        _ = real($0)
        return Self.fail(ENOSPC)
      }
    default: calls.rename = { _, _, _ in Self.fail(ENOSPC) }
    }
    let file = try OutputFile(path("a"), replaces: true, durability: .synced, calls: calls)
    try file.write([1])
    #expect(throws: SystemError(operation: operation, path: path("a"), code: ENOSPC)) {
      try file.commit()
    }
    #expect(folder.names == ["a"])
    #expect(try Files.read(folder("a")) == [7])
  }

  @Test func interruptedSynchronizingIsRepeated() throws {
    let count = Counter()
    var calls = OutputFile.Calls.system
    calls.synchronize = { _ in count.next() < 3 ? Self.fail(EINTR) : 0 }
    let file = try OutputFile(path("a"), replaces: true, durability: .synced, calls: calls)
    try file.commit()
    #expect(count.next() == 4 && folder.names == ["a"])
  }

  /// A file system that cannot tell when the disk has a file is no reason to lose it.
  @Test(arguments: [EINVAL, ENOSYS, ENOTSUP])
  func unsupportedCallIsIgnored(_ code: Int32) throws {
    var calls = OutputFile.Calls.system
    calls.synchronize = { _ in Self.fail(code) }
    let file = try OutputFile(path("a"), replaces: true, durability: .synced, calls: calls)
    try file.write([1])
    try file.commit()
    #expect(try Files.read(folder("a")) == [1])
  }

  @Test func fullDeviceCausesError() throws {
    let full = try OutputFile(opening: "/dev/full")
    #expect(throws: SystemError(operation: "write", path: "/dev/full", code: ENOSPC)) {
      try full.write([1])
    }
    #expect(throws: SystemError(operation: "open", path: path("none"), code: ENOENT)) {
      _ = try OutputFile(opening: path("none"))
    }
    #expect(throws: SystemError(operation: "open", path: path("no/a"), code: ENOENT)) {
      _ = try OutputFile(growing: path("no/a"))
    }
  }

  @Test func abandonedFilesAreRemovedAndLivingOnesAreNot() throws {
    try folder.write([1], as: ".bromide-0123456789abcdef.part")
    try folder.write([1], as: ".bromide-0123456789abcdef")
    try folder.write([1], as: ".bromide-mine.part")
    try folder.write([1], as: "notes.part")
    let living = try OutputFile(path("a"))
    Temporaries.removeAbandoned(in: path(""))
    #expect(folder.names.count == 4)
    living.discard()
    #expect(folder.names == [".bromide-0123456789abcdef", ".bromide-mine.part", "notes.part"])
  }

  /// Another process may look for abandoned files at any moment until the file has its name.
  @Test func aFileIsLockedUntilItHasItsName() throws {
    var calls = OutputFile.Calls.system
    let (rename, folder) = (calls.rename, path(""))
    calls.rename = { from, to, replaces in
      Temporaries.removeAbandoned(in: folder)
      return rename(from, to, replaces)
    }
    let file = try OutputFile(path("a"), replaces: true, durability: .unsynced, calls: calls)
    try file.write([1])
    try file.commit()
    #expect(self.folder.names == ["a"])
  }

  @Test func aFileThatIsReplacedKeepsItsMode() throws {
    try folder.write([7], as: "a")
    for mode in [0o600, 0o444, 0o755] {
      let files = FileManager.default
      try files.setAttributes([.posixPermissions: mode], ofItemAtPath: folder("a"))
      try FileSystem.replace(path("a"), with: [8])
      let now = try files.attributesOfItem(atPath: folder("a"))[.posixPermissions] as? Int
      #expect(now == mode)
    }
  }

  @Test func twoCannotWriteOneLog() throws {
    let first = try OutputFile(growing: path("log"))
    try first.write([1, 2])
    #expect(throws: SystemError(operation: "lock", path: path("log"), code: EWOULDBLOCK)) {
      _ = try OutputFile(growing: path("log"))
    }
    #expect(try Files.read(folder("log")) == [1, 2])
    first.discard()
    _ = try OutputFile(growing: path("log"))
    #expect(try Files.read(folder("log")) == [])
  }

  @Test func theFirstFileInAFolderRemovesAbandonedOnes() throws {
    try folder.write([1], as: ".bromide-0123456789abcdef.part")
    try FileSystem.replace(path("a"), with: [1])
    #expect(folder.names == ["a"])
  }

  /// A file that waits for the disk has its name only when it is settled, and loses it if that fails.
  @Test func pendingFilesGetTheirNamesWhenTheyAreSettled() throws {
    let pending = PendingOutputs()
    func file(_ name: String) throws -> OutputFile {
      try OutputFile(
        path(name), replaces: false, durability: .synced, calls: .system, pending: pending)
    }
    try file("a").commit()
    #expect(!FileSystem.exists(path("a")))
    try pending.settle(path("a"))
    #expect(FileSystem.exists(path("a")))
    try file("a").commit()
    #expect(throws: SystemError(operation: "rename", path: path("a"), code: EEXIST)) {
      try pending.settle(path("a"))
    }
    for index in 0..<20 { try file("b\(index)").commit() }
    // Those that were too many have their names already.
    #expect(FileSystem.exists(path("b19")) && !FileSystem.exists(path("b0")))
    pending.end()
    #expect(folder.names.count == 21 && folder.names.allSatisfy { !$0.hasPrefix(".") })
  }

  @discardableResult private static func fail(_ code: Int32) -> Int32 {
    errno = code
    return -1
  }
}

/// Counts calls.
final class Counter: @unchecked Sendable {
  private var count = 0
  func next() -> Int {
    count += 1
    return count
  }
}
