internal import BromideValues

/// Fills a plane of ratios from larger and larger cells ("push–pull").
struct HighlightSpread {
  private let size: Size

  /// - Parameter size: Columns and rows of the plane.
  init(_ size: Size) { self.size = size }

  /// Number of floats that a spread needs for the weights and ratios of all larger cells.
  var room: Int { 2 * larger.reduce(0) { $0 + $1.area } }

  /// The sizes of the planes with larger cells. Each has a quarter of the previous plane's cells,
  /// down to one cell.
  private var larger: [Size] {
    var sizes: [Size] = []
    var last = size
    while last.area > 1 {
      last = Size(width: (last.width + 1) / 2, height: (last.height + 1) / 2)
      sizes.append(last)
    }
    return sizes
  }

  /// Replaces each ratio with a weighted mean of itself and of the larger cells' ratio, which has a
  /// weight of ½.
  ///
  /// - Parameters:
  ///   - ratios: The plane.
  ///   - weights: The weight of each ratio, in rows `stride` apart.
  ///   - room: The place of ``room`` floats.
  @unsafe func spread(
    _ ratios: UnsafeMutablePointer<Float>, weights: UnsafePointer<Float>, stride: Int,
    room: UnsafeMutablePointer<Float>
  ) {
    guard size.area > 1 else { return }
    let half = Size(width: (size.width + 1) / 2, height: (size.height + 1) / 2)
    let (sums, means) = unsafe (room, room + half.area)
    unsafe gather(ratios, weights: weights, stride: stride, into: sums, means, half)
    unsafe HighlightSpread(half).spread(
      means, weights: sums, stride: half.width, room: room + 2 * half.area)
    for y in 0..<size.height {
      let rows = Self.neighbours(y, half.height)
      let (near, adjacent) = unsafe (
        means + rows.own * half.width, means + rows.adjacent * half.width
      )
      let (row, weight) = unsafe (ratios + y * size.width, weights + y * stride)
      for x in 0..<size.width {
        let columns = Self.neighbours(x, half.width)
        let mean =
          unsafe 0.75 * (0.75 * near[columns.own] + 0.25 * near[columns.adjacent])
          + 0.25 * (0.75 * adjacent[columns.own] + 0.25 * adjacent[columns.adjacent])
        unsafe row[x] = (weight[x] * row[x] + 0.5 * mean) / (weight[x] + 0.5)
      }
    }
  }

  /// Sums the weights of each larger cell, and computes the weighted mean of its ratios.
  private func gather(
    _ ratios: UnsafePointer<Float>, weights: UnsafePointer<Float>, stride: Int,
    into sums: UnsafeMutablePointer<Float>, _ means: UnsafeMutablePointer<Float>, _ half: Size
  ) {
    unsafe sums.update(repeating: 0, count: half.area)
    unsafe means.update(repeating: 0, count: half.area)
    for y in 0..<size.height {
      let first = y / 2 * half.width
      let (row, weight) = unsafe (ratios + y * size.width, weights + y * stride)
      for x in 0..<size.width {
        unsafe sums[first + x / 2] += weight[x]
        unsafe means[first + x / 2] += weight[x] * row[x]
      }
    }
    for i in 0..<half.area where unsafe sums[i] > 0 { unsafe means[i] /= sums[i] }
  }

  /// Returns the larger cell that contains a cell, and its nearest neighbour.
  private static func neighbours(_ place: Int, _ count: Int) -> (own: Int, adjacent: Int) {
    let own = place / 2
    return (own, min(max(own + (place % 2 == 0 ? -1 : 1), 0), count - 1))
  }
}
