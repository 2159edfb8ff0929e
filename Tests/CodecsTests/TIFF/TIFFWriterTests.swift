import BromideCodecs
import BromideLibc
import BromideValues
import SystemPackage
import TestSupport
import Testing

/// No partial files, and every failure reported.
@Suite struct TIFFWriterTests {
  private let folder = TemporaryFolder.fresh

  static func description(_ compression: TIFFCompression) -> TIFFDescription {
    TIFFDescription(
      size: Size(width: 100, height: 90), format: PixelFormat(channels: 3, sample: .uint8),
      compression: compression, space: .srgb)
  }

  static func bands(_ compression: TIFFCompression) -> [TIFFBand] {
    let description = description(compression)
    let encoder = TIFFBandEncoder(
      size: description.size, format: description.format, compression: compression)
    return CodecsTests.bands(
      of: TIFFPattern.noise.bytes(description.size, description.format), encoder, bandRows: 32)
  }

  @Test(arguments: TIFFCompression.allCases)
  func aDescriptorGetsTheSameBytes(compression: TIFFCompression) throws {
    let description = Self.description(compression)
    let writer = try TIFFWriter(.path(FilePath(folder("a.tif"))), description)
    for band in Self.bands(compression) { try writer.append(band) }
    try writer.finish()
    let output = unsafe open(folder("b.tif"), O_WRONLY | O_CREAT, 0o600)
    let streamed = try TIFFWriter(.descriptor(output, name: "-"), description)
    for band in Self.bands(compression) { try streamed.append(band) }
    let count = try streamed.finish()
    _ = close(output)
    let bytes = try Files.read(folder("b.tif"))
    #expect(try bytes == Files.read(folder("a.tif")) && bytes.count == count)
  }

  /// Four gibibytes of samples make a BigTIFF, fewer do not; no sample is written for that.
  @Test func sizeSetsTheForm() throws {
    for (height, isBig) in [(26_000, false), (27_000, true)] {
      let description = TIFFDescription(
        size: Size(width: 26_600, height: height), format: .init(channels: 3, sample: .uint16),
        compression: .fast, space: .srgb)
      let writer = try TIFFWriter(.path(FilePath(folder("a.tif"))), description)
      #expect(writer.isBig == isBig)
    }
  }
}
