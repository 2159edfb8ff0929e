public import BromideValues

/// The weighted sum of complete frames in linear light, premultiplied by alpha.
///
/// Not thread-safe.
public final class LightSum {
  /// The size of the frames.
  public let size: Size
  private let memory: PixelMemory

  /// Creates an empty sum with 16 bytes per pixel.
  init(size: Size) {
    self.size = size
    memory = PixelMemory(byteCount: size.area * MemoryLayout<SIMD4<Float>>.stride)
    let count = size.area
    unsafe memory.bytes.withMemoryRebound(to: SIMD4<Float>.self) { pixels in
      unsafe pixels.baseAddress!.update(repeating: SIMD4(), count: count)
    }
  }

  /// Returns the pixels of a row.
  func row(_ y: Int) -> UnsafeMutablePointer<SIMD4<Float>> {
    unsafe memory.bytes.assumingMemoryBound(to: SIMD4<Float>.self).baseAddress! + y * size.width
  }
}

extension Compositor {
  /// Creates an empty sum for frames of this compositor.
  public func makeSum() -> LightSum { LightSum(size: size) }

  /// Draws a frame and adds it to a sum.
  ///
  /// - Parameters:
  ///   - layers: The layers, lowest first.
  ///   - weight: The frame's weight. The weights of all frames must add up to 1.
  public func add(
    _ layers: [FrameLayer], weight: Double, to sum: LightSum, scratch: CompositorScratch
  ) {
    precondition(sum.size == size, "a sum of such frames")
    let weight = Float(weight)
    for y in 0..<size.height {
      unsafe light(layers, row: y, scratch) { pixels in
        let row = unsafe sum.row(y)
        for x in 0..<size.width { unsafe row[x] += pixels[x] * weight }
      }
    }
  }

  /// Encodes rows of a sum.
  ///
  /// - Parameters:
  ///   - rows: Rows of the frame.
  ///   - output: Memory for the rows, without gaps.
  @unsafe public func put(
    _ sum: LightSum, rows: Range<Int>, scratch: CompositorScratch,
    into output: UnsafeMutableRawBufferPointer
  ) {
    let rowBytes = size.width * format.bytesPerPixel
    precondition(output.count >= rows.count * rowBytes, "memory for all rows")
    for y in rows {
      unsafe sum.row(y).withMemoryRebound(to: Float.self, capacity: 4 * size.width) { pixels in
        unsafe finish(
          pixels, 0..<size.width, scratch,
          into: output.baseAddress! + (y - rows.lowerBound) * rowBytes)
      }
    }
  }
}
