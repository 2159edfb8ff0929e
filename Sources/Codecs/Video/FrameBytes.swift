public import BromideValues

/// Reads a stream of bytes in order, from any source, for example a file or a pipe.
public struct FrameBytes<Failure: Error> {
  /// Writes the stream's next bytes to the start of `range` in the memory, and returns their
  /// number. Returns 0 at the end.
  public typealias Source = (_ memory: PixelMemory, _ range: Range<Int>) throws(Failure) -> Int

  private let read: Source

  /// Creates a stream over `read`, which may return fewer bytes than requested.
  public init(_ read: @escaping Source) { self.read = read }

  /// Reads until `memory` contains `total` bytes or the source ends, and returns the number of
  /// bytes.
  ///
  /// - Throws: The source's error.
  public func fill(_ memory: PixelMemory, _ total: Int) throws(Failure) -> Int {
    var count = 0
    while count < total {
      let part = try read(memory, count..<total)
      precondition(part <= total - count, "a source returns at most the requested bytes")
      if part == 0 { break }
      count += part
    }
    return count
  }
}
