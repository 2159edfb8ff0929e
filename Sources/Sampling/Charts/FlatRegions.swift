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
  ///   - picture: 8-bit RGB.
  ///   - contrast: A pixel is flat if no channel varies by more around it.
  init(_ picture: ImageBuffer<UInt8>, contrast: Int) {
    let size = picture.size
    var labels = [Int32](repeating: -1, count: size.area)
    for y in 1..<max(1, size.height - 1) {
      for x in 1..<max(1, size.width - 1) where Self.isFlat(picture, x, y, contrast) {
        labels[y * size.width + x] = 0
      }
    }
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

  /// The picture without noise: the median of five pixels of every row, then of every column.
  static func smoothed(_ picture: ImageBuffer<UInt8>) -> ImageBuffer<UInt8> {
    var result = picture
    for (dx, dy) in [(1, 0), (0, 1)] {
      let source = result
      for y in 2 * dy..<max(2 * dy, source.height - 2 * dy) {
        for x in 2 * dx..<max(2 * dx, source.width - 2 * dx) {
          for c in 0..<3 {
            result[x, y, c] = median(
              source[x - 2 * dx, y - 2 * dy, c], source[x - dx, y - dy, c], source[x, y, c],
              source[x + dx, y + dy, c], source[x + 2 * dx, y + 2 * dy, c])
          }
        }
      }
    }
    return result
  }

  private static func median(
    _ a: UInt8, _ b: UInt8, _ c: UInt8, _ d: UInt8, _ e: UInt8
  ) -> UInt8 {
    // Neither the least nor the greatest of four is the median of five.
    let low = max(min(a, b), min(c, d))
    let high = min(max(a, b), max(c, d))
    return max(min(low, high), min(max(low, high), e))
  }

  private static func isFlat(
    _ picture: ImageBuffer<UInt8>, _ x: Int, _ y: Int, _ contrast: Int
  ) -> Bool {
    for c in 0..<3 {
      var (low, high) = (255, 0)
      for j in y - 1...y + 1 {
        for i in x - 1...x + 1 {
          let value = Int(picture[i, j, c])
          (low, high) = (min(low, value), max(high, value))
        }
      }
      if high - low > contrast { return false }
    }
    return true
  }
}
