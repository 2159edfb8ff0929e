internal import BromideKernels
internal import BromideValues

/// The steps of a development, ready to make rows of the stored picture strip by strip.
///
/// It does not use bands or orientation. `Developer` rotates its rows into upright bands, and
/// `DemosaicedPhoto` stores them.
struct RowPipeline: Sendable {
  let pixels: PixelInput
  let steps: FusedSteps
  /// `nil` if no filter reads neighbours.
  let passStage: PassStage?
  /// `nil` if the canvas's pixels are source pixels.
  let resamplePlan: ResamplePlan?
  /// `nil` if the output is the canvas.
  let warpTiles: WarpTiles?
  /// The place in the shown part of a canvas that is not resampled.
  private let canvasPlace: (x: Int, y: Int)
  let instructionSet: InstructionSet
  /// Most source columns in a strip.
  private let stripWidth: Int
  /// The number of pixels around a strip that its pixels depend on.
  private let margin: Int
  /// The working memory of all threads, or `nil` for a picture whose rows need less than large
  /// pages would take.
  private let memory: ScratchMemory?

  /// - Throws: `PixelShortage` if memory for the passes cannot be had.
  init(
    _ pixels: PixelInput, steps: [DevelopStep], stripWidth: Int, instructionSet: InstructionSet
  ) throws(PixelShortage) {
    let steps = FusedSteps(steps, instructionSet: instructionSet)
    let geometry = steps.geometry
    self.pixels = pixels
    self.steps = steps
    margin = steps.dither == .none ? 0 : DitherKernel.reach
    self.stripWidth = stripWidth
    self.instructionSet = instructionSet
    memory = geometry.source.size.area >= Self.largeArea ? ScratchMemory() : nil
    passStage =
      steps.passSteps.isEmpty
      ? nil
      : try PassStage(
        size: geometry.storedOutput, channels: steps.colorChannels,
        ceiling: steps.range, steps: steps.passSteps, gains: steps.gains,
        readsFar: steps.optics != nil || steps.warp != nil, instructionSet: instructionSet)
    guard let warp = steps.warp else {
      let isResampled = geometry.isResampled
      canvasPlace = (0, 0)
      warpTiles = nil
      resamplePlan =
        isResampled
        ? .of(
          geometry, stripWidth: stripWidth, takesNeighbors: margin > 0,
          instructionSet: instructionSet) : nil
      return
    }
    let place = geometry.canvasPlace
    canvasPlace = place ?? (0, 0)
    let isResampled = place == nil
    let columns =
      isResampled ? ResamplePlan.columns(geometry, stripWidth: stripWidth) : stripWidth
    let tiles = WarpTiles(
      warp, width: max(32, columns / 16 * 16), margin: margin,
      group: isResampled ? ResampleRowKernel.group : 1)
    warpTiles = tiles
    resamplePlan =
      isResampled
      ? .of(geometry, columns: tiles.maximumWidth, instructionSet: instructionSet) : nil
  }

  /// With this many pixels, the strips of two threads need some megabytes of memory.
  private static let largeArea = 4_000_000

  private var colorChannels: Int { steps.colorChannels }

  /// Whether a strip can continue below its last row. The reference computes all rows at the start,
  /// and passes, warps and resampling have rows of their own.
  var continuesStrips: Bool {
    passStage == nil && resamplePlan == nil && warpTiles == nil && instructionSet != .reference
  }

  /// Allocates working memory for one thread.
  func makeScratch() -> DevelopScratch {
    let widest =
      resamplePlan?.maximumSourceWidth ?? warpTiles?.maximumWidth
      ?? min(stripWidth + 2 * margin, steps.geometry.source.width)
    let rest = pixels.rest(of: steps.gains)
    let resampler = resamplePlan.map {
      RowResampler(
        $0, channels: colorChannels, gains: rest, ceiling: steps.ceiling,
        instructionSet: instructionSet)
    }
    let most = warpTiles?.outputWidth ?? resamplePlan?.columnsPerStrip ?? widest
    let source = RowSource(
      pixels, steps: steps, maximumWidth: widest, blockRows: resampler?.blockRows ?? 1,
      instructionSet: instructionSet, memory: memory)
    return DevelopScratch(
      source: source,
      row: PlanarRow(capacity: widest, in: memory),
      placer: PixelPlacer(
        maximumWidth: most, bytesPerPixel: steps.encode.format.bytesPerPixel),
      resampler: resampler,
      dither: steps.dither == .none
        ? nil
        : DitherKernel(
          encode: steps.encode, treatsAll: steps.dither == .all,
          capacity: passStage == nil ? most : max(most, steps.geometry.storedOutput.width),
          in: memory),
      balance: resampler == nil && rest != SIMD3(1, 1, 1)
        ? RowSums(
          RowSums.Filter(starts: [0], taps: 1, weights: [1]), channels: colorChannels,
          gains: rest, ceiling: steps.ceiling, capacity: widest, instructionSet: instructionSet)
        : nil,
      warp: warpTiles.map { WarpRows($0, channels: colorChannels, ceiling: steps.range) },
      passes: passStage.map { PassScratch($0.input.size, in: memory) })
  }

  /// The first column of a strip of the stored output is a multiple of this number, because the
  /// resampling kernel makes complete groups.
  var columnGroup: Int {
    resamplePlan != nil && warpTiles == nil ? ResampleRowKernel.group : 1
  }

