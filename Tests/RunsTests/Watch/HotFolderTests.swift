import SystemPackage
import Testing

@testable import BromideRuns
@testable import BromideSystem

/// Files that arrive in a folder, by a clock of the test.
@Suite struct HotFolderTests {
  /// A folder that the test fills.
  private final class Inbox {
    var files: [String: (bytes: Int, whole: Bool)] = [:]
    var folder = HotFolder(settle: 1, patience: 10)

    func look(_ now: Double) -> [String] {
      let names = files.keys.sorted()
      return folder.arrivals(
        names.map { FilePath($0) }, now: now,
        status: { path in
          self.files[path.string].map {
            FileStatus(kind: .file, size: $0.bytes, identity: [1], modified: Int64($0.bytes))
          }
        }, isWhole: { self.files[$0.string]?.whole ?? false }
      ).map(\.string)
    }
  }

  @Test func fileArrivesWhenItStopsGrowing() {
    let inbox = Inbox()
    inbox.files["a"] = (10, true)
    #expect(inbox.look(0) == [] && inbox.folder.isWaiting)
    inbox.files["a"] = (20, true)
    #expect(inbox.look(0.9) == [])
    #expect(inbox.look(1.5) == [])
    #expect(inbox.look(2) == ["a"] && !inbox.folder.isWaiting)
    #expect(inbox.look(5) == [])
    // Replaced by another photo.
    inbox.files["a"] = (30, true)
    #expect(inbox.look(6) == [])
    #expect(inbox.look(7) == ["a"])
  }

  @Test func incompleteCopyWaits() {
    let inbox = Inbox()
    inbox.files["a"] = (10, false)
    for now in 0..<9 { #expect(inbox.look(Double(now)) == []) }
    inbox.files["a"] = (20, true)
    #expect(inbox.look(9) == [])
    #expect(inbox.look(10) == ["a"])
  }

  @Test func whatStaysBrokenIsTakenToBeNamed() {
    let inbox = Inbox()
    inbox.files["a"] = (10, false)
    inbox.files["empty"] = (0, false)
    for now in 0..<10 { #expect(inbox.look(Double(now)) == []) }
    #expect(inbox.look(10) == ["a", "empty"])
    #expect(inbox.look(11) == [] && !inbox.folder.isWaiting)
  }

  @Test func deletedAndRenamedFiles() {
    let inbox = Inbox()
    inbox.files["a"] = (10, true)
    _ = inbox.look(0)
    inbox.files["a"] = nil
    #expect(inbox.look(2) == [] && !inbox.folder.isWaiting)
    // Renamed into place: settled already, but seen for the first time.
    inbox.files["b"] = (10, true)
    #expect(inbox.look(3) == [])
    #expect(inbox.look(4) == ["b"])
    // Comes back.
    inbox.files["a"] = (10, true)
    #expect(inbox.look(5) == [])
    #expect(inbox.look(6) == ["a"])
  }

  @Test func aBurst() {
    let inbox = Inbox()
    for number in 0..<1000 { inbox.files["\(number)"] = (number + 1, true) }
    #expect(inbox.look(0) == [])
    #expect(inbox.look(1).count == 1000)
    #expect(inbox.look(2) == [])
  }
}
