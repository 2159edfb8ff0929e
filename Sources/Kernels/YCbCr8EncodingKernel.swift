internal import CKernels

/// Rows of 8-bit R′G′B′ pixels that share a row of chroma, and where their samples go, in memory.
@unsafe
public struct RGB8Rows {
  /// The row above the first, where chroma lies on the first row; nil where it lies between the two.
  public var above: UnsafePointer<UInt8>?
  /// The first row, and the second unless chroma is of the first alone.
  public var rows: (UnsafePointer<UInt8>, UnsafePointer<UInt8>?)
  /// Where luma goes; nil for a second row that only takes part in chroma.
  public var luma: (UnsafeMutablePointer<UInt8>, UnsafeMutablePointer<UInt8>?)
  /// Where the chroma goes that comes first and second; both in turn into the first where there is no second.
  public var chroma: (UnsafeMutablePointer<UInt8>, UnsafeMutablePointer<UInt8>?)
  /// Pixels in a row.
  public var width: Int
  /// Whether chroma lies between two columns, else on the left one.
  public var isCentered: Bool

  /// Rows by their addresses, which must stay valid while they are encoded.
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

/// Encodes rows by `YCbCr8EncodingForm`; every compiled variant gives equal bytes.
public struct YCbCr8EncodingKernel: Sendable {
  private let form: YCbCr8EncodingForm
  private let isa: Int32

  /// - Parameter instructionSet: The compiled variant to run; it must be available.
  public init(_ form: YCbCr8EncodingForm, instructionSet: InstructionSet) {
    self.form = form
    isa = instructionSet.code
  }

  /// Writes luma of one or two rows and half as many samples of each chroma as they have pixels, rounded up.
  ///
  /// Beyond the edges the outermost pixel is repeated.
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
