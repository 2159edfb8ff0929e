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

  @Test(arguments: [TIFFCompression.none, .fast])
  func fileAppearsOnlyAtTheEnd(compression: TIFFCompression) throws {
    let path = FilePath(folder("a.tif"))
    let writer = try TIFFWriter(.path(path), Self.description(compression))
    for band in Self.bands(compression) {
      try writer.append(band)
      #expect(folder.names.count == 1 && folder.names != ["a.tif"])
    }
    let count = try writer.finish()
    #expect(folder.names == ["a.tif"])
    #expect(try Files.read(folder("a.tif")).count == count)
  }

  @Test(arguments: [TIFFCompression.none, .fast])
  func cancellingKeepsTheOldFile(compression: TIFFCompression) throws {
    try folder.write([1, 2], as: "a.tif")
    do {
      let writer = try TIFFWriter(.path(FilePath(folder("a.tif"))), Self.description(compression))
      try writer.append(Self.bands(compression)[0])
      writer.cancel()
      writer.cancel()
      // And a writer that is only released.
      let other = try TIFFWriter(.path(FilePath(folder("b.tif"))), Self.description(compression))
      try other.append(Self.bands(compression)[0])
    }
    #expect(folder.names == ["a.tif"])
    #expect(try Files.read(folder("a.tif")) == [1, 2])
  }

  @Test func aNameThatIsTakenMeanwhileCanStay() throws {
    let path = FilePath(folder("a.tif"))
    let writer = try TIFFWriter(.path(path, replaces: false), Self.description(.fast))
    for band in Self.bands(.fast) { try writer.append(band) }
    try folder.write([1], as: "a.tif")
    #expect(throws: PictureFileError.io(path: path, operation: "rename", code: EEXIST)) {
      try writer.finish()
    }
    #expect(try Files.read(folder("a.tif")) == [1])
    #expect(folder.names == ["a.tif"])
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

  @Test(arguments: TIFFCompression.allCases)
  func aFullDeviceIsReported(compression: TIFFCompression) throws {
    let full = unsafe open("/dev/full", O_WRONLY)
    try #require(full >= 0)
    defer { _ = close(full) }
    #expect(throws: PictureFileError.io(path: FilePath("disk"), operation: "write", code: ENOSPC)) {
      let writer = try TIFFWriter(.descriptor(full, name: "disk"), Self.description(compression))
      for band in Self.bands(compression) { try writer.append(band) }
      try writer.finish()
    }
  }

  @Test func aMissingFolderIsReported() throws {
    let path = FilePath(folder("no/a.tif"))
    #expect(throws: PictureFileError.io(path: path, operation: "open", code: ENOENT)) {
      _ = try TIFFWriter(.path(path), Self.description(.fast))
    }
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
