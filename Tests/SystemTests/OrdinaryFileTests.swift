import BromideLibc
import SystemPackage
import TestSupport
import Testing

@testable import BromideSystem

/// Files that people name, which are read as a whole.
@Suite struct OrdinaryFileTests {
  private let folder = TemporaryFolder.fresh

  /// The bytes, or the problem.
  private func read(_ name: String, limit: Int = 1 << 20) -> Result<[UInt8], OrdinaryFileProblem> {
    Result { () throws(OrdinaryFileProblem) in
      try FileSystem.ordinaryContents(of: FilePath(folder(name)), limit: limit)
    }
  }

  @Test func aFileIsReadUpToTheLimit() throws {
    let bytes = (0..<1 << 20).map { UInt8(truncatingIfNeeded: $0 * 7) }
    _ = try folder.write(bytes, as: "a")
    #expect(read("a") == .success(bytes))
    _ = try folder.write(bytes + [1], as: "b")
    #expect(read("b") == .failure(.tooLarge(limit: 1 << 20)))
    #expect(OrdinaryFileProblem.tooLarge(limit: 1 << 20).reason == "is larger than 1 MiB")
    _ = try folder.write([], as: "empty")
    #expect(read("empty") == .success([]))
  }

  /// A pipe without a writer, an endless device, and a folder: the reader does not wait for them.
  @Test func otherFilesAreRejected() throws {
    try #require(unsafe mkfifo(folder("pipe"), 0o600) == 0)
    try #require(unsafe mkdir(folder("folder"), 0o700) == 0)
    try #require(unsafe symlink("/dev/zero", folder("zero")) == 0)
    for name in ["pipe", "folder", "zero"] { #expect(read(name) == .failure(.notAFile), "\(name)") }
    #expect(OrdinaryFileProblem.notAFile.reason == "is not a file")
  }

  @Test func theSystemsReasonIsKept() throws {
    guard case .failure(let problem) = read("missing") else {
      Issue.record("a missing file was read")
      return
    }
    #expect(problem.reason == "cannot be read: No such file or directory")
    _ = try folder.write([1], as: "a")
    try #require(unsafe symlink(folder("a"), folder("link")) == 0)
    #expect(read("link") == .success([1]))
  }
}
