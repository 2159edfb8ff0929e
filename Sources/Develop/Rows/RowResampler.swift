internal import BromideKernels
internal import BromideValues
internal import Synchronization

/// Resamples rows of one strip to the output's size. It adds source rows to the output rows that
/// need them. When an output row has all its sources, it is resampled across.
///
/// It stores only the output rows in progress (5 to 8 if the picture shrinks) and a block of source
/// rows.
final class RowResampler {
  private let plan: ResamplePlan
  private let channels: Int
  private let sums: RowSums
  /// The output row made last.
  let output: PlanarRow
  private var sourceRows = 0..<0
  private var sourceColumns = 0..<0
  private var outputColumns = 0..<0

  /// - Parameters:
  ///   - plan: The filters of both axes.
  ///   - channels: 1 or 3.
  ///   - gains: Factors of source values.
  ///   - ceiling: Upper limit of source values times gains. The lower limit is 0.
  ///   - instructionSet: The instruction set of the kernels.
  init(
    _ plan: ResamplePlan, channels: Int, gains: SIMD3<Float>, ceiling: Float,
    instructionSet: InstructionSet
  ) {
    self.plan = plan
    self.channels = channels
    sums = RowSums(
      plan.vertical.rows, channels: channels, gains: gains, ceiling: ceiling,
      capacity: plan.maximumSourceWidth, instructionSet: instructionSet)
    output = PlanarRow(capacity: plan.columnsPerStrip)
  }

  /// Number of source rows taken at once.
  var blockRows: Int { sums.blockRows }

  /// Starts a strip.
  ///
  /// - Parameters:
  ///   - rows: The strip's rows of the output.
  ///   - columns: The strip's columns of the output.
  /// - Returns: The source region that the strip needs, relative to the shown part's origin.
  func begin(rows: Range<Int>, columns: Range<Int>) -> Region {
    outputColumns = columns
    sourceColumns = plan.horizontal.sources(of: columns)
    sourceRows = plan.vertical.sources(of: rows)
    sums.begin(outputs: rows, columns: sourceColumns.count)
    return Region(
      x: sourceColumns.lowerBound, y: sourceRows.lowerBound, width: sourceColumns.count,
      height: sourceRows.count)
  }

  /// Makes output row `y`. Rows are requested in order.
  func make(_ y: Int, from source: RowSource) {
    let end = plan.vertical.starts[y] + plan.vertical.taps
    while sourceRows.lowerBound < end {
      let first = sourceRows.lowerBound
      let count = min(sums.blockRows, sourceRows.count)
      switch source.next(count) {
      case .rows(let rows): sums.add(rows, first: first, count: count, next: y)
      case .coded(let picture, let place):
        sums.add(picture, x: place.x, y: place.y, first: first, count: count, next: y)
      }
      sourceRows = first + count..<sourceRows.upperBound
    }
    plan.across.resample(
      sums[y], origin: sourceColumns.lowerBound, outputs: outputColumns, channels: channels,
      into: output)
  }
}

/// The filters of both axes, and the width of strips.
struct ResamplePlan: Sendable {
  let vertical: ResampleFilter
  let horizontal: ResampleFilter
  /// `horizontal` in the form for the kernel.
  let across: ResampleRowKernel
  /// Most output columns in a strip.
  let columnsPerStrip: Int
  /// Output columns from the start of one strip to the start of the next. It is smaller if strips
  /// overlap their neighbours.
  let columnsInGrid: Int
  /// Source columns of the widest strip.
  let maximumSourceWidth: Int

