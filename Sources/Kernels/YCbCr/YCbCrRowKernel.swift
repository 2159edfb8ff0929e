public import BromideValues
internal import CBromideKernels

/// The pixel layout of converted YCbCr.
public enum YCbCrOutput: Int32, Sendable, Hashable, CaseIterable {
  case rgb8 = 0
  /// Four bytes, the fourth 255.
  case rgba8
  case bgra8
  /// 16-bit samples in the machine's byte order.
  case rgb16
  /// Four 16-bit samples, the fourth 65535.
  case rgba16
  /// Three 32-bit floats, nominally 0…1 and not clipped.
  case rgbFloat

  /// Samples in a pixel: 3 or 4.
  public var channels: Int { self == .rgba8 || self == .bgra8 || self == .rgba16 ? 4 : 3 }
  /// Bytes in a sample: 1, 2 or 4.
  public var bytesPerSample: Int {
    self == .rgbFloat ? 4 : self == .rgb16 || self == .rgba16 ? 2 : 1
  }
  /// Bytes in a pixel: 3, 4, 6, 8 or 12.
  public var bytesPerPixel: Int { channels * bytesPerSample }

  /// The value for 1.
  public var maximum: Double { self == .rgbFloat ? 1 : bytesPerSample == 2 ? 65535 : 255 }
}

/// YCbCr of any depth to R′G′B′ in floating point: m · (Y, Cb, Cr − offset), clipped and rounded,
/// halves up. For constant luminance, uses `YCbCrCoding` to decode.
public struct YCbCrRowForm: Sendable {
  /// The matrix's columns as plain vectors. `Matrix3x3` contains an array, which would cost
  /// reference counting for every pixel.
  private let columns: (SIMD3<Double>, SIMD3<Double>, SIMD3<Double>)
  private let offset: SIMD3<Double>
  private let output: YCbCrOutput
  private let isExact: Bool
  /// The coding if it is not a matrix. It always uses double precision.
  private let constant: YCbCrCoding?

  /// - Parameter exact: Whether to compute in double precision instead of single. The result is
  ///   then the rounded formula.
  public init(_ coding: YCbCrCoding, output: YCbCrOutput, exact: Bool) {
    let isLinear = coding.matrix.isLinear
    constant = isLinear ? nil : coding
    let matrix = isLinear ? (output.maximum * coding.decoding).transposed.rows : []
    columns = isLinear ? (matrix[0], matrix[1], matrix[2]) : (SIMD3(), SIMD3(), SIMD3())
    offset = coding.offset
    self.output = output
    isExact = exact
  }

  /// Returns the code values of one pixel (not clipped for floats). Chroma is in 64ths of code
  /// values.
  public func codes(luma: Int, _ cb: Int, _ cr: Int) -> SIMD3<Double> {
    if let constant {
      let codes = SIMD3(Double(luma), Double(cb) / 64, Double(cr) / 64)
      let rgb = output.maximum * constant.decode(codes)
      return SIMD3(coded(rgb.x), coded(rgb.y), coded(rgb.z))
    }
    return isExact ? codes(luma, cb, cr, as: Double.self) : codes(luma, cb, cr, as: Float.self)
  }

  @inline(__always)
  private func codes<Real: BinaryFloatingPoint>(
    _ luma: Int, _ cb: Int, _ cr: Int, as: Real.Type
  ) -> SIMD3<Double> {
    let y = Real(luma) - Real(offset[0])
    let u = Real(cb) * 0.015625 - Real(offset[1])
    let v = Real(cr) * 0.015625 - Real(offset[2])
    func value(_ c: Int) -> Double {
      coded(Real(columns.0[c]) * y + (Real(columns.1[c]) * u + Real(columns.2[c]) * v))
    }
    return SIMD3(value(0), value(1), value(2))
  }

  /// Returns a value as stored in the output.
  @inline(__always)
  private func coded<Real: BinaryFloatingPoint>(_ value: Real) -> Double {
    if output == .rgbFloat { return Double(Float(value)) }
    let clipped = min(max(value, 0), Real(output.maximum))
    return Double((clipped + 0.5).rounded(.down))
  }

