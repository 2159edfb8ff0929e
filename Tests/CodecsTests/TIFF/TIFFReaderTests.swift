import BromideCodecs
import BromideValues
import SystemPackage
import TestSupport
import Testing

/// Files of every common form, which libtiff writes, come back sample for sample.
@Suite struct TIFFReaderTests {
  private let folder = TemporaryFolder.fresh
  static let size = Size(width: 45, height: 37)

  @Test(arguments: PeerTIFF.Compression.allCases, SampleFormat.allCases)
  func everyCodingInStripsAndTiles(compression: PeerTIFF.Compression, sample: SampleFormat) throws {
    // JPEG changes samples, and has 8 bits.
    guard compression != .jpeg else { return }
    for channels in 1...4 {
      for tile in [nil, 16, 64] {
        for isPlanar in [false, true] {
          var file = PeerTIFF(
            size: Self.size, format: PixelFormat(channels: channels, sample: sample))
          file.compression = compression
          file.isPredicted = compression == .lzw || compression == .deflate
          file.tile = tile
          file.isPlanar = isPlanar
          // libtiff writes floats that it predicts in the wrong order where it has to swap them.
          file.isBigEndian = tile != nil && !(sample == .float32 && file.isPredicted)
          file.isBig = isPlanar
          try expectSamples(of: file)
        }
      }
    }
  }

  @Test func jpegInside() throws {
    var file = PeerTIFF(size: Self.size, format: PixelFormat(channels: 3, sample: .uint8))
    file.compression = .jpeg
    let bytes = TIFFPattern.photo.bytes(Self.size, file.format)
    try #require(file.write(bytes, to: folder("a.tif")))
    let (info, pixels) = try TIFFReader.read(path: FilePath(folder("a.tif")))
    #expect(info.format == file.format && info.compression == 7)
    let worst = zip(pixels.bytes, bytes).map { abs(Int($0) - Int($1)) }.max()!
    #expect(worst > 0 && worst < 12)
  }

  @Test(arguments: [SampleFormat.uint8, .uint16])
  func whiteMayBeZero(sample: SampleFormat) throws {
    var file = PeerTIFF(size: Self.size, format: PixelFormat(channels: 1, sample: sample))
    file.isInverted = true
    let bytes = TIFFPattern.photo.bytes(Self.size, file.format)
    try #require(file.write(bytes, to: folder("a.tif")))
    let (_, pixels) = try TIFFReader.read(path: FilePath(folder("a.tif")))
    #expect(pixels.bytes == bytes.map { 255 - $0 })
  }

  /// Rows of 5 samples of few bits, in strips that a program of the eighties could have written: the first sample is at the top
  /// of the first byte, and each fills its range.
  @Test(arguments: [1, 2, 3, 4, 5, 7, 10, 12, 14], [false, true])
  func fewBits(bits: Int, isInverted: Bool) throws {
    let codes = (0..<15).map { ($0 * 0x2B67 + 0x1D) & ((1 << bits) - 1) }
    var strip: [UInt8] = []
    for y in 0..<3 {
      let digits = codes[y * 5..<y * 5 + 5].flatMap { code in
        (0..<bits).map { code >> (bits - 1 - $0) & 1 }
      }
      for start in stride(from: 0, to: digits.count, by: 8) {
        strip.append(
          (0..<8).reduce(0) {
            $0 << 1 | (start + $1 < digits.count ? UInt8(digits[start + $1]) : 0)
          })
      }
    }
    let (info, pixels) = try read(strip, bits: bits, format: 1, photometric: isInverted ? 0 : 1)
    #expect(info.bitDepth == bits && info.format.sample == (bits < 8 ? .uint8 : .uint16))
    let most = (1 << bits) - 1
    let full = bits < 8 ? 255 : 65535
    let expected = codes.map { Int((Double($0) / Double(most) * Double(full)).rounded()) }
      .map { isInverted ? full - $0 : $0 }
    switch pixels {
    case .eight(let image):
      #expect((0..<15).map { Int(image[$0 % 5, $0 / 5, 0]) } == expected)
    case .sixteen(let image):
      #expect((0..<15).map { Int(image[$0 % 5, $0 / 5, 0]) } == expected)
    case .float: #expect(Bool(false))
    }
  }

