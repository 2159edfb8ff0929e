import BromideSystem
import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import BromidePhotos

/// The sidecar that receives the marks, and files that must stay as they are.
@Suite struct MarkedSidecarTests {
  let folder = TemporaryFolder.fresh

  private func path(_ name: String) -> FilePath { FilePath(folder(name)) }

  @discardableResult
  private func write(
    _ marks: PhotoMarks, _ name: String = "a.nef",
    isExpected: (PhotoMarks) -> Bool = { _ in true }
  ) throws(MarkError) -> PhotoMarks {
    try MarkedSidecar.write(
      marks, for: path(name), isPicture: { FileKind.isPhotoName($0) }, isExpected: isExpected)
  }

  private func sidecar(_ attributes: String) -> [UInt8] { XMP.document(attributes) }

  @Test func aMissingSidecarIsCreated() throws {
    try folder.write([1], as: "a.nef")
    #expect(try write(PhotoMarks(rating: 4, label: "Red")) == PhotoMarks(rating: 4, label: "Red"))
    #expect(folder.names.sorted() == ["a.nef", "a.xmp"])
    let text = String(decoding: try Files.read(folder("a.xmp")), as: UTF8.self)
    #expect(text.contains("photoshop:SidecarForExtension=\"NEF\""))
    let read = try #require(SidecarFile.read(for: path("a.nef")))
    #expect(try read.contents.get().rating == 4)
    #expect(try Files.read(folder("a.nef")) == [1])
    // The marks of another photo with this name do not come from this sidecar.
    #expect(try MarkedSidecar.marks(of: path("a.cr2")) == PhotoMarks())
  }

  /// Without a change, no file is created.
  @Test func noMarksCreateNoSidecar() throws {
    try folder.write([1], as: "a.nef")
    try write(PhotoMarks(label: ""))
    #expect(folder.names == ["a.nef"])
  }

  @Test(arguments: [
    // The files, and the sidecar of a.nef that changes.
    (["a.nef"], "a.xmp"), (["a.nef", "a.jpg"], "a.nef.xmp"), (["a.nef", "a.txt"], "a.xmp"),
    (["a.nef", "a.nef.xmp"], "a.nef.xmp"), (["a.nef", "a.nef.xmp", "a.xmp NEF"], "a.nef.xmp"),
    (["a.nef", "a.xmp"], "a.xmp"), (["a.nef", "a.xmp nef"], "a.xmp"),
    (["a.nef", "a.xmp CR2"], "a.nef.xmp"), (["a.nef", "a.cr2", "a.xmp NEF"], "a.xmp"),
    (["a.nef", "a.cr2", "a.xmp"], "a.nef.xmp"), (["a.nef", "a.XMP"], "a.XMP"),
  ])
  func theSidecarOfThePhotoChanges(_ files: [String], _ changed: String) throws {
    var before: [String: [UInt8]] = [:]
    for file in files {
      let parts = file.split(separator: " ").map(String.init)
      let meant = parts.count == 2 ? "photoshop:SidecarForExtension=\"\(parts[1])\"" : ""
      before[parts[0]] = file.lowercased().contains(".xmp") ? sidecar(meant) : [1]
      try folder.write(before[parts[0]] ?? [], as: parts[0])
    }
    try write(PhotoMarks(rating: 3))
    #expect(Set(folder.names) == Set(before.keys).union([changed]))
    for name in folder.names where name != changed {
      #expect(try Files.read(folder(name)) == before[name])
    }
    #expect(try Files.read(folder(changed)) != before[changed])
    #expect(try MarkedSidecar.marks(of: path("a.nef")).rating == 3)
  }

