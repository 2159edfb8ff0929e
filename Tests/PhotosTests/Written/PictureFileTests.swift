import BromidePhotos
import BromideValues
import SystemPackage
import TestSupport
import Testing

@testable import BromideCodecs

/// One writer for all formats.
@Suite struct PictureFileTests {
  private let folder = TemporaryFolder.fresh
  private static let size = Size(width: 70, height: 55)
  private static let samples: [UInt8] = {
    let noise = SeededNoise(seed: 3)
    return (0..<size.area * 3).map { UInt8(noise.bits($0, 0) & 255) }
  }()

  private var description: PictureDescription {
    var metadata = PhotoMetadata()
    metadata.model = "Test"
    metadata.copyright = "© me"
    metadata.rating = 4
    var description = PictureDescription(
      size: Self.size, format: PixelFormat(channels: 3, sample: .uint8), space: .displayP3)
    description.metadata = metadata
    description.dotsPerInch = 300
    description.texts = [PictureText(keyword: PictureText.software, text: "Bromide test")]
    description.fingerprint = "v1 test <1>"
    return description
  }

  @discardableResult
  private func write(
    _ description: PictureDescription, _ encoding: PictureEncoding, bandRows: Int, to path: String
  ) throws -> [UInt8] {
    let writer = try PictureWriter(
      path: FilePath(path), description: description, encoding: encoding)
    let encoder = PictureEncoder(
      size: description.size, format: description.format, encoding: encoding)
    let scratch = encoder.makeScratch()
    let row = description.size.width * description.format.bytesPerPixel
    for top in stride(from: 0, to: description.size.height, by: bandRows) {
      let bottom = min(top + bandRows, description.size.height)
      let band = unsafe Self.samples.withUnsafeBytes { bytes in
        unsafe encoder.encode(
          rows: UnsafeRawBufferPointer(rebasing: bytes[top * row..<bottom * row]),
          isLast: bottom == description.size.height, scratch: scratch)
      }
      try writer.append(band)
    }
    let count = try writer.finish()
    let file = try Files.read(path)
    #expect(file.count == count)
    return file
  }

  @Test(arguments: PictureFormat.allCases)
  func fingerprintsAreFoundUnderAnyName(_ format: PictureFormat) throws {
    let file = try write(
      description, PictureEncoding(format), bandRows: 32, to: folder("a.picture"))
    let path = FilePath(folder("a.picture"))
    #expect(PictureFile.format(of: path) == format)
    #expect(PictureFile.fingerprint(of: path, context: RunContext()) == "v1 test <1>")
    #expect(PictureFile.isWhole(path, size: file.count))
    for cut in [1, 2, 100] {
      let rest = FilePath(try folder.write(file.dropLast(cut), as: "cut"))
      #expect(!PictureFile.isWhole(rest, size: file.count - cut))
    }
    var plain = description
    plain.fingerprint = nil
    try write(plain, PictureEncoding(format), bandRows: 32, to: folder("plain"))
    #expect(PictureFile.fingerprint(of: FilePath(folder("plain")), context: RunContext()) == nil)
  }

  @Test func otherFilesAreRejected() throws {
    for bytes in [[], [0xFF], [0xFF, 0xD8], Array("a letter".utf8)] {
      let path = FilePath(try folder.write(bytes, as: "a"))
      #expect(PictureFile.format(of: path) == nil && !PictureFile.isWhole(path, size: bytes.count))
    }
    #expect(PictureFile.format(of: FilePath(folder("none"))) == nil)
  }

  /// A PNG through this writer is the PNG of its own module.
  @Test func aPNGIsAsEver() throws {
    let own = try write(description, .png(.balanced), bandRows: 64, to: folder("a.png"))
    var chunks = PNGDescription(size: Self.size, format: description.format, space: .displayP3)
    chunks.exif = ExifBlock.bytes(for: description.metadata!)
    chunks.pixelsPerMetre = (11811, 11811)
    chunks.texts = [
      PictureText(keyword: "Software", text: "Bromide test"),
      PictureText(keyword: "Bromide", text: "v1 test <1>"),
    ]
    chunks.sumKeyword = "Bromide pixels"
    let encoder = PNGBandEncoder(
      size: Self.size, format: description.format, compression: .balanced)
    let writer = try PNGWriter(.path(FilePath(folder("b.png"))), chunks)
    let scratch = encoder.makeScratch()
    try writer.append(
      unsafe Self.samples.withUnsafeBytes {
        unsafe encoder.encode(rows: $0, isLast: true, scratch: scratch)
      })
    try writer.finish()
    #expect(try Files.read(folder("b.png")) == own)
  }

