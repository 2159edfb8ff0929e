import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import BromideSystem

/// A file that changes while it is read shows it.
@Suite struct FileStateTests {
  let folder = TemporaryFolder.fresh

  private var path: FilePath { FilePath(folder("a")) }

  @Test func aFileThatRestsHasNotChanged() throws {
    try folder.write([1, 2, 3], as: "a")
    let state = try FileState(path)
    _ = try FileSystem.contents(of: path)
    #expect(!state.hasChanged && state.complaint == nil && state.readingFailure == nil)
    // A file that is gone was read before.
    Files.remove(folder("a"))
    #expect(!state.hasChanged)
    #expect(throws: SystemError.self) { try FileState(path) }
  }

  /// Many times in a row: the system's clock ticks slower than a program writes.
  @Test func everyWayToChangeAFileShows() throws {
    let ways: [(String) throws -> Void] = [
      { path in  // The same size, in place.
        let file = try #require(FileHandle(forUpdatingAtPath: path))
        try file.write(contentsOf: Data([9]))
        try file.close()
      },
      { path in
        let file = try #require(FileHandle(forUpdatingAtPath: path))
        try file.seekToEnd()
        try file.write(contentsOf: Data([9]))
        try file.close()
      },
      { path in  // As copying programs do: the time of the bytes is put back.
        let old = try FileManager.default.attributesOfItem(atPath: path)[.modificationDate]
        let file = try #require(FileHandle(forUpdatingAtPath: path))
        try file.write(contentsOf: Data([8]))
        try file.close()
        try FileManager.default.setAttributes(
          [.modificationDate: try #require(old)], ofItemAtPath: path)
      },
      { path in
        try Files.write([1, 2, 3], to: path + ".new")
        _ = unsafe rename(path + ".new", path)
      },
    ]
    for (way, _) in product(ways, 0..<10) {
      try folder.write([1, 2, 3], as: "a")
      let state = try FileState(path)
      try way(folder("a"))
      #expect(state.hasChanged)
      #expect(state.complaint == "it changed while it was read")
    }
  }
}
