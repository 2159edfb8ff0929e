internal import BromideValues
public import SystemPackage

/// Reads a Y4M stream frame by frame, from any source, for example a file or a pipe.
///
/// Only one frame's memory is in use at a time. If you keep a frame, it keeps its memory, and the
/// next frame gets new memory.
public struct Y4MReader<Failure: Error>: ~Copyable {
  /// A source of the stream's bytes, in order.
  public typealias Source = FrameBytes<Failure>.Source

  /// An error while reading a frame.
  public enum ReadError: Error {
    case format(Y4MError)
    case source(Failure)
  }

  /// The contents of the stream's first line.
  public let header: Y4MHeader
  /// Number of frames read so far.
  public private(set) var frameCount = 0
  private let bytes: FrameBytes<Failure>
  private var memory: PixelMemory

  /// Reads the header.
  ///
  /// - Throws: `.format` if the header is bad, or `.source` with the source's error.
  public init(_ read: @escaping Source) throws(ReadError) {
    bytes = FrameBytes(read)
    let line = try Self.line(bytes)
    do throws(Y4MError) {
      guard let line else { throw .notY4M }
      header = try Y4MHeader(line: line)
    } catch { throw .format(error) }
    memory = PixelMemory(byteCount: header.frameByteCount)
  }

  /// Reads the next frame, or returns `nil` after the last.
  ///
  /// - Throws: `.format` with `.missingFrameHeader`, `.headerTooLong` or `.truncated`, or `.source`
  ///   with the source's error.
  public mutating func next() throws(ReadError) -> YCbCrFrame? {
    guard let line = try Self.line(bytes) else { return nil }
    guard Y4MHeader.isFrameLine(line) else {
      throw .format(Y4MHeader.notAFrame(line, frame: frameCount))
    }
    if !isKnownUniquelyReferenced(&memory) {
      memory = PixelMemory(byteCount: header.frameByteCount)
    }
    let found: Int
    do throws(Failure) {
      found = try bytes.fill(memory, header.frameByteCount)
    } catch { throw .source(error) }
    guard found == header.frameByteCount else {
      throw .format(
        .truncated(frame: frameCount, expected: header.frameByteCount, found: found))
    }
    frameCount += 1
    do throws(YCbCrError) {
      var frame = try unsafe YCbCrFrame(
        layout: header.layout, size: header.size,
        contiguous: UnsafeRawBufferPointer(memory.bytes), owner: memory)
      frame.hasFields = header.hasFields(line)
      return frame
    } catch { preconditionFailure("a frame of the header's size: \(error)") }
  }

  /// Reads a line without its line break, or returns `nil` at the end of the stream. Reads byte by
  /// byte, so that the bytes after the line stay in the stream.
  private static func line(_ source: FrameBytes<Failure>) throws(ReadError) -> String? {
    var line: [UInt8] = []
    let byte = PixelMemory(byteCount: 1)
    while true {
      do throws(Failure) {
        guard try source.fill(byte, 1) == 1 else {
          return line.isEmpty ? nil : Y4MHeader.text(line)
        }
      } catch { throw .source(error) }
      let value = unsafe byte.bytes[0]
      if value == UInt8(ascii: "\n") { return Y4MHeader.text(line) }
      guard line.count < Y4MHeader.longestLine else {
        throw .format(
          line.starts(with: Y4MHeader.magic.utf8)
            ? .headerTooLong(limit: Y4MHeader.longestLine) : .notY4M)
      }
      line.append(value)
    }
  }
}

extension Y4MReader where Failure == FrameFileError {
  /// Creates a reader of an open descriptor, for example standard input. Errors contain `name`.
  ///
  /// - Parameter start: Bytes that were already read from the descriptor.
  /// - Throws: `.format` if the header is bad, or `.source` if reading failed.
  public init(descriptor: Int32, after start: [UInt8] = [], name: FilePath) throws(ReadError) {
    var rest = start[...]
    try self.init { memory, range throws(FrameFileError) in
      guard !rest.isEmpty else {
        return try SystemCall.read(descriptor, memory, range, name: name)
      }
      let part = rest.prefix(range.count)
      for (i, byte) in part.enumerated() { unsafe memory.bytes[range.lowerBound + i] = byte }
      rest = rest.dropFirst(part.count)
      return part.count
    }
  }
}
