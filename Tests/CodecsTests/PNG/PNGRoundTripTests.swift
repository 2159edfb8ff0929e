import BromideCodecs
import BromideKernels
import BromideValues
import SystemPackage
import TestSupport
import Testing

/// libpng and the plain decoder read every written file, bit for bit.
@Suite struct PNGRoundTripTests {
  static let formats = [SampleFormat.uint8, .uint16].flatMap { sample in
    (1...4).map { PixelFormat(channels: $0, sample: sample) }
  }
  static let sizes = [
    Size(width: 1, height: 1), Size(width: 1, height: 70), Size(width: 67, height: 1),
    Size(width: 33, height: 9), Size(width: 51, height: 37),
  ]

  @Test(arguments: formats, sizes)
  func everyFormatAndSize(format: PixelFormat, size: Size) throws {
    for compression in CodingEffort.allCases {
      try check(.photo, size, format, compression, bandRows: 16)
      try check(.text, size, format, compression, bandRows: 64)
    }
  }

  @Test(arguments: PNGPattern.allCases, CodingEffort.allCases)
  func everyPicture(picture: PNGPattern, compression: CodingEffort) throws {
    for sample in SampleFormat.codes {
      // Bands of several parts, and of one part.
      for partBytes in [4000, 256 << 10] {
        try check(
          picture, Size(width: 151, height: 60), PixelFormat(channels: 3, sample: sample),
          compression, bandRows: 40, partBytes: partBytes)
      }
    }
  }

  @Test(arguments: [1, 2, 7, 8, 9, 63, 64, 65, 128, 1000])
  func everyBandSplit(bandRows: Int) throws {
    for picture in [PNGPattern.photo, .text, .halfFlat] {
      try check(
        picture, Size(width: 90, height: 131), PixelFormat(channels: 3, sample: .uint8),
        .balanced, bandRows: bandRows)
    }
  }

  @Test(arguments: PNGPattern.allCases, CodingEffort.allCases)
  func everyInstructionSetGivesEqualBytes(picture: PNGPattern, compression: CodingEffort) throws {
    let folder = try TemporaryFolder()
    let size = Size(width: 110, height: 40)
    let format = PixelFormat(channels: 3, sample: .uint16)
    let bytes = picture.bytes(size, format)
    let files = try InstructionSet.available.map {
      try write(
        bytes, PNGDescription(size: size, format: format, space: .srgb), compression: compression,
        instructionSet: $0, bandRows: 25, partBytes: 3000, to: folder.path + "/a.png")
    }
    #expect(files.allSatisfy { $0 == files[0] })
  }

  @Test func bytesDoNotDependOnEarlierUseOfTheScratch() {
    let size = Size(width: 200, height: 64)
    let format = PixelFormat(channels: 3, sample: .uint8)
    for compression in CodingEffort.allCases {
      let encoder = PNGBandEncoder(size: size, format: format, compression: compression)
      let used = encoder.makeScratch()
      for picture in PNGPattern.allCases {
        let bytes = picture.bytes(size, format)
        let fresh = bands(of: bytes, encoder, bandRows: 64)
        let again = bands(of: bytes, encoder, bandRows: 64, scratch: used)
        #expect(fresh.map(\.byteCount) == again.map(\.byteCount))
        #expect(fresh.map(\.checksum) == again.map(\.checksum))
      }
    }
  }

  private func check(
    _ picture: PNGPattern, _ size: Size, _ format: PixelFormat, _ compression: CodingEffort,
    bandRows: Int, partBytes: Int = 256 << 10
  ) throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/a.png"
    let bytes = picture.bytes(size, format)
    let file = try write(
      bytes, PNGDescription(size: size, format: format, space: .srgb), compression: compression,
      bandRows: bandRows, partBytes: partBytes, to: path)
    let plain = PlainPNG(file)
    #expect(plain.width == size.width && plain.height == size.height)
    #expect(plain.samples() == (format.sample == .uint8 ? bytes : exchanged(bytes)))

    let (info, pixels) = try PNGReader.read(path: FilePath(path))
    #expect(info.size == size && info.format == format && info.isSRGB)
    switch pixels {
    case .eight(let image): #expect(image.values == bytes)
    case .sixteen(let image):
      let read = unsafe image.withUnsafeSamples { samples in
        unsafe Array(UnsafeRawBufferPointer(samples))
      }
      #expect(read == bytes)
    case .float: Issue.record("a PNG has no floats")
    }
  }

  private func exchanged(_ bytes: [UInt8]) -> [UInt8] {
    bytes.indices.map { bytes[$0 ^ 1] }
  }
}
