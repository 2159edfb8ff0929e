import BromideServer
import BromideValues
import Testing

/// Sections 4.3 to 4.7 of the IIIF Image API 3.0.
@Suite struct ImageRequestTests {
  static let picture = Size(width: 300, height: 200)

  /// The specification's table of canonical forms, within this server's limits.
  @Test(arguments: [
    ("full/max/0/default.jpg", "full/max/0/default.jpg"),
    ("0,0,300,200/max/0/default.jpg", "full/max/0/default.jpg"),
    ("full/300,/0/default.jpg", "full/max/0/default.jpg"),
    ("full/,200/0/default.jpg", "full/max/0/default.jpg"),
    ("full/300,200/0/default.jpg", "full/max/0/default.jpg"),
    ("full/pct:100/0/default.jpg", "full/max/0/default.jpg"),
    ("full/150,/0/default.jpg", "full/150,100/0/default.jpg"),
    ("full/!150,150/0/default.jpg", "full/150,100/0/default.jpg"),
    ("full/^600,/0/default.jpg", "full/^600,400/0/default.jpg"),
    ("full/^150,/0/default.jpg", "full/150,100/0/default.jpg"),
    ("square/max/0/default.jpg", "50,0,200,200/max/0/default.jpg"),
    ("pct:50,50,50,50/max/0/default.jpg", "150,100,150,100/max/0/default.jpg"),
    ("250,150,500,500/max/0/default.jpg", "250,150,50,50/max/0/default.jpg"),
    ("full/max/090/default.jpg", "full/max/90/default.jpg"),
    ("full/max/360/default.jpg", "full/max/0/default.jpg"),
    // As version 2 has it.
    ("full/full/0/default.jpg", "full/max/0/default.jpg"),
    ("full/max/180.0/default.jpg", "full/max/180/default.jpg"),
    ("full/max/!0.0/default.jpg", "full/max/!0/default.jpg"),
    ("full/max/0/color.png", "full/max/0/default.png"),
    ("full/max/0/gray.png", "full/max/0/gray.png"),
  ])
  func canonical(_ requested: String, _ expected: String) throws {
    let request = try ImageRequest(requested.split(separator: "/").map(String.init))
    let geometry = try request.geometry(of: Self.picture, mostPixels: 1_000_000)
    #expect(request.canonical(geometry, mostPixels: 1_000_000) == expected)
  }

  @Test(arguments: [
    ("full/max/45/default.jpg", 501, "turns by"), ("full/max/22.5/default.jpg", 501, "turns by"),
    ("full/max/361/default.jpg", 400, "rotation"), ("full/max/-90/default.jpg", 400, "rotation"),
    ("full/max/!/default.jpg", 400, "rotation"), ("full/max/0/best.jpg", 400, "quality"),
    ("full/max/0/default.webp", 400, "jpg and png"), ("full/max/0/default", 400, "quality"),
    ("full/max/0/default.jpg.png", 400, "quality"), ("whole/max/0/default.jpg", 400, "region"),
  ])
  func rejectsInvalidRequests(_ requested: String, _ status: Int, _ word: String) throws {
    let rejection = try #require(throws: Rejection.self) {
      try ImageRequest(requested.split(separator: "/").map(String.init))
    }
    #expect(rejection.status == status)
    #expect(rejection.reason.contains(word))
  }

  /// The tiles from the description cover the picture once. The size of each tile is its pixels
  /// divided by the factor.
  @Test(arguments: [
    Size(width: 300, height: 200), Size(width: 6013, height: 4001), Size(width: 513, height: 1),
  ])
  func tilesCoverThePicture(_ size: Size) throws {
    let info = ImageInfo(id: "x", size: size, mostPixels: 120_000_000)
    #expect(info.scaleFactors.first == 1)
    let last = try #require(info.scaleFactors.last)
    #expect((size.longEdge + last - 1) / last <= 512)
    for factor in info.scaleFactors {
      var area = 0
      for y in stride(from: 0, to: size.height, by: 512 * factor) {
        for x in stride(from: 0, to: size.width, by: 512 * factor) {
          let (w, h) = (min(512 * factor, size.width - x), min(512 * factor, size.height - y))
          let (tw, th) = ((w + factor - 1) / factor, (h + factor - 1) / factor)
          let request = try ImageRequest(["\(x),\(y),\(w),\(h)", "\(tw),\(th)", "0", "default.jpg"])
          let geometry = try request.geometry(of: size, mostPixels: 120_000_000)
          #expect(geometry.size == Size(width: tw, height: th))
          area += geometry.region.size.area
        }
      }
      #expect(area == size.area)
    }
    #expect(info.sizes.last == size)
  }
}
