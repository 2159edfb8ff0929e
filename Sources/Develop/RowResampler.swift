internal import Kernels
internal import Pixels

/// Brings rows of one strip to the output's size: each source row is added to the output rows that need it, and an
/// output row that has all its sources is resampled across.
///
/// Only the output rows in progress are kept (5 or 6 where the picture shrinks), never the source rows.
final class RowResampler {
  private let plan: ResamplePlan
  private let channels: Int
  private let ceiling: Float
  private let gains: SIMD3<Float>
  private let sums: [PlanarRow]
  private let input: PlanarRow
  private let output: PlanarRow
  private let add: AddRowKernel
  private var sourceColumns = 0..<0
  private var outputColumns = 0..<0
  private var nextSource = 0
  private var started = 0

  /// - Parameters:
  ///   - ceiling: Source values times gains count as it where they are above it, and as 0 below 0.
  ///   - inputCapacity: What the maker of source rows needs.
  init(
    _ plan: ResamplePlan, channels: Int, gains: SIMD3<Float>, ceiling: Float, inputCapacity: Int,
    instructionSet: InstructionSet
  ) {
    self.plan = plan
    self.gains = gains
    self.ceiling = ceiling
    self.channels = channels
    sums = (0..<plan.vertical.overlap).map { _ in PlanarRow(capacity: plan.maximumSourceWidth) }
    input = PlanarRow(capacity: inputCapacity)
    output = PlanarRow(capacity: plan.columnsPerStrip)
    add = AddRowKernel(instructionSet: instructionSet)
  }

  /// Starts a strip: the output rows from `rows.lowerBound` on.
  ///
  /// - Returns: The source region needed, from the shown part's origin.
  func begin(rows: Range<Int>, columns: Range<Int>) -> Region {
    outputColumns = columns
    sourceColumns = plan.horizontal.sources(of: columns)
    let sourceRows = plan.vertical.sources(of: rows)
    nextSource = sourceRows.lowerBound
    started = rows.lowerBound
    return Region(
      x: sourceColumns.lowerBound, y: sourceRows.lowerBound, width: sourceColumns.count,
      height: sourceRows.count)
  }

  /// Makes output row `y`; rows are asked for in order, down to `last`.
  func row(_ y: Int, last: Int, from source: RowSource) -> PlanarRow {
    let vertical = plan.vertical
    while nextSource < vertical.starts[y] + vertical.taps {
      source.next(into: input)
      while started <= last && vertical.starts[started] <= nextSource { started += 1 }
      for target in y..<started {
        let tap = nextSource - vertical.starts[target]
        add.add(
          input, weight: vertical.weights[target * vertical.taps + tap], gains: gains,
          ceiling: ceiling,
          isFirst: tap == 0,
          count: sourceColumns.count, channels: channels, to: sums[target % sums.count])
      }
      nextSource += 1
    }
    plan.across.resample(
      sums[y % sums.count], origin: sourceColumns.lowerBound, outputs: outputColumns,
      channels: channels, into: output)
    return output
  }
}

/// The filters of both axes and how wide strips are.
struct ResamplePlan: Sendable {
  let vertical: ResampleFilter
  let horizontal: ResampleFilter
  /// `horizontal` as the kernel wants it.
  let across: ResampleRowKernel
  /// Output columns of a strip.
  let columnsPerStrip: Int
  /// The widest strip, in source columns.
  let maximumSourceWidth: Int

  /// - Parameter stripWidth: Source columns a strip should have at most; a strip has at least 16 output columns
  ///   whatever that takes, so that strong shrinking does not read everything many times.
  init(_ geometry: OutputGeometry, stripWidth: Int, instructionSet: InstructionSet) {
    let (window, size) = geometry.canvas
    vertical = ResampleFilter(
      sourceLength: geometry.source.height, start: window.y, length: window.height,
      count: size.height)
    let filter = ResampleFilter(
      sourceLength: geometry.source.width, start: window.x, length: window.width,
      count: size.width)
    let padded = (filter.taps + 15) / 16 * 16
    var weights = [Float](repeating: 0, count: filter.count * padded)
    for i in 0..<filter.count {
      for tap in 0..<filter.taps {
        weights[i * padded + tap] = filter.weights[i * filter.taps + tap]
      }
    }
    across = ResampleRowKernel(
      starts: filter.starts.map { Int32($0) }, taps: padded, weights: weights,
      instructionSet: instructionSet)
    horizontal = filter
    let step = window.width / Double(filter.count)
    let fitting = Int((Double(stripWidth - filter.taps) / max(step, 1)).rounded(.down))
    let columns = min(filter.count, max(16, fitting))
    columnsPerStrip = columns
    maximumSourceWidth = stride(from: 0, to: filter.count, by: columns).map {
      filter.sources(of: $0..<min($0 + columns, filter.count)).count
    }.max()!
  }
}
