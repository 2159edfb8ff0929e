public import BromideKernels
public import BromideValues

/// Converts YCbCr frames to R′G′B′: whole frames, bands of rows and single pixels.
///
/// All use the same formula: `pixel` returns the values that `convert` writes, in every arithmetic
/// and on every instruction set. Transfer functions are not applied, so the R′G′B′ stays encoded.
///
/// A converter has no memory or mutable state, so any number of threads can share one.
public struct YCbCrConverter: Sendable {
  /// How to choose the chroma of a pixel.
  public enum Upsampling: String, Sendable, Hashable, CaseIterable {
    /// Use the sample of the pixel's cell, ⌊x / 2⌋ and ⌊y / 2⌋.
    case nearest
    /// Interpolate between samples at the positions that the siting defines.
    case linear
  }

  /// The precision of the arithmetic.
  public enum Arithmetic: String, Sendable, Hashable, CaseIterable {
    /// 16-bit integers for 8-bit input and output, otherwise single precision. The result differs
    /// from `exact` by at most 1 code value.
    case fast
    /// The formula in double precision, rounded.
    case exact
  }

  /// The meaning of code values. Its depth equals the layout's depth.
  public let coding: YCbCrCoding
  /// The position of chroma samples, for `Upsampling.linear`.
  public let siting: ChromaSiting
  /// The layout of the frames to convert.
  public let layout: YCbCrLayout
  /// The pixel layout that `convert` writes.
  public let output: YCbCrOutput
  /// How to choose the chroma of a pixel if chroma is subsampled.
  public let upsampling: Upsampling

  let form8: YCbCr8Form?
  let rowForm: YCbCrRowForm
  let kernel8: YCbCr8Kernel?
  let rowKernel: YCbCrRowKernel?

  /// - Parameters:
  ///   - coding: Its depth must be the layout's depth.
  ///   - instructionSet: `.reference` converts pixel by pixel in Swift.
  public init(
    coding: YCbCrCoding, siting: ChromaSiting = .left, layout: YCbCrLayout, output: YCbCrOutput,
    upsampling: Upsampling = .linear, arithmetic: Arithmetic = .fast,
    instructionSet: InstructionSet = .best
  ) {
    precondition(coding.depth == layout.depth, "coding and layout have the same depth")
    self.coding = coding
    self.siting = siting
    self.layout = layout
    self.output = output
    self.upsampling = upsampling
    let form =
      arithmetic == .fast && output.bytesPerSample == 1 && coding.matrix.isLinear
      ? YCbCr8Form(
        coding, reversed: output == .bgra8, chromaSwapped: layout.arrangement.isSwapped)
      : nil
    form8 = form
    rowForm = YCbCrRowForm(coding, output: output, exact: arithmetic == .exact)
    let compiled = instructionSet != .reference && layout.suitsKernels && coding.matrix.isLinear
    // Pairs at full resolution are too rare for an integer kernel, so convert them pixel by pixel.
    let suits =
      layout.subsampling.across == 2 || layout.arrangement.isPlanar || layout.subsampling == .grey
    kernel8 =
      compiled && suits
      ? form.map {
        YCbCr8Kernel($0, channels: output.channels, instructionSet: instructionSet)
      } : nil
    rowKernel =
      compiled && form == nil
      ? YCbCrRowKernel(
        coding, output: output, exact: arithmetic == .exact, instructionSet: instructionSet)
      : nil
  }

  /// Converts the rows `rows` of a frame.
  ///
  /// Threads can convert different rows at the same time. Bands that begin at even rows are
  /// fastest.
  ///
  /// - Parameters:
  ///   - rows: Rows of the frame, or `nil` for all.
  ///   - base: The address of the frame's first pixel, even if `rows` begins later. It must be
  ///     aligned for the output's samples.
  ///   - stride: Bytes between the starts of two output rows.
  ///   - streaming: Whether to write past the cache if the alignment allows it. Use it if the
  ///     output exceeds the cache and is not read immediately. `nil` decides by size.
  @unsafe public func convert(
    _ frame: YCbCrFrame, rows: Range<Int>? = nil, into base: UnsafeMutableRawPointer, stride: Int,
    streaming: Bool? = nil
  ) {
    let rows = rows ?? 0..<frame.size.height
    precondition(frame.layout == layout, "the frame has the converter's layout")
    precondition(
      rows.lowerBound >= 0 && rows.upperBound <= frame.size.height, "rows within the frame")
    precondition(stride >= frame.size.width * output.bytesPerPixel, "the stride covers a row")
    guard !rows.isEmpty else { return }
    let isLarge = frame.size.area * output.bytesPerPixel >= 4 << 20
    let isAligned = (Int(bitPattern: base) | stride) % 64 == 0
    let target = unsafe Target(
      base: base, stride: stride, isStreaming: (streaming ?? isLarge) && isAligned)
    if let kernel8 {
      unsafe convert8(frame, rows, kernel8, target)
    } else if let rowKernel {
      for y in rows { unsafe rowKernel.convert(row(y, of: frame), into: target.row(y)) }
    } else {
      unsafe convertByPixel(frame, rows, target)
    }
    if unsafe target.isStreaming { YCbCr8Kernel.finish() }
    withExtendedLifetime(frame.owner) {}
  }

  /// Converts a whole frame to a picture. `Sample` must match `output`.
  public func image<Sample: BitwiseCopyable & Sendable>(
    _ frame: YCbCrFrame, of: Sample.Type = Sample.self
  ) -> ImageBuffer<Sample> {
    precondition(MemoryLayout<Sample>.size == output.bytesPerSample, "the output's samples")
    var image = ImageBuffer<Sample>(size: frame.size, channels: output.channels)
    let stride = frame.size.width * output.bytesPerPixel
    unsafe image.withUnsafeMutableSamples { samples in
      unsafe convert(frame, into: UnsafeMutableRawPointer(samples.baseAddress!), stride: stride)
    }
    return image
  }
}

/// Output memory for converted rows.
@unsafe
struct Target {
  let base: UnsafeMutableRawPointer
  let stride: Int
  let isStreaming: Bool

  func row(_ y: Int) -> UnsafeMutableRawPointer { unsafe base + y * stride }
}
