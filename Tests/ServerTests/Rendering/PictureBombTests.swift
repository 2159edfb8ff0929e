import BromideServer
import BromideSystem
import TestSupport
import Testing

/// Small files that claim to be huge pictures.
@Suite struct PictureBombTests {
  /// The header of a grey TIFF with one strip, which it lacks (TIFF 6.0).
  private static func tiff(_ width: Int, _ height: Int) -> [UInt8] {
    let entries = [
      (256, 4, width), (257, 4, height), (258, 3, 8), (259, 3, 1), (262, 3, 1), (273, 4, 200),
      (277, 3, 1), (278, 4, height), (279, 4, width * height),
    ]
    let fields = entries.flatMap { (tag, type, value) -> [UInt8] in
      little(tag, 2) + little(type, 2) + little(1, 4) + little(value, 4)
    }
    let file = Array("II*\0".utf8) + little(8, 4) + little(entries.count, 2) + fields
    return file + [UInt8](repeating: 0, count: 300 - file.count)
  }

  private func scene() throws -> ServedScene {
    let scene = try ServedScene { $0.memoryBytes = 200_000_000 }
    try scene.folder.write(Self.tiff(40_000, 40_000), as: "bomb.tif")
    return scene
  }

  /// Its pixels are missing, so only the header contains the size.
  @Test func theDescriptionComesFromTheHeader() throws {
    let response = try scene().get("/iiif/bomb.tif/info.json")
    #expect(response.status == 200)
    #expect(response.text.contains("\"width\":40000,\"height\":40000"), "\(response.text)")
  }

  @Test(arguments: [
    "/iiif/bomb.tif/full/100,/0/default.jpg", "/iiif/bomb.tif/0,0,9,9/max/0/default.jpg",
  ])
  func picturesThatExceedTheMemoryFail(target: String) throws {
    let response = try scene().get(target)
    #expect(response.status == 413)
    #expect(response.text.contains("--memory allows 200 MB"), "\(response.text)")
  }

  @Test func samplesAndDevelopmentsThatExceedTheMemoryFail() throws {
    let scene = try scene()
    for (path, body) in [
      ("/v1/sample", "{\"picture\":\"bomb.tif\",\"points\":[{\"x\":0.5,\"y\":0.5}]}"),
      ("/v1/develop", "{\"picture\":\"bomb.tif\",\"width\":100}"),
    ] {
      let request = ServedRequest(
        "POST", path, headers: ["host": "x", "content-type": "application/json"],
        body: Array(body.utf8))
      #expect(scene.site.answer(request).status == 413)
    }
  }

  /// An enlarged picture of a small photo counts, too.
  @Test func theSizeOfThePictureCounts() throws {
    let scene = try ServedScene { $0.memoryBytes = 20_000_000 }
    #expect(scene.get("/iiif/p-1.dng/full/max/0/default.png").status == 200)
    #expect(scene.get("/iiif/p-1.dng/full/%5E2400,/0/default.png").status == 413)
  }
}