  /// The C form of the parameters.
  var native: bromide_ycbcr_form {
    let (x, y, z) = columns
    return bromide_ycbcr_form(
      matrix: (x.x, y.x, z.x, x.y, y.y, z.y, x.z, y.z, z.z),
      offset: (offset.x, offset.y, offset.z), maximum: output.maximum, exact: isExact ? 1 : 0)
  }
}

/// Addresses of one row of luma and its chroma rows.
@unsafe
public struct YCbCrRow {
  /// The first luma sample of the row.
  public var luma: UnsafeRawPointer
  /// Cb of the nearer row and of the other row, or `nil` for grey.
  public var cb: (UnsafeRawPointer, UnsafeRawPointer)?
  /// Cr of the nearer row and of the other row, or `nil` for grey.
  public var cr: (UnsafeRawPointer, UnsafeRawPointer)?
  /// Whether Cb and Cr alternate.
  public var isPaired: Bool
  /// Weight of the other row, in quarters.
  public var weight: Int
  /// Bytes in a sample of luma or chroma: 1 or 2.
  public var bytesPerSample: Int
  /// Unused bits below the value.
  public var shift: Int
  /// Pixels in the row.
  public var width: Int
  /// Number of pixels across that share a chroma sample: 1 or 2.
  public var across: Int
  /// Whether to interpolate chroma between samples instead of using the nearest.
  public var isLinear: Bool
  /// Position of chroma samples along the row of luma.
  public var sited: YCbCr8Kernel.Sited

  /// Creates a row from addresses, which must stay valid during conversion.
  public init(
    luma: UnsafeRawPointer, cb: (UnsafeRawPointer, UnsafeRawPointer)?,
    cr: (UnsafeRawPointer, UnsafeRawPointer)?, isPaired: Bool, weight: Int, bytesPerSample: Int,
    shift: Int, width: Int, across: Int, isLinear: Bool, sited: YCbCr8Kernel.Sited
  ) {
    unsafe self.luma = luma
    unsafe self.cb = cb
    unsafe self.cr = cr
    unsafe self.isPaired = isPaired
    unsafe self.weight = weight
    unsafe self.bytesPerSample = bytesPerSample
    unsafe self.shift = shift
    unsafe self.width = width
    unsafe self.across = across
    unsafe self.isLinear = isLinear
    unsafe self.sited = sited
  }
}

/// Converts rows with `YCbCrRowForm`. All compiled variants give equal bytes.
public struct YCbCrRowKernel: Sendable {
  private let form: YCbCrRowForm
  private let output: YCbCrOutput
  private let isa: Int32

  /// Creates a kernel for one coding and output.
  ///
  /// - Parameters:
  ///   - exact: Whether to compute in double precision instead of single. The result is then the
  ///     rounded formula.
  ///   - instructionSet: The compiled variant to run. It must be available.
  public init(
    _ coding: YCbCrCoding, output: YCbCrOutput, exact: Bool, instructionSet: InstructionSet
  ) {
    form = YCbCrRowForm(coding, output: output, exact: exact)
    self.output = output
    isa = instructionSet.code
  }

  /// Writes `row.width` pixels.
  @unsafe public func convert(_ row: YCbCrRow, into pixels: UnsafeMutableRawPointer) {
    unsafe withUnsafePointer(to: form.native) { form in
      var native = unsafe bromide_ycbcr_row(
        luma: row.luma, first: (row.cb?.0, row.cb?.1), second: (row.cr?.0, row.cr?.1),
        weight: Int32(row.weight), step: row.isPaired ? 2 : 1, bytes: Int32(row.bytesPerSample),
        shift: Int32(row.shift),
        width: row.width, across: Int32(row.across), linear: row.isLinear ? 1 : 0,
        sited: row.sited.rawValue)
      unsafe bromide_ycbcr_convert_row(isa, form, &native, output.rawValue, pixels)
    }
  }
}
