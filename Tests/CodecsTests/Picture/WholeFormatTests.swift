import BromideSystem
import BromideValues
import CBromideCodecs
import SystemPackage
import TestSupport
import Testing

@testable import BromideCodecs

/// JPEG XL, AVIF and WebP: pixels as other decoders read them, for any size, channels and threads.
@Suite struct WholeFormatTests {
  private let folder = TemporaryFolder.fresh
  static let sizes = [
    Size(width: 1, height: 1), Size(width: 7, height: 5), Size(width: 257, height: 17),
    Size(width: 300, height: 280),
  ]

  static let djxl = ForeignProgram("djxl")
  static let avifdec = ForeignProgram("avifdec")
  static let dwebp = ForeignProgram("dwebp")

  /// Smooth samples with noise in their low bits.
  static func samples(_ size: Size, channels: Int, most: Double) -> [Double] {
    let noise = SeededNoise(seed: 8)
    return (0..<size.area * channels).map { index in
      let (pixel, channel) = (index / channels, index % channels)
      let (x, y) = (Double(pixel % size.width), Double(pixel / size.width))
      let light = noise.smooth(x / 19 + Double(channel), y / 23)
      return (most * light).rounded()
    }
  }

  static func file(
    _ size: Size, _ format: PixelFormat, _ encoding: PictureEncoding, bandRows: Int = 64,
    crew: Crew = .alone, space: RGBSpace = .srgb
  ) throws -> [UInt8] {
    let values = samples(size, channels: format.channels, most: Double(format.sample.maximum))
    let bytes: [UInt8] =
      format.sample == .uint8
      ? values.map { UInt8($0) }
      : values.flatMap { value in
        unsafe withUnsafeBytes(of: UInt16(value)) { unsafe Array($0) }
      }
    let description = PictureDescription(size: size, format: format, space: space)
    let output = OutputFile(collecting: "a picture")
    let writer = try PictureWriter(.memory(output), description, encoding, crew: crew)
    let encoder = PictureEncoder(size: size, format: format, encoding: encoding)
    let scratch = encoder.makeScratch()
    let row = size.width * format.bytesPerPixel
    for top in stride(from: 0, to: size.height, by: bandRows) {
      let bottom = min(top + bandRows, size.height)
      try writer.append(
        unsafe bytes.withUnsafeBytes { bytes in
          unsafe encoder.encode(
            rows: UnsafeRawBufferPointer(rebasing: bytes[top * row..<bottom * row]),
            isLast: bottom == size.height, scratch: scratch)
        })
    }
    try writer.finish()
    return output.collected
  }

  /// The samples and channels of a PNG of 16 bits.
  static func sixteen(_ path: String) throws -> (samples: [Double], channels: Int) {
    guard case .sixteen(let image) = try PNGReader.read(path: FilePath(path)).pixels else {
      Issue.record("16 bits")
      return ([], 0)
    }
    return (unsafe image.withUnsafeSamples { unsafe $0.map { Double($0) } }, image.channels)
  }

  // MARK: Lossless

