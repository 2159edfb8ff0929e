internal import BromideKernels
internal import BromideSystem
internal import BromideValues
internal import Synchronization

/// Measures the lateral colour of a mosaic, on all threads that need it.
///
/// The fit is first order in the shift. It is 4 % short after two passes, and within 0.01 pixels
/// after three. The first two passes use up to 128 blocks of each colour. The last one uses up to
/// 1024, evenly spread. Its result is also within 0.01 pixels of a fit of all blocks, and its cost
/// does not grow with the sensor. Sums are per block, and the fit adds them in block order.
final class LateralMeasure: Sendable {
  private let colors: [LateralBlocks]
  private let trust: LateralTrust
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

  /// The maximum number of blocks in the first passes and in the last pass.
  private static let few = 128
  private static let many = 1024

  convenience init(_ mosaic: Mosaic, instructionSet: InstructionSet) {
    let colors = [CFAColor.red, .blue].map {
      LateralBlocks(mosaic, color: $0, instructionSet: instructionSet)
    }
    self.init(colors, .bayer)
  }

  convenience init(_ mosaic: XTransMosaic, instructionSet: InstructionSet) {
    let colors = [CFAColor.red, .blue].map {
      LateralBlocks(mosaic, color: $0, instructionSet: instructionSet)
    }
    self.init(colors, .xtrans)
  }

  /// - Parameters:
  ///   - colors: The blocks of red and of blue.
  ///   - trust: The required confidence in a shift.
  private init(_ colors: [LateralBlocks], _ trust: LateralTrust) {
    self.colors = colors
    self.trust = trust
    // Red and blue have equally many rows and columns of blocks, but for one.
    let rows = colors.map(\.size.height).max() ?? 0
    let most = colors.map(\.size.area).max() ?? 0
    let passes = [Self.few, Self.few, Self.many].map { BlockSubset(of: most, atMost: $0) }
    self.passes = passes
    let count = colors.count
    rounds = Rounds(passes.flatMap { _ in [rows, count] })
    state = Mutex(State(sums: Array(repeating: Array(repeating: [], count: rows), count: count)))
  }

  /// Works with other threads until the shifts are measured. If a colour has no shift or an
  /// uncertain one, its shift is `LateralShift.none`.
  func finish() -> LateralColor {
    lazy var scratch = Self.makeScratch()
    rounds.finish { tile in
      if tile.round % 2 == 0 {
        measure(row: tile.tile, passes[tile.round / 2], scratch: scratch)
      } else {
        fit(color: tile.tile, isLast: tile.round / 2 == passes.count - 1)
      }
    }
    return found ?? LateralColor(red: .none, blue: .none)
  }

  /// The result, or `nil` until it is complete.
  var found: LateralColor? {
    let shifts = state.withLock { $0.shifts }
    guard let red = shifts[0], let blue = shifts[1] else { return nil }
    return LateralColor(red: red, blue: blue)
  }

  /// Makes the memory for all rows that a thread measures.
  private static func makeScratch() -> PixelMemory {
    let memory = PixelMemory(byteCount: LateralBlocks.scratchCount * MemoryLayout<Float>.stride)
    unsafe memory.bytes.initializeMemory(as: UInt8.self, repeating: 0)
    return memory
  }

  private func measure(row: Int, _ subset: BlockSubset, scratch: PixelMemory) {
    let fits = state.withLock { $0.fits }
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
    if isLast {
      let shift = trust.shift(sums)
      state.withLock { $0.shifts[color] = shift }
    } else {
      let fit = LateralFit(sums)
      state.withLock { $0.fits[color] = fit }
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
