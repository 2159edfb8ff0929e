import BromideSystem
import Foundation
import SystemPackage
import TestSupport
import Testing

@Suite struct PathTests {
  @Test(arguments: [
    ("a/b.c", "b.c", "a"), ("b", "b", ""), ("/b", "b", "/"), ("a/b/", "b", "a"), ("/", "/", "/"),
  ])
  func parts(_ text: String, _ name: String, _ folder: String) {
    let path = FilePath(text)
    #expect(path.reversibleName == name && path.visibleName == name)
    #expect(path.removingLastComponent() == FilePath(folder))
    #expect(path.parent == FilePath(folder.isEmpty ? "." : folder))
  }

  @Test(arguments: [
    ("a.b.c", "a.b", "c"), ("a", "a", ""), (".a", ".a", ""), ("a.", "a", ""), ("x.y/a", "a", ""),
    ("a.NEF", "a", "NEF"),
  ])
  func stems(_ text: String, _ stem: String, _ ext: String) {
    let path = FilePath(text)
    #expect(path.reversibleStem == stem)
    #expect(path.reversibleExtension == ext)
    #expect(path.lowercasedExtension == ext.lowercased())
  }

  @Test func stemsKeepBytesThatAreNotUTF8() {
    let path = FilePath(bytes: Array("x/a".utf8) + [0xFF] + Array(".dng".utf8))
    #expect(
      FilePath(reversible: path.reversibleStem + ".png").bytes == [0x61, 0xFF, 0x2E] + "png".utf8)
  }

  @Test func keysFoldCaseAndFollowLinks() throws {
    let folder = try TemporaryFolder()
    try folder.write([1], as: "Real/A.raw")
    #expect(symlink("Real", in: folder, as: "link"))
    let key = FilePath(folder("real/a.RAW")).collisionKey
    #expect(FilePath(folder("link/A.raw")).collisionKey == key)
    #expect(FilePath(folder("Real/../Real/A.raw")).collisionKey == key)
    #expect(
      FilePath(folder("link/new/B.png")).collisionKey
        == FilePath(folder("Real/new/b.PNG")).collisionKey)
    #expect(FilePath(folder("link/b.png")).collisionKey != key)
    // Composed and decomposed letters are one name to some file systems.
    #expect(
      FilePath(folder("caf\u{E9}")).collisionKey == FilePath(folder("cafe\u{301}")).collisionKey)
    // Names that cannot be decoded are not repaired into one.
    let names = [0xFE, 0xFF].map { FilePath(bytes: folder.path.utf8 + [0x2F, $0]) }
    #expect(names[0].collisionKey != names[1].collisionKey)
  }

  private func symlink(_ target: String, in folder: TemporaryFolder, as name: String) -> Bool {
    unsafe Foundation.symlink(target, folder(name)) == 0
  }
}
