extension Matrix3x3 {
  /// XYZ to the sharpened cone responses that the Bradford transform scales, as defined in
  /// ICC.1:2022, annex E.3.
  static let bradfordCones = Matrix3x3(
    SIMD3(0.8951, 0.2664, -0.1614),
    SIMD3(-0.7502, 1.7135, 0.0367),
    SIMD3(0.0389, -0.0685, 1.0296))

  private static let bradfordConesInverse = bradfordCones.inverse ?? .identity

  /// Returns the linear Bradford transform (ICC.1:2022, annex E.3), from XYZ under one white to XYZ
  /// with the same appearance under another.
  ///
  /// It maps the first white exactly to the second, and two transforms in sequence are a third one.
  ///
  /// - Precondition: Both whites excite all three cones, which is true for every real light.
  public static func bradford(from: Chromaticity, to: Chromaticity) -> Matrix3x3 {
    bradford(fromWhite: from.xyz, toWhite: to.xyz)
  }

  /// Returns the transform between whites in XYZ, including their luminances.
  static func bradford(fromWhite: SIMD3<Double>, toWhite: SIMD3<Double>) -> Matrix3x3 {
    let source = bradfordCones * fromWhite
    let target = bradfordCones * toWhite
    precondition(source.min() > 0 && target.min() > 0, "a white excites all three cones")
    return bradfordConesInverse * Matrix3x3(diagonal: target / source) * bradfordCones
  }
}
