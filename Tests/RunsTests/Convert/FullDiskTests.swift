import Foundation
import SystemPackage
import Testing

@testable import BromideRuns

@Suite struct FullDiskTests {
  @Test func onlyPicturesForTheSameFolderAreNotTried() {
    let disk = FullDisk()
    disk.note("cannot write card/a.png: Read-only file system", code: EROFS, output: "card/a.png")
    disk.note("cannot write b.png: Input/output error", code: EIO, output: "b.png")
    #expect(disk.summary == nil)
    #expect(disk.refuses("card/b.png") == "cannot write card/a.png: Read-only file system")
    #expect(disk.refuses("home/c.png") == nil && disk.refuses("c.png") == nil)
    #expect(
      disk.summary == "1 photo was not tried: cannot write card/a.png: Read-only file system")
  }

  @Test func summaryCountsAllFolders() {
    let disk = FullDisk()
    for folder in ["x", "y"] {
      disk.note(
        "cannot write \(folder)/a.png", code: ENOSPC, output: FilePath(folder).appending("a.png"))
      disk.note(
        "cannot write \(folder)/b.png", code: ENOSPC, output: FilePath(folder).appending("b.png"))
      #expect(disk.refuses(FilePath(folder).appending("c.png")) == "cannot write \(folder)/a.png")
    }
    #expect(disk.summary == "2 photos were not tried: cannot write x/a.png")
  }
}
