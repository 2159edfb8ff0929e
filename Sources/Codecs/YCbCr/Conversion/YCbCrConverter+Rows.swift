internal import BromideKernels
internal import BromideValues

extension YCbCrConverter {
  /// Returns a row, or a part of a row, for the floating-point kernel.
  ///
  /// - Parameter columns: Must begin at an even column. `nil` selects all columns.
  @unsafe func row(_ y: Int, of frame: YCbCrFrame, columns: Range<Int>? = nil) -> YCbCrRow {
    let columns = columns ?? 0..<frame.size.width
    let size = layout.chromaSize(frame.size)
    let tap = verticalTap(count: size.height, of: frame)(y)
    func chroma(_ kind: Int) -> (UnsafeRawPointer, UnsafeRawPointer)? {
      guard layout.subsampling != .grey else { return nil }
      let place = frame.chromaPlace(kind)
      let first = columns.lowerBound / layout.subsampling.across * place.step + place.first
      let start = first * layout.bytesPerSample
      return unsafe (
        frame.row(plane: place.plane, tap.index) + start,
        frame.row(plane: place.plane, tap.other) + start
      )
    }
    return unsafe YCbCrRow(
      luma: frame.row(plane: 0, y) + columns.lowerBound * layout.bytesPerSample, cb: chroma(0),
      cr: chroma(1),
      isPaired: !layout.arrangement.isPlanar, weight: tap.weight / 2,
      bytesPerSample: layout.bytesPerSample, shift: layout.shift, width: columns.count,
      across: layout.subsampling.across, isLinear: upsampling == .linear,
      sited: siting.across == .middle ? .center : .left)
  }

  /// Converts rows with the integer kernel.
  @unsafe func convert8(
    _ frame: YCbCrFrame, _ rows: Range<Int>, _ kernel: YCbCr8Kernel, _ target: Target
  ) {
    switch layout.subsampling {
    case .grey: unsafe convertGrey(frame, rows, kernel, target)
    case .yuv420, .yuv422:
      if upsampling == .nearest {
        unsafe convertNearest(frame, rows, kernel, target)
      } else {
        unsafe convertSited(frame, rows, kernel, target)
      }
    case .yuv444, .yuv440: unsafe convertSited(frame, rows, kernel, target)
    case .yuv411, .yuv410, .yuv4x2, .yuv441:
      preconditionFailure("kernels are for chroma of two pixels at most")
    }
  }

  /// Returns a row of the layout's first chroma component and of the second. For pairs, the first
  /// pointer covers both.
  @unsafe private func chroma8(
    _ frame: YCbCrFrame, _ j: Int
  ) -> (first: UnsafePointer<UInt8>, second: UnsafePointer<UInt8>?) {
    let first = unsafe frame.row(plane: 1, j).assumingMemoryBound(to: UInt8.self)
    guard layout.arrangement.isPlanar else { return unsafe (first, nil) }
    return unsafe (first, frame.row(plane: 2, j).assumingMemoryBound(to: UInt8.self))
  }

  @unsafe private func luma8(_ frame: YCbCrFrame, _ y: Int) -> UnsafePointer<UInt8> {
    unsafe frame.row(plane: 0, y).assumingMemoryBound(to: UInt8.self)
  }

  /// Converts two rows at once if they share their chroma.
  @unsafe private func convertNearest(
    _ frame: YCbCrFrame, _ rows: Range<Int>, _ kernel: YCbCr8Kernel, _ target: Target
  ) {
    let down = layout.subsampling.down
    let tap = verticalTap(count: layout.chromaSize(frame.size).height, of: frame)
    let ahead = (luma: down * frame.planes[0].stride, chroma: 2 * frame.planes[1].stride)
    var y = rows.lowerBound
    while y < rows.upperBound {
      let isShared = down == 2 && !tap.hasFields && y % 2 == 0
      let count = isShared && y + 1 < rows.upperBound ? 2 : 1
      let last = y + count - 1
      let chroma = unsafe chroma8(frame, tap(y).index)
      unsafe kernel.convert(
        nearest: YCbCr8Rows(
          luma: (luma8(frame, y), luma8(frame, last)), first: chroma.first, second: chroma.second,
          output: (
            target.row(y).assumingMemoryBound(to: UInt8.self),
            target.row(last).assumingMemoryBound(to: UInt8.self)
          ), count: count, width: frame.size.width, ahead: ahead),
        streaming: target.isStreaming)
      y += count
    }
  }

  @unsafe private func convertGrey(
    _ frame: YCbCrFrame, _ rows: Range<Int>, _ kernel: YCbCr8Kernel, _ target: Target
  ) {
    // Neutral chroma, which serves as the kernel's chroma for every row.
    unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: frame.size.width + 1) {
      neutral in
      unsafe neutral.initialize(repeating: 128)
      let base = unsafe UnsafePointer(neutral.baseAddress!)
      for y in rows {
        let output = unsafe target.row(y).assumingMemoryBound(to: UInt8.self)
        let luma = unsafe luma8(frame, y)
        unsafe kernel.convert(
          nearest: YCbCr8Rows(
            luma: (luma, luma), first: base, second: nil, output: (output, output), count: 1,
            width: frame.size.width, ahead: (frame.planes[0].stride, 0)),
          streaming: target.isStreaming)
      }
    }
  }

  /// Mixes the chroma for a row, then converts the row.
  @unsafe private func convertSited(
    _ frame: YCbCrFrame, _ rows: Range<Int>, _ kernel: YCbCr8Kernel, _ target: Target
  ) {
    let size = layout.chromaSize(frame.size)
    // Reserve a whole cache line for the sample before the first, so that rows are aligned.
    let before = 32
    let capacity = before + size.width + YCbCr8Kernel.margin
    let sited: YCbCr8Kernel.Sited =
      layout.subsampling.across == 1 ? .full : siting.across == .middle ? .center : .left
    unsafe withUnsafeTemporaryAllocation(
      byteCount: 4 * capacity, alignment: PixelMemory.alignment
    ) { memory in
      unsafe memory.initializeMemory(as: UInt16.self, repeating: 0)
      let start = unsafe memory.baseAddress!.assumingMemoryBound(to: UInt16.self)
      let mixed = unsafe (start + before, start + capacity + before)
      for y in rows {
        let tap = verticalTap(count: size.height, of: frame)(y)
        let near = unsafe chroma8(frame, tap.index)
        let far = unsafe chroma8(frame, tap.other)
        let seconds: (UnsafePointer<UInt8>, UnsafePointer<UInt8>)? =
          unsafe near.second.map { unsafe ($0, far.second ?? $0) }
        unsafe kernel.mixChroma(
          first: (near.first, far.first), second: seconds, weight: tap.weight / 2,
          count: size.width,
          into: mixed)
        unsafe kernel.convert(
          luma: luma8(frame, y), chroma: mixed, sited: sited, width: frame.size.width,
          into: target.row(y).assumingMemoryBound(to: UInt8.self), streaming: target.isStreaming)
      }
    }
  }
}
