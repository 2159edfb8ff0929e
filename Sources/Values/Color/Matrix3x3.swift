/// A 3×3 matrix of doubles, for linear maps between colour coordinates.
public struct Matrix3x3: Sendable, Hashable, Codable {
  /// The three rows.
  public var rows: [SIMD3<Double>]

  /// A matrix of three rows, top first.
  public init(_ row0: SIMD3<Double>, _ row1: SIMD3<Double>, _ row2: SIMD3<Double>) {
    rows = [row0, row1, row2]
  }

  /// A matrix with the given diagonal.
  public init(diagonal: SIMD3<Double>) {
    self.init(
      SIMD3(diagonal.x, 0, 0), SIMD3(0, diagonal.y, 0), SIMD3(0, 0, diagonal.z))
  }

  /// The identity matrix.
  public static let identity = Matrix3x3(diagonal: SIMD3(1, 1, 1))

  /// The element in `row` and `column`, both 0 … 2.
  public subscript(row: Int, column: Int) -> Double {
    get { rows[row][column] }
    set { rows[row][column] = newValue }
  }

  /// The matrix with rows and columns exchanged.
  public var transposed: Matrix3x3 {
    Matrix3x3(
      SIMD3(self[0, 0], self[1, 0], self[2, 0]),
      SIMD3(self[0, 1], self[1, 1], self[2, 1]),
      SIMD3(self[0, 2], self[1, 2], self[2, 2]))
  }

  /// The factor by which the matrix scales volumes. It is 0 if the matrix is not invertible.
  public var determinant: Double {
    let (a, b, c) = (rows[0], rows[1], rows[2])
    return a.x * (b.y * c.z - b.z * c.y) - a.y * (b.x * c.z - b.z * c.x)
      + a.z * (b.x * c.y - b.y * c.x)
  }

  /// The inverse, or `nil` if the matrix is not invertible.
  public var inverse: Matrix3x3? {
    let d = determinant
    guard d.isFinite, abs(d) > 1e-12 else { return nil }
    let (a, b, c) = (rows[0], rows[1], rows[2])
    return Matrix3x3(
      SIMD3(b.y * c.z - b.z * c.y, a.z * c.y - a.y * c.z, a.y * b.z - a.z * b.y) / d,
      SIMD3(b.z * c.x - b.x * c.z, a.x * c.z - a.z * c.x, a.z * b.x - a.x * b.z) / d,
      SIMD3(b.x * c.y - b.y * c.x, a.y * c.x - a.x * c.y, a.x * b.y - a.y * b.x) / d)
  }

  /// The map that applies `right` first, then `left`.
  public static func * (left: Matrix3x3, right: Matrix3x3) -> Matrix3x3 {
    let columns = right.transposed.rows
    func row(_ r: SIMD3<Double>) -> SIMD3<Double> {
      SIMD3((r * columns[0]).sum(), (r * columns[1]).sum(), (r * columns[2]).sum())
    }
    return Matrix3x3(row(left.rows[0]), row(left.rows[1]), row(left.rows[2]))
  }

  /// Maps a column vector.
  public static func * (matrix: Matrix3x3, vector: SIMD3<Double>) -> SIMD3<Double> {
    SIMD3(
      (matrix.rows[0] * vector).sum(), (matrix.rows[1] * vector).sum(),
      (matrix.rows[2] * vector).sum())
  }

  /// Every element multiplied by `scale`.
  public static func * (scale: Double, matrix: Matrix3x3) -> Matrix3x3 {
    Matrix3x3(scale * matrix.rows[0], scale * matrix.rows[1], scale * matrix.rows[2])
  }

  /// Sum, element by element.
  public static func + (left: Matrix3x3, right: Matrix3x3) -> Matrix3x3 {
    Matrix3x3(
      left.rows[0] + right.rows[0], left.rows[1] + right.rows[1], left.rows[2] + right.rows[2])
  }
}
