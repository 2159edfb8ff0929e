import BromideCodecs
import BromideValues
import SystemPackage
import TestSupport
import Testing

/// The contents of a file without its pixels, read by the plain decoder.
@Suite struct TIFFDescriptionTests {
  static let size = Size(width: 40, height: 35)

  static var photo: PhotoMetadata {
    var photo = PhotoMetadata()
    photo.make = "Maker"
    photo.model = "Model of a length that does not fit its entry"
    photo.software = "Bromide test"
    photo.artist = "José Ångström"
    photo.copyright = "©"
    photo.exposureTime = Rational(1, 250)
    photo.iso = 400
    photo.rating = 4
    photo.lensModel = "50 mm"
    photo.captureTime = CaptureTime(exif: "2024:02:29 12:34:56")
    var position = Position()
    position.latitude = -33.8568
    position.longitude = 151.2153
    photo.position = position
    return photo
  }

  @Test(arguments: TIFFCompression.allCases, [0, 1 << 32])
  func exifMovesIntoTheDirectoriesOfTheFile(
    compression: TIFFCompression, classicLimit: Int
  ) throws {
    let block = ExifBlock.bytes(for: Self.photo)
    let plain = try written(compression, classicLimit: classicLimit) { $0.exif = block }
    #expect(plain.isBig == (classicLimit == 0))
    #expect(plain.fields[271]?.text == "Maker")
    #expect(plain.fields[272]?.text == Self.photo.model)
    #expect(plain.fields[305]?.text == "Bromide test")
    #expect(plain.fields[315]?.text == "José Ångström")
    #expect(plain.fields[33432]?.text == "©")
    #expect(plain.exif[0x829A]?.bytes == [1, 0, 0, 0, 250, 0, 0, 0])
    #expect(plain.exif[0x8827]?.numbers == [400])
    #expect(plain.exif[0x9003]?.text == "2024:02:29 12:34:56")
    #expect(plain.exif[0xA434]?.text == "50 mm")
    // Rating, of which readers warn, is XMP's.
    #expect(plain.fields[0x4746] == nil)
    // Other requirements of Exif.
    #expect(plain.exif[0x9000]?.bytes == Array("0232".utf8))
    #expect(plain.exif[0xA000]?.bytes == Array("0100".utf8))
    #expect(plain.exif[0xA001]?.numbers == [1])
    #expect(plain.position[1]?.text == "S" && plain.position[3]?.text == "E")
    #expect(plain.position[2]?.count == 3 && plain.position[2]?.bytes.count == 24)
  }

  @Test func exifDirectoryRequiresExif() throws {
    let plain = try written(.fast) { $0.software = "Program" }
    #expect(plain.fields[34665] == nil && plain.fields[34853] == nil)
    #expect(plain.fields[305]?.text == "Program")
    #expect(plain.number(274) == [1])
  }

  @Test func theOrientationOfTheBlockStays() throws {
    var photo = Self.photo
    photo.orientation = .rightTop
    let plain = try written(.none) { $0.exif = ExifBlock.bytes(for: photo) }
    #expect(plain.number(274) == [6])
  }

  @Test func damagedBlockIsRejected() {
    let block = ExifBlock.bytes(for: Self.photo)
    for exif in [Array(block.prefix(40)), [], Array("MM".utf8) + block.dropFirst(2)] {
      #expect(throws: PictureFileError.self) { try written(.fast) { $0.exif = exif } }
    }
  }

  @Test(arguments: RGBSpace.all + [RGBSpace.displayP3.linearLight], 1...4)
  func profileMatchesTheSpace(space: RGBSpace, channels: Int) throws {
    let format = PixelFormat(channels: channels, sample: .uint16)
    let plain = try written(.fast, format: format) { $0.space = space }
    #expect(plain.fields[34675]?.bytes == ICCProfile(space, channels: channels < 3 ? 1 : 3).bytes)
    #expect(plain.number(262) == [channels < 3 ? 1 : 2])
    #expect(plain.number(258) == Array(repeating: 16, count: channels))
    #expect(plain.number(338) == (channels % 2 == 0 ? [2] : []))
  }

  @Test func longProfilesAndPacketsComeBack() throws {
    // Longer than a JPEG's segment.
    let packet = (0..<100_001).map { UInt8(truncatingIfNeeded: $0) }
    let folder = try TemporaryFolder()
    let path = folder("a.tif")
    var description = TIFFDescription(
      size: Self.size, format: .init(channels: 3, sample: .uint8), compression: .fast,
      space: .adobeRGB)
    description.xmp = packet
    _ = try write(TIFFPattern.photo.bytes(Self.size, description.format), description, to: path)
    let info = try TIFFReader.info(path: FilePath(path))
    #expect(info.xmp == packet)
    #expect(info.profile == ICCProfile(.adobeRGB).bytes)
  }

  @Test func samplesAndResolutionAreRecorded() throws {
    for sample in SampleFormat.allCases {
      let format = PixelFormat(channels: 3, sample: sample)
      let plain = try written(.balanced, format: format) { $0.pixelsPerInch = 240 }
      #expect(plain.number(339) == Array(repeating: sample == .float32 ? 3 : 1, count: 3))
      #expect(plain.number(317) == [sample == .float32 ? 3 : 2])
      #expect(plain.fields[282]?.bytes == [240, 0, 0, 0, 1, 0, 0, 0])
      #expect(plain.fields[283]?.bytes == plain.fields[282]?.bytes)
      #expect(plain.number(296) == [2] && plain.number(284) == [1])
      #expect(plain.number(278) == [16] && plain.number(259) == [8])
    }
  }

  @Test func impossibleDescriptionsAreRejected() {
    func rejected(_ size: Size, dots: Int = 300) {
      var description = TIFFDescription(
        size: size, format: .init(channels: 3, sample: .uint16), compression: .fast, space: nil)
      description.pixelsPerInch = dots
      #expect(throws: PictureFileError.self) {
        _ = try TIFFWriter(.descriptor(1, name: "-"), description)
      }
    }
    rejected(Size(width: 0, height: 4))
    rejected(Size(width: 1 << 31, height: 1))
    rejected(Size(width: 12_000_000, height: 1))
    rejected(Self.size, dots: 0)
  }

  private func written(
    _ compression: TIFFCompression, format: PixelFormat = .init(channels: 3, sample: .uint8),
    classicLimit: Int = 1 << 32, _ change: (inout TIFFDescription) -> Void
  ) throws -> PlainTIFF {
    let folder = try TemporaryFolder()
    var description = TIFFDescription(
      size: Self.size, format: format, compression: compression, space: .srgb)
    change(&description)
    let bytes = TIFFPattern.photo.bytes(Self.size, format)
    return PlainTIFF(try write(bytes, description, classicLimit: classicLimit, to: folder("a.tif")))
  }
}
