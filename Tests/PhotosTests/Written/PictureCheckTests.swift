import BromidePhotos
import BromideSystem
import BromideValues
import SystemPackage
import TestSupport
import Testing

@testable import BromideCodecs

/// Pictures as they were written, and with every kind of damage.
@Suite struct PictureCheckTests {
  private static let size = Size(width: 19, height: 37)

  /// A picture's file and the pixels that another decoder finds in it.
  struct Case: Sendable, CustomTestStringConvertible {
    let encoding: PictureEncoding
    var sample = SampleFormat.uint8
    var channels = 3
    var gainMap = false
    var testDescription: String { "\(encoding) \(sample) \(channels)\(gainMap ? " map" : "")" }
  }

  static let cases: [Case] = [
    Case(encoding: .png(.balanced)), Case(encoding: .png(.fast), sample: .uint16, channels: 4),
    Case(encoding: .jpeg(JPEGOptions(quality: 90))),
    Case(encoding: .jpeg(JPEGOptions(quality: 60, subsampling: .quarter))),
    Case(encoding: .jpeg(JPEGOptions(quality: 80)), gainMap: true),
    Case(encoding: .jpeg(JPEGOptions()), channels: 1),
    Case(encoding: .tiff(.fast)), Case(encoding: .tiff(.fast), sample: .uint16, channels: 1),
    Case(encoding: .tiff(.balanced), sample: .float32, channels: 4),
    Case(encoding: .tiff(.none), sample: .uint16), Case(encoding: .tiff(.none)),
  ]

  /// Formats whose library encodes all pixels at once. `WholeFormatTests` decodes them.
  static let wholeCases: [Case] = [
    Case(encoding: .jxl(.lossless)), Case(encoding: .jxl(JXLOptions()), sample: .uint16),
    Case(encoding: .avif(AVIFOptions()), sample: .uint16, channels: 4),
    Case(encoding: .webp(WebPOptions())),
    Case(encoding: .webp(WebPOptions(isLossless: true)), channels: 4),
  ]

