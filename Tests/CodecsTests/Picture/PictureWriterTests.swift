import BromideCodecs
import BromideLibc
import BromideValues
import SystemPackage
import TestSupport
import Testing

/// Formats whose bands are written one after the other: no partial files, and every failure
/// reported.
@Suite struct PictureWriterTests {
  private let folder = TemporaryFolder.fresh
  private static let size = Size(width: 300, height: 200)
  private static let format = PixelFormat(channels: 3, sample: .uint8)
  private static let description = PictureDescription(size: size, format: format, space: .srgb)

  static let encodings: [PictureEncoding] = [
    .png(.fast), .jpeg(JPEGOptions()), .tiff(.none), .tiff(.fast),
  ]

  private func writer(
    _ name: String, _ encoding: PictureEncoding, replaces: Bool = true
  ) throws -> PictureWriter {
    try PictureWriter(
      path: FilePath(folder(name)), description: Self.description, encoding: encoding,
      replaces: replaces)
  }

  private func noise(_ encoding: PictureEncoding) -> [PictureBand] {
    let encoder = PictureEncoder(size: Self.size, format: Self.format, encoding: encoding)
    let scratch = encoder.makeScratch()
    return unsafe bands(
      of: PNGPattern.noise.bytes(Self.size, Self.format), Self.size, Self.format, bandRows: 64
    ) { unsafe encoder.encode(rows: $0, isLast: $1, scratch: scratch) }
  }

  @Test(arguments: encodings) func fileAppearsOnlyAtTheEnd(_ encoding: PictureEncoding) throws {
    let writer = try writer("a", encoding)
    for band in noise(encoding) {
      try writer.append(band)
      #expect(folder.names.count == 1 && folder.names != ["a"])
    }
    let count = try writer.finish()
    #expect(folder.names == ["a"])
    #expect(try Files.read(folder("a")).count == count)
  }

  @Test(arguments: encodings)
  func anExistingFileStaysUntilTheEnd(_ encoding: PictureEncoding) throws {
    try folder.write(Array("old".utf8), as: "a")
    let bands = noise(encoding)
    let cancelled = try writer("a", encoding)
    try cancelled.append(bands[0])
    cancelled.cancel()
    cancelled.cancel()
    // And a writer that is only released.
    do { try writer("b", encoding).append(bands[0]) }
    #expect(folder.names == ["a"])
    #expect(try Files.read(folder("a")) == Array("old".utf8))
    let complete = try writer("a", encoding)
    for band in bands { try complete.append(band) }
    try complete.finish()
    #expect(try Files.read(folder("a")).count > 1000)
  }

  @Test(arguments: encodings)
  func aNameThatIsTakenMeanwhileCanStay(_ encoding: PictureEncoding) throws {
    let writer = try writer("a", encoding, replaces: false)
    for band in noise(encoding) { try writer.append(band) }
    try folder.write([1], as: "a")
    let path = FilePath(folder("a"))
    #expect(throws: PictureFileError.io(path: path, operation: "rename", code: EEXIST)) {
      try writer.finish()
    }
    #expect(try Files.read(folder("a")) == [1])
    #expect(folder.names == ["a"])
  }

  @Test(arguments: encodings)
  func missingFoldersAndFoldersWithTheNameAreReported(_ encoding: PictureEncoding) throws {
    let missing = FilePath(folder("no/a"))
    #expect(throws: PictureFileError.io(path: missing, operation: "open", code: ENOENT)) {
      _ = try writer("no/a", encoding)
    }
    try Files.makeFolder(folder("taken"))
    let second = try writer("taken", encoding)
    for band in noise(encoding) { try second.append(band) }
    let taken = FilePath(folder("taken"))
    #expect(throws: PictureFileError.io(path: taken, operation: "rename", code: EISDIR)) {
      try second.finish()
    }
    #expect(folder.names == ["taken"])
  }

  /// A PNG and a JPEG begin with their headers, and a TIFF with its pixels.
  @Test(arguments: encodings + [.tiff(.balanced), .tiff(.small)])
  func aFullDeviceIsReported(_ encoding: PictureEncoding) throws {
    let full = unsafe open("/dev/full", O_WRONLY)
    try #require(full >= 0)
    defer { _ = close(full) }
    #expect(throws: PictureFileError.io(path: FilePath("disk"), operation: "write", code: ENOSPC)) {
      let writer = try PictureWriter(
        descriptor: full, name: FilePath("disk"), description: Self.description,
        encoding: encoding)
      guard encoding.format == .tiff else { return }
      for band in noise(encoding) { try writer.append(band) }
      try writer.finish()
    }
  }
}