  @Test(arguments: sizes, [1, 3])
  func libjxlReadsTheSamplesOfLosslessFiles(_ size: Size, _ channels: Int) throws {
    for sample in SampleFormat.codes {
      let format = PixelFormat(channels: channels, sample: sample)
      for effort in [CodingEffort.fast, .balanced, .small] {
        let file = try Self.file(size, format, .jxl(JXLOptions(quality: 100, effort: effort)))
        var numbers = [UInt16](repeating: 0, count: size.area * channels)
        var integers = bromide_jxl_integers()
        var form = bromide_jxl_form(
          width: UInt32(size.width), least_height: UInt32(size.height),
          height: UInt32(size.height), components: Int32(channels), has_floats: false)
        let isRead = unsafe bromide_jxl_decode(file, file.count, &form, &numbers, &integers)
        #expect(isRead && integers.bits == sample.rawValue && integers.are_plain)
        unsafe bromide_jxl_narrow(&numbers, numbers.count, integers.bits)
        #expect(
          numbers.map(Double.init)
            == Self.samples(size, channels: channels, most: Double(sample.maximum)))
      }
    }
  }

  @Test(.enabled(if: djxl != nil, "djxl is not installed"), arguments: sizes, [3, 4])
  func djxlReadsTheSamplesOfLosslessFiles(_ size: Size, _ channels: Int) throws {
    let format = PixelFormat(channels: channels, sample: .uint16)
    let path = try folder.write(Self.file(size, format, .jxl(.lossless)), as: "a.jxl")
    try Self.djxl?.run([path, folder("a.png")])
    let (read, stored) = try Self.sixteen(folder("a.png"))
    #expect(stored == channels)
    #expect(read == Self.samples(size, channels: channels, most: 65535))
  }

  @Test(.enabled(if: dwebp != nil, "dwebp is not installed"), arguments: sizes, [1, 2, 3, 4])
  func dwebpReadsTheSamplesOfLosslessFiles(_ size: Size, _ channels: Int) throws {
    let format = PixelFormat(channels: channels, sample: .uint8)
    let encoding = PictureEncoding.webp(WebPOptions(isLossless: true))
    let path = try folder.write(Self.file(size, format, encoding), as: "a.webp")
    try Self.dwebp?.run(["-quiet", path, "-o", folder("a.png")])
    guard case .eight(let image) = try PNGReader.read(path: FilePath(folder("a.png"))).pixels
    else {
      Issue.record("8 bits")
      return
    }
    let read = unsafe image.withUnsafeSamples { unsafe $0.map { Double($0) } }
    let samples = Self.samples(size, channels: channels, most: 255)
    let expected = (0..<size.area).flatMap { pixel in
      (0..<image.channels).map { channel in
        // Grey becomes red, green and blue.
        let source = channels <= 2 ? (channel == 3 ? 1 : 0) : channel
        return samples[pixel * channels + source]
      }
    }
    #expect(read == expected)
  }

  // MARK: Lossy

  /// Pictures of the default quality differ little from their samples, and 10 bits are closer than
  /// 8. The errors of avifenc's files, in 8-bit codes, are 1.2 and 1.0. A wrong matrix or range has
  /// more than 5.
  @Test(.enabled(if: avifdec != nil, "avifdec is not installed"), arguments: [1, 3, 4])
  func avifdecReadsCloseSamples(_ channels: Int) throws {
    let size = Size(width: 300, height: 280)
    let format = PixelFormat(channels: channels, sample: .uint16)
    let errors = try [8, 10, 12].map { bits in
      let folder = try TemporaryFolder()
      let encoding = PictureEncoding.avif(AVIFOptions(bits: bits))
      let path = try folder.write(Self.file(size, format, encoding), as: "a.avif")
      let words = try Self.avifdec?.run(["--info", path]) ?? ""
      #expect(words.contains("Bit Depth      : \(bits)"), "\(words)")
      #expect(words.contains("Format         : YUV\(channels == 1 ? "400" : "444")"), "\(words)")
      #expect(words.contains("Range          : Full"))
      #expect(words.contains("Color Primaries: 1\n") && words.contains("Transfer Char. : 13"))
      try Self.avifdec?.run(["-d", "16", path, folder("a.png")])
      let (read, stored) = try Self.sixteen(folder("a.png"))
      let samples = Self.samples(size, channels: channels, most: 65535)
      let differences = (0..<size.area).map { pixel in
        abs(read[pixel * stored] - samples[pixel * channels]) / 257
      }
      return differences.reduce(0, +) / Double(size.area)
    }
    #expect(errors.allSatisfy { $0 < 2.5 } && errors[1] < errors[0], "\(errors)")
  }

  @Test(.enabled(if: avifdec != nil, "avifdec is not installed"))
  func avifStoresSubsamplingAndColors() throws {
    let format = PixelFormat(channels: 3, sample: .uint16)
    let spaces: [(RGBSpace, String)] = [
      (.displayP3, "Primaries: 12"), (.rec2020, "Primaries: 9"),
      (.adobeRGB, "ICC Profile    : Present"), (.prophoto, "ICC Profile    : Present"),
      (.linearSRGB, "ICC Profile    : Present"),
    ]
    for (space, words) in spaces {
      let file = try Self.file(
        Size(width: 9, height: 7), format, .avif(AVIFOptions(subsampling: .quarter)), space: space)
      let info = try Self.avifdec?.run(["--info", folder.write(file, as: "a.avif")]) ?? ""
      #expect(info.contains(words) && info.contains("YUV420"), "\(info)")
    }
  }

  // MARK: Bytes

  @Test(arguments: [
    PictureEncoding.jxl(.lossless), .jxl(JXLOptions(effort: .balanced)),
    .jxl(JXLOptions(quality: 100, effort: .small)), .avif(AVIFOptions()), .webp(WebPOptions()),
  ])
  func bytesDoNotDependOnThreadsAndBands(_ encoding: PictureEncoding) throws {
    // Several groups of libjxl, which have 256 × 256 pixels.
    let size = Size(width: 700, height: 600)
    let format = PixelFormat(channels: 3, sample: encoding.usualSample)
    let alone = try Self.file(size, format, encoding)
    for threads in [2, 4] {
      #expect(
        try Self.file(size, format, encoding, bandRows: 97, crew: Crew(threads: threads)) == alone)
    }
  }

  /// The self-check for later versions of libjxl accepts the installed one.
  @Test func installedLibjxlPassesTheSelfCheck() { #expect(bromide_jxl_passes_self_check() != 0) }

  /// The page of each quality: 90 is a distance of 1, and the formulas meet at 30.
  @Test func qualitiesGiveDistances() {
    #expect(JXLOptions(quality: 90).distance == 1)
    #expect(abs(JXLOptions(quality: 30).distance - 6.4) < 1e-9)
    #expect(abs(JXLOptions(quality: 29).distance - 6.507) < 0.001)
    #expect(JXLOptions.lossless.distance == 0)
    for quality in 2...100 {
      #expect(JXLOptions(quality: quality).distance < JXLOptions(quality: quality - 1).distance)
    }
  }
}
