import BromideCodecs
import BromideKernels
import BromideValues
import SystemPackage
import TestSupport
import Testing

@Suite struct Y4MWriterTests {
  /// Seeded noise of 16 bits.
  static func noise(_ size: Size) -> ImageBuffer<UInt16> {
    var random = SeededGenerator(seed: 3)
    let image = ImageBuffer<UInt16>(size: size, channels: 3) { x, y, c in
      UInt16(truncatingIfNeeded: random.next())
    }
    return image
  }

  /// The output reads back with the same header, tags and samples.
  @Test(arguments: [
    (YCbCrLayout.i420, ChromaSiting.left, "C420mpeg2"), (.i420, .center, "C420jpeg"),
    (.i420, .topLeft, "C420paldv"), (.i422, .left, "C422"), (.i444, .left, "C444"),
    (.i400, .left, "Cmono"), (.planar(.yuv420, depth: 10), .left, "C420p10 XYSCSS=420P10"),
    (.planar(.yuv444, depth: 16), .left, "C444p16 XYSCSS=444P16"),
    (.planar(.grey, depth: 12), .left, "Cmono12 XYSCSS=MONO12"),
  ])
  func streamsAreReadBack(layout: YCbCrLayout, siting: ChromaSiting, tag: String) throws {
    let size = Size(width: 7, height: 5)
    for range in YCbCrRange.allCases {
      let writer = try Y4MWriter(
        size: size, layout: layout, range: range, siting: siting, rate: (30000, 1001))
      let text = String(decoding: writer.start, as: UTF8.self)
      let word = range.rawValue.uppercased()
      #expect(
        text == "YUV4MPEG2 W7 H5 F30000:1001 Ip A1:1 \(tag) XCOLORRANGE=\(word) XCICP=1/1/6\n")
      let image = Self.noise(size)
      let folder = try TemporaryFolder()
      let path = try folder.write(
        writer.start + writer.frame(image) + writer.frame(image), as: "a.y4m")
      let file = try Y4MFile(path: FilePath(path))
      #expect(file.header == writer.header && file.frameCount == 2 && file.damage == nil)
      let frame = try file.frame(1)
      let samples = try #require(layout.byteCount(size))
      var planes: [UInt8] = []
      for plane in frame.planes { unsafe planes += Array(plane.bytes) }
      #expect(planes.count == samples && planes == writer.encoder.encode(image))
    }
  }

  /// The largest header that is likely: older versions of ffmpeg read 96 bytes.
  @Test func headersStayShort() throws {
    let writer = try Y4MWriter(
      size: Size(width: 3840, height: 2160), layout: .planar(.yuv420, depth: 10),
      rate: (30000, 1001))
    #expect(writer.start.count <= 96 && writer.header.tags.matrix == .bt709)
  }

  /// Players show the picture's codes with the matrix that follows from the size. A reader also
  /// uses it if the header does not name it.
  @Test(arguments: [Size(width: 16, height: 8), Size(width: 736, height: 8)])
  func streamsShowThePicturesCodes(size: Size) throws {
    let image = ImageBuffer<UInt8>(size: size, channels: 3) { x, y, c in
      UInt8((37 * (x / 2) + 83 * c + 11 * (y / 2)) % 256)
    }
    let writer = try Y4MWriter(size: size, layout: .planar(.yuv444, depth: 16), rate: (25, 1))
    let frame = try Self.read(writer.start + writer.frame(image))
    let rule = YCbCrDescription.video((size.width, size.height))
    #expect(rule.matrix.value == (size.width > 720 ? .bt709 : .bt601))
    let converter = YCbCrConverter(
      coding: rule.coding(depth: 16), layout: frame.layout, output: .rgbFloat)
    var worst = 0.0
    for (x, y) in [(0, 0), (5, 3), (14, 7), (9, 1)] {
      let rgb = converter.pixel(frame, x: x, y: y)
      for c in 0..<3 {
        worst = max(worst, abs(255 * rgb[c] - Double(image[x, y, c])))
      }
    }
    #expect(worst < 0.01)
  }

  private static func read(_ bytes: [UInt8]) throws -> YCbCrFrame {
    var reader = try Y4MReaderTests.reader(bytes, step: 1 << 20)
    return try #require(try reader.next())
  }

  @Test func unknownLayoutsAreRejected() {
    for layout in [YCbCrLayout.nv12, .p010, .yv12, .planar(.yuv440, depth: 8)] {
      #expect(throws: Y4MError.unsupportedLayout(layout.name)) {
        try Y4MWriter(size: Size(width: 2, height: 2), layout: layout, rate: (25, 1))
      }
    }
    #expect(throws: Y4MError.badSize(Size(width: 0, height: 2))) {
      try Y4MWriter(size: Size(width: 0, height: 2), rate: (25, 1))
    }
  }

  /// Compares the encoder with the formula in double precision at every pixel of noise, and after
  /// conversion back to R′G′B′ within the cost of rounding.
  @Test(arguments: codings, [8, 10, 16])
  func encoderFollowsTheFormula(coding: YCbCrCoding, depth: Int) throws {
    var coding = coding
    coding.depth = depth
    let size = Size(width: 19, height: 7)
    let image = Self.noise(size)
    let layout = YCbCrLayout.planar(.yuv444, depth: depth)
    let bytes = YCbCrEncoder(coding: coding, layout: layout).encode(image)
    let memory = PixelMemory(byteCount: bytes.count)
    for (i, byte) in bytes.enumerated() { unsafe memory.bytes[i] = byte }
    let frame = try unsafe YCbCrFrame(
      layout: layout, size: size, contiguous: UnsafeRawBufferPointer(memory.bytes), owner: memory)
    let converter = YCbCrConverter(
      coding: coding, layout: layout, output: .rgbFloat, arithmetic: .exact)
    // Each code has an error of at most ½. Full-range chroma of +½ has no code and adds another ½.
    let bound = (0..<3).map { c in
      (0..<3).reduce(1e-6) { $0 + abs(coding.decoding[c, $1]) * (coding.range == .full ? 1 : 0.5) }
    }
    var worst = 0.0
    var isNear = true
    for (x, y) in size.places {
      let rgb =
        SIMD3(Double(image[x, y, 0]), Double(image[x, y, 1]), Double(image[x, y, 2])) / 65535
      let codes = converter.codes(frame, x: x, y: y)
      let exact = YCbCrConverterTests.encoded(coding, rgb)
      let back = converter.pixel(frame, x: x, y: y)
      for c in 0..<3 {
        let clipped = min(max(exact[c], 0), Double(coding.maximum))
        worst = max(worst, abs(codes[c] - clipped))
        isNear = isNear && abs(back[c] - rgb[c]) <= bound[c]
      }
    }
    // Codes above 8 bits are computed in single precision: five roundings of 2⁻²⁴ each.
    let rounding = depth == 8 ? 1e-9 : 5 * Double(coding.maximum) / 16_777_216
    #expect(worst <= 0.5 + rounding)
    #expect(isNear)
  }
}