  @Test func jpegRecordsTheSameAsPNG() throws {
    let file = try write(
      description, .jpeg(JPEGOptions(quality: 80)), bandRows: 16, to: folder("a.jpg"))
    let header = try JPEGPicture(bytes: file).header
    #expect(header.size == Self.size && header.layout.subsampling == .yuv420)
    #expect(!header.isProgressive && header.adobeTransform == nil)
    // ICC.1:2010, 7.2: the signature at byte 36.
    #expect(Array(header.profile.dropFirst(36).prefix(4)) == Array("acsp".utf8))
    #expect(header.orientation == .upright)
    #expect(header.exif.starts(with: Array("II*\0".utf8)))
    // The file also records sRGB.
    var plain = description
    plain.space = .srgb
    plain.metadata = nil
    let bare = try JPEGPicture(
      bytes: write(plain, .jpeg(JPEGOptions()), bandRows: 16, to: folder("b.jpg"))
    ).header
    #expect(bare.exif.isEmpty && !bare.profile.isEmpty && bare.profile != header.profile)
    #expect(bare.layout.subsampling == .yuv444)
  }

  @Test(arguments: TIFFCompression.allCases)
  func tiffRecordsTheSameAsPNG(_ compression: TIFFCompression) throws {
    var description = description
    description.metadata?.rating = 3
    try write(description, .tiff(compression), bandRows: 32, to: folder("a.tif"))
    let (info, pixels) = try TIFFReader.read(path: FilePath(folder("a.tif")))
    #expect(info.size == Self.size && info.format == description.format)
    #expect(info.profile == ICCProfile(.displayP3).bytes)
    let packet = String(decoding: info.xmp ?? [], as: UTF8.self)
    #expect(packet.contains("xmp:Rating=\"3\"") && packet.contains("Bromide test"))
    guard case .eight(let image) = pixels else { return #expect(Bool(false)) }
    #expect(image.values == Self.samples)
  }

  /// exiftool knows Compression 8 only from Exif.
  @Test(.enabled(if: ForeignProgram.exiftool != nil, "exiftool is not installed"))
  func exiftoolHasOneComplaintAboutATIFF() throws {
    for (compression, warnings) in [(TIFFCompression.none, 0), (.fast, 1)] {
      try write(description, .tiff(compression), bandRows: 32, to: folder("a.tif"))
      let text = try ForeignProgram.exiftool!.run([
        "-validate", "-warning", "-a", "-s", "-n", "-G1", "-XResolution", "-ColorSpace", "-Model",
        "-Fingerprint", "-ProfileDescription", folder("a.tif"),
      ])
      for words in [
        "[ExifTool]      Validate                        : 0 \(warnings) 0", ": 300", ": 65535",
        ": Test", "v1 test <1>", ": Display P3",
      ] {
        #expect(text.contains(words), "\(words) in \(text)")
      }
    }
  }

  @Test(.enabled(if: ForeignProgram.exiftool != nil, "exiftool is not installed"))
  func exiftoolAcceptsTheFile() throws {
    for space in [RGBSpace.srgb, .displayP3] {
      var description = description
      description.space = space
      try write(description, .jpeg(JPEGOptions()), bandRows: 16, to: folder("a.jpg"))
      let text = try ForeignProgram.exiftool!.run([
        "-validate", "-warning", "-a", "-s", "-n", "-G1", "-XResolution", "-ColorSpace",
        "-ExifImageWidth", "-Model", "-Rating", "-Fingerprint", "-ProfileDescription",
        folder("a.jpg"),
      ])
      for words in [
        "[ExifTool]      Validate                        : 0 0 0", ": 300",
        ": \(space == .srgb ? 1 : 65535)", ": 70", ": Test", "[XMP-xmp]       Rating",
        "v1 test <1>",
        space == .srgb ? ": sRGB" : ": Display P3",
      ] {
        #expect(text.contains(words), "\(words) in \(text)")
      }
    }
  }

  @Test func unsupportedPicturesFailBeforeTheFileExists() throws {
    for format in [
      PixelFormat(channels: 4, sample: .uint8), PixelFormat(channels: 3, sample: .uint16),
    ] {
      let error = #expect(throws: PictureFileError.self) {
        try PictureWriter(
          path: FilePath(folder("a.jpg")),
          description: PictureDescription(size: Self.size, format: format, space: nil),
          encoding: .jpeg(JPEGOptions()))
      }
      if case .unsupported? = error {} else { Issue.record("\(error as Any)") }
    }
    #expect(folder.names.isEmpty)
  }
}
