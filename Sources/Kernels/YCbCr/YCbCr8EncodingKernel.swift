internal import CBromideKernels

/// Addresses of rows of 8-bit R′G′B′ pixels that share a row of chroma, and of their output.
@unsafe
public struct RGB8Rows {
  /// The row above the first if chroma is on the first row, or `nil` if chroma is between the two
  /// rows.
  public var above: UnsafePointer<UInt8>?
  /// The first row, and the second unless chroma only uses the first.
  public var rows: (UnsafePointer<UInt8>, UnsafePointer<UInt8>?)
  /// Output for luma. `nil` for a second row that only contributes to chroma.
  public var luma: (UnsafeMutablePointer<UInt8>, UnsafeMutablePointer<UInt8>?)
  /// Outputs for the chroma that comes first and second. Without a second output, both alternate in
  /// the first.
  public var chroma: (UnsafeMutablePointer<UInt8>, UnsafeMutablePointer<UInt8>?)
  /// Pixels in a row.
  public var width: Int
  /// Whether chroma is between two columns instead of on the left one.
  public var isCentered: Bool

  /// Creates rows from addresses, which must stay valid during encoding.
  public init(
    above: UnsafePointer<UInt8>?, rows: (UnsafePointer<UInt8>, UnsafePointer<UInt8>?),
    luma: (UnsafeMutablePointer<UInt8>, UnsafeMutablePointer<UInt8>?),
    chroma: (UnsafeMutablePointer<UInt8>, UnsafeMutablePointer<UInt8>?), width: Int,
    isCentered: Bool
  ) {
    unsafe self.above = above
    unsafe self.rows = rows
    unsafe self.luma = luma
    unsafe self.chroma = chroma
    unsafe self.width = width
    unsafe self.isCentered = isCentered
  }
}

/// Encodes rows with `YCbCr8EncodingForm`. All compiled variants give equal bytes.
public struct YCbCr8EncodingKernel: Sendable {
  private let form: YCbCr8EncodingForm
  private let isa: Int32

  /// - Parameter instructionSet: The compiled variant to run. It must be available.
  public init(_ form: YCbCr8EncodingForm, instructionSet: InstructionSet) {
    self.form = form
    isa = instructionSet.code
  }

  /// Writes the luma of one or two rows. For each chroma, writes half as many samples as the rows
  /// have pixels, rounded up.
  ///
  /// Beyond the edges the outermost pixel repeats.
  @unsafe public func encode(_ rows: RGB8Rows) {
    unsafe withUnsafePointer(to: form.native) { form in
      var native = unsafe bromide_rgb8_rows(
        above: rows.above, rows: (rows.rows.0, rows.rows.1), luma: (rows.luma.0, rows.luma.1),
        first: rows.chroma.0, second: rows.chroma.1, width: rows.width,
        centered: rows.isCentered ? 1 : 0)
      unsafe bromide_rgb8_encode(isa, form, &native)
    }
  }
}
