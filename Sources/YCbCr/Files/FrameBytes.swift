public import Pixels

/// Takes the bytes of a stream in order, from anything that hands them out: a file, a pipe.
public struct FrameBytes<Failure: Error> {
  /// Fills some of the bytes `range` of the memory, from its start, with the next ones; returns how many, 0 at the end.
  public typealias Source = (_ memory: PixelMemory, _ range: Range<Int>) throws(Failure) -> Int

  private let read: Source

  /// Takes bytes from `read`, which may give fewer at a time than it is asked for.
  public init(_ read: @escaping Source) { self.read = read }

  /// Reads until the first `total` bytes of `memory` are there or the source ends; returns how many are.
  public func fill(_ memory: PixelMemory, _ total: Int) throws(Failure) -> Int {
    var count = 0
    while count < total {
      let part = try read(memory, count..<total)
      precondition(part <= total - count, "a source gives no more than it is asked for")
      if part == 0 { break }
      count += part
    }
    return count
  }
}
