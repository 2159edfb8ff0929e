internal import BromideValues
public import SystemPackage

/// Reads a stream of samples without a header frame by frame, for example from a pipe.
///
/// Only one frame's memory is in use at a time. If you keep a frame, it keeps its memory, and the
/// next frame gets new memory.
public struct RawPlaneReader<Failure: Error>: ~Copyable {
  /// An error while reading a frame.
  public enum ReadError: Error {
    /// The stream ends within frame number `frame`, or, if `frame` is 0, possibly before the first
    /// frame.
    case truncated(frame: Int, expected: Int, found: Int)
    case source(Failure)
  }

  /// The arrangement of frames in the stream.
  public let planes: RawPlanes
  /// Number of frames read so far.
  public private(set) var frameCount = 0
  private let bytes: FrameBytes<Failure>
  private var memory: PixelMemory
  private var toSkip: Int

  /// Creates a reader without reading data. The first `next` skips the bytes before the first
  /// frame.
  ///
  /// - Parameters:
  ///   - planes: The arrangement of frames.
  ///   - read: A source of the stream's bytes, in order.
  public init(_ planes: RawPlanes, _ read: @escaping FrameBytes<Failure>.Source) {
    self.planes = planes
    bytes = FrameBytes(read)
    memory = PixelMemory(byteCount: planes.frameByteCount)
    toSkip = planes.offset
  }

  /// Reads the next frame, or returns `nil` after the last.
  ///
  /// - Throws: `.truncated` if the stream ends within a frame, or `.source` with the source's
  ///   error.
  public mutating func next() throws(ReadError) -> YCbCrFrame? {
    if !isKnownUniquelyReferenced(&memory) {
      memory = PixelMemory(byteCount: planes.frameByteCount)
    }
    while toSkip > 0 {
      let found = try fill(min(toSkip, planes.frameByteCount))
      guard found > 0 else {
        throw .truncated(frame: 0, expected: planes.offset, found: planes.offset - toSkip)
      }
      toSkip -= found
    }
    let found = try fill(planes.frameByteCount)
    if found == 0 { return nil }
    do throws(YCbCrError) {
      let frame = try unsafe planes.frame(
        in: UnsafeRawBufferPointer(rebasing: memory.bytes[0..<found]), owner: memory)
      frameCount += 1
      return frame
    } catch {
      throw .truncated(frame: frameCount, expected: planes.frameByteCount, found: found)
    }
  }

  private func fill(_ count: Int) throws(ReadError) -> Int {
    do throws(Failure) { return try bytes.fill(memory, count) } catch { throw .source(error) }
  }
}

extension RawPlaneReader where Failure == FrameFileError {
  /// Creates a reader of an open descriptor, for example standard input. Errors contain `name`.
  public init(_ planes: RawPlanes, descriptor: Int32, name: FilePath) {
    self.init(planes) { memory, range throws(FrameFileError) in
      try SystemCall.read(descriptor, memory, range, name: name)
    }
  }
}
