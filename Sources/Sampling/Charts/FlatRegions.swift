internal import BromideValues

/// Parts of a picture that have one colour, such as a chart's patches.
struct FlatRegions {
  struct Part {
    /// The centre of its pixels, in pixels.
    var center: SIMD2<Double>
    /// Number of its pixels.
    var area: Int
  }

  /// The parts as large as a patch could be, and about as high as wide.
  let parts: [Part]

  /// - Parameters:
  ///   - ranges: How much a channel varies around each pixel, by `ranges(_:)`.
  ///   - size: The picture's size.
  ///   - contrast: A pixel is flat if no channel varies by more around it.
  init(_ ranges: [UInt8], _ size: Size, contrast: Int) {
    var labels = ranges.map { Int($0) <= contrast ? Int8(0) : -1 }
    var parts: [Part] = []
    var queue: [Int] = []
    for start in labels.indices where labels[start] == 0 {
      queue.removeAll(keepingCapacity: true)
      queue.append(start)
      labels[start] = 1
      var (sum, next) = (SIMD2<Double>(), 0)
      var (low, high) = (SIMD2(Int.max, Int.max), SIMD2(0, 0))
      while next < queue.count {
        let (x, y) = (queue[next] % size.width, queue[next] / size.width)
        next += 1
        sum += SIMD2(Double(x), Double(y))
        low = pointwiseMin(low, SIMD2(x, y))
        high = pointwiseMax(high, SIMD2(x, y))
        for (i, j) in [(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)]
        where i >= 0 && j >= 0 && i < size.width && j < size.height {
          let other = j * size.width + i
          if labels[other] == 0 {
            labels[other] = 1
            queue.append(other)
          }
        }
      }
      let sides = high &- low &+ 1
      let fill = Double(queue.count) / Double(sides.x * sides.y)
      let aspect = Double(sides.x) / Double(sides.y)
      // A square on its corner fills half of its box.
      guard queue.count >= max(6, size.area / 40_000), queue.count <= size.area / 20,
        fill > 0.45, (0.4...2.5).contains(aspect)
      else { continue }
      parts.append(Part(center: sum / Double(queue.count), area: queue.count))
    }
    self.parts = parts
  }

  /// Returns an RGB picture's maximum channel range in the 3×3 pixels around each pixel. At the
  /// edge, it is 255.
  static func ranges(_ picture: ImageBuffer<UInt8>) -> [UInt8] {
    let (size, stride) = (picture.size, picture.stride)
    var result = [UInt8](repeating: 255, count: size.area)
    guard size.width > 2, size.height > 2 else { return result }
    unsafe picture.withUnsafeSamples { samples in
      // First over three rows, column by column, then over three columns.
      var (lows, highs) = (
        [UInt8](repeating: 0, count: stride), [UInt8](repeating: 0, count: stride)
      )
      for y in 1..<size.height - 1 {
        for i in 0..<stride {
          let (above, here, below) = unsafe (
            samples[(y - 1) * stride + i], samples[y * stride + i], samples[(y + 1) * stride + i]
          )
          lows[i] = min(above, min(here, below))
          highs[i] = max(above, max(here, below))
        }
        for x in 1..<size.width - 1 {
          var most: UInt8 = 0
          for i in 3 * x..<3 * x + 3 {
            let low = min(lows[i - 3], min(lows[i], lows[i + 3]))
            let high = max(highs[i - 3], max(highs[i], highs[i + 3]))
            most = max(most, high - low)
          }
          result[y * size.width + x] = most
        }
      }
    }
    return result
  }

  /// Returns the picture without noise: medians of five pixels along rows, then along columns.
  static func smoothed(_ picture: ImageBuffer<UInt8>) -> ImageBuffer<UInt8> {
    var result = picture
    let (size, stride) = (picture.size, picture.stride)
    for (dx, dy) in [(1, 0), (0, 1)] {
      let source = result
      let step = 3 * dx + stride * dy
      unsafe source.withUnsafeSamples { from in
        unsafe result.withUnsafeMutableSamples { into in
          for y in 2 * dy..<max(2 * dy, size.height - 2 * dy) {
            for i in y * stride + 6 * dx..<max(y * stride + 6 * dx, (y + 1) * stride - 6 * dx) {
              unsafe into[i] = median(
                from[i - 2 * step], from[i - step], from[i], from[i + step], from[i + 2 * step])
            }
          }
        }
      }
    }
    return result
  }

  private static func median(
    _ a: UInt8, _ b: UInt8, _ c: UInt8, _ d: UInt8, _ e: UInt8
  ) -> UInt8 {
    // The minimum and the maximum of four values cannot be the median of five.
    let low = max(min(a, b), min(c, d))
    let high = min(max(a, b), max(c, d))
    return max(min(low, high), min(max(low, high), e))
  }
}
