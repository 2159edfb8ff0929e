internal import CBromideKernels

/// Addresses of rows of 8-bit luma, of their shared chroma, and of their output.
@unsafe
public struct YCbCr8Rows {
  /// One or two rows of luma. For a single row, use the same address twice.
  public var luma: (UnsafePointer<UInt8>, UnsafePointer<UInt8>)
  /// The chroma that comes first, or both alternating if `second` is `nil`.
  public var first: UnsafePointer<UInt8>
  /// The chroma that comes second, or `nil` if the two alternate in `first`.
  public var second: UnsafePointer<UInt8>?
  /// Output of the rows, 3 or 4 bytes a pixel. For a single row, use the same address twice.
  public var output: (UnsafeMutablePointer<UInt8>, UnsafeMutablePointer<UInt8>)
  /// Number of luma rows: 1 or 2.
  public var count: Int
  /// Pixels in a row.
  public var width: Int
  /// Distance in bytes from these rows to the next ones, in luma and in chroma.
  public var ahead: (luma: Int, chroma: Int)

  /// Creates rows from addresses, which must stay valid during conversion.
  public init(
    luma: (UnsafePointer<UInt8>, UnsafePointer<UInt8>), first: UnsafePointer<UInt8>,
    second: UnsafePointer<UInt8>?,
    output: (UnsafeMutablePointer<UInt8>, UnsafeMutablePointer<UInt8>), count: Int, width: Int,
    ahead: (luma: Int, chroma: Int)
  ) {
    unsafe self.luma = luma
    unsafe self.first = first
    unsafe self.second = second
    unsafe self.output = output
    unsafe self.count = count
    unsafe self.width = width
    unsafe self.ahead = ahead
  }
}

/// Converts 8-bit YCbCr rows to 3 or 4 bytes a pixel with `YCbCr8Form`.
public struct YCbCr8Kernel: Sendable {
  /// Number of writable samples that a row of chroma needs after its last.
  public static let margin = 64

  /// Position of chroma samples along a row of luma.
  public enum Sited: Int32, Sendable {
    /// One for each pixel.
    case full = 0
    /// One at every other pixel.
    case left = 1
    /// One between two pixels.
    case center = 2
  }

  private let form: YCbCr8Form
  private let channels: Int32
  private let isa: Int32

  /// - Parameters:
  ///   - channels: 3, or 4 with the last one 255.
  ///   - instructionSet: A compiled variant. The plain form is `YCbCr8Form.codes`.
  public init(_ form: YCbCr8Form, channels: Int, instructionSet: InstructionSet) {
    precondition(channels == 3 || channels == 4, "3 or 4 bytes a pixel")
    self.form = form
    self.channels = Int32(channels)
    isa = instructionSet.code
  }

  /// Converts one or two rows. Each chroma sample applies to two pixels of each row.
  ///
  /// - Parameter streaming: Whether to write past the cache. This requires output rows aligned to
  ///   64 bytes.
  @unsafe public func convert(nearest rows: YCbCr8Rows, streaming: Bool) {
    unsafe withUnsafePointer(to: form.native) { form in
      var native = unsafe bromide_ycbcr8_rows(
        luma: (rows.luma.0, rows.luma.1), first: rows.first, second: rows.second,
        output: (rows.output.0, rows.output.1), rows: rows.count, width: rows.width,
        luma_ahead: rows.ahead.luma, chroma_ahead: rows.ahead.chroma,
        channels: channels, stream: streaming ? 1 : 0)
      unsafe bromide_ycbcr8_nearest(isa, form, &native)
    }
  }

  /// Mixes two rows of chroma, and repeats the outermost samples. The second row has a weight of
  /// `weight` quarters.
  ///
  /// - Parameters:
  ///   - first: Two rows of the chroma that comes first, or of both alternating if `second` is
  ///     `nil`.
  ///   - count: Samples of each kind.
  ///   - output: For each kind, the address of sample 0, in 1/256 code values. One sample before it
  ///     and `margin` after the last must be writable.
  @unsafe public func mixChroma(
    first: (UnsafePointer<UInt8>, UnsafePointer<UInt8>),
    second: (UnsafePointer<UInt8>, UnsafePointer<UInt8>)?, weight: Int, count: Int,
    into output: (UnsafeMutablePointer<UInt16>, UnsafeMutablePointer<UInt16>)
  ) {
    let firstRows: [UnsafePointer<UInt8>?] = unsafe [first.0, first.1]
    let secondRows: [UnsafePointer<UInt8>?] = unsafe [second?.0, second?.1]
    unsafe bromide_ycbcr8_chroma(
      isa, firstRows, secondRows, Int32(weight), count, output.0, output.1)
    unsafe output.0[-1] = output.0[0]
    unsafe output.0[count] = output.0[count - 1]
    unsafe output.1[-1] = output.1[0]
    unsafe output.1[count] = output.1[count - 1]
  }

  /// Converts one row with chroma from `mixChroma`.
  @unsafe public func convert(
    luma: UnsafePointer<UInt8>,
    chroma: (UnsafeMutablePointer<UInt16>, UnsafeMutablePointer<UInt16>),
    sited: Sited, width: Int, into output: UnsafeMutablePointer<UInt8>, streaming: Bool
  ) {
    unsafe withUnsafePointer(to: form.native) { form in
      unsafe bromide_ycbcr8_sited(
        isa, form, sited.rawValue, luma, chroma.0, chroma.1, width, channels, streaming ? 1 : 0,
        output)
    }
  }

  /// Makes streamed pixels visible to other threads before any later write.
  public static func finish() { bromide_ycbcr_finish() }
}
