import BromideSystem
import Foundation
import SystemPackage
import TestSupport
import Testing

/// Files that another process opened. They are a matter of the whole process, with names that no other test opens.
@Suite(.serialized) struct GivenFileTests {
  @Test func aGivenPathIsReadThroughItsDescriptor() throws {
    let folder = try TemporaryFolder()
    try folder.write(Array("content".utf8), as: "there")
    let descriptor = unsafe open(folder("there"), O_RDONLY)
    // Nothing has this name.
    let path = FilePath(folder("given"))
    GivenFile.begin(path, .success(descriptor))
    for _ in 0..<2 { #expect(try FileSystem.contents(of: path) == Array("content".utf8)) }
    #expect(try FileSystem.status(path).size == 7)
    #expect(try FileSystem.bytes(of: path, at: 3, count: 2) == Array("te".utf8))
    var (file, found) = (stat(), stat())
    #expect(unsafe fstat(descriptor, &file) == 0)
    GivenFile.end()
    #expect(throws: SystemError.self) { try FileSystem.contents(of: path) }
    // Another test may have a file of its own under this number by now.
    #expect(unsafe fstat(descriptor, &found) == -1 || found.st_ino != file.st_ino)
  }

  @Test func errorComesFromTheOtherProcess() throws {
    let path: FilePath = "/bromide given nothing"
    GivenFile.begin(path, .failure(.permissionDenied))
    #expect { try FileSystem.contents(of: path) } throws: { error in
      (error as? SystemError)?.code == EACCES && (error as? SystemError)?.operation == "open"
    }
    GivenFile.end()
  }
}