extension YCbCrConverterTests {
  /// H.273, equations 20 to 40 and 47 to 49, with separate arithmetic.
  static func encoded(_ coding: YCbCrCoding, _ rgb: SIMD3<Double>) -> SIMD3<Double> {
    let unit = Double(1 << (coding.depth - 8))
    let full = Double(1 << coding.depth) - 1
    let isLimited = coding.range == .limited
    func luma(_ v: Double) -> Double { isLimited ? (219 * v + 16) * unit : v * full }
    func chroma(_ v: Double) -> Double {
      // Differences of R, G and B that are quantised already: equations 20 to 22 and 44 to 46.
      if coding.matrix == .ycgco, isLimited { return (219 * v + 128) * unit }
      return isLimited ? (224 * v + 128) * unit : v * full + 128 * unit
    }
    let (r, g, b) = (rgb.x, rgb.y, rgb.z)
    if coding.matrix == .identity { return SIMD3(luma(g), luma(b), luma(r)) }
    guard let (kr, kb) = coding.matrix.weights else {
      return SIMD3(
        luma(0.5 * g + 0.25 * (r + b)), chroma(0.5 * g - 0.25 * (r + b)), chroma(0.5 * (r - b)))
    }
    let y = kr * r + (1 - kr - kb) * g + kb * b
    return SIMD3(luma(y), chroma(0.5 * (b - y) / (1 - kb)), chroma(0.5 * (r - y) / (1 - kr)))
  }
}
