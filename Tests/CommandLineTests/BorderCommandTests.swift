import BromideCodecs
import BromideValues
import SystemPackage
import TestSupport
import Testing

/// `bromide convert --border`. One photo is wide and one is upright.
@Suite struct BorderCommandTests {
  private let tree = CommandTree.fresh([
    "in/wide.dng": "chart_rggb_12bit.dng",
    "in/upright.dng": "landscape_gbrg_portrait_orientation6.dng",
  ])
  private static let photos = ["wide", "upright"]

  @discardableResult
  private func convert(_ folder: String, _ options: String..., input: String = "in") throws
    -> String
  {
    return try tree.run(
      ["convert", input, "-o", folder, "--if-exists", "update"] + options, status: 0
    ).errors
  }

  private func png8(_ name: String) throws -> ImageBuffer<UInt8> { try tree.picture(name) }

  private func floats(_ name: String) throws -> ImageBuffer<Float> {
    try tree.picture(name, of: Float.self)
  }

  /// The luma of a JPEG.
  private func luma(_ name: String) throws -> ImageBuffer<UInt8> {
    let frame = try JPEGPicture(path: FilePath(tree.path(name))).frame
    let image = ImageBuffer<UInt8>(size: frame.size) { x, y, _ in
      unsafe frame.planes[0].bytes[y * frame.planes[0].stride + x]
    }
    return image
  }

  /// Whether a picture consists of another one and a border of one colour.
  private func isFramed<Sample: Equatable>(
    _ framed: ImageBuffer<Sample>, _ picture: ImageBuffer<Sample>, _ width: Int, _ color: [Sample]
  ) -> Bool {
    guard
      framed.size
        == Size(width: picture.size.width + 2 * width, height: picture.size.height + 2 * width)
    else { return false }
    let inner = Region(x: width, y: width, width: picture.size.width, height: picture.size.height)
    for (x, y) in framed.size.places {
      let isInside = (inner.x..<inner.endX).contains(x) && (inner.y..<inner.endY).contains(y)
      for channel in 0..<framed.channels {
        let expected = isInside ? picture[x - width, y - width, channel] : color[channel]
        if framed[x, y, channel] != expected { return false }
      }
    }
    return true
  }

  // MARK: Size and pixels

  /// The wide and the upright picture fit the size, and the pixels inside are those of the same
  /// photos at the inner size.
  @Test(arguments: [("5%", 5), ("9px", 9)]) func bordersAreInsideTheSize(
    _ text: String, _ width: Int
  ) throws {
    try convert("framed", "--size", "96", "--border", text)
    try convert("plain", "--size", "\(96 - 2 * width)")
    for photo in Self.photos {
      let framed = try png8("framed/\(photo).png")
      #expect(framed.size.longEdge == 96)
      #expect(isFramed(framed, try png8("plain/\(photo).png"), width, [255, 255, 255]), "\(photo)")
    }
  }

  @Test func floatsAreLinearLight() throws {
    let options = ["--to", "tiff", "--depth", "float32"]
    for photo in Self.photos {
      for (name, more) in [("f", ["--size", "96", "--border", "5%"]), ("p", ["--size", "86"])] {
        try tree.run(
          ["convert", "in/\(photo).dng", "-o", "\(photo)-\(name).tif"] + options + more, status: 0)
      }
      #expect(isFramed(try floats("\(photo)-f.tif"), try floats("\(photo)-p.tif"), 5, [1, 1, 1]))
    }
  }

