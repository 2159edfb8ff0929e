internal import BromideKernels
public import BromideValues

extension YCbCrEncoder {
  /// Encodes pixels to planes in memory, both without gaps, as `encode(_:)` does for an image.
  ///
  /// - Parameters:
  ///   - pixels: Rows of red, green and blue.
  ///   - sample: The sample format, 8 or 16 bits with all bits used.
  ///   - planes: Memory for `layout.byteCount` bytes.
  /// - Precondition: The instruction set is not `.reference`, and chroma is sited as in one of
  ///   H.273's types 0 to 2.
  @unsafe public func encode(
    _ pixels: UnsafeRawBufferPointer, _ sample: SampleFormat, size: Size,
    into planes: UnsafeMutableRawBufferPointer
  ) {
    precondition(
      instructionSet != .reference && !needsFormula, "other samples are encoded from images")
    precondition(sample != .float32, "pixels are codes")
    precondition(
      pixels.count >= size.area * 3 * sample.byteCount
        && planes.count >= layout.byteCount(size) ?? .max, "all of a picture")
    let across = layout.subsampling.across
    if sample == .uint8, across == 2,
      let form = YCbCr8EncodingForm(coding, chromaSwapped: layout.arrangement.isSwapped)
    {
      let kernel = YCbCr8EncodingKernel(form, instructionSet: instructionSet)
      unsafe encode8(pixels.baseAddress!, size, kernel, planes.baseAddress!)
    } else {
      let kernel = YCbCrEncodingKernel(
        coding, pixelBytes: sample.byteCount, bytes: layout.bytesPerSample, shift: layout.shift,
        instructionSet: instructionSet)
      unsafe encode(pixels.baseAddress!, sample, size, kernel, planes.baseAddress!)
    }
  }

  /// The rows of pixels for row `j` of chroma: the row above the first, the first and the second.
  /// At an edge two of them are the same row.
  private func rows(_ j: Int, _ height: Int) -> (above: Int, first: Int, second: Int) {
    let first = j * layout.subsampling.down
    return (max(first - 1, 0), first, min(first + 1, height - 1))
  }

  @unsafe private func encode8(
    _ pixels: UnsafeRawPointer, _ size: Size, _ kernel: YCbCr8EncodingKernel,
    _ planes: UnsafeMutableRawPointer
  ) {
    let pixels = unsafe pixels.assumingMemoryBound(to: UInt8.self)
    let planes = unsafe planes.assumingMemoryBound(to: UInt8.self)
    let (chromaSize, isPaired) = (layout.chromaSize(size), layout.planeCount == 2)
    let isShared = layout.subsampling.down == 2
    let first = unsafe planes + size.area
    let second = unsafe first + chromaSize.area
    for j in 0..<chromaSize.height {
      let row = rows(j, size.height)
      let hasSecond = isShared && row.second > row.first
      unsafe kernel.encode(
        RGB8Rows(
          above: isShared && siting.down == .first ? pixels + row.above * size.width * 3 : nil,
          rows: (
            pixels + row.first * size.width * 3,
            isShared ? pixels + row.second * size.width * 3 : nil
          ),
          luma: (
            planes + row.first * size.width, hasSecond ? planes + row.second * size.width : nil
          ),
          chroma: (
            first + j * chromaSize.width * (isPaired ? 2 : 1),
            isPaired ? nil : second + j * chromaSize.width
          ),
          width: size.width, isCentered: siting.across == .middle))
    }
  }

  @unsafe private func encode(
    _ pixels: UnsafeRawPointer, _ sample: SampleFormat, _ size: Size,
    _ kernel: YCbCrEncodingKernel, _ planes: UnsafeMutableRawPointer
  ) {
    let stride = size.width * 3 * sample.byteCount
    let bytes = layout.bytesPerSample
    for y in 0..<size.height {
      unsafe kernel.luma(
        pixels + y * stride, width: size.width, into: planes + y * size.width * bytes)
    }
    guard layout.subsampling != .grey else { return }
    let chromaSize = layout.chromaSize(size)
    let (isPaired, isSwapped) = (layout.planeCount == 2, layout.arrangement.isSwapped)
    let weights: SIMD3<Float> =
      layout.subsampling.down == 1
      ? SIMD3(0, 1, 0) : siting.down == .first ? SIMD3(0.25, 0.5, 0.25) : SIMD3(0, 0.5, 0.5)
    for j in 0..<chromaSize.height {
      let row = rows(j, size.height)
      func place(_ kind: Int) -> UnsafeMutableRawPointer {
        let number = isSwapped ? 1 - kind : kind
        let index = j * chromaSize.width
        let sample = isPaired ? 2 * index + number : number * chromaSize.area + index
        return unsafe planes + (size.area + sample) * bytes
      }
      unsafe kernel.chroma(
        RGBChromaRow(
          rows: (
            weights.x > 0 ? pixels + row.above * stride : nil, pixels + row.first * stride,
            weights.z > 0 ? pixels + row.second * stride : nil
          ),
          weights: weights, width: size.width, across: layout.subsampling.across,
          isCentered: siting.across == .middle, chroma: (place(0), place(1)), step: isPaired ? 2 : 1
        ))
    }
  }
}
