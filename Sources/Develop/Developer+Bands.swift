internal import Kernels
internal import Pixels

extension Developer {
  /// Working memory for one thread.
  public func makeScratch() -> DevelopScratch {
    let widest = resamplePlan?.maximumSourceWidth ?? min(stripWidth, steps.geometry.source.width)
    let rest = pixels.rest(of: steps.gains)
    let resampler = resamplePlan.map {
      RowResampler(
        $0, channels: format.colorChannels, gains: rest, ceiling: steps.ceiling,
        instructionSet: instructionSet)
    }
    let source = RowSource(
      pixels, steps: steps, maximumWidth: widest, blockRows: resampler?.blockRows ?? 1,
      instructionSet: instructionSet)
    return DevelopScratch(
      source: source,
      row: PlanarRow(capacity: source.rowCapacity(width: widest)),
      placer: PixelPlacer(
        maximumWidth: resamplePlan?.columnsPerStrip ?? widest,
        bytesPerPixel: format.bytesPerPixel),
      resampler: resampler,
      balance: resampler == nil && rest != SIMD3(1, 1, 1)
        ? RowSums(
          RowSums.Filter(starts: [0], taps: 1, weights: [1]), channels: format.colorChannels,
          gains: rest, ceiling: steps.ceiling, capacity: widest, instructionSet: instructionSet)
        : nil,
      frame: frameStage.map { FrameScratch([$0.input.size, $0.output.size]) })
  }

  /// Develops one band.
  ///
  /// - Parameters:
  ///   - band: 0 ..< bandCount.
  ///   - scratch: Made by this developer, and used by one thread at a time.
  ///   - output: Memory for the band's rows, without gaps: rows · width · bytesPerPixel bytes.
  @unsafe public func develop(
    band: Int, scratch: DevelopScratch, into output: UnsafeMutableRawBufferPointer
  ) {
    precondition(band >= 0 && band < bandCount, "the picture has no such band")
    let rows = rows(ofBand: band)
    precondition(
      output.count >= rows.count * outputSize.width * format.bytesPerPixel,
      "memory for all rows of the band")
    let placement = PixelPlacement(
      rows: rows, geometry: steps.geometry, bytesPerPixel: format.bytesPerPixel)
    let stored = placement.stored
    if let frameStage, let frame = scratch.frame {
      frameStage.finish(frame) { rows in fill(frameStage.input, rows, scratch) }
      for columns in strips(of: stored.x..<stored.endX) {
        let strip = StripRows(row: frame.row) { y in
          frameStage.output.read(
            x: columns.lowerBound, y: y, count: columns.count, into: frame.row)
          apply(steps.lateKernels, to: frame.row, y: y, columns)
        }
        unsafe scratch.placer.place(
          rows: stored.y..<stored.endY, columns: columns, placement: placement,
          encode: steps.encode, into: output, strip: strip)
      }
      return
    }
    for columns in strips(of: stored.x..<stored.endX) {
      let strip = begin(stored.y..<stored.endY, columns, scratch)
      unsafe scratch.placer.place(
        rows: stored.y..<stored.endY, columns: columns, placement: placement,
        encode: steps.encode, into: output, strip: strip)
    }
  }

  /// Columns of the stored output in strips of about equal width; multiples of 16 leave no vector half empty.
  private func strips(of columns: Range<Int>) -> [Range<Int>] {
    let widest = resamplePlan?.columnsPerStrip ?? stripWidth
    if resamplePlan != nil {
      // On a fixed grid, whose widest strip the scratch is made for.
      let first = columns.lowerBound / widest * widest
      return stride(from: first, to: columns.upperBound, by: widest).map {
        ($0..<$0 + widest).clamped(to: columns)
      }
    }
    let count = (columns.count + widest - 1) / widest
    let even = (columns.count + count - 1) / count
    let width = min(widest, (even + 15) / 16 * 16)
    return stride(from: columns.lowerBound, to: columns.upperBound, by: width).map {
      $0..<min($0 + width, columns.upperBound)
    }
  }

  /// Starts a strip of the stored output.
  private func begin(
    _ rows: Range<Int>, _ columns: Range<Int>, _ scratch: DevelopScratch
  ) -> StripRows {
    let shown = steps.geometry.source
    guard let resampler = scratch.resampler else {
      scratch.source.begin(
        Region(
          x: shown.x + columns.lowerBound, y: shown.y + rows.lowerBound,
          width: columns.count, height: rows.count))
      let balance = scratch.balance
      let row = balance?[0] ?? scratch.row
      return StripRows(row: row) { y in
        scratch.source.next(into: scratch.row)
        if let balance {
          balance.begin(outputs: 0..<1, columns: columns.count)
          balance.add([scratch.row], first: 0, count: 1, next: 0)
        }
        apply(steps.kernels, to: row, y: y, columns)
      }
    }
    let region = resampler.begin(rows: rows, columns: columns)
    scratch.source.begin(region.translated(x: shown.x, y: shown.y))
    // Constants of the closure, which counts no references to them.
    let (source, output, kernels) = (scratch.source, resampler.output, steps.kernels)
    return StripRows(row: output) { y in
      resampler.make(y, from: source)
      apply(kernels, to: output, y: y, columns)
    }
  }

  /// Makes rows of the frame that filters of a neighbourhood work on.
  func fill(_ frame: CodedFrame, _ rows: Range<Int>, _ scratch: DevelopScratch) {
    for columns in strips(of: 0..<frame.size.width) {
      let strip = begin(rows, columns, scratch)
      for y in rows {
        strip.make(y)
        frame.write(strip.row, x: columns.lowerBound, y: y, count: columns.count)
      }
    }
  }

  /// Takes a row at output size through some steps.
  private func apply(
    _ kernels: [any PointKernel], to row: PlanarRow, y: Int, _ columns: Range<Int>
  ) {
    // By index: a loop over the elements copies each, and what it refers to.
    for index in kernels.indices {
      kernels[index].apply(
        to: row, x: columns.lowerBound, y: y, count: columns.count,
        isGrey: format.colorChannels == 1, instructionSet: instructionSet)
    }
  }
}
