internal import BromideLibc
internal import BromideValues
internal import CBromideKernels

/// Computes a ``HighlightField`` in parts that threads can share: first every row of cells, then
/// every piece.
@safe
public struct HighlightFieldParts: Sendable {
  /// Rows of cells. Call `measure` once for each, in any order.
  public var rows: Int { size.height }
  /// Number of pieces. After measuring all rows, call `make` once for each, in any order.
  public var pieces: Int { 2 + (size.height + Self.blurredRows - 1) / Self.blurredRows }

  private let cells: HighlightCells
  private let size: Size
  private let instructionSet: InstructionSet
  /// Columns of the weights, rounded up to whole vectors.
  private let stride: Int
  /// The field's planes (log2 red/green, log2 blue/green and support), the weights with rows of
  /// zeros above and below, and the room of both spreads.
  private let memory: PixelMemory

  /// Creates the parts without measuring.
  ///
  /// - Parameter instructionSet: The variant to run. All variants give equal bits.
  public init(_ cells: HighlightCells, instructionSet: InstructionSet) {
    self.cells = cells
    self.instructionSet = instructionSet
    size = cells.size
    // The kernels read and write whole vectors.
    stride = (size.width + 15) / 16 * 16
    let padding = Self.reach * stride
    // One allocation, because 24 megapixels then need a single large page. Large pages also save
    // 500 page faults.
    let floats = 3 * size.area + stride * size.height + 2 * padding + 2 * HighlightSpread(size).room
    let bytes = floats * MemoryLayout<Float>.stride
    memory = PixelMemory(byteCount: bytes < Self.largePage / 2 ? bytes : max(bytes, Self.largePage))
    unsafe (weights - padding).update(repeating: 0, count: padding)
    unsafe (weights + stride * size.height).update(repeating: 0, count: padding)
  }

  /// Measures the weights and ratios in a row of cells.
  public func measure(row: Int) {
    let (width, first) = (size.width, row * size.width)
    unsafe withUnsafeTemporaryAllocation(of: Float.self, capacity: 4 * width) { room in
      let sums = room.baseAddress!
      unsafe cells.measure(row: row, into: sums)
      let (weights, red, blue) = unsafe (self.weights + row * stride, plane(0), plane(1))
      for x in 0..<width {
        let weight = unsafe sums[4 * x]
        guard weight > 0 else {
          unsafe (weights[x], red[first + x], blue[first + x]) = (0, 0, 0)
          continue
        }
        let light = unsafe SIMD3(sums[4 * x + 1], sums[4 * x + 2], sums[4 * x + 3])
        let known = pointwiseMax(light, SIMD3(repeating: light.max() * Self.leastRatio))
        unsafe weights[x] = 4 * weight / Float(cells.count(x: x, y: row))
        unsafe red[first + x] = Float(log2(Double(known.x / known.y)))
        unsafe blue[first + x] = Float(log2(Double(known.z / known.y)))
      }
      for x in width..<stride { unsafe weights[x] = 0 }
    }
  }

  /// Computes a piece: spreads the ratios of a colour, or blurs some rows of weights.
  public func make(piece: Int) {
    if piece < 2 {
      let spread = HighlightSpread(size)
      let room = unsafe weights + stride * (size.height + Self.reach) + piece * spread.room
      unsafe spread.spread(plane(piece), weights: weights, stride: stride, room: room)
    } else {
      let first = (piece - 2) * Self.blurredRows
      blur(first..<min(first + Self.blurredRows, size.height))
    }
  }

  /// The field, which uses the memory of these parts. Valid after all pieces are computed.
  public var field: HighlightField {
    unsafe HighlightField(size: size, planes: plane(0), owner: memory)
  }

  @unsafe private func plane(_ index: Int) -> UnsafeMutablePointer<Float> {
    unsafe memory.bytes.assumingMemoryBound(to: Float.self).baseAddress! + index * size.area
  }

  @unsafe private var weights: UnsafeMutablePointer<Float> {
    unsafe plane(3) + Self.reach * stride
  }

  /// `PixelMemory` puts this many bytes into a large page.
  private static let largePage = 2 << 20
  /// Below this share of the largest channel, a channel only contains noise.
  private static let leastRatio: Float = 1 / 1024
  /// Rows per piece.
  private static let blurredRows = 64
}

extension HighlightFieldParts {
  /// Standard deviation of the support's blur in cells: 128 sensor pixels.
  private static let deviation = 8.0
  /// Cells on either side that the blur reads: three deviations.
  private static let reach = 24
  private static let gauss = (-reach...reach).map { i -> Float in
    let distance = Double(i) / deviation
    return Float(exp(-distance * distance / 2))
  }

  /// Blurs weights with a Gaussian, relative to the Gaussian's weight inside the sensor.
  private func blur(_ rows: Range<Int>) {
    let (set, gauss) = (max(instructionSet, .baseline), Self.gauss)
    var row = [Float](repeating: 0, count: stride + 2 * Self.reach + 16)
    var sums = [Float](repeating: 0, count: stride)
    let (across, down) = (norms(size.width), norms(size.height))
    for y in rows {
      unsafe row.withUnsafeMutableBufferPointer { row in
        unsafe bromide_weighted_sums(
          set.code, weights + (y - Self.reach) * stride, stride, gauss, gauss.count, size.width,
          row.baseAddress! + Self.reach)
        for x in size.width..<stride { unsafe row[Self.reach + x] = 0 }
      }
      unsafe bromide_weighted_sums(set.code, row, 1, gauss, gauss.count, size.width, &sums)
      let support = unsafe plane(2) + y * size.width
      for x in 0..<size.width { unsafe support[x] = sums[x] / (across[x] * down[y]) }
    }
  }

  /// Returns the sum of the weights inside the line, for each of its `count` positions.
  private func norms(_ count: Int) -> [Float] {
    let reach = Self.reach
    return (0..<count).map { place in
      (max(0, reach - place)..<min(2 * reach + 1, count - place + reach)).reduce(0) {
        $0 + Self.gauss[$1]
      }
    }
  }
}