  /// Divides columns of the stored output into strips of about equal width, in multiples of 16 to
  /// fill vectors. The first strip of a resampled picture can start a few columns earlier.
  func strips(of columns: Range<Int>) -> [Range<Int>] {
    if let widest = warpTiles?.width ?? resamplePlan?.columnsInGrid {
      // A band of a turned picture may begin inside a group.
      let columns = columns.lowerBound / columnGroup * columnGroup..<columns.upperBound
      // Use the fixed grid that the scratch's width is made for.
      let first = columns.lowerBound / widest * widest
      return stride(from: first, to: columns.upperBound, by: widest).map {
        ($0..<$0 + widest).clamped(to: columns)
      }
    }
    let widest = stripWidth
    let count = (columns.count + widest - 1) / widest
    let even = (columns.count + count - 1) / count
    let width = min(widest, (even + 15) / 16 * 16)
    return stride(from: columns.lowerBound, to: columns.upperBound, by: width).map {
      $0..<min($0 + width, columns.upperBound)
    }
  }

  /// Returns the rows and columns that are needed to finish a part of the stored output. They
  /// include neighbours that a dither reads, and columns at the start of a group.
  func needed(for part: Region) -> Region {
    let size = steps.geometry.storedOutput
    let grown = part.grown(by: margin).intersection(Region(size))
    let lead = passStage == nil ? grown.x % columnGroup : 0
    return Region(
      x: grown.x - lead, y: grown.y, width: grown.width + lead, height: grown.height)
  }

  /// Makes rows up to the first pass, or through all steps, and stores them in `picture`.
  func fill(_ picture: CodedPicture, _ rows: Range<Int>, _ scratch: DevelopScratch) {
    for columns in strips(of: 0..<picture.size.width) {
      let strip = begin(rows, columns, scratch)
      for y in rows {
        strip.make(y)
        picture.write(strip.row, x: columns.lowerBound, y: y, count: columns.count)
      }
    }
  }

  /// Works with other threads until the filter passes are complete. Without passes, it returns
  /// immediately.
  func finishPasses(_ scratch: DevelopScratch) {
    guard let passStage, let passes = scratch.passes else { return }
    passStage.finish(passes) { rows in fill(passStage.input, rows, scratch) }
  }

  /// Starts a strip of rows that lack only their encoding. The passes must be done.
  func beginFinished(
    _ rows: Range<Int>, _ columns: Range<Int>, _ scratch: DevelopScratch
  ) -> StripRows {
    guard let passStage, let passes = scratch.passes else { return begin(rows, columns, scratch) }
    return StripRows(row: passes.row) { y in
      passStage.output.read(
        x: columns.lowerBound, y: y, count: columns.count, into: passes.row)
      apply(steps.lateKernels, to: passes.row, y: y, columns)
    }
  }

  /// Starts a strip of the stored output, up to the first pass.
  private func begin(
    _ rows: Range<Int>, _ columns: Range<Int>, _ scratch: DevelopScratch
  ) -> StripRows {
    let kernels = steps.kernels
    guard let warp = scratch.warp, let tiles = warpTiles else {
      let strip = beginCanvas(rows, columns, scratch)
      return StripRows(row: strip.row) { y in
        strip.make(y)
        apply(kernels, to: strip.row, y: y, columns)
      }
    }
    var shown: StripRows?
    return StripRows(row: warp.output) { y in
      if y == rows.lowerBound || y % tiles.height == 0 {
        let end = min((y / tiles.height + 1) * tiles.height, rows.upperBound)
        let region = warp.begin(
          Region(x: columns.lowerBound, y: y, width: columns.count, height: end - y))
        shown = beginCanvas(region.y..<region.endY, region.x..<region.endX, scratch)
      }
      guard let shown else { return }
      warp.make(y) { row in
        shown.make(row)
        return shown.row
      }
      apply(kernels, to: warp.output, y: y, columns)
    }
  }

  /// Starts a strip of the canvas.
  private func beginCanvas(
    _ rows: Range<Int>, _ columns: Range<Int>, _ scratch: DevelopScratch
  ) -> StripRows {
    let shown = steps.geometry.source
    guard let resampler = scratch.resampler else {
      scratch.source.begin(
        Region(
          x: shown.x + canvasPlace.x + columns.lowerBound,
          y: shown.y + canvasPlace.y + rows.lowerBound, width: columns.count, height: rows.count))
      // Captured as constants: a scratch keeps its open strip, which must not refer to it.
      let (source, read, balance) = (scratch.source, scratch.row, scratch.balance)
      return StripRows(row: balance?[0] ?? read) { _ in
        source.next(into: read)
        if let balance {
          balance.begin(outputs: 0..<1, columns: columns.count)
          balance.add([read], first: 0, count: 1, next: 0)
        }
      }
    }
    let region = resampler.begin(rows: rows, columns: columns)
    scratch.source.begin(region.translated(x: shown.x, y: shown.y))
    // Captured as constants: the closure then counts no references to them.
    let (source, output) = (scratch.source, resampler.output)
    return StripRows(row: output) { y in resampler.make(y, from: source) }
  }

  /// Applies kernels of single pixels to a row at output size.
  private func apply(
    _ kernels: [any PointKernel], to row: PlanarRow, y: Int, _ columns: Range<Int>
  ) {
    // By index: a loop over the elements would copy each one and retain its references.
    for index in kernels.indices {
      kernels[index].apply(
        to: row, x: columns.lowerBound, y: y, count: columns.count,
        isGrey: colorChannels == 1, instructionSet: instructionSet)
    }
  }
}