  /// - Parameters:
  ///   - geometry: The geometry of the output.
  ///   - columns: The maximum number of canvas columns in a strip.
  ///   - isFixed: Whether strips start at multiples of `columns` instead of multiples of a group.
  ///   - takesNeighbors: Whether strips on a grid include a group of columns from each neighbour.
  ///   - instructionSet: The instruction set of the kernels.
  private init(
    _ geometry: OutputGeometry, columns: Int, isFixed: Bool, takesNeighbors: Bool,
    instructionSet: InstructionSet
  ) {
    let (window, size) = geometry.canvas
    vertical = ResampleFilter(
      sourceLength: geometry.source.height, start: window.y, length: window.height,
      count: size.height)
    let filter = ResampleFilter(
      sourceLength: geometry.source.width, start: window.x, length: window.width,
      count: size.width)
    across = ResampleRowKernel(
      starts: filter.starts, taps: filter.taps, weights: filter.weights,
      instructionSet: instructionSet)
    horizontal = filter
    // The kernel makes complete groups, and reads all sources of a group.
    let group = ResampleRowKernel.group
    let columns = min(filter.count, (columns + group - 1) / group * group)
    columnsPerStrip = columns
    columnsInGrid = takesNeighbors && columns < filter.count ? columns - 2 * group : columns
    let step = isFixed ? columns : group
    maximumSourceWidth = stride(from: 0, to: filter.count, by: step).map {
      filter.sources(of: $0..<min($0 + columns, filter.count)).count
    }.max()!
  }

  /// Returns the number of canvas columns in a strip.
  ///
  /// - Parameters:
  ///   - stripWidth: The maximum number of source columns that a strip should have.
  ///   - least: The minimum number of columns in a strip, so that strong shrinking does not read
  ///     every pixel many times.
  static func columns(_ geometry: OutputGeometry, stripWidth: Int, least: Int = 16) -> Int {
    let (window, size) = geometry.canvas
    let taps = ResampleFilter.taps(
      sourceLength: geometry.source.width, length: window.width, count: size.width)
    let step = window.width / Double(size.width)
    let fitting = Int((Double(stripWidth - taps) / max(step, 1)).rounded(.down))
    return min(size.width, max(least, fitting / 16 * 16))
  }
}

extension ResamplePlan {
  /// Returns the plan of a picture in strips on a fixed grid.
  ///
  /// The last plan is cached for sequences without movement, because creating one takes 2 % of a
  /// frame's time.
  ///
  /// - Parameters:
  ///   - stripWidth: The maximum number of source columns that a strip should have.
  ///   - takesNeighbors: Whether strips include a group of columns from each neighbour.
  static func of(
    _ geometry: OutputGeometry, stripWidth: Int, takesNeighbors: Bool = false,
    instructionSet: InstructionSet
  ) -> ResamplePlan {
    of(
      geometry,
      columns: columns(geometry, stripWidth: stripWidth, least: takesNeighbors ? 32 : 16),
      isFixed: !takesNeighbors, takesNeighbors: takesNeighbors, instructionSet: instructionSet)
  }

  /// Returns the plan of a canvas with strips that can start at any column.
  ///
  /// - Parameter columns: The maximum number of canvas columns in a strip.
  static func of(
    _ geometry: OutputGeometry, columns: Int, instructionSet: InstructionSet
  ) -> ResamplePlan {
    of(
      geometry, columns: columns, isFixed: false, takesNeighbors: false,
      instructionSet: instructionSet)
  }

  private static func of(
    _ geometry: OutputGeometry, columns: Int, isFixed: Bool, takesNeighbors: Bool,
    instructionSet: InstructionSet
  ) -> ResamplePlan {
    let key = Key(
      geometry: geometry, columns: columns, isFixed: isFixed, takesNeighbors: takesNeighbors,
      instructionSet: instructionSet)
    if let last = last.withLock({ $0 }), last.key == key { return last.plan }
    let plan = ResamplePlan(
      geometry, columns: columns, isFixed: isFixed, takesNeighbors: takesNeighbors,
      instructionSet: instructionSet)
    last.withLock { $0 = (key, plan) }
    return plan
  }

  private struct Key: Hashable {
    let geometry: OutputGeometry
    let columns: Int
    let isFixed: Bool
    let takesNeighbors: Bool
    let instructionSet: InstructionSet
  }

  private static let last = Mutex<(key: Key, plan: ResamplePlan)?>(nil)
}
