import Testing

@testable import BromideValues

@Suite struct CameraAdaptationTests {
  /// The Canon EOS 30D's matrix for D65, as LibRaw and DNG files have it.
  static let eos30D = CameraProfile(
    calibrations: [
      .init(
        illuminant: Illuminant.d65.chromaticity,
        colorMatrix: Matrix3x3(
          SIMD3(0.6257, -0.0303, -0.1000), SIMD3(-0.7880, 1.5621, 0.2396),
          SIMD3(-0.1714, 0.1904, 0.7046)))
    ],
    asShotMultipliers: SIMD3(2009.0 / 1024, 1, 1713.0 / 1024))

  @Test(arguments: [
    (2000.0, 0.0), (3500, 0), (4000, 0.1881), (4565, 0.4368), (4790, 0.4854), (5000, 0.5),
    (9000, 0.5),
  ])
  func shareOfCameraScaling(kelvin: Double, share: Double) {
    #expect(abs(CameraProfile.cameraScalingShare(temperature: kelvin) - share) < 5e-5)
  }

  /// The rule written out: (1 − λ) Bradford + λ M⁻¹ · diag(M · D65).
  @Test(arguments: [2856.0, 3800, 4565, 5500, 6504, 9000], RGBSpace.all)
  func blendIsTheFormula(kelvin: Double, space: RGBSpace) throws {
    for profile in [Self.eos30D, Cameras.d5000] {
      let balance = try profile.resolve(.temperature(kelvin, tint: 7))
      let colorMatrix = profile.calibrations[0].colorMatrix
      let d65 = Chromaticity.d65.xyz
      let scaling = try #require(colorMatrix.inverse) * Matrix3x3(diagonal: colorMatrix * d65)
      let bradford = profile.matrix(for: balance, to: space, adaptation: .bradford)
      let t = min(1, max(0, (1 / 3500.0 - 1 / kelvin) / (1 / 3500.0 - 1 / 5000.0)))
      let share = (3 * t * t - 2 * t * t * t) / 2
      for camera in [SIMD3(0.3, 0.2, 0.4), SIMD3(0.1, 0.2, 0.9), SIMD3(1, 1, 1)] {
        let scaled =
          space.fromXYZ * (Matrix3x3.bradford(from: .d65, to: space.white) * (scaling * camera))
        let expected = (1 - share) * (bradford * camera) + share * scaled
        #expect(distance(profile.matrix(for: balance, to: space) * camera, expected) < 1e-12)
      }
      let white = profile.matrix(for: balance, to: space) * SIMD3(1, 1, 1)
      #expect(distance(white, SIMD3(1, 1, 1)) < 1e-9)
      if share > 0.1, kelvin < 6000 {
        #expect(distance(profile.matrix(for: balance, to: space), bradford) > 1e-3)
      }
    }
  }

  /// Both methods keep the calibration's white, so under D65 they are equal.
  @Test func calibrationLightGivesTheSameMatrix() throws {
    var profile = Self.eos30D
    profile.calibrations[0].illuminant = .d65
    let balance = try profile.resolve(.daylight)
    let bradford = profile.matrix(for: balance, to: .srgb, adaptation: .bradford)
    #expect(distance(profile.matrix(for: balance, to: .srgb), bradford) < 1e-12)
  }

  /// Two matrices, a ForwardMatrix, or a matrix for another light: the profile's data have
  /// priority.
  @Test func otherProfilesKeepTheirMatrices() throws {
    var forward = Self.eos30D
    forward.calibrations[0].forwardMatrix = Cameras.eos6D.calibrations[1].forwardMatrix
    var tungsten = Self.eos30D
    tungsten.calibrations[0].illuminant = Illuminant.standardA.chromaticity
    for profile in [Cameras.eos6D, Cameras.eos6DColorOnly, Cameras.srgb, forward, tungsten] {
      let balance = try profile.resolve(.temperature(5200, tint: 0))
      #expect(
        profile.matrix(for: balance, to: .srgb)
          == profile.matrix(for: balance, to: .srgb, adaptation: .bradford))
    }
    // A matrix that gives D65 no positive response cannot be scaled.
    var broken = Self.eos30D
    broken.calibrations[0].colorMatrix = Matrix3x3(diagonal: SIMD3(1, 1, -1))
    #expect(broken.cameraScaling() == nil)
  }

  /// Skylight in the 30D's balanced values turns from cyan towards blue.
  @Test func skyTurnsBlue() throws {
    let balance = try Self.eos30D.resolve(.camera)
    #expect((4600...5000).contains(balance.temperature))
    let sky = SIMD3(0.25, 0.42, 0.75)
    func hue(_ adaptation: CameraAdaptation) -> Double {
      let matrix = Self.eos30D.matrix(for: balance, to: .srgb, adaptation: adaptation)
      return Lab(xyz: RGBSpace.srgb.toXYZ * (matrix * sky), white: .d65).lch.h
    }
    let turn = hue(.blended) - hue(.bradford)
    #expect((1.5...4).contains(turn), "\(turn)")
  }
}
