public import Color
public import Kernels
public import Pixels

/// Turns YCbCr frames into R′G′B′: whole frames, bands of rows and single pixels, all by one formula.
///
/// It holds no memory and no state: any number of threads may use one converter. `pixel` returns what `convert` writes, in
/// every arithmetic and on every instruction set. Transfer functions are not its business: R′G′B′ is what was encoded.
public struct YCbCrConverter: Sendable {
  /// Which chroma a pixel has.
  public enum Upsampling: String, Sendable, Hashable, CaseIterable {
    /// The sample of its own cell, ⌊x / 2⌋ and ⌊y / 2⌋.
    case nearest
    /// Interpolated between the samples, which lie where the siting says.
    case linear
  }

  /// How exactly samples are computed.
  public enum Arithmetic: String, Sendable, Hashable, CaseIterable {
    /// 16-bit whole numbers from 8 bits to 8, single precision otherwise: never more than 1 code value from `exact`.
    case fast
    /// The formula in double precision, rounded.
    case exact
  }

  /// How code values stand for R′G′B′; its depth is the layout's.
  public let coding: YCbCrCoding
  /// Where chroma samples lie, for `Upsampling.linear`.
  public let siting: ChromaSiting
  /// How samples lie in the frames that are converted.
  public let layout: YCbCrLayout
  /// The form of the R′G′B′ that `convert` writes.
  public let output: YCbCrOutput
  /// Which chroma a pixel has where chroma is subsampled.
  public let upsampling: Upsampling

  let form8: YCbCr8Form?
  let rowForm: YCbCrRowForm
  let kernel8: YCbCr8Kernel?
  let rowKernel: YCbCrRowKernel?

  /// - Parameters:
  ///   - coding: Its depth must be the layout's.
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
      arithmetic == .fast && output.bytesPerSample == 1
      ? YCbCr8Form(
        coding, reversed: output == .bgra8, chromaSwapped: layout.arrangement.isSwapped)
      : nil
    form8 = form
    rowForm = YCbCrRowForm(coding, output: output, exact: arithmetic == .exact)
    let compiled = instructionSet != .reference
    // Pairs at full resolution are too rare for a kernel of whole numbers: they go pixel by pixel.
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
  /// Threads may convert different rows at once; bands that begin at even rows are quickest.
  ///
  /// - Parameters:
  ///   - rows: Rows of the frame; nil for all.
  ///   - base: Where the frame's first pixel goes, also where `rows` begins later; aligned for the output's samples.
  ///   - stride: Bytes between the starts of two output rows.
  ///   - streaming: Whether to write past the cache where the alignment allows it. It pays where the output does not
  ///     fit the cache and is not read at once; nil decides by size.
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

  /// A whole frame as a picture of `Sample`, which must be what `output` writes.
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

extension YCbCrLayout.Arrangement {
  /// Whether Cr comes before Cb.
  var isSwapped: Bool { self == .planarSwapped || self == .pairsSwapped }
  var isPlanar: Bool { self == .planar || self == .planarSwapped }
}

/// Where rows go.
@unsafe
struct Target {
  let base: UnsafeMutableRawPointer
  let stride: Int
  let isStreaming: Bool

  func row(_ y: Int) -> UnsafeMutableRawPointer { unsafe base + y * stride }
}
