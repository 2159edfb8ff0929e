import BromideCodecs
import BromideKernels
import BromideValues
import SystemPackage
import TestSupport
import Testing

/// libtiff and the plain decoder read every written file, bit for bit.
@Suite struct TIFFRoundTripTests {
  static let formats = SampleFormat.allCases.flatMap { sample in
    (1...4).map { PixelFormat(channels: $0, sample: sample) }
  }
  static let sizes = [
    Size(width: 1, height: 1), Size(width: 7, height: 5), Size(width: 17, height: 257),
    Size(width: 130, height: 16), Size(width: 33, height: 33),
  ]

  @Test(arguments: formats, sizes)
  func everyFormatAndSize(format: PixelFormat, size: Size) throws {
    for compression in TIFFCompression.allCases {
      for limit in [0, 1 << 32] {
        try check(.photo, size, format, compression, bandRows: 32, classicLimit: limit)
      }
      try check(.text, size, format, compression, bandRows: 64)
    }
  }

  @Test(arguments: TIFFPattern.allCases, TIFFCompression.allCases)
  func everyPicture(picture: TIFFPattern, compression: TIFFCompression) throws {
    for sample in SampleFormat.allCases {
      try check(
        picture, Size(width: 151, height: 60), PixelFormat(channels: 3, sample: sample),
        compression, bandRows: 48)
    }
  }

  /// Rows so long that a strip has several parts, and one of a single row each.
  @Test(arguments: [Size(width: 9000, height: 17), Size(width: 50_000, height: 3)])
  func stripsOfSeveralParts(size: Size) throws {
    for sample in SampleFormat.codes {
      let format = PixelFormat(channels: 3, sample: sample)
      try check(.photo, size, format, .fast, bandRows: 16)
    }
  }

  @Test(arguments: TIFFCompression.allCases)
  func bytesMatchForAnyBandsAndInstructionSet(compression: TIFFCompression) throws {
    let folder = try TemporaryFolder()
    for format in [PixelFormat(channels: 3, sample: .uint16), .init(channels: 4, sample: .float32)]
    {
      let size = Size(width: 90, height: 131)
      let description = TIFFDescription(
        size: size, format: format, compression: compression, space: .srgb)
      let bytes = TIFFPattern.photo.bytes(size, format)
      func file(_ bandRows: Int, _ set: InstructionSet) throws -> [UInt8] {
        try write(bytes, description, instructionSet: set, bandRows: bandRows, to: folder("a.tif"))
      }
      let first = try file(16, .best)
      for bandRows in [32, 64, 128, 144, 1008] { #expect(try file(bandRows, .best) == first) }
      for set in InstructionSet.available { #expect(try file(48, set) == first) }
    }
  }

  @Test func bytesDoNotDependOnEarlierUseOfTheScratch() {
    let size = Size(width: 200, height: 64)
    let format = PixelFormat(channels: 3, sample: .uint16)
    for compression in TIFFCompression.allCases {
      let encoder = TIFFBandEncoder(size: size, format: format, compression: compression)
      let used = encoder.makeScratch()
      for picture in TIFFPattern.allCases {
        let bytes = picture.bytes(size, format)
        let fresh = bands(of: bytes, encoder, bandRows: 32)
        let again = bands(of: bytes, encoder, bandRows: 32, scratch: used)
        #expect(fresh.map(\.content) == again.map(\.content))
      }
    }
  }

  @Test func deflateMakesAPhotoSmallerAndNoiseHardlyLarger() throws {
    let folder = try TemporaryFolder()
    let size = Size(width: 300, height: 200)
    for sample in SampleFormat.allCases {
      let format = PixelFormat(channels: 3, sample: sample)
      func count(_ picture: TIFFPattern) throws -> Int {
        let description = TIFFDescription(
          size: size, format: format, compression: .balanced, space: nil)
        return try write(picture.bytes(size, format), description, to: folder("a.tif")).count
      }
      let raw = size.area * format.bytesPerPixel
      #expect(try count(.photo) * 10 < raw * 9)
      #expect(try count(.noise) < raw + raw / 200 + 1000)
      #expect(try count(.flat) * 50 < raw)
    }
  }

  private func check(
    _ picture: TIFFPattern, _ size: Size, _ format: PixelFormat, _ compression: TIFFCompression,
    bandRows: Int, classicLimit: Int = 1 << 32
  ) throws {
    let folder = try TemporaryFolder()
    let path = folder("a.tif")
    let bytes = picture.bytes(size, format)
    let file = try write(
      bytes,
      TIFFDescription(size: size, format: format, compression: compression, space: .srgb),
      bandRows: bandRows, classicLimit: classicLimit, to: path)
    let plain = PlainTIFF(file)
    #expect(plain.isBig == (classicLimit == 0))
    let isEqual = plain.samples() == bytes
    #expect(isEqual)

    let (info, pixels) = try TIFFReader.read(path: FilePath(path))
    #expect(info.size == size && info.format == format && info.isBig == plain.isBig)
    let isReadBack = pixels.bytes == bytes
    #expect(isReadBack)
    #expect(TIFFReader.isWhole(path: FilePath(path)))
  }
}