  /// `a.nef.xmp` wins, and `a.xmp` completes it.
  @Test func marksOfBothSidecarsAreMerged() throws {
    try folder.write(sidecar("xmp:Rating=\"2\" xmp:Label=\"Blue\""), as: "a.xmp")
    try folder.write(sidecar("xmp:Rating=\"5\""), as: "a.nef.xmp")
    #expect(try MarkedSidecar.marks(of: path("a.nef")) == PhotoMarks(rating: 5, label: "Blue"))
    #expect(
      try MarkedSidecar.marks(of: path("a.nef"), among: ["a.xmp"])
        == PhotoMarks(rating: 2, label: "Blue"))
  }

  @Test func otherMarksThanExpectedAreKept() throws {
    let old = sidecar("xmp:Rating=\"2\"")
    try folder.write(old, as: "a.xmp")
    #expect(throws: MarkError.conflict(PhotoMarks(rating: 2))) {
      try write(PhotoMarks(rating: 3)) { $0.rating == 1 }
    }
    #expect(try Files.read(folder("a.xmp")) == old)
    try write(PhotoMarks(rating: 3)) { $0.rating == 2 }
  }

  @Test func linksAreNotReplaced() throws {
    let old = sidecar("")
    try folder.write(old, as: "real.txt")
    try FileManager.default.createSymbolicLink(
      atPath: folder("a.xmp"), withDestinationPath: folder("real.txt"))
    try FileManager.default.linkItem(atPath: folder("real.txt"), toPath: folder("b.xmp"))
    for name in ["a", "b"] {
      #expect(throws: MarkError.link(path("\(name).xmp"))) {
        try write(PhotoMarks(rating: 3), "\(name).nef")
      }
    }
    #expect(try Files.read(folder("real.txt")) == old)
    #expect(folder.names.count == 3)
  }

  @Test func filesThatAreNoSidecarsStay() throws {
    try folder.write([UInt8](repeating: 0x20, count: SidecarFile.mostBytes + 1), as: "a.xmp")
    try Files.makeFolder(folder("b.xmp"))
    try folder.write(Array("<x".utf8), as: "c.xmp")
    for name in ["a", "b", "c"] {
      #expect { try write(PhotoMarks(rating: 3), "\(name).nef") } throws: {
        guard case MarkError.sidecar(path("\(name).xmp"), _)? = $0 as? MarkError else {
          return false
        }
        return true
      }
    }
    #expect(folder.names.sorted() == ["a.xmp", "b.xmp", "c.xmp"])
  }

  /// The mode stays.
  @Test func rightsAreKept() throws {
    try folder.write(sidecar(""), as: "a.xmp")
    try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: folder("a.xmp"))
    try write(PhotoMarks(rating: 1))
    let attributes = try FileManager.default.attributesOfItem(atPath: folder("a.xmp"))
    #expect(attributes[.posixPermissions] as? NSNumber == 0o640)
  }

  /// A folder where no file can be created: not even root writes here.
  @Test func aFolderWithoutRightsGivesOneSentence() throws {
    let error = try #require(
      #expect(throws: MarkError.self) {
        try MarkedSidecar.write(
          PhotoMarks(rating: 3), for: FilePath("/proc/self/a.nef"), isPicture: { _ in false },
          isExpected: { _ in true })
      })
    #expect(error.reason.hasPrefix("a.xmp cannot be written: "))
  }

  /// Another process of Bromide cannot write between the comparison and the rename.
  @Test func writersTakeTurnsWhileTheyRename() throws {
    try folder.write(sidecar("xmp:Rating=\"1\""), as: "a.xmp")
    var replacing = MarkedSidecar.Replacing()
    var other: MarkError?
    replacing.isCompared = {
      // A second writer, as in another process: flock also separates descriptors of one process.
      var second = MarkedSidecar.Replacing()
      second.seconds = 0
      do throws(MarkError) {
        _ = try MarkedSidecar.write(
          PhotoMarks(label: "Red"), for: path("a.nef"), second, isPicture: { _ in false },
          isExpected: { _ in true })
      } catch { other = error }
    }
    let marks = try MarkedSidecar.write(
      PhotoMarks(rating: 4), for: path("a.nef"), replacing, isPicture: { _ in false },
      isExpected: { _ in true })
    #expect(other == .changing(path("a.nef")) && marks == PhotoMarks(rating: 4))
    // The lock is gone with the writer, without a file. Both marks arrive.
    #expect(folder.names == ["a.xmp"])
    #expect(try write(PhotoMarks(label: "Red")) == PhotoMarks(rating: 4, label: "Red"))
  }

  /// A second writer waits for the first, sees its marks and adds to them.
  @Test func aWriterWaitsForTheOther() throws {
    try folder.write(sidecar("xmp:Rating=\"1\""), as: "a.xmp")
    let photo = path("a.nef")
    let result = DispatchGroup()
    let hasRead = DispatchSemaphore(value: 0)
    var replacing = MarkedSidecar.Replacing()
    replacing.isCompared = {
      DispatchQueue.global().async(group: result) {
        var second = MarkedSidecar.Replacing()
        second.seconds = 60
        _ = try? MarkedSidecar.write(
          PhotoMarks(label: "Red"), for: photo, second, isPicture: { _ in false },
          isExpected: { _ in
            hasRead.signal()
            return true
          })
      }
      // The other writer has read the old file, which this one replaces now.
      hasRead.wait()
    }
    _ = try MarkedSidecar.write(
      PhotoMarks(rating: 4), for: photo, replacing, isPicture: { _ in false },
      isExpected: { _ in true })
    result.wait()
    #expect(try MarkedSidecar.marks(of: photo) == PhotoMarks(rating: 4, label: "Red"))
    #expect(folder.names == ["a.xmp"])
  }

  /// A process that keeps the folder locked gives an error, and the sidecar stays.
  @Test func aLockedFolderKeepsTheSidecar() throws {
    let old = sidecar("xmp:Rating=\"1\"")
    try folder.write(old, as: "a.xmp")
    let lock = try #require(FolderLock(path("a.xmp").parent))
    var replacing = MarkedSidecar.Replacing()
    replacing.seconds = 0
    #expect(throws: MarkError.changing(path("a.nef"))) {
      try MarkedSidecar.write(
        PhotoMarks(rating: 4), for: path("a.nef"), replacing, isPicture: { _ in false },
        isExpected: { _ in true })
    }
    #expect(try Files.read(folder("a.xmp")) == old && folder.names == ["a.xmp"])
    withExtendedLifetime(lock) {}
  }
}