  @Test func coloursAreConvertedToTheSpace() throws {
    try convert(
      "red", "--to", "tiff", "--space", "display-p3", "--border", "3px", "--border-color", "#f00")
    let red = try tree.picture("red/wide.tif", of: UInt16.self)
    for (channel, share) in [0.91749, 0.20029, 0.13856].enumerated() {
      #expect(abs(Double(red[1, 1, channel]) - 65535 * share) < 20)
    }
    try convert(
      "grey", "--to", "tiff", "--depth", "float32", "--border", "3px", "--border-color", "#808080")
    let grey = try floats("grey/wide.tif")
    for channel in 0..<3 { #expect(abs(grey[1, 1, channel] - 0.215861) < 1e-5) }
  }

  @Test func jpegsHaveTheSizeAndTheColour() throws {
    try convert("out", "--to", "jpeg", "--quality", "100", "--size", "96", "--border", "12px")
    try convert("plain", "--to", "jpeg", "--quality", "100", "--size", "72")
    for photo in Self.photos {
      let (framed, plain) = (try luma("out/\(photo).jpg"), try luma("plain/\(photo).jpg"))
      #expect(framed.size.longEdge == 96 && plain.size.longEdge == 72)
      #expect(framed.size.shortEdge == plain.size.shortEdge + 24)
      let (right, bottom) = (framed.size.width - 1, framed.size.height - 1)
      for (x, y) in [(0, 0), (right, 0), (3, bottom / 2), (right / 2, 3), (right, bottom)] {
        #expect(framed[x, y, 0] >= 253)
      }
      let (x, y) = (plain.size.width / 2, plain.size.height / 2)
      let (code, expected) = (Int(framed[x + 12, y + 12, 0]), Int(plain[x, y, 0]))
      #expect(abs(code - expected) <= 6, "\(photo): \(code) instead of \(expected)")
    }
  }

  @Test func otherSizesIncludeTheBorder() throws {
    func sizes(_ options: String...) throws -> [Size] {
      try tree.run(["convert", "in", "-o", "out", "-y", "--border", "4%"] + options, status: 0)
      return try Self.photos.map { try png8("out/\($0).png").size }
    }
    for size in try sizes("--size", "90x60", "--fit", "cover") {
      #expect(size == Size(width: 90, height: 60))
    }
    for size in try sizes("--size", "90x60") {
      #expect(size.width <= 90 && size.height <= 60 && (size.width == 90 || size.height == 60))
    }
    for size in try sizes("--size", "short:60") { #expect(size.shortEdge == 60) }
    for size in try sizes("--size", "width:60") { #expect(size.width == 60) }
    for size in try sizes("--size", "0.004MP") { #expect(size.area <= 4000 && size.area > 3600) }
    for size in try sizes("--crop", "1:1", "--size", "80") {
      #expect(size == Size(width: 80, height: 80))
    }
    // Without a size, the photo keeps its pixels.
    try convert("plain")
    _ = try sizes()
    for photo in Self.photos {
      let (framed, plain) = (try png8("out/\(photo).png"), try png8("plain/\(photo).png"))
      let width = (framed.size.width - plain.size.width) / 2
      #expect(width == Int((0.04 * Double(framed.size.longEdge)).rounded()))
      #expect(isFramed(framed, plain, width, [255, 255, 255]))
    }
  }

  // MARK: Bands

  /// A photo with several bands. Their rows do not start at multiples of a strip or a block.
  @Test func bandsAreAlignedBelowTheBorder() throws {
    let photo = SyntheticPhoto(.landscape(seed: 3, octaves: 6), size: Size(width: 900, height: 800))
    try tree.write(photo.file(), to: "large/a.dng")
    for format in ["png", "jpeg", "tiff"] {
      for jobs in ["1", "3"] {
        try convert(
          "\(format)-\(jobs)", "--to", format, "--depth", "8", "--border", "37px", "-j", jobs,
          input: "large")
      }
      for name in tree.entries("\(format)-1") {
        #expect(try tree.read("\(format)-1/\(name)") == tree.read("\(format)-3/\(name)"))
      }
    }
    try convert("plain", input: "large")
    let plain = try png8("plain/a.png")
    #expect(isFramed(try png8("png-1/a.png"), plain, 37, [255, 255, 255]))
    #expect(isFramed(try png8("tiff-1/a.tif"), plain, 37, [255, 255, 255]))
  }

  // MARK: Rules

  @Test func bordersArePartOfTheFingerprint() throws {
    #expect(try convert("out", "--border", "5%").contains("2 converted"))
    #expect(try convert("out", "--border", "5%").contains("2 skipped"))
    #expect(try convert("out", "--border", "6%").contains("2 converted"))
    #expect(try convert("out", "--border", "6%", "--border-color", "#000").contains("2 converted"))
    #expect(try convert("out").contains("2 converted"))
  }

  @Test(arguments: [
    (["--border-color", "#000"], "--border-color needs --border"),
    (["--border", "0.05%"], "expected 0.1% to 25%, or 1px to 2000px"),
    (["--border", "26%"], "expected 0.1% to 25%"), (["--border", "0px"], "1px to 2000px"),
    (["--border", "2001px"], "1px to 2000px"), (["--border", "20"], "1px to 2000px"),
    (["--border", "2%", "--border-color", "red"], "expected an sRGB colour"),
    (["--border", "2%", "--to", "jpeg", "--hdr", "2"], "--border cannot be combined with --hdr"),
  ])
  func mistakesAreExplained(_ options: [String], _ text: String) throws {
    try tree.run(["convert", "in", "-o", "out"] + options, status: 64, errors: text)
  }

  @Test(arguments: ["100", "short:100", "100x2000", "0.01MP"])
  func bordersMustLeaveAPicture(_ size: String) throws {
    try tree.run(
      "convert", "in/wide.dng", "-o", "a.png", "--size", size, "--border", "50px", status: 1,
      errors: "a border of 50px is too wide for the size")
  }

  @Test func greyPicturesNeedNeutralBorders() throws {
    try tree.copy("landscape_monochrome_12bit.dng", to: "g.dng")
    try tree.run(
      "convert", "g.dng", "-o", "g.png", "--border", "5px", "--border-color", "#f00", status: 1,
      errors: "the border's colour #ff0000 is not neutral")
    try convert("grey", "--border", "5px", "--border-color", "#808080", input: "g.dng")
    let grey = try png8("grey/g.png")
    #expect(grey.channels == 1 && grey[0, 0, 0] == 128)
  }
}
