internal import BromideValues

/// Numbers of a picture's samples. Several threads may change different ones at once.
struct StackMemory<Number: Sendable & BitwiseCopyable>: Sendable {
  private let memory: PixelMemory
  /// The number of numbers.
  let count: Int

  /// - Parameter value: The value of each.
  init(_ count: Int, _ value: Number) {
    memory = PixelMemory(byteCount: max(count, 1) * MemoryLayout<Number>.stride)
    self.count = count
    unsafe memory.bytes.bindMemory(to: Number.self).baseAddress!.initialize(
      repeating: value, count: count)
  }

  /// Creates numbers with unknown values.
  init(uninitialized count: Int) {
    memory = PixelMemory(byteCount: max(count, 1) * MemoryLayout<Number>.stride)
    self.count = count
  }

  /// The first number. Use it only while this value exists.
  @unsafe var start: UnsafeMutablePointer<Number> {
    unsafe memory.bytes.assumingMemoryBound(to: Number.self).baseAddress!
  }
}