  /// Intact files of other programs: a JPEG XL without boxes, and an animated WebP.
  @Test func intactFilesOfOthersAreForeign() throws {
    let folder = try TemporaryFolder()
    let bare = try Files.read(Package.root + "/Tools/Fuzz/Inputs/jxl/lossy")
    #expect(bare.prefix(2) == [0xFF, 0x0A])
    var animation = Array("RIFF\u{12}\0\0\0WEBPVP8X\u{A}\0\0\0".utf8) + [2]
    animation += [UInt8](repeating: 0, count: 9) + Array("ANMF\0\0\0\0".utf8)
    animation[4] = UInt8(animation.count - 8)
    for (name, bytes) in [("a.jxl", bare), ("a.webp", animation)] {
      let path = folder.path + "/" + name
      try Files.write(bytes, to: path)
      #expect(
        try PictureCheck(FilePath(path), context: RunContext()).finding == .foreign, "\(name)")
    }
  }

  private func bytes(_ format: PixelFormat) -> [UInt8] {
    let noise = SeededNoise(seed: 11)
    return (0..<Self.size.area * format.bytesPerPixel).map { UInt8(noise.bits($0, 0) & 255) }
  }

  private func write(
    _ which: Case, fingerprint: String? = "v1 test", bandRows: Int = 16, to path: FilePath
  ) throws {
    let format = PixelFormat(channels: which.channels, sample: which.sample)
    var description = PictureDescription(
      size: Self.size, format: format, space: which.channels < 3 ? nil : .srgb)
    description.fingerprint = fingerprint
    description.metadata = PhotoMetadata()
    description.metadata?.model = "Model"
    if which.gainMap {
      description.gainMap = GainMap(
        size: Size(width: 5, height: 10), codes: [UInt8](repeating: 9, count: 50), headroom: 2)
    }
    let writer = try PictureWriter(path: path, description: description, encoding: which.encoding)
    let encoder = PictureEncoder(size: Self.size, format: format, encoding: which.encoding)
    let row = Self.size.width * format.bytesPerPixel
    let samples = bytes(format)
    for top in stride(from: 0, to: Self.size.height, by: bandRows) {
      let bottom = min(top + bandRows, Self.size.height)
      try writer.append(
        unsafe samples.withUnsafeBytes { bytes in
          unsafe encoder.encode(
            rows: UnsafeRawBufferPointer(rebasing: bytes[top * row..<bottom * row]),
            isLast: bottom == Self.size.height, scratch: encoder.makeScratch())
        })
    }
    try writer.finish()
  }

  /// The pixels that libpng, libjpeg and libtiff decode, or `nil` if they reject the file.
  private func decoded(_ which: Case, _ path: FilePath) -> [UInt8]? {
    func pixels(_ pixels: PicturePixels?) -> [UInt8]? {
      switch pixels {
      case .eight(let image)?: all(image)
      case .sixteen(let image)?: all(image)
      case .float(let image)?: all(image)
      case nil: nil
      }
    }
    return switch which.encoding {
    case .png: pixels(try? PNGReader.read(path: path).pixels)
    case .jpeg:
      (try? JPEGPicture(path: path).frame).map { frame in
        // The padding of rows, and the rows below them, can have any value.
        frame.planes.enumerated().flatMap { index, plane in
          let size = index == 0 ? frame.size : frame.layout.chromaSize(frame.size)
          let bytes = unsafe Array(plane.bytes)
          return (0..<size.height).flatMap { row in
            Array(bytes[row * plane.stride..<row * plane.stride + size.width])
          }
        }
      }
    case .tiff: pixels(try? TIFFReader.read(path: path).pixels)
    case .jxl, .avif, .webp: nil
    }
  }

  private func all<Sample>(_ image: ImageBuffer<Sample>) -> [UInt8] {
    unsafe image.withUnsafeSamples { unsafe Array(UnsafeRawBufferPointer($0)) }
  }

  /// CRC-64/XZ by division, a bit at a time.
  private func crc64(_ bytes: [UInt8]) -> String {
    let polynomial: UInt64 = 0xC96C_5795_D787_0F42
    var sum = UInt64.max
    for byte in bytes {
      sum ^= UInt64(byte)
      for _ in 0..<8 { sum = sum & 1 == 0 ? sum >> 1 : (sum >> 1) ^ polynomial }
    }
    sum = ~sum
    let digits = String(sum, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }

  /// Places of a file; in debug, some that a seed chooses.
  private func places(_ count: Int, debug: Int) -> [Int] {
    var generator = SeededGenerator(seed: 20)
    return sweep(Array(0..<count).shuffled(using: &generator), debug: debug)
  }

  @Test(arguments: cases + wholeCases)
  func picturesAreCompleteForAnyBandHeight(_ which: Case) throws {
    let folder = try TemporaryFolder()
    for rows in [16, 32, 48] {
      let path = FilePath(folder("a\(rows)"))
      try write(which, bandRows: rows, to: path)
      #expect(try PictureCheck(path, context: RunContext()).finding == .whole)
      #expect(try PictureCheck(path, context: RunContext()).fingerprint == "v1 test")
    }
    let plain = FilePath(folder("plain"))
    try write(which, fingerprint: nil, to: plain)
    #expect(try PictureCheck(plain, context: RunContext()).finding == .foreign)
  }

  /// The checksum equals the checksum of the pixels from other decoders.
  @Test(arguments: cases.filter { $0.encoding.format != .jpeg })
  func checksumMatchesTheDecodedPixels(_ which: Case) throws {
    let folder = try TemporaryFolder()
    let path = FilePath(folder("a"))
    try write(which, to: path)
    let pixels = try #require(decoded(which, path))
    #expect(pixels == bytes(PixelFormat(channels: which.channels, sample: which.sample)))
    let text = String(decoding: try Files.read(folder("a")), as: UTF8.self)
    #expect(text.contains("crc64 " + crc64(pixels)))
  }

  /// A flipped bit is found, or the pixels are unchanged. The page names the positions where this
  /// happens.
  @Test(arguments: cases)
  func everyFlippedBitIsFoundOrHarmless(_ which: Case) throws {
    let folder = try TemporaryFolder()
    let path = FilePath(folder("a"))
    try write(which, to: path)
    let file = try Files.read(folder("a"))
    let pixels = decoded(which, path)
    var missed: [Int] = []
    for index in places(file.count, debug: 200) {
      var flipped = file
      flipped[index] ^= 1 << UInt8(index % 8)
      let damaged = FilePath(try folder.write(flipped, as: "b"))
      guard try PictureCheck(damaged, context: RunContext()).finding == .whole else { continue }
      #expect(which.encoding.format != .png, "byte \(index)")
      // A tag without a checksum can make readers reject the file, which is easy to notice.
      if let other = decoded(which, damaged), other != pixels { missed.append(index) }
    }
    #expect(missed.isEmpty, "bytes \(missed) of \(file.count)")
  }

  /// A flipped bit of the coded pixels is found. The positions come from the format's marks, not
  /// from Bromide's reader.
  @Test(arguments: wholeCases)
  func flippedBitsOfCodedPixelsAreFound(_ which: Case) throws {
    let folder = try TemporaryFolder()
    try write(which, to: FilePath(folder("a")))
    let file = try Files.read(folder("a"))
    let mark =
      switch which.encoding.format {
      case .jxl: ["jxlc", "jxlp"]
      // The first bytes of a coded item: a temporal delimiter.
      case .avif: ["\u{12}\0\n"]
      default: ["VP8L", "VP8 "]
      }
    let start = try #require(
      mark.compactMap { mark in
        file.indices.last { file[$0...].starts(with: mark.utf8) }.map { $0 + 8 }
      }.first)
    // WebP has metadata after the pixels.
    let end = file.indices.last { file[$0...].starts(with: "EXIF".utf8) } ?? file.count
    #expect(end - start > 100)
    for index in stride(from: start, to: end, by: 13) {
      var flipped = file
      flipped[index] ^= 1 << UInt8(index % 8)
      let damaged = FilePath(try folder.write(flipped, as: "b"))
      guard case .damaged = try PictureCheck(damaged, context: RunContext()).finding else {
        Issue.record("byte \(index) of \(file.count)")
        continue
      }
    }
  }

  /// The checksum does not cover the lists of an AVIF's items. Before, an AVIF with a damaged list
  /// was intact, although avifdec and libavif reject it.
  @Test(arguments: [("pict", 0), ("cdsc", -2), ("rdf+xml", 7)])
  func damagedListsOfAnAVIFAreFound(name: String, offset: Int) throws {
    let folder = try TemporaryFolder()
    try write(Self.wholeCases[2], to: FilePath(folder("a")))
    #expect(try PictureCheck(FilePath(folder("a")), context: RunContext()).finding == .whole)
    var file = try Files.read(folder("a"))
    let place = try #require(file.indices.first { file[$0...].starts(with: name.utf8) })
    file[place + offset] ^= 64
    let damaged = FilePath(try folder.write(file, as: "b"))
    guard case .damaged = try PictureCheck(damaged, context: RunContext()).finding else {
      Issue.record("\(name): \(try PictureCheck(damaged, context: RunContext()).finding)")
      return
    }
    if let avifdec = ForeignProgram("avifdec") {
      #expect(throws: (any Error).self) { try avifdec.run([damaged.string, folder("b.png")]) }
    }
  }

  /// Metadata does not count, so that other programs can edit it.
  @Test(arguments: wholeCases)
  func metadataDoesNotCount(_ which: Case) throws {
    let folder = try TemporaryFolder()
    try write(which, to: FilePath(folder("a")))
    var file = try Files.read(folder("a"))
    let name = Array("Model\0".utf8)
    let place = try #require(file.indices.first { file[$0...].starts(with: name) })
    file[place] = UInt8(ascii: "m")
    let edited = FilePath(try folder.write(file, as: "b"))
    #expect(try PictureCheck(edited, context: RunContext()).finding == .whole)
  }

  @Test(arguments: cases + wholeCases)
  func cutAndGrownFilesAreDamaged(_ which: Case) throws {
    let folder = try TemporaryFolder()
    let path = FilePath(folder("a"))
    try write(which, to: path)
    let file = try Files.read(folder("a"))
    for count in places(file.count, debug: 60) {
      let cut = FilePath(try folder.write(Array(file.prefix(count)), as: "b"))
      let finding = try PictureCheck(cut, context: RunContext()).finding
      #expect(finding != .whole && finding != .unchecked, "\(count) bytes")
    }
    // The state after a power cut: the file has its size, but it is empty.
    let zeros = FilePath(try folder.write([UInt8](repeating: 0, count: file.count), as: "c"))
    #expect(
      try PictureCheck(zeros, context: RunContext()).finding
        == .damaged("it does not begin as a PNG, JPEG, TIFF, JPEG XL, AVIF or WebP"))
    #expect(
      try PictureCheck(FilePath(try folder.write([], as: "d")), context: RunContext()).finding
        == .damaged("it is empty"))
    if which.encoding.format != .tiff {
      let grown = FilePath(try folder.write(file + [0], as: "e"))
      #expect(try PictureCheck(grown, context: RunContext()).finding != .whole)
    }
  }

  /// Before, a file without permission was damaged. Root can read such files, so this reads a
  /// folder.
  @Test func unreadableFilesCauseErrors() throws {
    let folder = try TemporaryFolder()
    try folder.write([1], as: "a")
    #expect(throws: SystemError.self) {
      try PictureCheck(FilePath(folder.path), context: RunContext())
    }
  }

  /// The output of Bromide before it wrote checksums: PNG without the text after the pixels.
  @Test func picturesWithoutChecksumAreReported() throws {
    let folder = try TemporaryFolder()
    var description = PNGDescription(
      size: Self.size, format: PixelFormat(channels: 3, sample: .uint8), space: .srgb)
    description.texts = [PictureText(keyword: PNGDescription.fingerprintKeyword, text: "v1 old")]
    let path = FilePath(folder("a.png"))
    let writer = try PNGWriter(.path(path), description)
    let encoder = PNGBandEncoder(
      size: Self.size, format: description.format, compression: .fast)
    try writer.append(
      unsafe bytes(description.format).withUnsafeBytes {
        unsafe encoder.encode(rows: $0, isLast: true, scratch: encoder.makeScratch())
      })
    try writer.finish()
    #expect(try PictureCheck(path, context: RunContext()).finding == .unchecked)
    var file = try Files.read(folder("a.png"))
    file[file.count / 2] ^= 4
    let damaged = FilePath(try folder.write(file, as: "b.png"))
    guard case .damaged = try PictureCheck(damaged, context: RunContext()).finding else {
      Issue.record("a flipped bit")
      return
    }
  }
}
