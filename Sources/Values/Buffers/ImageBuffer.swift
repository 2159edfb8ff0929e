/// A complete picture of interleaved samples in separate memory, without gaps between rows.
///
/// It is a value: writing to a copy keeps the original unchanged (copy on write).
public struct ImageBuffer<Sample: BitwiseCopyable & Sendable>: Sendable {
  /// Width and height in pixels.
  public let size: Size
  /// Samples per pixel, 1 to 4.
  public let channels: Int
  @usableFromInline var memory: PixelMemory

  /// Creates a picture with undefined content. Fill it before you read it.
  public init(size: Size, channels: Int) {
    guard let count = Self.byteCount(size, channels) else {
      preconditionFailure("a picture of \(size) does not fit in memory")
    }
    self.size = size
    self.channels = channels
    memory = PixelMemory(byteCount: count)
  }

  /// Creates a picture with the samples at the start of `memory`, or returns `nil` if the memory is
  /// too small or not aligned.
  public init?(size: Size, channels: Int, memory: PixelMemory) {
    guard (1...4).contains(channels), let count = Self.byteCount(size, channels),
      unsafe count <= memory.bytes.count,
      unsafe Int(bitPattern: memory.bytes.baseAddress)
        .isMultiple(of: MemoryLayout<Sample>.alignment)
    else { return nil }
    self.size = size
    self.channels = channels
    self.memory = memory
  }

  /// Returns the number of bytes of all samples, or `nil` if it does not fit in an `Int`.
  public static func byteCount(_ size: Size, _ channels: Int) -> Int? {
    Checked.product(size.width, size.height, channels, MemoryLayout<Sample>.stride)
  }

  /// Pixels per row.
  @inlinable public var width: Int { size.width }
  /// Number of rows.
  @inlinable public var height: Int { size.height }
  /// Samples per row.
  @inlinable public var stride: Int { size.width * channels }

  /// The sample of `channel` in column `x` of row `y`. All three count from 0, and (0, 0) is at the
  /// top left. Indices out of bounds are a programming error.
  @inlinable public subscript(x: Int, y: Int, channel: Int) -> Sample {
    get {
      let index = index(x, y, channel)
      return unsafe withUnsafeSamples { unsafe $0[index] }
    }
    set {
      let index = index(x, y, channel)
      unsafe withUnsafeMutableSamples { unsafe $0[index] = newValue }
    }
  }

  /// Calls `body` with all samples, row by row.
  @inlinable @unsafe public func withUnsafeSamples<R, E: Error>(
    _ body: (UnsafeBufferPointer<Sample>) throws(E) -> R
  ) throws(E) -> R {
    defer { withExtendedLifetime(memory) {} }
    return try unsafe body(UnsafeBufferPointer(samples))
  }

  /// Calls `body` with all samples, row by row, for writing.
  @inlinable @unsafe public mutating func withUnsafeMutableSamples<R, E: Error>(
    _ body: (UnsafeMutableBufferPointer<Sample>) throws(E) -> R
  ) throws(E) -> R {
    copyIfShared()
    return try unsafe body(samples)
  }

  /// Copies the samples if another picture shares them or if they are read-only.
  @usableFromInline mutating func copyIfShared() {
    if memory.isReadOnly || !isKnownUniquelyReferenced(&memory) {
      let own = unsafe UnsafeRawBufferPointer(samples)
      let copy = PixelMemory(byteCount: own.count)
      unsafe copy.bytes.copyMemory(from: own)
      memory = copy
    }
  }

  /// The samples at the start of the memory. The memory can be larger.
  @inlinable @unsafe var samples: UnsafeMutableBufferPointer<Sample> {
    unsafe UnsafeMutableBufferPointer(
      start: memory.bytes.assumingMemoryBound(to: Sample.self).baseAddress,
      count: stride * height)
  }

  /// The samples as a plane that shares this picture's memory. Its width counts samples.
  public var plane: PlaneView<Sample> {
    unsafe PlaneView(
      base: UnsafePointer(memory.bytes.assumingMemoryBound(to: Sample.self).baseAddress!),
      width: stride, height: height, stride: stride, owner: memory)
  }

  @inlinable func index(_ x: Int, _ y: Int, _ channel: Int) -> Int {
    precondition(x >= 0 && x < width && y >= 0 && y < height, "pixel outside the picture")
    precondition(channel >= 0 && channel < channels, "the picture has no such channel")
    return (y * width + x) * channels + channel
  }
}
