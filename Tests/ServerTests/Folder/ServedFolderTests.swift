import BromidePhotos
import BromideRaw
import BromideServer
import BromideSystem
import BromideValues
import Foundation
import SystemPackage
import TestSupport
import Testing

@Suite struct ServedFolderTests {
  /// A folder with two pictures, next to a folder that must stay unreachable.
  struct Tree {
    let outer: TemporaryFolder
    let folder: ServedFolder

    init() throws {
      outer = try TemporaryFolder()
      try outer.write([1], as: "secret.png")
      try outer.write([1], as: "served/a.png")
      try outer.write([1], as: "served/deep/b.nef")
      try outer.write([1], as: "served/deep/text.txt")
      try outer.write([1], as: "served/.hidden/c.png")
      try outer.write([1], as: "served/.d.png")
      let files = FileManager.default
      try files.createSymbolicLink(
        atPath: outer("served/out.png"), withDestinationPath: "../secret.png")
      try files.createSymbolicLink(atPath: outer("served/outer"), withDestinationPath: "..")
      try files.createSymbolicLink(
        atPath: outer("served/in.png"), withDestinationPath: "deep/b.nef")
      try files.createSymbolicLink(
        atPath: outer("served/loop.png"), withDestinationPath: "loop.png")
      try files.createSymbolicLink(
        atPath: outer("served/tohidden.png"), withDestinationPath: ".d.png")
      // A folder whose name only begins as the served one's.
      try outer.write([1], as: "served-not/e.png")
      folder = try ServedFolder(FilePath(outer("served")), context: RunContext())
    }
  }

  @Test func findsPicturesAndLinksWithin() throws {
    let tree = try Tree()
    #expect(try tree.folder.file(Array("a.png".utf8)).path == FilePath(tree.outer("served/a.png")))
    #expect(try tree.folder.file(Array("deep/b.nef".utf8)).identifier == "deep%2Fb.nef")
    #expect(
      try tree.folder.file(Array("in.png".utf8)).path == FilePath(tree.outer("served/deep/b.nef")))
  }

  @Test(arguments: [
    "../secret.png", "deep/../../secret.png", "..", ".", "", "/", "/etc/passwd.png", "deep//b.nef",
    "./a.png", "deep/./b.nef", "deep/", "a.png\0.jpg", "\0",
  ])
  func rejectsInvalidNames(_ name: String) throws {
    let rejection = try #require(throws: Rejection.self) {
      try Tree().folder.file(Array(name.utf8))
    }
    #expect(rejection.status == 400)
  }

  @Test(arguments: [
    "out.png", "outer/secret.png", "outer/served/a.png", "loop.png", "tohidden.png", ".d.png",
    ".hidden/c.png", "deep/text.txt", "deep", "none.png", "a.png/b.png", "served-not/e.png",
  ])
  func hidesFilesThatAreNotServed(_ name: String) throws {
    let rejection = try #require(throws: Rejection.self) {
      try Tree().folder.file(Array(name.utf8))
    }
    #expect(rejection == .missing)
  }

  @Test func rejectsLongNames() throws {
    let tree = try Tree()
    #expect(throws: Rejection.self) { try tree.folder.file([UInt8](repeating: 97, count: 5000)) }
    #expect(throws: Rejection.self) {
      try tree.folder.file(Array((String(repeating: "a", count: 300) + ".png").utf8))
    }
  }

  @Test func listsEntriesThatCanBeOpened() throws {
    let tree = try Tree()
    let listing = try tree.folder.list([])
    #expect(listing.folders == [Array("deep".utf8)])
    #expect(
      listing.pictures.map { String(decoding: $0.name, as: UTF8.self) } == ["a.png", "in.png"])
    let deep = try tree.folder.list(Array("deep".utf8))
    #expect(deep.pictures.map(\.identifier) == ["deep%2Fb.nef"])
    for name in ["outer", ".hidden", "none", "a.png"] {
      #expect(throws: Rejection.self) { try tree.folder.list(Array(name.utf8)) }
    }
  }

  /// Cameras write .raw, and so do programs for planes of video: the content decides.
  @Test func listsDotRawFilesOnlyIfTheyAreRaws() throws {
    let folder = try TemporaryFolder()
    let photo = SyntheticPhoto(.chart, size: Size(width: 60, height: 40)).file()
    try folder.write(photo, as: "photo.raw")
    try folder.write([UInt8](repeating: 100, count: 60 * 40 * 3 / 2), as: "clip_60x40_nv12.raw")
    try folder.write(Array("a text\n".utf8), as: "text.raw")
    let served = try ServedFolder(FilePath(folder.path), context: RunContext())
    let pictures = try served.list([]).pictures
    #expect(pictures.map(\.identifier) == ["photo.raw"])
    #expect(pictures.map(\.isRaw) == [true])
    #expect(throws: Rejection.missing) { try served.file(Array("text.raw".utf8)) }
  }

  /// Two sites of one process have their own cameras, so they do not share cached pictures.
  @Test func pictureStatesContainTheCamerasOfTheFolder() throws {
    let tree = try Tree()
    func state(_ context: RunContext) throws -> String {
      try ServedFolder(tree.folder.root, context: context).file(Array("deep/b.nef".utf8))
        .pictureState
    }
    func cameras(_ black: Int) throws -> RunContext {
      let text = "[{\"make\": \"Maker\", \"model\": \"Model\", \"black\": \(black)}]"
      return RunContext(
        cameras: try AddedCameras(bytes: Array(text.utf8)), isolation: nil, timeout: nil,
        memory: .max)
    }
    let states = try [RunContext(), cameras(64), cameras(65)].map(state)
    #expect(Set(states).count == 3)
    #expect(try state(cameras(64)) == states[1])
  }

  @Test func acceptsNamesThatAreNotUTF8() throws {
    let tree = try Tree()
    let name: [UInt8] = [0xFF, 0x2E, 0x70, 0x6E, 0x67]
    guard FileManager.default.createFile(atPath: tree.outer("served/x.png"), contents: Data([1]))
    else { return }
    let path = FilePath(tree.outer("served")).pushing(FilePath(bytes: name))
    try OutputFile(path).commit()
    let file = try tree.folder.file(name)
    #expect(file.identifier == "%FF.png")
    #expect(file.path == path)
  }

  @Test func itMustBeAFolder() throws {
    let tree = try Tree()
    #expect(throws: SystemError.self) {
      try ServedFolder(FilePath(tree.outer("secret.png")), context: RunContext())
    }
    #expect(throws: SystemError.self) {
      try ServedFolder(FilePath(tree.outer("none")), context: RunContext())
    }
  }
}
