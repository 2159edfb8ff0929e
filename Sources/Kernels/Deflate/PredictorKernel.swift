public import BromideValues
internal import CBromideKernels

/// Predicts samples of a row from the pixel on the left, as TIFF's predictors do. The residuals
/// compress better.
///
/// For integers, each sample is subtracted from the next, modulo the range of the format (TIFF 6.0,
/// section 14: predictor 2). For 32-bit floats, the bytes are separated first (TIFF technical note
/// 3: predictor 3): the highest byte of every sample, then the next, and so on. Then each byte is
/// subtracted from the same byte of the next pixel. Samples keep the machine's byte order, which is
/// little-endian on all processors that Bromide supports.
public struct PredictorKernel: Sendable {
  /// Channels and bits of a pixel.
  public let format: PixelFormat
  private let instructionSet: InstructionSet

  /// - Parameter instructionSet: The variant to run. It must be available.
  public init(_ format: PixelFormat, instructionSet: InstructionSet) {
    self.format = format
    self.instructionSet = instructionSet
  }

  /// The number of the predictor in TIFF's tag 317.
  public var code: Int { format.sample == .float32 ? 3 : 2 }

  /// Predicts a row.
  ///
  /// - Parameters:
  ///   - row: The samples of complete pixels.
  ///   - output: Memory for as many bytes as `row`. It must not overlap `row`.
  @unsafe public func apply(
    to row: UnsafeRawBufferPointer, into output: UnsafeMutableRawPointer
  ) {
    guard let base = row.baseAddress else { return }
    if instructionSet == .reference {
      return unsafe applyReference(to: row, into: output)
    }
    let from = unsafe base.assumingMemoryBound(to: UInt8.self)
    let to = unsafe output.assumingMemoryBound(to: UInt8.self)
    let count = row.count / format.sample.byteCount
    switch format.sample {
    case .uint8:
      // PNG's filter 1 gives the same result.
      unsafe bromide_png_filter(
        instructionSet.code, 1, from, from, row.count, format.channels, to)
    case .uint16:
      unsafe bromide_predict16(instructionSet.code, from, count, format.channels, to)
    case .float32:
      unsafe bromide_predict_float(instructionSet.code, from, count, format.channels, to)
    }
  }

  private func applyReference(
    to row: UnsafeRawBufferPointer, into output: UnsafeMutableRawPointer
  ) {
    switch format.sample {
    case .uint8: unsafe subtract(row.bindMemory(to: UInt8.self), into: output)
    case .uint16: unsafe subtract(row.bindMemory(to: UInt16.self), into: output)
    case .float32:
      let count = row.count / 4
      let parted = (0..<4).flatMap { plane in
        (0..<count).map { unsafe row[4 * $0 + 3 - plane] }
      }
      unsafe parted.withUnsafeBufferPointer { unsafe subtract($0, into: output) }
    }
  }

  private func subtract<Sample: FixedWidthInteger & BitwiseCopyable>(
    _ samples: UnsafeBufferPointer<Sample>, into output: UnsafeMutableRawPointer
  ) {
    for i in 0..<samples.count {
      let left = unsafe i < format.channels ? 0 : samples[i - format.channels]
      unsafe output.storeBytes(
        of: samples[i] &- left, toByteOffset: i * MemoryLayout<Sample>.size, as: Sample.self)
    }
  }
}
