import BromideServer
import BromideValues
import Foundation
import TestSupport
import Testing

@Suite struct SiteTests {
  @Test func aBareIdentifierLeadsToItsDescription() throws {
    let response = try ServedScene().get("/iiif/p-1.dng")
    #expect(response.status == 303)
    #expect(response.header("Location") == "http://localhost:8080/iiif/p-1.dng/info.json")
    #expect(response.header("Access-Control-Allow-Origin") == "*")
  }

  @Test func infoDescribesThePicture() throws {
    let response = try ServedScene().get("/iiif/trip%2Fchart%20a.dng/info.json")
    #expect(response.status == 200)
    #expect(response.header("content-type") == "application/json")
    let json = try #require(
      try JSONSerialization.jsonObject(with: Data(response.body)) as? [String: Any])
    #expect(json["@context"] as? String == "http://iiif.io/api/image/3/context.json")
    #expect(json["id"] as? String == "http://localhost:8080/iiif/trip%2Fchart%20a.dng")
    #expect(json["type"] as? String == "ImageService3")
    #expect(json["protocol"] as? String == "http://iiif.io/api/image")
    #expect(json["profile"] as? String == "level2")
    #expect(json["width"] as? Int == 300)
    #expect(json["height"] as? Int == 200)
  }

  @Test func infoReturnsLinkedDataOnRequest() throws {
    let scene = try ServedScene()
    let response = scene.get("/iiif/p-1.dng/info.json", headers: ["accept": "application/ld+json"])
    #expect(
      response.header("Content-Type")
        == "application/ld+json;profile=\"http://iiif.io/api/image/3/context.json\"")
  }

  @Test func aPictureHasATagAndItsCanonicalAddress() throws {
    let scene = try ServedScene()
    let target = "/iiif/p-1.dng/pct:0,0,50,50/100,/0/default.jpg"
    let response = scene.get(target)
    #expect(response.status == 200)
    #expect(response.body.starts(with: [0xFF, 0xD8, 0xFF]))
    #expect(
      response.header("Link")?.contains(
        "<http://localhost:8080/iiif/p-1.dng/0,0,300,200/100,67/0/default.jpg>;rel=\"canonical\"")
        == true)
    let tag = try #require(response.header("ETag"))
    let again = scene.get(target, headers: ["if-none-match": "\"x\", W/\(tag)"])
    #expect(again.status == 304)
    #expect(again.body.isEmpty)
    #expect(again.header("ETag") == tag)
    #expect(scene.get(target, headers: ["if-none-match": "\"x\""]).status == 200)
    #expect(scene.get(target + "?exposure=1").header("ETag") != tag)
  }

  /// The tag follows the file, and so does the picture.
  @Test func aChangedPhotoIsAnother() throws {
    let scene = try ServedScene()
    let target = "/iiif/p-1.dng/full/60,/0/default.png"
    let before = scene.get(target)
    var other = scene.photo
    other.exposure = -3
    try scene.folder.write(other.file() + [0], as: "p-1.dng")
    let after = scene.get(target, headers: ["if-none-match": before.header("ETag") ?? ""])
    #expect(after.status == 200)
    #expect(after.header("ETag") != before.header("ETag"))
    #expect(after.body != before.body)
  }

  @Test(arguments: [
    ("/iiif/none.dng/info.json", 404), ("/iiif/notes.txt/info.json", 404),
    ("/iiif/.secret.png/info.json", 404),
    ("/iiif/trip/chart%20a.dng/info.json", 404), ("/iiif/p-1.dng/full/max/0", 404),
    ("/iiif/p-1.dng/full/max/0/default.jpg/x", 404),
    ("/iiif/p-1.dng/info.xml", 404), ("/iiif", 404), ("/iiif/", 400), ("/none", 404), ("//", 404),
    ("/iiif/%2e%2e%2fx.png/info.json", 400),
    ("/iiif/..%2Fx.png/info.json", 400), ("/iiif/a%00.png/info.json", 400),
    ("/iiif/a%zz.png/info.json", 400),
    ("/iiif/..%5cx.png/info.json", 404), ("/iiif/%252e%252e%252fx.png/info.json", 404),
    ("/iiif/p-1.dng/0,0,0,0/max/0/default.jpg", 400),
    ("/iiif/p-1.dng/full/max/0/default.jpg?gloss=1", 400),
    ("/iiif/p-1.dng/info.json?exposure=99", 400),
    ("/iiif/p-1.dng/full/%5E9000,/0/default.jpg", 400),
    ("/iiif/p-1.dng/%ff/max/0/default.jpg", 400), ("/v1/none", 404), ("/v1/list/none", 404),
    ("/v1/list/..", 400),
    ("/v1/preview/p-1.dng?size=1", 400), ("/v1/preview/p-1.dng?size=100&x=1", 400),
    ("/health", 200), ("/metrics", 200), ("/", 200),
    ("/v1/list", 200), ("/v1/list/trip", 200), ("/v1/parameters", 200),
    ("/v1/preview/p-1.dng?size=100", 200), ("/v1/sample", 405),
  ])
  func statuses(_ target: String, _ status: Int) throws {
    let response = try ServedScene(size: Size(width: 120, height: 80)).get(target)
    #expect(response.status == status, "\(response.text.prefix(200))")
    if status >= 400 { #expect(!response.body.isEmpty) }
  }

  @Test func methods() throws {
    let scene = try ServedScene(size: Size(width: 60, height: 40))
    func query(_ method: String, _ target: String) -> ServedResponse {
      scene.site.answer(ServedRequest(method, target, headers: ["host": "localhost"]))
    }
    #expect(query("HEAD", "/iiif/p-1.dng/info.json").status == 200)
    #expect(query("DELETE", "/iiif/p-1.dng/info.json").status == 405)
    #expect(query("POST", "/").header("Allow") == "GET, HEAD")
    let options = query("OPTIONS", "/iiif/p-1.dng/info.json")
    #expect(options.status == 204)
    #expect(options.header("Access-Control-Allow-Methods") == "GET, HEAD, OPTIONS")
  }

  @Test func aDamagedPhotoIsNotAPicture() throws {
    let scene = try ServedScene()
    try scene.folder.write([UInt8](repeating: 7, count: 3000), as: "bad.dng")
    try scene.folder.write(
      [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + [1, 2, 3], as: "bad.png")
    try scene.folder.write([0xFF, 0x0A, 1, 2, 3], as: "bad.jxl")
    for name in ["bad.dng", "bad.png", "bad.jxl"] {
      let response = scene.get("/iiif/\(name)/full/max/0/default.jpg")
      #expect(response.status == 422)
      #expect(
        !response.text.contains(scene.folder.path), "names no path of the server: \(response.text)")
    }
  }

  /// A JPEG XL is listed and shown like other pictures.
  @Test func picturesOfJPEGXLAreServed() throws {
    let scene = try ServedScene()
    var peer = PeerJPEGXL(size: Size(width: 60, height: 40))
    (peer.components, peer.bits, peer.isLinear) = (3, 8, false)
    let values = (0..<3 * peer.size.area).map { UInt16($0 * 7 % 256) }
    try scene.folder.write(peer.encoded(values), as: "x.jxl")
    #expect(scene.get("/v1/list").text.contains("x.jxl"))
    let image = try scene.picture("/iiif/x.jxl/full/max/0/default.png")
    #expect(image.size == peer.size && image.channels == 3)
    let samples = unsafe image.withUnsafeSamples { unsafe $0.map { UInt16($0) } }
    #expect(samples == values)
  }

  @Test func otherOriginsCanReadOnlyIIIF() throws {
    let scene = try ServedScene { $0.sharesOrigins = false }
    #expect(scene.get("/iiif/p-1.dng").header("Access-Control-Allow-Origin") == nil)
    #expect(try ServedScene().get("/v1/list").header("Access-Control-Allow-Origin") == nil)
    let request = ServedRequest(
      "POST", "/v1/sample",
      headers: ["host": "localhost:8080", "origin": "http://elsewhere.example"])
    #expect(scene.site.answer(request).status == 403)
  }
}
