extension RGBSpace {
  /// The matrix from linear RGB to XYZ relative to this space's white: (1, 1, 1) becomes the white with
  /// Y = 1.
  ///
  /// By SMPTE RP 177, 3.3, the columns are the primaries' XYZ, each scaled so that together they make the
  /// white.
  ///
  /// - Precondition: The three primaries do not lie on one line.
  public var toXYZ: Matrix3x3 {
    // x, y, z rather than X/Y, 1, Z/Y, as a primary may have y = 0.
    func direction(_ c: Chromaticity) -> SIMD3<Double> { SIMD3(c.x, c.y, 1 - c.x - c.y) }
    let primaries = Matrix3x3(direction(red), direction(green), direction(blue)).transposed
    guard let inverse = primaries.inverse else {
      preconditionFailure("the primaries of \(name) lie on one line")
    }
    return primaries * Matrix3x3(diagonal: inverse * white.xyz)
  }

  /// The matrix from XYZ relative to this space's white to linear RGB; the inverse of `toXYZ`.
  public var fromXYZ: Matrix3x3 {
    guard let inverse = toXYZ.inverse else {
      preconditionFailure("the primaries of \(name) lie on one line")
    }
    return inverse
  }

  /// The matrix from linear RGB of this space to linear RGB of `other`. White becomes white, by the
  /// Bradford transform if the two differ.
  public func matrix(to other: RGBSpace) -> Matrix3x3 {
    let adaptation =
      white == other.white ? .identity : Matrix3x3.bradford(from: white, to: other.white)
    return other.fromXYZ * adaptation * toXYZ
  }
}
