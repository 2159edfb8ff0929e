public import BromideValues
internal import CBromideKernels

/// A camera profile's map over hue, saturation and value, after a matrix to linear ProPhoto RGB.
///
/// All compiled variants give equal bits. The reference differs by single-precision rounding. It
/// also differs by 10⁻⁶ if the map reads value as sRGB code, because the variants use tables for
/// the code.
public struct ColorTableKernel: PointKernel, MatrixTaking {
  private let table: ColorTable
  private var matrix: Matrix3x3?
  private var coefficients: [Float] = []

  /// - Parameters:
  ///   - table: The map.
  ///   - matrix: The matrix to linear ProPhoto RGB, or `nil` to skip it.
  public init(_ table: ColorTable, matrix: Matrix3x3? = nil) {
    self.table = table
    self.matrix = matrix
    coefficients = matrix?.floats ?? []
  }

  /// Returns a kernel that applies a matrix first, in the same pass.
  public func following(_ matrix: Matrix3x3) -> ColorTableKernel {
    ColorTableKernel(table, matrix: self.matrix.map { $0 * matrix } ?? matrix)
  }

  /// The formula for one pixel. Ignores the position.
  public func formula(_ pixel: SIMD3<Double>, x: Int, y: Int) -> SIMD3<Double> {
    table(matrix.map { $0 * pixel } ?? pixel)
  }

  /// Runs the compiled form in place on the first `count` pixels of a row.
  @unsafe public func run(
    _ set: InstructionSet, _ row: PlanarPointers, x: Int, y: Int, count: Int
  ) {
    unsafe table.entries.withUnsafeBytes { entries in
      unsafe coefficients.withUnsafeBufferPointer { matrix in
        unsafe ProfileFunction.encode.withUnsafeBufferPointer { encode in
          unsafe ProfileFunction.decode.withUnsafeBufferPointer { decode in
            let isCoded = table.encoding == .sRGB
            var map = unsafe bromide_color_table(
              entries: entries.assumingMemoryBound(to: Float.self).baseAddress,
              hues: Int32(table.hues), saturations: Int32(table.saturations),
              values: Int32(table.values), encode: isCoded ? encode.baseAddress : nil,
              decode: isCoded ? decode.baseAddress : nil)
            unsafe bromide_color_table_row(
              set.code, matrix.isEmpty ? nil : matrix.baseAddress, &map, row.red, row.green,
              row.blue, count)
          }
        }
      }
    }
  }
}

/// A kernel that can start with a matrix in the same pass.
public protocol MatrixTaking: PointKernel {
  /// Returns a kernel that applies a matrix first.
  func following(_ matrix: Matrix3x3) -> Self
}

extension ChromaKernel: MatrixTaking {}

/// Functions over 0…1 as tables for the C kernels.
enum ProfileFunction {
  /// sRGB's code over the square root of light, which avoids the steep end of the curve.
  static let encode = values { TransferFunction.srgb.encode($0 * $0) }
  /// Light over sRGB's code.
  static let decode = values { TransferFunction.srgb.decode($0) }

  static func values(_ function: (Double) -> Double) -> [Float] {
    (0...BROMIDE_PROFILE_PIECES).map {
      Float(function(Double($0) / Double(BROMIDE_PROFILE_PIECES)))
    }
  }
}