  /// Floats of 16 and 64 bits, with the extremes of their codes.
  @Test func otherFloats() throws {
    let numbers: [Float] = [
      0, 1, -2, 0.5, 65504, 6.103515625e-05, 5.960464477539063e-08, 0.333251953125, .infinity,
      -.infinity, -0.0, 2, 1024, 0.0999755859375, 3,
    ]
    let halves: [UInt16] = [
      0, 0x3C00, 0xC000, 0x3800, 0x7BFF, 0x0400, 1, 0x3555, 0x7C00, 0xFC00, 0x8000, 0x4000, 0x6400,
      0x2E66, 0x4200,
    ]
    let two = halves.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }
    let eight = numbers.flatMap { little(Double($0).bitPattern, 8) }
    for (bytes, bits) in [(two, 16), (eight, 64)] {
      let (info, pixels) = try read(bytes, bits: bits, format: 3, photometric: 1)
      #expect(info.bitDepth == bits && info.format.sample == .float32)
      guard case .float(let image) = pixels else { return #expect(Bool(false)) }
      #expect((0..<15).map { image[$0 % 5, $0 / 5, 0] } == numbers, "\(bits)")
    }
  }

  /// Reads a grey TIFF of 5 by 3 pixels in one strip.
  private func read(
    _ strip: [UInt8], bits: Int, format: Int, photometric: Int
  ) throws -> (info: TIFFInfo, pixels: PicturePixels) {
    let fields = [
      (256, 5), (257, 3), (258, bits), (259, 1), (262, photometric), (273, 8 + 2 + 12 * 10 + 4),
      (277, 1), (278, 3), (279, strip.count), (339, format),
    ]
    let entries = fields.flatMap { tag, value in
      little(tag, 2) + little(4, 2) + little(1) + little(value)
    }
    let file =
      [0x49, 0x49, 42, 0] + little(8) + little(fields.count, 2) + entries + little(0) + strip
    let folder = try TemporaryFolder()
    return try TIFFReader.read(path: FilePath(folder.write(file, as: "a.tif")))
  }

  /// Colours c·a/255 and alpha a come back as c, within what the division by a loses.
  @Test func coloursAreDividedByAlpha() throws {
    var file = PeerTIFF(
      size: Size(width: 256, height: 3), format: PixelFormat(channels: 4, sample: .uint8))
    file.alpha = .associated
    let colours = [200, 100, 3]
    let bytes = (0..<3).flatMap { _ in
      (0..<256).flatMap { alpha in
        (colours.map { ($0 * alpha + 127) / 255 } + [alpha]).map { UInt8($0) }
      }
    }
    try #require(file.write(bytes, to: folder("a.tif")))
    guard case .eight(let image) = try TIFFReader.read(path: FilePath(folder("a.tif"))).pixels
    else { return #expect(Bool(false)) }
    for alpha in 1..<256 {
      for (channel, colour) in colours.enumerated() {
        let error = abs(Int(image[alpha, 1, channel]) - colour)
        #expect(error <= 128 / alpha + 1)
      }
      #expect(image[alpha, 1, 3] == alpha)
    }
  }

  @Test func orientationAndProfileAreRead() throws {
    var file = PeerTIFF(size: Self.size, format: PixelFormat(channels: 3, sample: .uint16))
    file.orientation = 6
    file.profile = ICCProfile(.prophoto).bytes
    try #require(file.write(TIFFPattern.photo.bytes(Self.size, file.format), to: folder("a.tif")))
    let info = try TIFFReader.info(path: FilePath(folder("a.tif")))
    #expect(info.orientation == 6 && info.profile == file.profile)
  }

  /// CMYK, CIELAB, a palette's indices.
  @Test(arguments: [(5, 4), (8, 3)])
  func otherColoursAreRejected(photometric: Int, channels: Int) throws {
    var file = PeerTIFF(size: Self.size, format: PixelFormat(channels: channels, sample: .uint8))
    file.photometric = photometric
    file.alpha = .none
    try #require(file.write(TIFFPattern.flat.bytes(Self.size, file.format), to: folder("a.tif")))
    #expect {
      try TIFFReader.info(path: FilePath(folder("a.tif")))
    } throws: { error in
      guard case PictureError.unsupported(let reason) = error else { return false }
      return reason.contains("not grey or RGB")
    }
  }

