import BromideCodecs
import BromideKernels
import BromideValues
import SystemPackage
import TestSupport

extension SampleScene {
  /// A PNG with 8-bit samples.
  ///
  /// - Parameter space: The space recorded in the file, or `nil`.
  static func png(
    _ path: String, _ samples: [UInt8], size: Size, channels: Int, space: RGBSpace? = .srgb
  ) throws {
    let format = PixelFormat(channels: channels, sample: .uint8)
    let encoder = PNGBandEncoder(
      size: size, format: format, compression: .fast, instructionSet: .best)
    let writer = try PNGWriter(
      .path(FilePath(path)), PNGDescription(size: size, format: format, space: space))
    let band = unsafe samples.withUnsafeBytes { rows in
      unsafe encoder.encode(rows: rows, isLast: true, scratch: encoder.makeScratch())
    }
    try writer.append(band)
    _ = try writer.finish()
  }

  /// A flat JPEG with an Exif block that records a colour space like cameras do.
  ///
  /// - Parameters:
  ///   - space: The tag ColorSpace: 1 for sRGB, 65535 for uncalibrated.
  ///   - index: The interoperability index.
  static func jpeg(space: UInt8?, index: String, codes: [UInt8] = [100, 90, 160]) -> [UInt8] {
    let size = Size(width: 16, height: 16)
    func entry(_ tag: Int, _ type: Int, _ count: Int, _ value: [UInt8]) -> [UInt8] {
      little(tag, 2) + little(type, 2) + little(count, 4) + (value + [0, 0, 0, 0]).prefix(4)
    }
    // A directory with one pointer, one with two tags, and one with the index.
    let first = little(1, 2) + entry(0x8769, 4, 1, little(26, 4)) + little(0, 4)
    let photo =
      little(2, 2) + entry(0xA001, 3, 1, space == 1 ? [1, 0] : [255, 255])
      + entry(0xA005, 4, 1, little(56, 4)) + little(0, 4)
    let interoperability =
      little(1, 2) + entry(0x0001, 2, 4, Array(index.utf8) + [0]) + little(0, 4)
    let block = Array("II".utf8) + little(42, 2) + little(8, 4)
    var jpeg = PeerJPEG(
      size: size,
      planes: codes.map { .init([UInt8](repeating: $0, count: size.area), size) })
    if space != nil {
      jpeg.exif = Array("Exif\0\0".utf8) + block + first + photo + interoperability
    }
    return jpeg.encoded()
  }
}
