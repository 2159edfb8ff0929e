import BromideValues
import SystemPackage
import TestSupport
import Testing

@testable import BromideCodecs

/// The metadata of a file, without its pixels.
@Suite struct SegmentTests {
  private let folder = TemporaryFolder.fresh
  private static let size = Size(width: 20, height: 10)
  private static var description: JPEGDescription {
    JPEGDescription(size: size, format: PixelFormat(channels: 3, sample: .uint8))
  }

  private func segments(_ description: JPEGDescription) throws -> Segments {
    let folder = try TemporaryFolder()
    return try Segments(
      write(
        JPEGPattern.smooth.bytes(Self.size, channels: 3), description, JPEGOptions(),
        to: folder("a.jpg")))
  }

  @Test func jfifIsWrittenWithoutExif() throws {
    var description = Self.description
    #expect(try segments(description).data(0xE0, "JFIF\0") == [[1, 1, 0, 0, 1, 0, 1, 0, 0]])
    description.dotsPerInch = 300
    #expect(try segments(description).data(0xE0, "JFIF\0") == [[1, 1, 1, 1, 44, 1, 44, 0, 0]])
    description.exif = [1, 2, 3]
    let exif = try segments(description)
    #expect(exif.data(0xE0, "").isEmpty)
    #expect(exif.data(0xE1, "Exif\0\0") == [[1, 2, 3]])
    #expect(exif.all.map(\.marker).first == 0xE1)
  }

  @Test(arguments: [1, 65519, 65520, 200_000])
  func profilesOfAnyLengthComeBack(count: Int) throws {
    let noise = SeededNoise(seed: 1)
    var description = Self.description
    let profile = (0..<count).map { UInt8(noise.bits($0, 0) & 255) }
    description.profile = profile
    let pieces = try segments(description).data(0xE2, "ICC_PROFILE\0")
    #expect(pieces.count == (count + 65518) / 65519)
    #expect(pieces.map { $0[0] } == (1...pieces.count).map { UInt8($0) })
    #expect(pieces.allSatisfy { $0[1] == UInt8(pieces.count) })
    #expect(pieces.flatMap { $0.dropFirst(2) } == profile)
  }

  @Test func exifThatDoesNotFitIsRejected() throws {
    var description = Self.description
    description.exif = [UInt8](repeating: 7, count: 65527)
    #expect(try segments(description).data(0xE1, "Exif\0\0").first?.count == 65527)
    description.exif?.append(7)
    let error = #expect(throws: PictureFileError.self) { try segments(description) }
    #expect(
      error == .unsupported(reason: "the metadata take 65528 bytes, and a JPEG holds 65527"))
  }

  @Test func profilesThatDoNotFitAreRejected() throws {
    var description = Self.description
    description.profile = [UInt8](repeating: 0, count: 255 * 65519 + 1)
    #expect(throws: PictureFileError.self) { try segments(description) }
  }

  /// Also after the largest Exif.
  @Test(arguments: [nil, 65527]) func packetsComeBack(exif: Int?) throws {
    var description = Self.description
    description.exif = exif.map { [UInt8](repeating: 1, count: $0) }
    for count in [1, 65504] {
      let packet = (0..<count).map { UInt8($0 & 255) }
      description.xmp = packet
      _ = try write(
        JPEGPattern.flat.bytes(Self.size, channels: 3), description, JPEGOptions(),
        to: folder("a.jpg"))
      #expect(JPEGFile.xmp(of: FilePath(folder("a.jpg"))) == packet)
    }
    description.xmp?.append(0)
    #expect(throws: PictureFileError.self) { try segments(description) }
  }

  @Test func otherFilesDoNotContainAPacket() throws {
    let whole = try write(
      JPEGPattern.flat.bytes(Self.size, channels: 3), Self.description, JPEGOptions(),
      to: folder("a.jpg"))
    #expect(JPEGFile.xmp(of: FilePath(folder("a.jpg"))) == nil)
    #expect(try Segments(whole).data(0xE1, "").isEmpty)
    for bytes in [[], [0xFF, 0xD8], [0xFF, 0xD8, 0xFF, 0xE1, 0, 0], Array("text".utf8)] {
      try folder.write(bytes, as: "b.jpg")
      #expect(JPEGFile.xmp(of: FilePath(folder("b.jpg"))) == nil)
    }
    #expect(JPEGFile.xmp(of: FilePath(folder("none.jpg"))) == nil)
  }

  /// By another's eyes: no warning.
  @Test(.enabled(if: ForeignProgram.exiftool != nil, "exiftool is not installed"))
  func exiftoolAcceptsTheFile() throws {
    var description = Self.description
    description.dotsPerInch = 300
    _ = try write(
      JPEGPattern.flat.bytes(Self.size, channels: 3), description, JPEGOptions(),
      to: folder("a.jpg"))
    let text = try ForeignProgram.exiftool!.run([
      "-validate", "-warning", "-a", "-s", "-XResolution", folder("a.jpg"),
    ])
    #expect(text.contains(": 300"), "\(text)")
    #expect(text.contains("OK") && !text.contains("Warning"), "\(text)")
  }
}