  @Test func otherFilesAreRejected() throws {
    for (name, bytes) in [
      ("empty", []), ("text", Array("hello".utf8)), ("head", [0x49, 0x49, 42, 0, 8, 0, 0, 0]),
    ] as [(String, [UInt8])] {
      try folder.write(bytes, as: name)
      #expect(throws: PictureError.self) { try TIFFReader.info(path: FilePath(folder(name))) }
    }
    #expect(throws: PictureError.self) { try TIFFReader.info(path: FilePath(folder("none"))) }
  }

  @Test func tooManyPixelsAreRejected() throws {
    let file = PeerTIFF(size: Self.size, format: PixelFormat(channels: 3, sample: .uint16))
    try #require(file.write(TIFFPattern.photo.bytes(Self.size, file.format), to: folder("a.tif")))
    let path = FilePath(folder("a.tif"))
    let bytes = Self.size.area * 6
    #expect(throws: PictureError.self) { try TIFFReader.read(path: path, maximumBytes: bytes - 1) }
    #expect(throws: Never.self) { try TIFFReader.read(path: path, maximumBytes: bytes) }
  }

  /// A truncated file is an error or gives the same samples. A file with a changed byte is an error
  /// or gives samples, which can differ.
  @Test(arguments: [PeerTIFF.Compression.none, .lzw, .deflate, .packBits])
  func damageIsAnErrorAndNeverACrash(compression: PeerTIFF.Compression) throws {
    var file = PeerTIFF(size: Self.size, format: PixelFormat(channels: 3, sample: .uint16))
    file.compression = compression
    let bytes = TIFFPattern.photo.bytes(Self.size, file.format)
    try #require(file.write(bytes, to: folder("a.tif")))
    let whole = try Files.read(folder("a.tif"))
    let path = FilePath(folder("b.tif"))
    var errors = 0
    for count in stride(from: 0, to: whole.count, by: max(1, whole.count / 90)) {
      try folder.write(whole.prefix(count), as: "b.tif")
      do {
        let isEqual = try TIFFReader.read(path: path).pixels.bytes == bytes
        #expect(isEqual)
      } catch { errors += 1 }
    }
    #expect(errors > 60)
    var random = SeededGenerator(seed: 3)
    for _ in 0..<300 {
      var changed = whole
      for _ in 0..<1 + random.next() % 3 {
        changed[Int(random.next() % UInt64(whole.count))] = UInt8(truncatingIfNeeded: random.next())
      }
      try folder.write(changed, as: "b.tif")
      _ = try? TIFFReader.read(path: path, maximumBytes: 1 << 24)
    }
  }

  @Test(arguments: TIFFCompression.allCases)
  func truncatedCopyIsIncomplete(compression: TIFFCompression) throws {
    var description = TIFFDescription(
      size: Self.size, format: .init(channels: 3, sample: .uint8), compression: compression,
      space: .displayP3)
    description.xmp = Array("packet".utf8)
    let file = try write(
      TIFFPattern.photo.bytes(Self.size, description.format), description, to: folder("a.tif"))
    #expect(TIFFReader.isWhole(path: FilePath(folder("a.tif"))))
    for count in [0, 1, 7, 8, 100, file.count / 2, file.count - 2, file.count - 1] {
      try folder.write(file.prefix(count), as: "b.tif")
      #expect(!TIFFReader.isWhole(path: FilePath(folder("b.tif"))))
    }
  }

  @Test func libraryReportsItsVersion() {
    #expect(TIFFLibraryVersion.text.hasPrefix("4."))
  }

  private func expectSamples(of file: PeerTIFF) throws {
    let folder = try TemporaryFolder()
    let bytes = TIFFPattern.photo.bytes(file.size, file.format)
    try #require(file.write(bytes, to: folder("a.tif")))
    let (info, pixels) = try TIFFReader.read(path: FilePath(folder("a.tif")))
    #expect(info.size == file.size && info.format == file.format)
    #expect(info.isTiled == (file.tile != nil) && info.isBig == file.isBig)
    #expect(info.compression == file.compression.rawValue)
    let isEqual = pixels.bytes == bytes
    #expect(isEqual, "\(file)")
  }
}
