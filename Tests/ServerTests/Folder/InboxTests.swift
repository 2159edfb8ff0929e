import BromidePhotos
import BromideServer
import BromideSystem
import Foundation
import SystemPackage
import TestSupport
import Testing

@Suite struct InboxTests {
  private func scene(inbox: String? = "new") throws -> ServedScene {
    let scene = try ServedScene { $0.inbox = inbox.map { Array($0.utf8) } }
    try ServedFolder(FilePath(scene.folder.path), context: RunContext()).makeInbox(
      Array("new".utf8))
    return scene
  }

  private func put(
    _ scene: ServedScene, _ name: String, _ body: [UInt8], headers: [String: String] = [:]
  ) -> ServedResponse {
    scene.site.answer(
      ServedRequest(
        "PUT", "/v1/inbox/\(name)",
        headers: ["host": "localhost:8080"].merging(headers) { $1 }, body: body))
  }

  @Test func anUploadIsListedAndServed() throws {
    let scene = try scene()
    let photo = try Files.read(scene.folder("p-1.dng"))
    let answer = put(scene, "my%20photo.DNG", photo)
    #expect(answer.status == 201)
    #expect(answer.header("Location") == "/iiif/new%2Fmy%20photo.DNG/info.json")
    #expect(try Files.read(scene.folder("new/my photo.DNG")) == photo)
    #expect(scene.get("/v1/list/new").text.contains("my photo.DNG"))
    #expect(scene.get("/iiif/new%2Fmy%20photo.DNG/full/60,/0/default.jpg").status == 200)
  }

  /// Uploads do not replace files, and a rejected upload does not leave a file.
  @Test func uploadsKeepExistingFiles() throws {
    let scene = try scene()
    #expect(put(scene, "a.jpg", [1, 2, 3]).status == 201)
    let again = put(scene, "a.jpg", [4])
    #expect(again.status == 409)
    #expect(try Files.read(scene.folder("new/a.jpg")) == [1, 2, 3])
    #expect(Files.names(in: scene.folder("new")) == ["a.jpg"])
  }

  @Test(arguments: [
    "..%2Fa.jpg", "%2e%2e", ".a.jpg", "a%00.jpg", "a%0A.jpg", "a.txt", "a", "%FF.jpg", "",
    "a%2Fb.jpg", "\(String(repeating: "a", count: 300)).jpg",
  ])
  func namesThatCannotBe(_ name: String) throws {
    let scene = try scene()
    #expect(put(scene, name, [1]).status == 400)
    #expect(Files.names(in: scene.folder("new")).isEmpty)
  }

  @Test func foreignPagesAndClosedInboxesCannotUpload() throws {
    let scene = try scene()
    #expect(put(scene, "a.jpg", [1], headers: ["origin": "http://elsewhere"]).status == 403)
    #expect(put(scene, "a.jpg", []).status == 400)
    #expect(scene.get("/v1/inbox/a.jpg").status == 405)
    let closed = try self.scene(inbox: nil)
    let answer = put(closed, "a.jpg", [1])
    #expect(answer.status == 403)
    #expect(answer.text.contains("--inbox"))
  }

  /// A link that leads out of the folder cannot be an inbox.
  @Test func linksThatLeadOut() throws {
    let (scene, other) = (try scene(), try TemporaryFolder())
    try FileManager.default.createSymbolicLink(
      atPath: scene.folder("out"), withDestinationPath: other.path)
    let folder = try ServedFolder(FilePath(scene.folder.path), context: RunContext())
    #expect(throws: SystemError.self) { try folder.makeInbox(Array("out".utf8)) }
    #expect(folder.inboxName("../x") == nil)
    #expect(folder.inboxName("/tmp") == nil)
    #expect(folder.inboxName(".hidden") == nil)
    #expect(folder.inboxName("a/b") == Array("a/b".utf8))
  }
}
