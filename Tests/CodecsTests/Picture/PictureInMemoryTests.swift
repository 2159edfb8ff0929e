import BromideCodecs
import BromideKernels
import BromideValues
import SystemPackage
import TestSupport
import Testing

@Suite struct PictureInMemoryTests {
  /// In memory or in a file, the bytes are the same, also over several bands and with a sum to put in.
  @Test(arguments: [
    PictureEncoding.png(.balanced), .jpeg(JPEGOptions()), .tiff(.balanced), .tiff(.none),
    .jxl(.lossless), .jxl(JXLOptions()), .avif(AVIFOptions()), .webp(WebPOptions()),
  ])
  func bytesMatchAFile(_ encoding: PictureEncoding) throws {
    let size = Size(width: 37, height: 600)
    let noise = SeededNoise(seed: 5)
    let picture = ImageBuffer<UInt8>(size: size, channels: 3) { x, y, c in
      UInt8(255 * noise.smooth(Double(x) / 7 + Double(c), Double(y) / 9))
    }
    var description = PictureDescription(
      size: size, format: PixelFormat(channels: 3, sample: .uint8), space: .srgb)
    description.fingerprint = "v1 test"
    let bytes = try PictureWriter.file(of: picture, description, encoding)

    let folder = try TemporaryFolder()
    let path = folder("a.\(encoding.format.suffix)")
    let writer = try PictureWriter(
      path: FilePath(path), description: description, encoding: encoding)
    let encoder = PictureEncoder(size: size, format: description.format, encoding: encoding)
    for rows in [0..<256, 256..<512, 512..<600] {
      let band = unsafe picture.withUnsafeSamples { samples in
        unsafe encoder.encode(
          rows: UnsafeRawBufferPointer(
            UnsafeBufferPointer(rebasing: samples[rows.lowerBound * 111..<rows.upperBound * 111])),
          isLast: rows.upperBound == 600, scratch: encoder.makeScratch())
      }
      try writer.append(band)
    }
    try writer.finish()
    #expect(try Files.read(path) == bytes)
    #expect(!bytes.isEmpty)
  }
}
