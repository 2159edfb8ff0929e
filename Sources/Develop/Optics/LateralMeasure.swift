internal import Kernels
internal import Pixels
internal import Scheduling
internal import Synchronization

/// Measures the lateral colour of a mosaic, on all threads that need it.
///
/// A fit to first order in the shift ends 4 % short after two passes, and within 0.01 pixels after
/// three. The first two look at up to 128 blocks of each colour, the last one at up to 1024, evenly
/// spread: that is within 0.01 pixels of all blocks, too, at a cost that does not grow with the
/// sensor. Sums are per block, and the fit takes them in the order of blocks.
final class LateralMeasure: Sendable {
  private let colors: [LateralBlocks]
  private let rounds: Rounds
  private let state: Mutex<State>
  /// The blocks of each pass.
  private let passes: [BlockSubset]

  private struct State {
    var fits = [LateralFit([]), LateralFit([])]
    /// By colour and row of blocks.
    var sums: [[[LateralSums]]]
    /// The results, once they are known.
    var shifts: [LateralShift?] = [nil, nil]
  }

  /// Blocks that the first passes look at, at most, and those of the last one.
  private static let few = 128
  private static let many = 1024

  convenience init(_ mosaic: Mosaic, instructionSet: InstructionSet) {
    self.init(
      [CFAColor.red, .blue].map {
        LateralBlocks(mosaic, color: $0, instructionSet: instructionSet)
      })
  }

  convenience init(_ mosaic: XTransMosaic, instructionSet: InstructionSet) {
    self.init(
      [CFAColor.red, .blue].map {
        LateralBlocks(mosaic, color: $0, instructionSet: instructionSet)
      })
  }

  /// - Parameter colors: The blocks of red and of blue.
  private init(_ colors: [LateralBlocks]) {
    self.colors = colors
    // Red and blue have equally many rows and columns of blocks, but for one.
    let rows = colors.map(\.size.height).max() ?? 0
    let most = colors.map(\.size.area).max() ?? 0
    let passes = [Self.few, Self.few, Self.many].map { BlockSubset(of: most, atMost: $0) }
    self.passes = passes
    let count = colors.count
    rounds = Rounds(passes.flatMap { _ in [rows, count] })
    state = Mutex(State(sums: Array(repeating: Array(repeating: [], count: rows), count: count)))
  }

  /// Works with other threads until the shifts are known; a colour whose shift is none, or too
  /// uncertain, has `LateralShift.none`.
  func finish() -> LateralColor {
    rounds.finish { tile in
      if tile.round % 2 == 0 {
        measure(row: tile.tile, passes[tile.round / 2])
      } else {
        fit(color: tile.tile, isLast: tile.round / 2 == passes.count - 1)
      }
    }
    return found ?? LateralColor(red: .none, blue: .none)
  }

  /// The result; nil until it is complete.
  var found: LateralColor? {
    let shifts = state.withLock { $0.shifts }
    guard let red = shifts[0], let blue = shifts[1] else { return nil }
    return LateralColor(red: red, blue: blue)
  }

  private func measure(row: Int, _ subset: BlockSubset) {
    let fits = state.withLock { $0.fits }
    let scratch = PixelMemory(byteCount: LateralBlocks.scratchCount * MemoryLayout<Float>.stride)
    unsafe scratch.bytes.initializeMemory(as: UInt8.self, repeating: 0)
    for (i, blocks) in colors.enumerated() where row < blocks.size.height {
      let sums = (0..<blocks.size.width).filter { subset.contains(column: $0, row: row) }.map {
        blocks.sums(
          column: $0, row: row,
          shift: fits[i].shift.shift(at: blocks.place(column: $0, row: row)), scratch: scratch)
      }
      state.withLock { $0.sums[i][row] = sums }
    }
  }

  private func fit(color: Int, isLast: Bool) {
    let sums = state.withLock { $0.sums[color].flatMap(\.self) }
    let fit = LateralFit(sums)
    let shift = isLast ? fit.trusted(sums: sums) : nil
    state.withLock { state in
      state.fits[color] = fit
      state.shifts[color] = shift
    }
  }
}

/// Every block, every second, every fourth and so on, evenly spread.
private struct BlockSubset {
  /// One of 2 to this power.
  private let level: Int

  /// - Parameters:
  ///   - count: Blocks in all.
  ///   - most: Blocks that the subset has, at most.
  init(of count: Int, atMost most: Int) {
    var level = 0
    while count >> level > most { level += 1 }
    self.level = level
  }

  func contains(column: Int, row: Int) -> Bool {
    let half = level / 2
    let mask = 1 << half - 1
    guard column & mask == 0, row & mask == 0 else { return false }
    return level % 2 == 0 || (column >> half + row >> half) % 2 == 0
  }
}

extension LateralFit {
  /// The shift, or a simpler one, or none, as far as the blocks can be trusted.
  ///
  /// Deviations are 0.02 to 0.04 pixels for photos, and 0.3 to 1.5 for a night and a colour chart.
  fileprivate func trusted(sums: [LateralSums]) -> LateralShift {
    if deviation(at: Self.checkedRadius) <= Self.largestDeviation { return seen }
    let simple = LateralFit(sums, isSimple: true)
    return simple.deviation(at: Self.checkedRadius) <= Self.largestDeviation ? simple.seen : .none
  }

  /// The shift, or none if nobody could see it, or if chance could have made it.
  private var seen: LateralShift {
    let radii = [0.3, 0.5, 0.7, 0.9]
    let isSure = radii.contains { abs(shift.alongRadius($0)) >= 2 * deviation(at: $0) }
    return isSure && shift.greatest >= Self.leastShift ? shift : .none
  }

  private static let checkedRadius = 0.9
  private static let largestDeviation = 0.15
  private static let leastShift = 0.06
}

extension LateralShift {
  /// Whether it has its five numbers, and moves no colour farther than any lens does.
  var isSound: Bool {
    coefficients.count == 5 && coefficients.allSatisfy(\.isFinite) && greatest <= 8
  }

  /// About the greatest length of the shift on the sensor, in its pixels.
  var greatest: Double {
    let directions = [SIMD2(0.8, 0.6), SIMD2(-0.8, 0.6), SIMD2(0.8, -0.6), SIMD2(-0.8, -0.6)]
    return directions.flatMap { direction in
      (0...20).map { step in
        let s = shift(at: Double(step) / 20 * direction)
        return (s * s).sum().squareRoot()
      }
    }.max() ?? 0
  }
}
