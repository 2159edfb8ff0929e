import SystemPackage
import TestSupport
import Testing

@testable import BromideSystem

/// Files that are hashed side by side.
@Suite struct ContentHashFilesTests {
  /// Sizes at the edges of parts, and a missing file. Each hash equals the hash of the single file.
  @Test(arguments: 0...9) func filesHashTheSameInGroups(count: Int) throws {
    let folder = try TemporaryFolder()
    let noise = SeededNoise(seed: 5)
    let sizes = [200_000, 0, 65_536, 65_535, 1, 4096, 300_001, 200_000, 65_537]
    let paths = (0..<count).map { index in
      guard index != 5 else { return FilePath(folder("missing")) }
      let bytes = (0..<sizes[index]).map {
        UInt8(truncatingIfNeeded: noise.bits($0, index))
      }
      return FilePath(try! folder.write(bytes, as: "\(index)"))
    }
    let together = ContentHash.files(paths)
    #expect(together.count == count)
    for (path, found) in zip(paths, together) {
      let alone = Result { () throws(SystemError) in try ContentHash.file(path) }
      #expect(found == alone, "\(path)")
    }
    #expect(Set(together.compactMap { try? $0.get() }).count == count - (count > 5 ? 1 : 0))
  }
}
