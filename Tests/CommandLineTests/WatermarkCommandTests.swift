import BromideCodecs
import BromideLibc
import BromideValues
import SystemPackage
import TestSupport
import Testing

/// `bromide convert --watermark`. One photo is wide and one is upright.
@Suite struct WatermarkCommandTests {
  private let tree: CommandTree
  private static let wide = Size(width: 480, height: 320)

  init() throws {
    tree = try CommandTree()
    try tree.copy("chart_rggb_12bit.dng", to: "in/wide.dng")
    try tree.copy("landscape_gbrg_portrait_orientation6.dng", to: "in/upright.dng")
    try tree.write(Self.logo([200, 40, 90, 128]), to: "half.png")
    try tree.write(Self.logo([255, 0, 255, 255]), to: "full.png")
  }

  /// A PNG of one colour with 8 or 16 bits: red, green, blue and alpha, or grey and alpha.
  static func logo(
    _ pixel: [Int], width: Int = 40, height: Int = 20, depth: Int = 8,
    chunks: [(String, [UInt8])] = []
  ) -> [UInt8] {
    var png = HandmadePNG(
      width: width, height: height, depth: depth, colorType: pixel.count == 4 ? 6 : 4)
    png.chunks = chunks
    let bytes = pixel.flatMap { depth == 8 ? [UInt8($0)] : [UInt8($0 >> 8), UInt8($0 & 255)] }
    let row = [UInt8(0)] + [[UInt8]](repeating: bytes, count: width).flatMap(\.self)
    return png.file([[UInt8]](repeating: row, count: height).flatMap(\.self))
  }

  private func run(_ arguments: [String]) throws -> CommandRun {
    try tree.run(["convert"] + arguments)
  }

  @discardableResult
  private func convert(_ arguments: String...) throws -> String {
    try tree.run(["convert"] + arguments, status: 0).errors
  }

  /// The samples of a PNG or TIFF, as codes or floats.
  private func samples(_ name: String) throws -> (size: Size, channels: Int, values: [Double]) {
    let path = FilePath(tree.path(name))
    func values<Sample>(_ image: ImageBuffer<Sample>, _ value: (Sample) -> Double) -> [Double] {
      unsafe image.withUnsafeSamples { unsafe $0.map(value) }
    }
    let isPNG = name.hasSuffix(".png")
    switch try isPNG ? PNGReader.read(path: path).pixels : TIFFReader.read(path: path).pixels {
    case .eight(let image): return (image.size, image.channels, values(image) { Double($0) })
    case .sixteen(let image): return (image.size, image.channels, values(image) { Double($0) })
    case .float(let image): return (image.size, image.channels, values(image) { Double($0) })
    }
  }

  /// Compares a picture with the same picture without its logo: unchanged outside the logo, and
  /// mixed in linear light inside.
  ///
  /// - Parameters:
  ///   - most: The code of white, or `nil` for floats.
  ///   - color: The sRGB codes of the logo, 0…1.
  ///   - border: The pixels of the border, which `plain` also has.
  private func check(
    _ marked: String, _ plain: String, _ region: Region, most: Double?, color: [Double],
    alpha: Double, tolerance: Double
  ) throws {
    let (size, channels, values) = try samples(marked)
    let (other, otherChannels, before) = try samples(plain)
    #expect(size == other && channels == otherChannels)
    let inside = Region(size).intersection(region)
    #expect(inside == region)
    var (worst, changed) = (0.0, 0)
    for index in values.indices {
      let (x, y) = (index / channels % size.width, index / channels / size.width)
      guard (region.x..<region.endX).contains(x), (region.y..<region.endY).contains(y) else {
        if values[index] != before[index] { changed += 1 }
        continue
      }
      let c = channels < 3 ? 0 : index % channels
      let logo = alpha * SRGBCurve.light(color[c])
      let expected =
        most.map { most in
          most * SRGBCurve.code((1 - alpha) * SRGBCurve.light(before[index] / most) + logo)
        } ?? (1 - alpha) * before[index] + logo
      worst = max(worst, abs(values[index] - expected))
    }
    #expect(changed == 0, "\(marked): \(changed) samples outside the logo changed")
    #expect(worst <= tolerance, "\(marked): \(worst)")
  }

  // MARK: Pixels

  /// Both photos: 15 % of 480 and 432, with margins of 2 %.
  private static let regions = [
    ("wide", Region(x: 398, y: 274, width: 72, height: 36)),
    ("upright", Region(x: 214, y: 390, width: 65, height: 33)),
  ]

