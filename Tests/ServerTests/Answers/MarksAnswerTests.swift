import BromideServer
import BromideSystem
import Foundation
import TestSupport
import Testing

/// Stars and labels that clients read and write.
@Suite struct MarksAnswerTests {
  private func scene(writes: Bool = true) throws -> ServedScene {
    try ServedScene { $0.writesMarks = writes }
  }

  private func put(
    _ scene: ServedScene, _ body: String, _ name: String = "p-1.dng", match: String? = "*",
    headers: [String: String] = [:]
  ) -> ServedResponse {
    var all = ["host": "localhost:8080", "content-type": "application/json"]
    if let match { all["if-match"] = match }
    return scene.site.answer(
      ServedRequest(
        "PUT", "/v1/marks/\(name)", headers: all.merging(headers) { $1 },
        body: Array(body.utf8)))
  }

  private func marks(_ answer: ServedResponse) throws -> [String: String] {
    let object = try JSONSerialization.jsonObject(with: Data(answer.body))
    let fields = try #require(object as? [String: Any])
    return fields.mapValues { "\($0)" }
  }

  @Test func marksAreWrittenAndRead() throws {
    let scene = try scene()
    let photo = try Files.read(scene.folder("p-1.dng"))
    #expect(try marks(scene.get("/v1/marks/p-1.dng"))["rating"] == "0")
    let answer = put(scene, #"{"rating": 4, "label": "Red"}"#)
    #expect(answer.status == 200)
    let fields = try marks(answer)
    #expect(fields["rating"] == "4" && fields["label"] == "Red")
    #expect(fields["tag"] == answer.header("ETag"))
    #expect(try marks(scene.get("/v1/marks/p-1.dng")) == fields)
    #expect(Files.exists(scene.folder("p-1.xmp")))
    #expect(try Files.read(scene.folder("p-1.dng")) == photo)
    // Other fields stay.
    #expect(try marks(put(scene, #"{"rating": -1}"#))["label"] == "Red")
  }

  @Test func aFolderListsItsMarkedPictures() throws {
    let scene = try scene()
    _ = put(scene, #"{"rating": 2}"#, "trip%2Fchart%20a.dng")
    let root = try JSONSerialization.jsonObject(with: Data(scene.get("/v1/marks").body))
    #expect(((root as? [String: Any])?["marks"] as? [String: Any])?.isEmpty == true)
    let trip = scene.get("/v1/marks/trip").text
    #expect(trip.contains(#""trip%2Fchart%20a.dng":{"rating":2,"label":"""#))
    #expect(scene.get("/v1/list").text.contains(#""writesMarks":true"#))
  }

  /// Without the option, the server writes no file.
  @Test func marksRequireTheOption() throws {
    let scene = try scene(writes: false)
    let before = Files.all(under: scene.folder.path)
    let answer = put(scene, #"{"rating": 4}"#)
    #expect(answer.status == 403)
    #expect(answer.text.contains("--marks"))
    #expect(Files.all(under: scene.folder.path) == before)
    #expect(scene.get("/v1/marks/p-1.dng").status == 200)
  }

  @Test func foreignPagesCannotMark() throws {
    let scene = try scene()
    let answer = put(scene, #"{"rating": 4}"#, headers: ["origin": "http://elsewhere"])
    #expect(answer.status == 403)
    #expect(!Files.exists(scene.folder("p-1.xmp")))
    let own = put(scene, #"{"rating": 4}"#, headers: ["origin": "http://localhost:8080"])
    #expect(own.status == 200)
  }

  @Test(arguments: [
    ("", 400), ("{}", 400), ("[4]", 400), (#"{"rating": 6}"#, 400), (#"{"rating": -2}"#, 400),
    (#"{"rating": "4"}"#, 400), (#"{"rating": 1.5}"#, 400), (#"{"stars": 4}"#, 400),
    (#"{"label": 1}"#, 400), (#"{"label": "a\nb"}"#, 400), (#"{"rating": null}"#, 400),
    (#"{"label": "\#(String(repeating: "a", count: 257))"}"#, 400),
    (#"{"label": "\#(String(repeating: " ", count: 1100))"}"#, 413),
  ])
  func invalidMarksAreRejected(_ body: String, _ status: Int) throws {
    let scene = try scene()
    #expect(put(scene, body).status == status)
    #expect(!Files.exists(scene.folder("p-1.xmp")))
  }

  @Test func missingPicturesCannotBeMarked() throws {
    let scene = try scene()
    #expect(put(scene, #"{"rating": 1}"#, "missing.dng").status == 404)
    #expect(put(scene, #"{"rating": 1}"#, "..%2Fa.dng").status == 400)
    #expect(put(scene, #"{"rating": 1}"#, "notes.txt").status == 404)
    #expect(put(scene, #"{"rating": 1}"#, match: nil).status == 428)
  }

  /// A client that has not seen the newest marks gets them, and its change is not written.
  @Test func otherMarksCauseAConflict() throws {
    let scene = try scene()
    let seen = try #require(scene.get("/v1/marks/p-1.dng").header("ETag"))
    #expect(put(scene, #"{"rating": 4}"#, match: seen).status == 200)
    let second = put(scene, #"{"rating": 2}"#, match: seen)
    #expect(second.status == 412)
    #expect(try marks(second)["rating"] == "4")
    let tag = try #require(second.header("ETag"))
    #expect(put(scene, #"{"label": "Blue"}"#, match: tag).status == 200)
    #expect(try marks(scene.get("/v1/marks/p-1.dng"))["rating"] == "4")
  }

  /// Two clients change one photo at the same time. Each repeats its change after a conflict.
  @Test func twoClientsLoseNoMark() throws {
    let scene = try scene()
    let site = scene.site
    @Sendable func request(
      _ method: String, _ body: String = "", _ headers: [String: String] = [:]
    ) -> ServedResponse {
      let all = ["host": "localhost:8080"].merging(headers) { $1 }
      return site.answer(
        ServedRequest(method, "/v1/marks/p-1.dng", headers: all, body: Array(body.utf8)))
    }
    DispatchQueue.concurrentPerform(iterations: 2) { client in
      for turn in 0..<20 {
        let body = client == 0 ? #"{"rating": \#(turn % 5 + 1)}"# : #"{"label": "L\#(turn)"}"#
        var answer = request("GET")
        repeat {
          answer = request("PUT", body, ["if-match": answer.header("ETag") ?? ""])
        } while answer.status == 412
        #expect(answer.status == 200)
      }
    }
    let last = try marks(scene.get("/v1/marks/p-1.dng"))
    #expect(last["rating"] == "5" && last["label"] == "L19")
  }

  @Test func invalidSidecarsStay() throws {
    let scene = try scene()
    try scene.folder.write(Array("<x".utf8), as: "p-1.xmp")
    let answer = put(scene, #"{"rating": 1}"#)
    #expect(answer.status == 422)
    #expect(answer.text.contains("p-1.xmp"))
    #expect(!answer.text.contains(scene.folder.path))
    #expect(try Files.read(scene.folder("p-1.xmp")) == Array("<x".utf8))
  }

  /// The page shows camera, exposure, title and keywords, and the clipped share of each colour.
  @Test func factsOfAPhoto() throws {
    let scene = try scene()
    try scene.folder.write(
      Array(
        """
        <r:RDF xmlns:r="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><r:Description
        xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>Dune</dc:title>
        <dc:subject><r:Bag><r:li>sand</r:li><r:li>sea</r:li></r:Bag></dc:subject>
        </r:Description></r:RDF>
        """.utf8), as: "p-1.xmp")
    let facts = scene.get("/v1/photo/p-1.dng").text
    #expect(facts.contains(#""title":"Dune","keywords":["sand","sea"]"#))
    let sensor = scene.get("/v1/sensor/p-1.dng").text
    #expect(sensor.contains(#""clipped":{"red":"#) && sensor.contains(#""blue":"#))
  }
}

/// The sliders of a photo, saved as a recipe.
@Suite struct RecipeAnswerTests {
  private func put(_ scene: ServedScene, _ body: String) -> ServedResponse {
    scene.site.answer(
      ServedRequest(
        "PUT", "/v1/recipe/p-1.dng", headers: ["host": "localhost:8080"], body: Array(body.utf8)))
  }

  @Test func slidersAreSavedAndRead() throws {
    let scene = try ServedScene { $0.writesMarks = true }
    #expect(scene.get("/v1/photo/p-1.dng").text.contains(#""recipe":{}"#))
    #expect(put(scene, #"{"exposure": 0.5, "temperature": 5200, "contrast": 1}"#).status == 200)
    let text = String(decoding: try Files.read(scene.folder("p-1.dng.bromide.yaml")), as: UTF8.self)
    #expect(text.contains("\nexposure: 0.5\n") && text.contains("\ncontrast: 1\n"))
    let facts = scene.get("/v1/photo/p-1.dng").text
    #expect(facts.contains(#""exposure":0.5"#) && facts.contains(#""temperature":5200"#))
    // An own recipe is replaced.
    #expect(put(scene, "{}").status == 200)
    #expect(scene.get("/v1/photo/p-1.dng").text.contains(#""recipe":{}"#))
  }

  @Test func otherFilesAreNotReplaced() throws {
    let scene = try ServedScene { $0.writesMarks = true }
    let foreign = Array("exposure: 1\n".utf8)
    try scene.folder.write(foreign, as: "p-1.dng.bromide.yaml")
    #expect(put(scene, #"{"exposure": 0.5}"#).status == 409)
    #expect(try Files.read(scene.folder("p-1.dng.bromide.yaml")) == foreign)
  }

  @Test func recipesRequireTheOption() throws {
    let scene = try ServedScene()
    #expect(put(scene, #"{"exposure": 0.5}"#).status == 403)
    let writing = try ServedScene { $0.writesMarks = true }
    #expect(put(writing, #"{"exposure": 50}"#).status == 400)
    #expect(put(writing, #"{"sharpness": 1}"#).status == 400)
    #expect(put(writing, "[1]").status == 400)
    #expect(Files.names(in: writing.folder.path).allSatisfy { !$0.hasSuffix("yaml") })
  }
}
