import BromideCodecs
import BromideLibc
import BromideSystem
import BromideValues
import Dispatch
import Foundation
import Synchronization
import SystemPackage
import TestSupport
import Testing

/// The bytes that a thread has read from a descriptor.
private final class ReadBytes: Sendable {
  private let bytes = Mutex<[UInt8]>([])
  private let done = DispatchSemaphore(value: 0)

  /// Reads to the end, in small parts.
  func all(of descriptor: Int32) {
    var buffer = [UInt8](repeating: 0, count: 1000)
    while true {
      let count = unsafe read(descriptor, &buffer, buffer.count)
      guard count > 0 else { break }
      bytes.withLock { $0 += buffer[..<count] }
    }
    done.signal()
  }

  /// All bytes, when the end has come.
  func wait() -> [UInt8] {
    done.wait()
    return bytes.withLock { $0 }
  }
}

/// No partial files, and every failure reported. Serialized, as one test removes all existing
/// temporaries.
@Suite(.serialized) struct PNGWriterTests {
  private let folder = TemporaryFolder.fresh
  static let description = PNGDescription(
    size: Size(width: 300, height: 200), format: PixelFormat(channels: 3, sample: .uint8),
    space: .srgb)
  static let bands: [PNGBand] = {
    let bytes = PNGPattern.noise.bytes(description.size, description.format)
    let encoder = PNGBandEncoder(
      size: description.size, format: description.format, compression: .fast)
    return CodecsTests.bands(of: bytes, encoder, bandRows: 64)
  }()

  @Test func allTemporariesCanBeRemoved() throws {
    let writers = try (0..<3).map {
      try PNGWriter(.path(FilePath(folder.path + "/\($0).png")), Self.description)
    }
    #expect(folder.names.count == 3)
    Temporaries.removeAll(in: FilePath(folder.path))
    #expect(folder.names.isEmpty)
    withExtendedLifetime(writers) {}
  }

  @Test func permissionsFollowTheMask() throws {
    let path = folder.path + "/a.png"
    let writer = try PNGWriter(.path(FilePath(path)), Self.description)
    for band in Self.bands { try writer.append(band) }
    try writer.finish()
    var status = stat()
    let result = unsafe stat(path, &status)
    let mask = umask(0)
    _ = umask(mask)
    #expect(result == 0 && status.st_mode & 0o777 == 0o666 & ~mask)
  }

  @Test func aClosedPipeIsReported() throws {
    var ends: [Int32] = [0, 0]
    _ = unsafe pipe(&ends)
    let writer = try PNGWriter(.descriptor(ends[1], name: "-"), Self.description)
    _ = close(ends[0])
    // Without protection from SIGPIPE, the test process would end here.
    #expect(throws: PictureFileError.io(path: FilePath("-"), operation: "write", code: EPIPE)) {
      try writer.append(Self.bands[0])
    }
    _ = close(ends[1])
  }

  @Test func aPipeGetsTheSameBytesInParts() throws {
    var ends: [Int32] = [0, 0]
    _ = unsafe pipe(&ends)
    let (input, output) = (ends[0], ends[1])
    // A pipe contains up to 64 KiB, so a band of 58 KiB or more needs several writes. A separate
    // thread reads it, because a task could wait for a task that this test blocks.
    let read = ReadBytes()
    Thread.detachNewThread { read.all(of: input) }
    let writer = try PNGWriter(.descriptor(output, name: "-"), Self.description)
    for band in Self.bands { try writer.append(band) }
    let count = try writer.finish()
    _ = close(output)
    let bytes = read.wait()
    _ = close(input)
    let path = folder.path + "/a.png"
    let file = try PNGWriter(.path(FilePath(path)), Self.description)
    for band in Self.bands { try file.append(band) }
    try file.finish()
    #expect(try bytes.count == count && bytes == Files.read(path))
  }

  @Test func longStreamsAreCutIntoChunks() throws {
    let path = folder.path + "/a.png"
    let bytes = PNGPattern.photo.bytes(Self.description.size, Self.description.format)
    let encoder = PNGBandEncoder(
      size: Self.description.size, format: Self.description.format, compression: .fast,
      partBytes: 256 << 10, pieceBytes: 5000)
    let writer = try PNGWriter(.path(FilePath(path)), Self.description)
    for band in CodecsTests.bands(of: bytes, encoder, bandRows: 64) { try writer.append(band) }
    try writer.finish()
    let plain = try PlainPNG(Files.read(path))
    #expect(plain.types.count { $0 == "IDAT" } > 15)
    #expect(plain.samples() == bytes)
  }
}
