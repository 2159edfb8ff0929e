import BromideValues
import TestSupport
import Testing

@testable import BromideCodecs

/// Every decoder reads the pictures.
@Suite struct JPEGWriterTests {
  private let folder = TemporaryFolder.fresh
  static let description = JPEGDescription(
    size: Size(width: 300, height: 200), format: PixelFormat(channels: 3, sample: .uint8))

  /// The decoder that Bromide reads others' JPEGs with finds no damage, and nearly the same pixels.
  @Test(arguments: JPEGSubsampling.allCases)
  func picturesDecode(_ subsampling: JPEGSubsampling) throws {
    var description = Self.description
    for channels in [1, 3] {
      description.format = PixelFormat(channels: channels, sample: .uint8)
      let file = try write(
        JPEGPattern.flat.bytes(description.size, channels: channels), description,
        JPEGOptions(quality: 92, subsampling: subsampling), to: folder("a.jpg"))
      let picture = try JPEGPicture(bytes: file)
      #expect(picture.header.size == description.size && picture.damage == nil)
      // BT.601 of 40, 110, 180, full range; grey is 40.
      let y = channels == 1 ? 40.0 : 0.299 * 40 + 0.587 * 110 + 0.114 * 180
      let rows = picture.frame.planes[0]
      for place in [0, 150, rows.stride * 199] {
        let code = Double(unsafe rows.bytes[place])
        #expect(abs(code - y) <= 1.5)
      }
    }
  }

  @Test(arguments: [ForeignProgram("djpeg"), .imageMagick, .ffmpeg].compactMap(\.self).map(\.path))
  func foreignDecodersAreContent(_ path: String) throws {
    let program = try #require(ForeignProgram(at: path))
    for (size, channels) in [(Size(width: 17, height: 257), 3), (Size(width: 65, height: 49), 1)] {
      let description = JPEGDescription(
        size: size, format: PixelFormat(channels: channels, sample: .uint8))
      for subsampling in [JPEGSubsampling.full, .half, .quarter] {
        _ = try write(
          JPEGPattern.noise.bytes(size, channels: channels), description,
          JPEGOptions(quality: 92, subsampling: subsampling), bandRows: 48, to: folder("a.jpg"))
        let arguments =
          path.hasSuffix("djpeg")
          ? ["-strict", "-outfile", folder("a.ppm"), folder("a.jpg")]
          : path.hasSuffix("ffmpeg")
            ? [
              "-v", "error", "-xerror", "-err_detect", "explode", "-y", "-i", folder("a.jpg"),
              folder("a.ppm"),
            ]
            : [folder("a.jpg"), folder("a.ppm")]
        try program.run(arguments)
        #expect(try Files.read(folder("a.ppm")).count >= size.area * channels)
      }
    }
  }
}
