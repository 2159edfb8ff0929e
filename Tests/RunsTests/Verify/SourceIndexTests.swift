import BromidePhotos
import BromideSystem
import Synchronization
import SystemPackage
import TestSupport
import Testing

@testable import BromideRuns

/// How much is read to find the photos of pictures. Times depend on the machine; numbers of photos do not.
@Suite struct SourceIndexTests {
  private let folder: TemporaryFolder
  private let photos: [FilePath]
  private static let count = 103

  init() throws {
    let folder = try TemporaryFolder()
    self.folder = folder
    photos = try (0..<Self.count).map { index in
      FilePath(
        try folder.write(
          [UInt8(index), 1] + [UInt8](repeating: 7, count: 998), as: "p\(index).dng")
      )
    }
  }

  private func picture(_ index: Int) -> FilePath { FilePath(folder("p\(index).png")) }

  private func content(_ index: Int) throws -> Fingerprint.Photo {
    let content = try ContentHash.file(photos[index])
    return try #require(Fingerprint.photo(in: "v1 input \(content) settings 0 with 1"))
  }

  /// The content distinguishes photos with the same size. Each photo is read once.
  @Test func eachPhotoIsReadOnce() throws {
    let sources = SourceIndex(photos, given: [:])
    for start in stride(from: 0, to: Self.count, by: SourceIndex.group) {
      let group = start..<min(start + SourceIndex.group, Self.count)
      sources.read(for: group.map(picture))
      for index in group {
        if case .same(photos[index]) = try sources.match(picture(index), content(index)) {
        } else {
          Issue.record("\(index)")
        }
      }
      #expect(sources.readCount == group.endIndex)
    }
    #expect(sources.unused == [])
  }

  /// Only the photos of the pictures that are there are read.
  @Test func othersAreNotRead() throws {
    let sources = SourceIndex(photos, given: [:])
    sources.read(for: [picture(7)])
    guard case .same = try sources.match(picture(7), content(7)) else {
      Issue.record("another")
      return
    }
    #expect(sources.readCount == 1)
    #expect(sources.unused.count == Self.count - 1)
  }

  /// Every picture has the name of the next photo, and several threads ask: all photos are read once, not once a picture or thread.
  @Test func swappedPicturesAreFoundInOneReading() async throws {
    let sources = SourceIndex(photos, given: [:])
    let contents = try (0..<Self.count).map(content)
    let found = try await withThrowingTaskGroup(of: [Int: String].self) { tasks in
      for thread in 0..<4 {
        tasks.addTask {
          var found: [Int: String] = [:]
          for index in stride(from: thread, to: Self.count, by: 4) {
            let match = try sources.match(picture(index), contents[(index + 1) % Self.count])
            if case .changed(_, let reason) = match { found[index] = reason }
          }
          return found
        }
      }
      return try await tasks.reduce(into: [:]) { $0.merge($1) { $1 } }
    }
    for index in 0..<Self.count {
      let other = photos[(index + 1) % Self.count]
      #expect(
        found[index] == "it has the name of \(photos[index]), and shows another photo: \(other)")
    }
    // A thread that first needs its own photo can read it while a group reads it also.
    #expect(sources.readCount <= Self.count + 4 * SourceIndex.group)
    #expect(sources.unused == [])
  }

  private final class Counts: Sendable {
    let done = Mutex([Int](repeating: 0, count: 500))
  }

  @Test func sharedPiecesAreDoneOnce() async {
    let work = SharedWork(count: 500)
    let counts = Counts()
    await withTaskGroup { tasks in
      for _ in 0..<4 {
        tasks.addTask {
          work.help { piece in counts.done.withLock { $0[piece] += 1 } }
          // All are done when anybody returns.
          #expect(counts.done.withLock { $0.allSatisfy { $0 == 1 } })
        }
      }
    }
    work.help { _ in Issue.record("done already") }
  }
}