  @Test func halfTransparentLogosMixLight() throws {
    let color = [200.0 / 255, 40.0 / 255, 90.0 / 255]
    for (photo, region) in Self.regions {
      for (suffix, depth, most, tolerance) in [
        ("png", "8", 255.0, 0.55), ("png", "16", 65535, 1.5), ("tif", "8", 255, 0.55),
        ("tif", "float32", nil, 1e-6),
      ] {
        let options = ["in/\(photo).dng", "-y", "--depth", depth]
        #expect(try run(options + ["-o", "p.\(suffix)"]).status == 0)
        let marked = try run(options + ["-o", "m.\(suffix)", "--watermark", "half.png"])
        #expect(marked.status == 0, "\(marked.errors)")
        try check(
          "m.\(suffix)", "p.\(suffix)", region, most: most, color: color, alpha: 128.0 / 255,
          tolerance: tolerance)
      }
    }
  }

  @Test func logosTakeNinePlaces() throws {
    try convert("in/wide.dng", "-o", "p.png")
    let before = try samples("p.png").values
    let (columns, rows) = ([10, 204, 398], [10, 142, 274])
    let names = [
      "top-left", "top", "top-right", "left", "center", "right", "bottom-left", "bottom",
      "bottom-right",
    ]
    for (index, name) in names.enumerated() {
      try convert(
        "in/wide.dng", "-y", "-o", "m.png", "--watermark", "full.png", "--watermark-at", name)
      let values = try samples("m.png").values
      var (left, top, right, bottom) = (Int.max, Int.max, -1, -1)
      for index in values.indices where values[index] != before[index] {
        let (x, y) = (index / 3 % Self.wide.width, index / 3 / Self.wide.width)
        (left, top, right, bottom) = (min(left, x), min(top, y), max(right, x), max(bottom, y))
      }
      #expect(
        [left, top, right + 1 - left, bottom + 1 - top]
          == [columns[index % 3], rows[index / 3], 72, 36], "\(name)")
    }
  }

  @Test func coloursAreConverted() throws {
    // H.273: the primaries of Display P3 and the transfer function of sRGB.
    let p3 = [("cICP", [UInt8(12), 13, 0, 1])]
    try tree.write(Self.logo([200, 100, 50, 255], chunks: p3), to: "p3.png")
    try tree.write(Self.logo([255, 0, 0, 255], chunks: p3), to: "red.png")
    // From CSS Color 4, 10.9: linear Display P3 to linear sRGB.
    let matrix = [
      [1.2249401762805598, -0.2249401762805598, 0], [-0.0420569547096881, 1.0420569547096881, 0],
      [-0.0196375545903344, -0.0786360455506319, 1.0982736001409663],
    ]
    let p3Light = [200.0, 100, 50].map { SRGBCurve.light($0 / 255) }
    let expected = matrix.map { row in
      255 * SRGBCurve.code(zip(row, p3Light).map(*).reduce(0, +))
    }
    for (logo, space, codes) in [
      ("p3", "srgb", expected), ("p3", "display-p3", [200, 100, 50]), ("red", "srgb", [255, 0, 0]),
    ] {
      try convert(
        "in/wide.dng", "-y", "-o", "m.png", "--watermark", "\(logo).png", "--space", space)
      let values = try samples("m.png").values
      let first = 3 * (280 * Self.wide.width + 420)
      for c in 0..<3 {
        #expect(abs(values[first + c] - codes[c]) <= 0.55, "\(logo) \(space) \(c)")
      }
    }
  }

  /// A logo with an ICC profile and the size of the picture replaces the picture.
  @Test func profilesOfLogosAreUsed() throws {
    try convert("in/wide.dng", "-o", "logo.png", "--space", "adobe-rgb")
    try convert(
      "in/wide.dng", "-o", "m.png", "--space", "adobe-rgb", "--exposure", "-2", "--watermark",
      "logo.png", "--watermark-at", "center", "--watermark-size", "100%")
    let pairs = zip(try samples("logo.png").values, try samples("m.png").values)
    #expect(pairs.map { abs($0 - $1) }.max()! <= 1)
  }

  @Test func allKindsOfPNGsGiveTheSamePicture() throws {
    try tree.write(
      Self.logo([200 * 257, 40 * 257, 90 * 257, 128 * 257], depth: 16), to: "kinds/16.png")
    var palette = HandmadePNG(width: 40, height: 20, depth: 8, colorType: 3)
    palette.chunks = [("PLTE", [0, 0, 0, 200, 40, 90]), ("tRNS", [255, 128])]
    let row = [0] + [UInt8](repeating: 1, count: 40)
    try tree.write(
      palette.file([[UInt8]](repeating: row, count: 20).flatMap(\.self)), to: "kinds/palette.png")
    try convert("in/wide.dng", "-o", "m.png", "--watermark", "half.png")
    for name in ["16", "palette"] {
      try convert("in/wide.dng", "-y", "-o", "k.png", "--watermark", "kinds/\(name).png")
      #expect(try samples("k.png").values == samples("m.png").values, "\(name)")
    }
  }

  @Test func alphaOfPicturesIsKept() throws {
    try convert("in/wide.dng", "-o", "p.png", "--opacity", "0.4")
    try convert("in/wide.dng", "-o", "m.png", "--opacity", "0.4", "--watermark", "half.png")
    let (before, after) = (try samples("p.png"), try samples("m.png"))
    #expect(before.channels == 4 && after.channels == 4)
    let (first, alpha) = (4 * (280 * Self.wide.width + 420), 128.0 / 255)
    let own = before.values[first + 3] / 255
    let opacity = own * (1 - alpha) + alpha
    #expect(abs(after.values[first + 3] - 255 * opacity) <= 0.55)
    for (c, code) in [200.0, 40, 90].enumerated() {
      let below = SRGBCurve.light(before.values[first + c] / 255) * own * (1 - alpha)
      let expected = 255 * SRGBCurve.code((below + SRGBCurve.light(code / 255) * alpha) / opacity)
      #expect(abs(after.values[first + c] - expected) <= 0.55)
    }
    #expect(after.values[3] == before.values[3])
  }

  @Test func greyPicturesNeedGreyLogos() throws {
    try tree.copy("landscape_monochrome_12bit.dng", to: "g.dng")
    try tree.run(
      "convert", "g.dng", "-o", "g.png", "--watermark", "half.png", status: 1,
      errors: "the watermark half.png has colours")
    try tree.write(Self.logo([180, 128]), to: "grey.png")
    try convert("g.dng", "-o", "p.png")
    try convert("g.dng", "-o", "g.png", "--watermark", "grey.png")
    #expect(try samples("g.png").channels == 1)
    // 360×240: 54×27 with a margin of 7.
    try check(
      "g.png", "p.png", Region(x: 299, y: 206, width: 54, height: 27), most: 255,
      color: [180.0 / 255], alpha: 128.0 / 255, tolerance: 0.55)
  }

  // MARK: Bands, borders and formats

  /// A photo with several bands, which the logo crosses inside a border.
  @Test func bytesDoNotDependOnThreads() throws {
    let photo = SyntheticPhoto(
      .landscape(seed: 3, octaves: 6), size: Size(width: 900, height: 800))
    try tree.write(photo.file(), to: "large.dng")
    try tree.write(Self.logo([200, 40, 90, 128], width: 80, height: 70), to: "large.png")
    let mark = [
      "--watermark", "large.png", "--watermark-at", "center", "--watermark-size", "80%",
    ]
    for format in PictureFormat.allCases {
      let lossless = [.jxl, .webp].contains(format) ? ["--lossless"] : []
      let options = ["large.dng", "--border", "37px"] + mark + lossless
      for jobs in ["1", "3"] {
        let run = try run(options + ["-j", jobs, "-o", "\(jobs).\(format.suffix)"])
        #expect(run.status == 0, "\(run.errors)")
      }
      #expect(
        try tree.read("1.\(format.suffix)") == tree.read("3.\(format.suffix)"), "\(format)")
    }
    try convert("large.dng", "-o", "p.png", "--border", "37px")
    // 720×630 in the middle of 900×800, inside the border.
    try check(
      "1.png", "p.png", Region(x: 37 + 90, y: 37 + 85, width: 720, height: 630), most: 255,
      color: [200.0 / 255, 40.0 / 255, 90.0 / 255], alpha: 128.0 / 255, tolerance: 0.55)
    let png = try samples("1.png").values
    if let djxl = WholeFormatCommandTests.djxl {
      try djxl.run([tree.path("1.jxl"), tree.path("j.png")])
      #expect(try samples("j.png").values == png)
    }
    if let dwebp = WholeFormatCommandTests.dwebp {
      try dwebp.run(["-quiet", tree.path("1.webp"), "-o", tree.path("w.png")])
      #expect(try samples("w.png").values == png)
    }
    if let avifdec = WholeFormatCommandTests.avifdec {
      try avifdec.run(["-d", "8", tree.path("1.avif"), tree.path("a.png")])
      let errors = zip(try samples("a.png").values, png).map { abs($0 - $1) }
      #expect(errors.reduce(0, +) / Double(png.count) < 4)
    }
  }
}
