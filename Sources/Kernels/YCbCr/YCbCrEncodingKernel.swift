public import BromideValues
internal import CBromideKernels

/// Converts R′G′B′ with 8 or 16 bits to YCbCr of any depth in single precision: m · (R′, G′, B′) +
/// offset, clipped and rounded, halves up.
///
/// Single precision has 24 bits: the error is below 0.0005 of a code value at 10 bits and 0.03 at
/// 16.
public struct YCbCrEncodingForm: Sendable {
  private let rows: (SIMD3<Float>, SIMD3<Float>, SIMD3<Float>)
  private let offset: SIMD3<Float>
  private let maximum: Float

  /// - Parameter whiteCode: The code value of 1 in a pixel: 255 or 65535.
  public init(_ coding: YCbCrCoding, whiteCode: Int) {
    let matrix = coding.matrix.encoding.rows
    func row(_ i: Int) -> SIMD3<Float> {
      SIMD3<Float>(coding.extent[i] / Double(whiteCode) * matrix[i])
    }
    rows = (row(0), row(1), row(2))
    offset = SIMD3<Float>(coding.offset)
    maximum = Float(coding.maximum)
  }

  /// Returns Y, Cb and Cr of one colour. Vectors give the same result.
  ///
  /// - Parameter rgb: Code values.
  public func codes(_ rgb: SIMD3<Float>) -> SIMD3<Int> {
    func code(_ m: SIMD3<Float>, _ offset: Float) -> Int {
      let value = (m.x * rgb.x + m.y * rgb.y) + (m.z * rgb.z + offset)
      return Int(min(max(value, 0), maximum) + 0.5)
    }
    return SIMD3(code(rows.0, offset.x), code(rows.1, offset.y), code(rows.2, offset.z))
  }

  /// The C form of the parameters.
  func native(pixelBytes: Int, bytes: Int, shift: Int) -> bromide_rgb_form {
    let (y, u, v) = rows
    return bromide_rgb_form(
      matrix: (y.x, y.y, y.z, u.x, u.y, u.z, v.x, v.y, v.z),
      offset: (offset.x, offset.y, offset.z), maximum: maximum, pixel_bytes: Int32(pixelBytes),
      bytes: Int32(bytes), shift: Int32(shift))
  }
}

/// Addresses of the pixel rows for a row of chroma, and of its output.
@unsafe
public struct RGBChromaRow {
  /// The row above, the row itself and the row below. A row with a weight of 0 is `nil`.
  public var rows: (UnsafeRawPointer?, UnsafeRawPointer, UnsafeRawPointer?)
  /// Weights of the rows in quarters, halves or 1. Their sum is 1.
  public var weights: SIMD3<Float>
  /// Pixels in a row.
  public var width: Int
  /// Number of pixels across that share a chroma sample: 1 or 2.
  public var across: Int
  /// Whether chroma is between two columns instead of on the left one.
  public var isCentered: Bool
  /// Outputs for Cb and Cr.
  public var chroma: (UnsafeMutableRawPointer, UnsafeMutableRawPointer)
  /// Distance between samples of one kind: 1, or 2 if both alternate.
  public var step: Int

  /// Creates a row from addresses, which must stay valid during encoding.
  public init(
    rows: (UnsafeRawPointer?, UnsafeRawPointer, UnsafeRawPointer?), weights: SIMD3<Float>,
    width: Int, across: Int, isCentered: Bool,
    chroma: (UnsafeMutableRawPointer, UnsafeMutableRawPointer), step: Int
  ) {
    unsafe self.rows = rows
    unsafe self.weights = weights
    unsafe self.width = width
    unsafe self.across = across
    unsafe self.isCentered = isCentered
    unsafe self.chroma = chroma
    unsafe self.step = step
  }
}

/// Encodes rows with `YCbCrEncodingForm`. All compiled variants give equal bytes.
public struct YCbCrEncodingKernel: Sendable {
  private let native: bromide_rgb_form
  private let isa: Int32

  /// - Parameters:
  ///   - pixelBytes: Bytes in a sample of a pixel: 1 or 2.
  ///   - bytes: Bytes in a sample of a plane: 1 or 2.
  ///   - shift: Unused bits below the value of a plane's sample.
  ///   - instructionSet: The compiled variant to run. It must be available.
  public init(
    _ coding: YCbCrCoding, pixelBytes: Int, bytes: Int, shift: Int, instructionSet: InstructionSet
  ) {
    let form = YCbCrEncodingForm(coding, whiteCode: pixelBytes == 1 ? 255 : 65535)
    native = form.native(pixelBytes: pixelBytes, bytes: bytes, shift: shift)
    isa = instructionSet.code
  }

  /// Writes the luma of a row with `width` pixels.
  @unsafe public func luma(
    _ row: UnsafeRawPointer, width: Int, into plane: UnsafeMutableRawPointer
  ) {
    unsafe withUnsafePointer(to: native) { form in
      unsafe bromide_rgb_luma_row(isa, form, row, width, plane)
    }
  }

  /// Writes a row of chroma. Beyond the edges the outermost pixel repeats.
  @unsafe public func chroma(_ row: RGBChromaRow) {
    unsafe withUnsafePointer(to: native) { form in
      var native = unsafe bromide_rgb_chroma(
        rows: (row.rows.0, row.rows.1, row.rows.2),
        weights: (row.weights.x, row.weights.y, row.weights.z), width: row.width,
        across: Int32(row.across), centered: row.isCentered ? 1 : 0, cb: row.chroma.0,
        cr: row.chroma.1, step: Int32(row.step))
      unsafe bromide_rgb_chroma_row(isa, form, &native)
    }
  }
}
