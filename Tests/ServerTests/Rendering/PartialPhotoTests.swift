import BromidePhotos
import BromideServer
import BromideSystem
import BromideValues
import SystemPackage
import TestSupport
import Testing

/// A picture from a part of its raw has the same bytes and the same ETag as the picture from the
/// complete raw.
@Suite struct PartialPhotoTests {
  /// A site with two raws in small tiles: `dim.dng` without clipping, and `bright.dng`.
  private final class Tiled {
    let folder: TemporaryFolder
    private(set) var site: Site

    /// Drawn once: that takes longer than all else here.
    private static let photos = [("dim", -2.5), ("bright", 1.5)].map { name, exposure in
      var photo = SyntheticPhoto(.landscape(seed: 5), size: Size(width: 350, height: 270))
      photo.exposure = exposure
      photo.options.white = 16_383
      photo.options.black = [512]
      photo.options.storage.bitsPerSample = 14
      photo.options.storage.compression = .losslessJPEG(predictor: 1)
      photo.options.storage.blocks = .tiles(Size(width: 32, height: 16))
      photo.options.defaultCrop = Region(x: 5, y: 3, width: 340, height: 261)
      return (name, photo, photo.samples())
    }

    init(_ orientation: Orientation = .upright) throws {
      folder = try TemporaryFolder()
      for (name, plain, samples) in Self.photos {
        var photo = plain
        photo.options.orientation = orientation
        try folder.write(photo.file(of: samples), as: "\(name).dng")
      }
      site = Site(try ServedFolder(FilePath(folder.path), context: RunContext()), Site.Settings())
    }

    /// The same folder with a new server.
    func restart() throws {
      site = Site(try ServedFolder(FilePath(folder.path), context: RunContext()), Site.Settings())
    }

    func get(_ target: String) throws -> ServedResponse {
      let response = site.answer(ServedRequest("GET", target, headers: ["host": "localhost"]))
      try #require(response.status == 200, "\(target): \(response.text)")
      return response
    }

    /// Whether a whole photo is on the shelf.
    var hasWhole: Bool {
      get throws {
        let line = try get("/metrics").text.split(separator: "\n")
          .first { $0.hasPrefix("bromide_cache_bytes{kind=\"photos\"}") }
        return try #require(line).split(separator: " ").last != "0"
      }
    }
  }

  private static let places = [
    "0,0,64,50/max", "150,100,60,41/max", "17,201,80,44/40,22", "120,100,72,48/9,6",
    "120,80,16,16/^48,48", "261,221,40,40/20,30",
  ]

  /// The picture of a new site, the picture of a site that decoded the complete photo, and whether
  /// the new site also decoded it.
  private func compare(_ tiled: Tiled, _ name: String, _ place: String, _ query: String) throws
    -> Bool
  {
    let target = "/iiif/\(name).dng/\(place)/0/default.png\(query)"
    try tiled.restart()
    let cold = try tiled.get(target)
    let hasWhole = try tiled.hasWhole
    try tiled.restart()
    _ = try tiled.get("/iiif/\(name).dng/full/30,/0/default.jpg")
    #expect(try tiled.hasWhole)
    let warm = try tiled.get(target)
    #expect(cold.body == warm.body, "\(target)")
    #expect(cold.header("ETag") == warm.header("ETag"))
    #expect(cold.header("Link") == warm.header("Link"))
    return hasWhole
  }

  @Test(arguments: [Orientation.upright, .topRight, .rightTop, .bottomLeft, .leftBottom])
  func partsHaveThePixelsOfTheCompletePhoto(_ orientation: Orientation) throws {
    let tiled = try Tiled(orientation)
    for place in Self.places {
      // Turned, the picture is 261 wide.
      let place = orientation.isTransposed ? place.replacing("261,221", with: "221,261") : place
      #expect(try !compare(tiled, "dim", place, ""), "\(place)")
    }
  }

  @Test(arguments: [
    ("?exposure=0.5&white-balance=5200", false), ("?highlight-mode=clip&tone=linear", false),
    ("?vignette=-2", false), ("?grain=1", false), ("?fade=0.5&saturation=1.4", false),
    ("?blur=0.01", true), ("?sharpen=1", true), ("?white-balance=auto", true),
    ("?clarity=0.6", true),
  ])
  func whatDependsOnMoreDecodesAll(_ query: String, _ needsWhole: Bool) throws {
    let tiled = try Tiled()
    for place in Self.places.prefix(3) {
      #expect(try compare(tiled, "dim", place, query) == needsWhole, "\(query) \(place)")
    }
  }

  /// Clipped light is recovered by the light of the whole photo.
  @Test func recoveredHighlightsUseTheCompletePhoto() throws {
    let tiled = try Tiled()
    var wholes = 0
    for place in Self.places { wholes += try compare(tiled, "bright", place, "") ? 1 : 0 }
    #expect(wholes > 0, "the photo has clipped light")
    for place in Self.places {
      #expect(try !compare(tiled, "bright", place, "?highlight-mode=blend"))
    }
  }

  /// If a client views more of a photo, the server decodes it once.
  @Test func fifthPictureDecodesTheCompletePhoto() throws {
    let tiled = try Tiled()
    for index in 0..<4 {
      _ = try tiled.get("/iiif/dim.dng/\(index * 30),0,30,30/max/0/default.jpg")
      #expect(try !tiled.hasWhole)
    }
    _ = try tiled.get("/iiif/dim.dng/300,0,30,30/max/0/default.jpg")
    #expect(try tiled.hasWhole)
  }

  /// The size does not need the pixels, for any orientation.
  @Test(arguments: [Orientation.upright, .rightTop])
  func infoDoesNotDecode(_ orientation: Orientation) throws {
    let tiled = try Tiled(orientation)
    let info = try tiled.get("/iiif/dim.dng/info.json").text
    let size = orientation.upright(Size(width: 340, height: 261))
    #expect(info.contains("\"width\":\(size.width)"), "\(info)")
    #expect(info.contains("\"height\":\(size.height)"))
    #expect(try !tiled.hasWhole)
  }

  /// A part outside the picture is rejected, before and after the photo is decoded.
  @Test func partsOutsideThePictureFail() throws {
    let tiled = try Tiled()
    for _ in 0..<2 {
      let answer = tiled.site.answer(
        ServedRequest(
          "GET", "/iiif/dim.dng/340,0,50,50/max/0/default.jpg", headers: ["host": "localhost"]))
      #expect(answer.status == 400)
    }
  }
}
