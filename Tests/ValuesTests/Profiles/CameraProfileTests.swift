import Testing

@testable import BromideValues

/// Profiles with a missing matrix, with contradictions, or with a light that they do not describe.
@Suite struct CameraProfileTests {
  private static let a = Illuminant.standardA.chromaticity
  private static let d65 = Illuminant.d65.chromaticity

  /// Only one of two calibrations has a forward matrix: it holds for all light.
  @Test(arguments: [0, 1])
  func oneForwardMatrixServesBothCalibrations(index: Int) throws {
    var (single, both) = (Cameras.eos6DColorOnly, Cameras.eos6DColorOnly)
    let forward = try #require(Cameras.eos6D.calibrations[index].forwardMatrix)
    single.calibrations[index].forwardMatrix = forward
    for calibration in both.calibrations.indices {
      both.calibrations[calibration].forwardMatrix = forward
    }
    for kelvin in [2000.0, 2856, 3900, 6504, 9000] {
      let balance = try single.resolve(.temperature(kelvin, tint: 3))
      #expect(single.matrices(white: balance.white)?.forwardMatrix == forward)
      let found = single.matrix(for: balance, to: .displayP3)
      #expect(distance(found, both.matrix(for: balance, to: .displayP3)) < 1e-12)
      let colorOnly = Cameras.eos6DColorOnly.matrix(for: balance, to: .displayP3)
      #expect(distance(found, colorOnly) > 1e-3)
    }
  }

  /// A forward matrix without a positive white is ignored.
  @Test(arguments: [
    Matrix3x3(diagonal: SIMD3(0, 0, 0)), Matrix3x3(diagonal: SIMD3(0.9642, 1, 0)),
    Matrix3x3(SIMD3(0.6, 0.2, 0.1), SIMD3(0.3, -0.8, 0.4), SIMD3(0, 0.1, 0.7)),
  ])
  func unusableForwardMatricesAreIgnored(forward: Matrix3x3) throws {
    var profile = Cameras.eos6DColorOnly
    let balance = try profile.resolve(.temperature(4300, tint: 0))
    let expected = profile.matrix(for: balance, to: .srgb)
    for index in profile.calibrations.indices {
      profile.calibrations[index].forwardMatrix = forward
    }
    #expect(profile.matrix(for: balance, to: .srgb) == expected)
  }

  /// With no usable matrix at all, balanced values are linear sRGB.
  @Test func withoutUsableMatricesItIsSRGB() {
    let zero = Matrix3x3(diagonal: SIMD3(0, 0, 0))
    let balance = ResolvedWhiteBalance(
      multipliers: SIMD3(2, 1, 1.5), white: .d65, temperature: 6504, tint: 0)
    for profile in [
      CameraProfile(calibrations: [.init(illuminant: Self.d65, colorMatrix: zero)]),
      // Its white would have a negative response of the cones.
      CameraProfile(calibrations: [
        .init(illuminant: Self.d65, colorMatrix: Matrix3x3(diagonal: SIMD3(1, 1, -0.1)))
      ]),
    ] {
      for space in [RGBSpace.srgb, .prophoto] {
        #expect(profile.matrix(for: balance, to: space) == RGBSpace.srgb.matrix(to: space))
      }
    }
  }

  /// Multipliers that do not match any light lead outside the positive X, Y, Z. The smallest value
  /// is then a thousandth of the largest magnitude. Calculated with matrices whose inverse has one
  /// opposite sign.
  @Test func impossibleLightIsMovedToTheFloor() throws {
    func profile(_ matrix: Matrix3x3) -> CameraProfile {
      CameraProfile(calibrations: [.init(illuminant: Self.d65, colorMatrix: matrix)])
    }
    let blue = profile(Matrix3x3(SIMD3(1, 0, 0), SIMD3(0, 1, 0), SIMD3(3, 0, 1)))
    let red = profile(Matrix3x3(SIMD3(1, 0, 3), SIMD3(0, 1, 0), SIMD3(0, 0, 1)))
    for scale in [0.25, 1, 1000] {
      // XYZ 1, 1, ½ − 3 and turned round: −2½ becomes 0.0025.
      let noBlue = try blue.white(neutral: scale * SIMD3(1, 1, 0.5))
      #expect(abs(noBlue.x - 1 / 2.0025) < 1e-12 && abs(noBlue.y - 1 / 2.0025) < 1e-12)
      let noRed = try red.white(neutral: scale * SIMD3(0.5, 1, 1))
      #expect(abs(noRed.x - 0.0025 / 2.0025) < 1e-12 && abs(noRed.y - 1 / 2.0025) < 1e-12)
      // XYZ 1, 1, ½ is light, and stays.
      let light = try blue.white(neutral: scale * SIMD3(1, 1, 3.5))
      #expect(abs(light.x - 0.4) < 1e-12 && abs(light.y - 0.4) < 1e-12)
    }
    #expect(try blue.white(neutral: SIMD3(0, 0, 0)) == .d50)
  }

  /// The calibrations are so far apart that each iteration step overshoots more than the last.
  /// Without damping, the iteration never ends. With damping, it finds the white that gives the
  /// neutral.
  @Test func cyclicIterationsAreDamped() throws {
    let profile = CameraProfile(calibrations: [
      .init(illuminant: Self.a, colorMatrix: .identity),
      .init(illuminant: Self.d65, colorMatrix: Matrix3x3(diagonal: SIMD3(0.8, 1, 4))),
    ])
    let neutral = SIMD3(0.909, 1, 1.61)
    var (before, white) = (Chromaticity.d50, Chromaticity.d50)
    for _ in 0..<60 {
      let toXYZ = try #require(profile.xyzToCamera(white: white).inverse)
      (before, white) = (white, Chromaticity(xyz: toXYZ * neutral))
    }
    #expect(abs(white.x - before.x) > 0.01, "the plain iteration settles: \(white)")
    let found = try profile.white(neutral: neutral)
    let response = profile.neutral(white: found)
    #expect(distance(response / response.y, neutral) < 1e-4, "\(found)")
  }

  /// Two calibrations for one illuminant: the first holds.
  @Test func equalIlluminantsAreTheFirst() throws {
    var profile = Cameras.eos6D
    profile.calibrations[1].illuminant = profile.calibrations[0].illuminant
    for kelvin in [2000.0, 2856, 9000] {
      let found = profile.matrices(white: try Chromaticity(temperature: kelvin))
      #expect(found?.colorMatrix == profile.calibrations[0].colorMatrix)
      #expect(found?.forwardMatrix == profile.calibrations[0].forwardMatrix)
    }
  }
}
