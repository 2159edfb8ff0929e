/// A whole picture of interleaved samples in memory of its own; rows lie without gaps.
///
/// It is a value: writing to a copy leaves the original alone (copy on write).
public struct ImageBuffer<Sample: BitwiseCopyable & Sendable>: Sendable {
  /// Width and height in pixels.
  public let size: Size
  /// Samples in a pixel, 1 to 4.
  public let channels: Int
  private var memory: PixelMemory

  /// A picture of undefined content; fill it before reading.
  public init(size: Size, channels: Int) {
    guard
      let count = Checked.product(size.width, size.height, channels, MemoryLayout<Sample>.stride)
    else { preconditionFailure("a picture of \(size) does not fit in memory") }
    self.size = size
    self.channels = channels
    memory = PixelMemory(byteCount: count)
  }

  /// Pixels in a row.
  public var width: Int { size.width }
  /// Rows.
  public var height: Int { size.height }
  /// Samples in a row.
  public var stride: Int { size.width * channels }

  /// The sample in column `x` of row `y`, both from 0 at the top left, and of `channel`, from 0.
  /// Out of bounds is a programming error.
  public subscript(x: Int, y: Int, channel: Int) -> Sample {
    get {
      let index = index(x, y, channel)
      return unsafe withUnsafeSamples { unsafe $0[index] }
    }
    set {
      let index = index(x, y, channel)
      unsafe withUnsafeMutableSamples { unsafe $0[index] = newValue }
    }
  }

  /// All samples, row after row.
  @unsafe public func withUnsafeSamples<R, E: Error>(
    _ body: (UnsafeBufferPointer<Sample>) throws(E) -> R
  ) throws(E) -> R {
    defer { withExtendedLifetime(memory) {} }
    return try unsafe body(UnsafeBufferPointer(memory.bytes.assumingMemoryBound(to: Sample.self)))
  }

  /// All samples, row after row, to write.
  @unsafe public mutating func withUnsafeMutableSamples<R, E: Error>(
    _ body: (UnsafeMutableBufferPointer<Sample>) throws(E) -> R
  ) throws(E) -> R {
    if !isKnownUniquelyReferenced(&memory) {
      let copy = unsafe PixelMemory(byteCount: memory.bytes.count)
      unsafe copy.bytes.copyMemory(from: UnsafeRawBufferPointer(memory.bytes))
      memory = copy
    }
    return try unsafe body(memory.bytes.assumingMemoryBound(to: Sample.self))
  }

  /// The samples as a plane whose width counts samples, sharing this picture's memory.
  public var plane: PlaneView<Sample> {
    unsafe PlaneView(
      base: UnsafePointer(memory.bytes.assumingMemoryBound(to: Sample.self).baseAddress!),
      width: stride, height: height, stride: stride, owner: memory)
  }

  private func index(_ x: Int, _ y: Int, _ channel: Int) -> Int {
    precondition(x >= 0 && x < width && y >= 0 && y < height, "pixel outside the picture")
    precondition(channel >= 0 && channel < channels, "the picture has no such channel")
    return (y * width + x) * channels + channel
  }
}
