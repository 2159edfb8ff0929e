internal import BromideValues
internal import CBromideKernels

/// The vertical half of a separable resampling. Adds weighted source rows to the output rows that
/// need them.
///
/// Several neighbouring rows are added at once, so that each sum is loaded and stored only once.
/// Rows are added to a sum in order, so its bits do not depend on the grouping into blocks.
@safe
public final class RowSums {
  /// The source rows of each output row, and their weights.
  public struct Filter: Sendable {
    /// First source row of each output row. Never decreases.
    public let starts: [Int]
    /// Number of source rows per output row.
    public let taps: Int
    /// Weights, `taps` for each output row.
    public let weights: [Float]

    /// Creates a filter. `weights` contains `taps` values for each output row, in the order of
    /// `starts`.
    public init(starts: [Int], taps: Int, weights: [Float]) {
      precondition(weights.count == starts.count * taps, "taps weights an output row")
      self.starts = starts
      self.taps = taps
      self.weights = weights
    }

    /// Returns the maximum number of output rows that need any of `rows` consecutive source rows.
    func overlap(rows: Int) -> Int {
      var (most, end) = (1, 0)
      for i in 0..<starts.count {
        while end < starts.count && starts[end] < starts[i] + taps + rows - 1 { end += 1 }
        most = max(most, end - i)
      }
      return most
    }
  }

  /// Recommended number of rows to add at once.
  public let blockRows: Int
  private let filter: Filter
  private let channels: Int
  private let gains: SIMD3<Float>
  private let ceiling: Float
  private let instructionSet: InstructionSet
  private let sums: [PlanarRow]
  private var shares: [bromide_share] = unsafe []
  private var outputs = 0..<0
  private var columns = 0

  /// - Parameters:
  ///   - channels: 1 (only the red plane) or 3.
  ///   - gains: Factors for red, green and blue.
  ///   - ceiling: Upper limit of a value times its gain. The lower limit is 0.
  ///   - capacity: Maximum number of columns.
  ///   - instructionSet: The variant to run. It must be available.
  public init(
    _ filter: Filter, channels: Int, gains: SIMD3<Float> = SIMD3(1, 1, 1), ceiling: Float = 1,
    capacity: Int, instructionSet: InstructionSet
  ) {
    self.filter = filter
    self.channels = channels
    self.gains = gains
    self.ceiling = ceiling
    self.instructionSet = instructionSet
    // If the picture is enlarged, a full block would start more sums than fit in the caches.
    let crowd = max(1, filter.overlap(rows: 1) / max(1, filter.taps))
    blockRows = max(1, Int(BROMIDE_BLOCK) / crowd)
    sums = PlanarRow.block(filter.overlap(rows: blockRows), capacity: capacity)
  }

  /// Starts the output rows `outputs`, at their first source row.
  public func begin(outputs: Range<Int>, columns: Int) {
    precondition(outputs.upperBound <= filter.starts.count, "known outputs")
    precondition(columns <= sums[0].capacity, "columns within the rows")
    self.outputs = outputs
    self.columns = columns
  }

  /// Adds source rows `first` ..< `first + count`, stored in the first rows of `block`.
  ///
  /// - Parameters:
  ///   - block: Rows from `PlanarRow.block`.
  ///   - count: At most `blockRows`.
  ///   - next: The next output row to request. Earlier rows are discarded.
  public func add(_ block: [PlanarRow], first: Int, count: Int, next: Int) {
    precondition(count <= min(block.count, blockRows), "rows of one block")
    precondition(columns <= block[0].capacity, "columns within the rows")
    if instructionSet == .reference {
      addReference(block, first: first, count: count, next: next)
      return
    }
    unsafe run(
      bromide_block(
        first: block[0].red, stride: block[0].blockDistance, plane: block[0].planeStride,
        sum_plane: sums[0].planeStride, rows: Int32(count), channels: Int32(channels), coded: 0,
        scale: gains.tuple, ceiling: ceiling),
      first: first, next: next)
  }

  /// Adds source rows from a coded picture. The first starts at (`x`, `y`).
  public func add(_ picture: CodedPicture, x: Int, y: Int, first: Int, count: Int, next: Int) {
    precondition(count <= blockRows, "rows of one block")
    precondition(y + count <= picture.size.height && picture.channels >= channels, "known rows")
    if instructionSet == .reference {
      let rows = PlanarRow.block(count, capacity: columns)
      for i in 0..<count { picture.read(x: x, y: y + i, count: columns, into: rows[i]) }
      addReference(rows, first: first, count: count, next: next)
      return
    }
    let light = picture.ceiling / (65535 * 65535)
    unsafe run(
      bromide_block(
        first: picture.codes(0, x: x, y: y, count: columns), stride: picture.size.width,
        plane: picture.size.area, sum_plane: sums[0].planeStride, rows: Int32(count),
        channels: Int32(channels), coded: 1, scale: (gains * light).tuple, ceiling: ceiling),
      first: first, next: next)
  }

  /// Output row `y`. Valid after all of its source rows have been added, until you add more rows.
  public subscript(y: Int) -> PlanarRow { sums[y % sums.count] }

  /// Returns the output rows starting at `next` that need any of the given source rows.
  private func targets(_ rows: Range<Int>, next: Int) -> Range<Int> {
    var end = next
    while end < outputs.upperBound && filter.starts[end] < rows.upperBound { end += 1 }
    precondition(end - next <= sums.count, "rows are requested in order")
    return next..<end
  }

  /// Returns the source rows of an output row that are in a block.
  private func shared(_ target: Int, _ rows: Range<Int>) -> Range<Int> {
    let start = filter.starts[target]
    return rows.clamped(to: start..<start + filter.taps)
  }

  private func run(_ block: bromide_block, first: Int, next: Int) {
    var block = unsafe block
    let rows = unsafe first..<first + Int(block.rows)
    unsafe filter.weights.withUnsafeBufferPointer { weights in
      unsafe shares.removeAll(keepingCapacity: true)
      for target in targets(rows, next: next) {
        let part = shared(target, rows)
        guard !part.isEmpty else { continue }
        let tap = part.lowerBound - filter.starts[target]
        unsafe shares.append(
          bromide_share(
            sum: self[target].red, weights: weights.baseAddress! + target * filter.taps + tap,
            from: Int32(part.lowerBound - first), to: Int32(part.upperBound - first),
            is_first: tap == 0 ? 1 : 0))
      }
      unsafe bromide_add_rows(
        instructionSet.code, &block, shares, Int32(shares.count), columns)
    }
  }

  private func addReference(_ block: [PlanarRow], first: Int, count: Int, next: Int) {
    let rows = first..<first + count
    for target in targets(rows, next: next) {
      for row in shared(target, rows) {
        let tap = row - filter.starts[target]
        let weight = filter.weights[target * filter.taps + tap]
        for x in 0..<columns {
          let value = block[row - first][x] * gains
          let clipped = value.clamped(
            lowerBound: SIMD3(), upperBound: SIMD3(repeating: ceiling))
          let sum = weight * clipped + (tap == 0 ? SIMD3() : self[target][x])
          for unsafe(channel, plane) in unsafe self[target].planes.prefix(channels).enumerated() {
            unsafe plane[x] = sum[channel]
          }
        }
      }
    }
  }
}

extension SIMD3<Float> {
  fileprivate var tuple: (Float, Float, Float) { (x, y, z) }
}
