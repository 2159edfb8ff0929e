public import BromideValues

extension CameraProfile {
  /// A camera with one calibration under D65. Its matrix is close to a DSLR's and far from the
  /// identity.
  public static let test = CameraProfile(
    calibrations: [
      .init(
        illuminant: .d65,
        colorMatrix: Matrix3x3(
          SIMD3(0.7034, -0.1421, -0.0663), SIMD3(-0.4420, 1.2175, 0.2517),
          SIMD3(-0.0610, 0.1512, 0.6011)))
    ],
    asShotMultipliers: SIMD3(2.1, 1, 1.55))
}
