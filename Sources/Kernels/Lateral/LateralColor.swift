/// A lens's shifts of red and blue relative to green.
public struct LateralColor: Sendable, Hashable, Codable {
  /// The shift of red.
  public var red: LateralShift
  /// The shift of blue.
  public var blue: LateralShift

  /// Creates shifts of red and blue.
  public init(red: LateralShift, blue: LateralShift) {
    self.red = red
    self.blue = blue
  }
}

/// The shift of one colour over the sensor, in sensor pixels.
///
/// (X, Y) is the position in half-diagonals of the sensor from its middle, and r² = X² + Y². The
/// colour at p matches green at p + s for s = (X, Y)·(t₀ + t₁·r² + t₂·r⁴) + (t₃, t₄).
public struct LateralShift: Sendable, Hashable, Codable {
  /// The five coefficients t₀…t₄.
  public var coefficients: [Double]

  /// A shift of zero.
  public static let none = LateralShift([0, 0, 0, 0, 0])

  /// - Parameter coefficients: t₀…t₄. Another count is a programming error.
  public init(_ coefficients: [Double]) {
    precondition(coefficients.count == 5, "five coefficients")
    self.coefficients = coefficients
  }

  /// Creates the shift of a colour that is magnified relative to green. At p it matches green at p
  /// divided by the magnification.
  ///
  /// - Parameter halfDiagonal: Half the diagonal of the sensor, in its pixels.
  public init(magnification: Double, halfDiagonal: Double) {
    self.init([(1 / magnification - 1) * halfDiagonal, 0, 0, 0, 0])
  }

  /// Returns the outward shift along the radius at a distance from the middle, in half-diagonals.
  /// Excludes the constant offset.
  public func alongRadius(_ radius: Double) -> Double {
    let (square, t) = (radius * radius, coefficients)
    return radius * (t[0] + square * (t[1] + square * t[2]))
  }

  /// Returns the shift at a position in half-diagonals from the middle.
  public func shift(at place: SIMD2<Double>) -> SIMD2<Double> {
    let square = (place * place).sum()
    let t = coefficients
    return place * (t[0] + square * (t[1] + square * t[2])) + SIMD2(t[3], t[4])
  }
}
