/// Where a lens throws red and blue light of a point, relative to green.
public struct LateralColor: Sendable, Hashable, Codable {
  /// The shift of red.
  public var red: LateralShift
  /// The shift of blue.
  public var blue: LateralShift

  /// Shifts of red and blue.
  public init(red: LateralShift, blue: LateralShift) {
    self.red = red
    self.blue = blue
  }
}

/// The shift of one colour over the sensor, in sensor pixels.
///
/// At (X, Y), in half-diagonals of the sensor from its middle, with r² = X² + Y², the colour at p shows what green shows
/// at p + s for s = (X, Y)·(t₀ + t₁·r² + t₂·r⁴) + (t₃, t₄).
public struct LateralShift: Sendable, Hashable, Codable {
  /// The five coefficients t₀…t₄.
  public var coefficients: [Double]

  /// No shift.
  public static let none = LateralShift([0, 0, 0, 0, 0])

  /// - Parameter coefficients: t₀…t₄; another count is a programming error.
  public init(_ coefficients: [Double]) {
    precondition(coefficients.count == 5, "five coefficients")
    self.coefficients = coefficients
  }

  /// The shift of a colour that is magnified against green: at p it shows what green shows at p divided by the
  /// magnification.
  ///
  /// - Parameter halfDiagonal: Half the diagonal of the sensor, in its pixels.
  public init(magnification: Double, halfDiagonal: Double) {
    self.init([(1 / magnification - 1) * halfDiagonal, 0, 0, 0, 0])
  }

  /// The shift outwards along the radius at a distance from the middle, in half-diagonals, without the offset that all
  /// places share.
  public func alongRadius(_ radius: Double) -> Double {
    let (square, t) = (radius * radius, coefficients)
    return radius * (t[0] + square * (t[1] + square * t[2]))
  }

  /// The shift at a place in half-diagonals from the middle.
  public func shift(at place: SIMD2<Double>) -> SIMD2<Double> {
    let square = (place * place).sum()
    let t = coefficients
    return place * (t[0] + square * (t[1] + square * t[2])) + SIMD2(t[3], t[4])
  }
}
