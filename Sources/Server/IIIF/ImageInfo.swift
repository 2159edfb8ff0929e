internal import BromideSystem
package import BromideValues

/// The description of a picture, `info.json` (section 5).
package struct ImageInfo: Sendable {
  /// The URI of the picture, without a trailing slash.
  package let id: String
  package let size: Size
  package let mostPixels: Int

  package init(id: String, size: Size, mostPixels: Int) {
    self.id = id
    self.size = size
    self.mostPixels = mostPixels
  }

  /// Width and height of a tile, in pixels.
  package static let tile = 512
  package static let context = "http://iiif.io/api/image/3/context.json"
  package static let profile = "http://iiif.io/api/image/3/level2.json"

  /// Powers of two, starting at 1. With the last factor, the picture fits into one tile.
  package var scaleFactors: [Int] {
    var factors = [1]
    while (size.longEdge + factors.last! - 1) / factors.last! > Self.tile {
      factors.append(2 * factors.last!)
    }
    return factors
  }

  /// The sizes of the complete picture without distortion, smallest first.
  package var sizes: [Size] {
    scaleFactors.reversed().map { factor in
      Size(
        width: (size.width + factor - 1) / factor, height: (size.height + factor - 1) / factor)
    }.filter { $0.area <= mostPixels }
  }

  /// The document as JSON.
  package var json: String {
    func number(_ value: Int) -> JSONValue { .number("\(value)") }
    func texts(_ values: [String]) -> JSONValue { .array(values.map { .text($0) }) }
    return JSONValue.object([
      ("@context", .text(Self.context)), ("id", .text(id)), ("type", .text("ImageService3")),
      ("protocol", .text("http://iiif.io/api/image")), ("profile", .text("level2")),
      ("width", number(size.width)), ("height", number(size.height)),
      ("maxArea", number(mostPixels)),
      (
        "sizes",
        .array(
          sizes.map { .object([("width", number($0.width)), ("height", number($0.height))]) })
      ),
      (
        "tiles",
        .array([
          .object([
            ("width", number(Self.tile)), ("height", number(Self.tile)),
            ("scaleFactors", .array(scaleFactors.map(number))),
          ])
        ])
      ),
      ("preferredFormats", texts(["jpg"])),
      ("extraQualities", texts(["color", "gray", "bitonal"])),
      (
        "extraFeatures",
        texts([
          "canonicalLinkHeader", "mirroring", "profileLinkHeader", "sizeUpscaling",
        ])
      ),
    ]).text
  }
}
