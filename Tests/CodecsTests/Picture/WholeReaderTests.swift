import BromideSystem
import BromideValues
import SystemPackage
import TestSupport
import Testing

@testable import BromideCodecs

/// JPEG XL, AVIF and WebP as Bromide reads them, compared with the libraries' programs.
@Suite struct WholeReaderTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  static let djxl = WholeFormatTests.djxl
  static let cjxl = ForeignProgram("cjxl")
  static let avifdec = WholeFormatTests.avifdec
  static let avifenc = ForeignProgram("avifenc")
  static let dwebp = WholeFormatTests.dwebp
  static let cwebp = ForeignProgram("cwebp")
  private static let size = Size(width: 75, height: 53)

  private func read(
    _ path: String, _ format: PictureFormat
  ) throws -> (info: WholeInfo, samples: [Double]) {
    let (info, pixels) = try WholeReader.read(path: FilePath(path), format: format)
    let samples: [Double] =
      switch pixels {
      case .eight(let image): unsafe image.withUnsafeSamples { unsafe $0.map { Double($0) } }
      case .sixteen(let image): unsafe image.withUnsafeSamples { unsafe $0.map { Double($0) } }
      case .float(let image): unsafe image.withUnsafeSamples { unsafe $0.map { Double($0) } }
      }
    #expect(samples.count == info.size.area * info.format.channels)
    #expect(try WholeReader.info(path: FilePath(path), format: format) == info)
    return (info, samples)
  }

  /// The samples, channels and bits of a PNG.
  private func png(_ name: String) throws -> (samples: [Double], channels: Int, bits: Int) {
    switch try PNGReader.read(path: FilePath(folder(name))).pixels {
    case .eight(let image):
      (unsafe image.withUnsafeSamples { unsafe $0.map { Double($0) } }, image.channels, 8)
    case .sixteen(let image):
      (unsafe image.withUnsafeSamples { unsafe $0.map { Double($0) } }, image.channels, 16)
    case .float: ([], 0, 0)
    }
  }

  /// Writes a PNG as the source of another program, and returns its path.
  private func source(_ channels: Int, _ sample: SampleFormat) throws -> String {
    let format = PixelFormat(channels: channels, sample: sample)
    return try folder.write(WholeFormatTests.file(Self.size, format, .png(.fast)), as: "s.png")
  }

  // MARK: Bromide's files

  @Test(arguments: WholeFormatTests.sizes, [1, 2, 3, 4])
  func losslessFilesKeepTheirSamples(_ size: Size, _ channels: Int) throws {
    for (encoding, sample) in [
      (PictureEncoding.jxl(.lossless), SampleFormat.uint8), (.jxl(.lossless), .uint16),
      (.webp(WebPOptions(isLossless: true)), .uint8),
    ] where encoding.format == .jxl || channels >= 3 {
      let format = PixelFormat(channels: channels, sample: sample)
      let path = try folder.write(WholeFormatTests.file(size, format, encoding), as: "a")
      let (info, samples) = try read(path, encoding.format)
      #expect(info.size == size && info.format == format && info.bitDepth == sample.rawValue)
      #expect(info.orientation == .upright)
      let expected = WholeFormatTests.samples(
        size, channels: channels, most: Double(sample.maximum))
      #expect(samples == expected, "\(encoding.format) \(sample)")
    }
  }

  /// A file's space is the space that it was written with: as code points, or as a profile.
  @Test(arguments: [RGBSpace.srgb, .displayP3, .rec2020, .adobeRGB, .prophoto])
  func spacesAreKept(_ space: RGBSpace) throws {
    let format = PixelFormat(channels: 3, sample: .uint8)
    for encoding in [
      PictureEncoding.jxl(.lossless), .avif(AVIFOptions(bits: 8)), .webp(WebPOptions()),
    ] {
      let file = try WholeFormatTests.file(Self.size, format, encoding, space: space)
      let info = try read(folder.write(file, as: "a"), encoding.format).info
      let found = info.profile.map { ICCProfile.space(of: $0) } ?? info.codedSpace
      #expect(found?.red == space.red && found?.white == space.white, "\(encoding.format)")
      #expect(found?.transfer == space.transfer, "\(encoding.format)")
    }
  }

  // MARK: JPEG XL

  /// Lossless and lossy files have djxl's samples. Its PNG has no 16 bits with alpha.
  @Test(
    .enabled(if: cjxl != nil && djxl != nil, "cjxl or djxl is not installed"),
    arguments: [1, 2, 3, 4], ["0", "1"])
  func samplesEqualDjxl(_ channels: Int, _ distance: String) throws {
    for sample in [SampleFormat.uint8, .uint16] where sample == .uint8 || channels % 2 == 1 {
      try Self.cjxl?.run([
        source(channels, sample), folder("a.jxl"), "-d", distance, "-e", "3",
      ])
      try Self.djxl?.run([folder("a.jxl"), folder("a.png")])
      let (info, samples) = try read(folder("a.jxl"), .jxl)
      let expected = try png("a.png")
      #expect(info.format.channels == expected.channels && info.bitDepth == expected.bits)
      #expect(samples == expected.samples, "\(sample)")
    }
  }

  /// Floats of 16 bits are exact. Other bits are spread over 16 bits by libjxl's floats.
  @Test(arguments: [1, 3])
  func floatsAndOddBitsAreRead(_ components: Int) throws {
    var peer = PeerJPEGXL(size: Size(width: 9, height: 7))
    peer.components = components
    let floats = (0..<63 * components).map { Float($0) / 64 }
    let float = try read(folder.write(peer.encoded(floats), as: "a.jxl"), .jxl)
    #expect(float.info.format == PixelFormat(channels: components, sample: .float32))
    #expect(float.info.cicp == CICP(primaries: 1, transfer: 8))
    #expect(float.samples == floats.map(Double.init))
    peer.bits = 10
    let codes = (0..<63 * components).map { UInt16($0 * 5) }
    let integer = try read(folder.write(peer.encoded(codes), as: "b.jxl"), .jxl)
    #expect(integer.info.bitDepth == 10 && integer.info.format.sample == .uint16)
    for (found, code) in zip(integer.samples, codes) {
      #expect(abs(found - Double(code) * 65535 / 1023) < 1.5)
    }
  }

  /// libjxl cannot convert lossy pictures to the profile of the original. Bromide then reads
  /// Rec. 2020 with the curve of sRGB, so that wide colours are not clipped.
  @Test(.enabled(if: djxl != nil, "djxl is not installed"))
  func lossyPicturesWithProfilesAreRec2020() throws {
    let format = PixelFormat(channels: 3, sample: .uint16)
    let file = try WholeFormatTests.file(Self.size, format, .jxl(JXLOptions()), space: .prophoto)
    let (info, samples) = try read(folder.write(file, as: "a.jxl"), .jxl)
    #expect(info.cicp == CICP(primaries: 9, transfer: 13) && info.profile == nil)
    try Self.djxl?.run([
      folder("a.jxl"), folder("a.png"), "--color_space=RGB_D65_202_Rel_SRG",
    ])
    #expect(try samples == png("a.png").samples)
  }

  /// The rows are as stored. djxl turns them.
  @Test(.enabled(if: cjxl != nil && djxl != nil, "cjxl or djxl is not installed"), arguments: 1...8)
  func orientationTurnsStoredPixels(_ number: Int) throws {
    var file = HandmadePNG(width: 5, height: 3, depth: 8, colorType: 2)
    file.chunks = [
      (
        "eXIf",
        Array("MM\0*\0\0\0\u{8}\0\u{1}\u{1}\u{12}\0\u{3}\0\0\0\u{1}\0".utf8)
          + [UInt8(number), 0, 0, 0, 0, 0, 0]
      )
    ]
    let path = try folder.write(file.noise(seed: 3), as: "s.png")
    try Self.cjxl?.run([path, folder("a.jxl"), "-d", "0"])
    try Self.djxl?.run([folder("a.jxl"), folder("a.png")])
    let (info, samples) = try read(folder("a.jxl"), .jxl)
    #expect(info.size == Size(width: 5, height: 3) && info.orientation.rawValue == number)
    let turned = try png("a.png").samples
    let upright = info.orientation.upright(info.size)
    for y in 0..<upright.height {
      for x in 0..<upright.width {
        let stored = info.orientation.storedPosition(x: x, y: y, in: info.size)
        for c in 0..<3 {
          #expect(
            samples[3 * (stored.y * info.size.width + stored.x) + c]
              == turned[3 * (y * upright.width + x) + c])
        }
      }
    }
  }

  // MARK: AVIF

  /// With more than 8 bits, avifdec converts without libyuv.
  @Test(
    .enabled(if: avifenc != nil && avifdec != nil, "avifenc or avifdec is not installed"),
    arguments: ["10", "12"], ["444", "422", "420"])
  func samplesEqualAvifdec(_ depth: String, _ layout: String) throws {
    for range in ["full", "limited"] {
      for codes in ["1/13/1", "12/13/6", "9/16/9"] {
        try Self.avifenc?.run(
          ["-s", "10", "-d", depth, "-y", layout, "-r", range, "--cicp", codes]
            + [source(3, .uint16), folder("a.avif")])
        try Self.avifdec?.run(["-d", "16", folder("a.avif"), folder("a.png")])
        let (info, samples) = try read(folder("a.avif"), .avif)
        let numbers = codes.split(separator: "/").compactMap { UInt8($0) }
        #expect(info.cicp == CICP(primaries: numbers[0], transfer: numbers[1]))
        #expect(info.bitDepth == Int(depth) && info.format.sample == .uint16)
        #expect(try samples == png("a.png").samples, "\(range) \(codes)")
      }
    }
  }

  /// 8 bits are the rounded result of the formulas in ITU-T H.273, 8.3. avifdec's libyuv has errors
  /// of up to 7 codes.
  @Test(
    .enabled(if: avifenc != nil && avifdec != nil, "avifenc or avifdec is not installed"),
    arguments: [("1/13/1", 0.2126, 0.0722), ("1/13/6", 0.299, 0.114), ("9/16/9", 0.2627, 0.0593)])
  func eightBitsFollowTheFormula(codes: String, kr: Double, kb: Double) throws {
    for isFull in [true, false] {
      try Self.avifenc?.run(
        ["-s", "10", "-d", "8", "-y", "444", "-r", isFull ? "full" : "limited", "--cicp", codes]
          + [source(3, .uint8), folder("a.avif")])
      try Self.avifdec?.run([folder("a.avif"), folder("a.y4m")])
      let file = try Files.read(folder("a.y4m"))
      let planes = file.suffix(3 * Self.size.area).map { Double($0) }
      let samples = try read(folder("a.avif"), .avif).samples
      for i in 0..<Self.size.area {
        let (luma, blue, red) = (
          planes[i], planes[Self.size.area + i] - 128, planes[2 * Self.size.area + i] - 128
        )
        let y = isFull ? luma / 255 : (luma - 16) / 219
        let (pb, pr) = (blue / (isFull ? 255 : 224), red / (isFull ? 255 : 224))
        let (r, b) = (y + 2 * (1 - kr) * pr, y + 2 * (1 - kb) * pb)
        let g = (y - kr * r - kb * b) / (1 - kr - kb)
        for (c, value) in [r, g, b].enumerated() {
          #expect(abs(samples[3 * i + c] - 255 * min(max(value, 0), 1)) < 0.501)
        }
      }
    }
  }

  @Test(.enabled(if: avifenc != nil, "avifenc is not installed"), arguments: [1, 3, 4])
  func losslessAVIFKeepsItsSamples(_ channels: Int) throws {
    let path = try source(channels, .uint8)
    let options = channels == 1 ? ["-y", "400", "--min", "0", "--max", "0"] : ["--lossless"]
    try Self.avifenc?.run(options + ["-s", "10", path, folder("a.avif")])
    let (info, samples) = try read(folder("a.avif"), .avif)
    #expect(info.format == PixelFormat(channels: channels, sample: .uint8))
    #expect(try samples == png("s.png").samples)
  }

  /// The turning of `irot`, counterclockwise, is followed by the mirroring of `imir` (ISO/IEC
  /// 23008-12, 6.5.10 and 6.5.12).
  @Test(.enabled(if: avifenc != nil, "avifenc is not installed"), arguments: 0...3, [nil, 0, 1])
  func turningAndMirroringBecomeOrientation(_ angle: Int, _ axis: Int?) throws {
    let mirror = axis.map { ["--imir", "\($0)"] } ?? []
    try Self.avifenc?.run(
      ["-s", "10", "--irot", "\(angle)"] + mirror + [source(3, .uint8), folder("a.avif")])
    let info = try read(folder("a.avif"), .avif).info
    #expect(info.size == Self.size)
    let stored = Size(width: 3, height: 2)
    var rows = [[0, 1, 2], [3, 4, 5]]
    for _ in 0..<angle {
      rows = rows[0].indices.reversed().map { column in rows.map { $0[column] } }
    }
    if axis == 0 { rows.reverse() }
    if axis == 1 { rows = rows.map { $0.reversed() } }
    let found = rows.indices.map { y in
      rows[y].indices.map { x in
        let place = info.orientation.storedPosition(x: x, y: y, in: stored)
        return place.y * 3 + place.x
      }
    }
    #expect(found == rows, "\(info.orientation)")
  }

  /// A clean aperture shows a part.
  @Test(.enabled(if: avifenc != nil, "avifenc is not installed"))
  func cleanApertureCropsThePicture() throws {
    let path = try source(3, .uint8)
    try Self.avifenc?.run([
      "-s", "10", "--lossless", "--crop", "11,5,33,21", path, folder("a.avif"),
    ])
    let (info, samples) = try read(folder("a.avif"), .avif)
    #expect(info.size == Size(width: 33, height: 21))
    let all = try png("s.png").samples
    var part: [Double] = []
    for y in 5..<26 {
      let start = 3 * (y * Self.size.width + 11)
      part += all[start..<start + 3 * 33]
    }
    #expect(samples == part)
  }

  // MARK: WebP

  @Test(
    .enabled(if: cwebp != nil && dwebp != nil, "cwebp or dwebp is not installed"),
    arguments: [3, 4], [["-q", "80"], ["-q", "30", "-alpha_q", "20"], ["-lossless", "-exact"]])
  func samplesEqualDwebp(_ channels: Int, _ options: [String]) throws {
    let path = try source(channels, .uint8)
    try Self.cwebp?.run(options + ["-quiet", path, "-o", folder("a.webp")])
    try Self.dwebp?.run(["-quiet", folder("a.webp"), "-o", folder("a.png")])
    let (info, samples) = try read(folder("a.webp"), .webp)
    #expect(info.format == PixelFormat(channels: channels, sample: .uint8))
    #expect(try samples == png("a.png").samples)
  }
}
