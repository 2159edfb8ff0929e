public import Pixels

/// Reads a Y4M stream frame by frame, from anything that hands out bytes in order: a file, a pipe.
///
/// One frame's memory is in use at a time; a frame that is kept keeps its own.
public struct Y4MReader<Failure: Error>: ~Copyable {
  /// Fills some of the bytes `range` of the memory, from its start, with the next ones; returns how many, 0 at the end.
  public typealias Source = (_ memory: PixelMemory, _ range: Range<Int>) throws(Failure) -> Int

  /// Why a frame cannot be had.
  public enum ReadError: Error {
    case format(Y4MError)
    case source(Failure)
  }

  public let header: Y4MHeader
  /// Frames read so far.
  public private(set) var frameCount = 0
  private let read: Source
  private var memory: PixelMemory

  /// Reads the header.
  public init(_ read: @escaping Source) throws(ReadError) {
    self.read = read
    let line = try Self.line(read)
    do throws(Y4MError) {
      guard let line else { throw .notY4M }
      header = try Y4MHeader(line: line)
    } catch { throw .format(error) }
    memory = PixelMemory(byteCount: header.frameByteCount)
  }

  /// The next frame; nil after the last.
  public mutating func next() throws(ReadError) -> YCbCrFrame? {
    guard let line = try Self.line(read) else { return nil }
    guard line == "FRAME" || line.hasPrefix("FRAME ") else {
      throw .format(.missingFrameHeader(frame: frameCount))
    }
    if !isKnownUniquelyReferenced(&memory) {
      memory = PixelMemory(byteCount: header.frameByteCount)
    }
    let found = try Self.fill(memory, header.frameByteCount, read)
    guard found == header.frameByteCount else {
      throw .format(
        .truncated(frame: frameCount, expected: header.frameByteCount, found: found))
    }
    frameCount += 1
    do throws(YCbCrError) {
      return try unsafe YCbCrFrame(
        layout: header.layout, size: header.size,
        contiguous: UnsafeRawBufferPointer(memory.bytes), owner: memory)
    } catch { preconditionFailure("a frame of the header's size: \(error)") }
  }

  /// Reads until the first `total` bytes are there or the source ends.
  private static func fill(
    _ memory: PixelMemory, _ total: Int, _ read: Source
  ) throws(ReadError) -> Int {
    var count = 0
    while count < total {
      let part: Int
      do throws(Failure) {
        part = try read(memory, count..<total)
      } catch { throw .source(error) }
      precondition(part <= total - count, "a source gives no more than it is asked for")
      if part == 0 { break }
      count += part
    }
    return count
  }

  /// A line without its end, byte by byte, so that nothing of what follows is taken; nil at the end of the stream.
  private static func line(_ read: Source) throws(ReadError) -> String? {
    var bytes: [UInt8] = []
    let byte = PixelMemory(byteCount: 1)
    while try fill(byte, 1, read) == 1 {
      let value = unsafe byte.bytes[0]
      if value == UInt8(ascii: "\n") { return String(decoding: bytes, as: UTF8.self) }
      guard bytes.count < Y4MHeader.longestLine else {
        throw .format(
          bytes.starts(with: Array("YUV4MPEG2".utf8))
            ? .headerTooLong(limit: Y4MHeader.longestLine) : .notY4M)
      }
      bytes.append(value)
    }
    return bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self)
  }
}
