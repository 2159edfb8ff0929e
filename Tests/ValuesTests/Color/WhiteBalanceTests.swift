import TestSupport
import Testing

@testable import BromideValues

/// Matrices of well-known cameras from their DNG files.
enum Cameras {
  /// Nikon D5000: one calibration.
  static let d5000 = CameraProfile(
    calibrations: [
      .init(
        illuminant: Illuminant.d65.chromaticity,
        colorMatrix: Matrix3x3(
          SIMD3(0.7309, -0.1403, -0.0519), SIMD3(-0.8474, 1.6008, 0.2622),
          SIMD3(-0.2433, 0.2826, 0.8064)))
    ],
    asShotMultipliers: 1 / SIMD3(0.576577, 1, 0.717087))

  /// Canon EOS 6D: two calibrations, with forward matrices and analogue balance.
  static let eos6D = CameraProfile(
    calibrations: [
      .init(
        illuminant: Illuminant.standardA.chromaticity,
        colorMatrix: Matrix3x3(
          SIMD3(0.7546, -0.1435, -0.0929), SIMD3(-0.3846, 1.1488, 0.2692),
          SIMD3(-0.0332, 0.1209, 0.6370)),
        cameraCalibration: Matrix3x3(diagonal: SIMD3(0.9883, 1, 1)),
        forwardMatrix: Matrix3x3(
          SIMD3(0.7763, 0.0065, 0.1815), SIMD3(0.2364, 0.8351, -0.0715),
          SIMD3(-0.0059, -0.4228, 1.2538))),
      .init(
        illuminant: Illuminant.d65.chromaticity,
        colorMatrix: Matrix3x3(
          SIMD3(0.7034, -0.0804, -0.1014), SIMD3(-0.4420, 1.2564, 0.2058),
          SIMD3(-0.0851, 0.1994, 0.5758)),
        cameraCalibration: Matrix3x3(diagonal: SIMD3(0.9883, 1, 1)),
        forwardMatrix: Matrix3x3(
          SIMD3(0.7464, 0.1044, 0.1135), SIMD3(0.2648, 0.9173, -0.1820),
          SIMD3(0.0113, -0.2154, 1.0292))),
    ],
    analogBalance: SIMD3(2.158672, 1, 1.414752),
    asShotMultipliers: 1 / SIMD3(1, 0.996616, 0.995727))

  /// The 6D without its forward matrices.
  static let eos6DColorOnly: CameraProfile = {
    var profile = eos6D
    for index in profile.calibrations.indices { profile.calibrations[index].forwardMatrix = nil }
    return profile
  }()

  static let srgb = CameraProfile(calibrations: [])
  static let all = [d5000, eos6D, eos6DColorOnly, srgb]
}

func distance(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> Double {
  max(abs(a.x - b.x), abs(a.y - b.y), abs(a.z - b.z))
}

func distance(_ a: Matrix3x3, _ b: Matrix3x3) -> Double {
  zip(a.rows, b.rows).map { distance($0, $1) }.max() ?? 0
}

@Suite struct WhiteBalanceTests {
  /// dcraw computes daylight multipliers as 1 / (row sums of the matrix · sRGB's primaries).
  @Test func daylightIsTheResponseToD65() throws {
    let d65 = SIMD3(0.3127 / 0.3290, 1, (1 - 0.3127 - 0.3290) / 0.3290)
    let red = 0.7309 * d65.x - 0.1403 * d65.y - 0.0519 * d65.z
    let green = -0.8474 * d65.x + 1.6008 * d65.y + 0.2622 * d65.z
    let blue = -0.2433 * d65.x + 0.2826 * d65.y + 0.8064 * d65.z
    let found = try Cameras.d5000.resolve(.daylight)
    #expect(distance(found.multipliers, SIMD3(green / red, 1, green / blue)) < 1e-12)
    #expect(found.white == .d65)
    #expect(abs(found.temperature - 6504) < 2 && abs(found.tint) < 1)
  }

  @Test func withoutCalibrationItIsSRGB() throws {
    let daylight = try Cameras.srgb.resolve(.camera)
    #expect(distance(daylight.multipliers, SIMD3(1, 1, 1)) < 1e-12)
    #expect(distance(Cameras.srgb.matrix(for: daylight, to: .srgb), .identity) < 1e-12)
    let p3 = Cameras.srgb.matrix(for: daylight, to: .displayP3)
    #expect(distance(p3, RGBSpace.srgb.matrix(to: .displayP3)) < 1e-12)
  }

  @Test(arguments: Cameras.all, RGBSpace.all)
  func neutralStaysNeutral(profile: CameraProfile, space: RGBSpace) throws {
    let balances: [WhiteBalance] = [
      .camera, .daylight, .temperature(2300, tint: 0), .temperature(2856, tint: 12),
      .temperature(4300, tint: -30), .temperature(9000, tint: 60), .multipliers(2, 1, 1.5),
      .multipliers(1, 1, 4), .auto,
    ]
    for balance in balances {
      let resolved = try profile.resolve(balance, auto: SIMD3(0.2, 0.3, 0.15))
      let matrix = profile.matrix(for: resolved, to: space)
      #expect(distance(matrix * SIMD3(1, 1, 1), SIMD3(1, 1, 1)) < 1e-9, "\(balance)")
      #expect(resolved.multipliers.y == 1)
    }
  }

  @Test(arguments: Cameras.all)
  func temperatureComesBackFromMultipliers(profile: CameraProfile) throws {
    // The blue of sRGB does not respond to candlelight.
    let warmest = profile.calibrations.isEmpty ? 2700.0 : 2200
    for kelvin in [warmest, 2856, 3500, 4100, 5000, 6504, 7000, 12_000] {
      for tint in [-40.0, 0, 25] {
        let there = try profile.resolve(.temperature(kelvin, tint: tint))
        let m = there.multipliers
        let back = try profile.resolve(.multipliers(7 * m.x, 7 * m.y, 7 * m.z))
        #expect(abs(back.temperature - kelvin) < 1e-3, "\(kelvin) K, tint \(tint)")
        #expect(abs(back.tint - tint) < 1e-4)
        #expect(distance(back.multipliers, m) < 1e-12)
        #expect(there.temperature == kelvin && there.tint == tint)
      }
    }
  }

  @Test func warmerLightNeedsMoreBlue() throws {
    for profile in Cameras.all {
      let candle = try profile.resolve(.temperature(2300, tint: 0)).multipliers
      let sky = try profile.resolve(.temperature(9000, tint: 0)).multipliers
      #expect(candle.z / candle.x > sky.z / sky.x)
      // A greener light needs less green, which makes the picture more magenta.
      let plain = try profile.resolve(.temperature(5500, tint: 0)).multipliers
      let green = try profile.resolve(.temperature(5500, tint: 20)).multipliers
      #expect(green.x > plain.x && green.z > plain.z)
    }
  }

  @Test func twoCalibrationsInterpolateInMired() throws {
    let profile = Cameras.eos6D
    let (a, d65) = (profile.calibrations[0], profile.calibrations[1])
    let ta = a.illuminant.nearestTemperatureAndTint.temperature
    let td = d65.illuminant.nearestTemperatureAndTint.temperature
    let middle = try Chromaticity(temperature: 2 / (1 / ta + 1 / td), tint: 10)
    let found = try #require(profile.matrices(white: middle))
    #expect(distance(found.colorMatrix, 0.5 * (a.colorMatrix + d65.colorMatrix)) < 1e-9)
    let forward = try #require(a.forwardMatrix) + #require(d65.forwardMatrix)
    #expect(distance(try #require(found.forwardMatrix), 0.5 * forward) < 1e-9)
    // Outside the range, the closest calibration is used unchanged. The order of the two does not
    // matter.
    var turned = profile
    turned.calibrations.reverse()
    for (kelvin, end) in [(2000.0, a), (15_000, d65)] {
      let white = try Chromaticity(temperature: kelvin)
      #expect(profile.matrices(white: white)?.colorMatrix == end.colorMatrix)
      #expect(turned.matrices(white: white)?.colorMatrix == end.colorMatrix)
    }
    let other = try #require(turned.matrices(white: middle))
    #expect(distance(found.colorMatrix, other.colorMatrix) < 1e-12)
  }

  /// More illuminants than the cache holds, each requested twice.
  @Test func illuminantsHaveDifferentTemperatures() throws {
    var profile = Cameras.eos6D
    let (a, d65) = (profile.calibrations[0].colorMatrix, profile.calibrations[1].colorMatrix)
    let d65Mired = 1 / Illuminant.d65.chromaticity.nearestTemperatureAndTint.temperature
    for (_, kelvin) in product(0..<2, stride(from: 2000.0, to: 3500, by: 15)) {
      profile.calibrations[0].illuminant = try Chromaticity(temperature: kelvin)
      let middle = try Chromaticity(temperature: 2 / (1 / kelvin + d65Mired))
      let found = try #require(profile.matrices(white: middle))
      #expect(distance(found.colorMatrix, 0.5 * (a + d65)) < 1e-9)
    }
  }

  /// The specification's formulas, written out for one neutral and unbalanced camera values.
  @Test func forwardMatrixFollowsTheSpecification() throws {
    let profile = Cameras.eos6D
    let balance = try profile.resolve(.temperature(3900, tint: 5))
    let matrices = try #require(profile.matrices(white: balance.white))
    let forward = try #require(matrices.forwardMatrix)
    let abcc = Matrix3x3(diagonal: profile.analogBalance) * matrices.cameraCalibration
    let toReference = try #require(abcc.inverse)
    let cameraNeutral = abcc * matrices.colorMatrix * balance.white.xyz
    let d = try #require(Matrix3x3(diagonal: toReference * cameraNeutral).inverse)
    let cameraToD50 = forward * d * toReference

    let matrix = profile.matrix(for: balance, to: .prophoto)
    for camera in [SIMD3(0.3, 0.2, 0.4), SIMD3(0.9, 0.1, 0.1), SIMD3(0.05, 0.6, 0.3)] {
      let balanced = camera * balance.multipliers / cameraNeutral.y
      let found = matrix * balanced
      let expected = RGBSpace.prophoto.fromXYZ * (cameraToD50 * camera)
      // The specification does not normalise the forward matrix's rounded rows.
      #expect(distance(found, expected) < 5e-4)
    }
  }

  @Test func colorMatrixFollowsTheSpecification() throws {
    let profile = Cameras.d5000
    let balance = try profile.resolve(.temperature(3900, tint: 5))
    let colorMatrix = profile.calibrations[0].colorMatrix
    let toXYZ = try #require(colorMatrix.inverse)
    let neutral = colorMatrix * balance.white.xyz
    let matrix = profile.matrix(for: balance, to: .prophoto, adaptation: .bradford)
    for camera in [SIMD3(0.3, 0.2, 0.4), SIMD3(0.9, 0.1, 0.1)] {
      let expected =
        RGBSpace.prophoto.fromXYZ
        * (Matrix3x3.bradford(from: balance.white, to: .d50) * (toXYZ * camera))
      let found = matrix * (camera * balance.multipliers / neutral.y)
      #expect(distance(found, expected) < 1e-9)
    }
  }

  /// Real profiles have both matrices, and the two ways roughly agree about colours.
  @Test func bothWaysAgree() throws {
    for kelvin in [2856.0, 4500, 6504] {
      let balance = try Cameras.eos6D.resolve(.temperature(kelvin, tint: 0))
      let forward = Cameras.eos6D.matrix(for: balance, to: .srgb)
      let color = Cameras.eos6DColorOnly.matrix(for: balance, to: .srgb)
      #expect(distance(forward, color) < 0.6)
      for row in 0..<3 { #expect(forward[row, row] > 1 && color[row, row] > 1) }
    }
  }

  @Test func recordedBalanceIsNearItsLight() throws {
    // Exiftool: 1 0.996616 0.995727 with the analogue gains is about 5000 K. D5000: sunlight.
    #expect(Cameras.eos6D.recordsWhiteBalance)
    let canon = try Cameras.eos6D.resolve(.camera)
    #expect(distance(canon.multipliers, SIMD3(0.996616, 1, 0.996616 / 0.995727)) < 1e-12)
    #expect(canon.temperature > 4000 && canon.temperature < 6500 && abs(canon.tint) < 40)
    let nikon = try Cameras.d5000.resolve(.camera)
    #expect(nikon.temperature > 4000 && nikon.temperature < 6500 && abs(nikon.tint) < 40)
  }

  @Test func absentOrBrokenRecordsBecomeDaylight() throws {
    var profile = Cameras.d5000
    let daylight = try profile.resolve(.daylight)
    for recorded in [
      nil, SIMD3(0, 1, 1), SIMD3(.nan, 1, 1), SIMD3(1, 1, -1), SIMD3(.infinity, 1, 1),
    ] {
      profile.asShotMultipliers = recorded
      #expect(try profile.resolve(.camera) == daylight)
      #expect(!profile.recordsWhiteBalance)
      #expect(try profile.resolve(.auto, auto: .zero) == daylight)
    }
  }

  @Test func automaticMakesTheEstimateGrey() throws {
    let mean = SIMD3(0.11, 0.23, 0.17)
    let balance = try Cameras.eos6D.resolve(.auto, auto: mean)
    #expect(distance(balance.multipliers * mean, SIMD3(repeating: 0.23)) < 1e-12)
    #expect(throws: ColorError.self) { try Cameras.eos6D.resolve(.auto) }
  }

  @Test(arguments: [
    WhiteBalance.temperature(1499, tint: 0), .temperature(40_001, tint: 0),
    .temperature(.nan, tint: 0),
    .temperature(5000, tint: 151), .multipliers(0, 1, 1), .multipliers(1, -1, 1),
    .multipliers(1, 1, .infinity), .multipliers(1, 1, .nan), .multipliers(1e-9, 1, 1),
  ])
  func rejectsInvalidBalances(balance: WhiteBalance) {
    #expect(throws: ColorError.self) { try Cameras.d5000.resolve(balance) }
  }

  @Test func namesTheLightsThatTheCameraAccepts() throws {
    let text = "this camera's colour matrix has an answer for 1650 to 40000 K at that tint"
    #expect(throws: ColorError.outOfRange(text)) {
      try Cameras.d5000.resolve(.temperature(1500, tint: 0))
    }
    #expect(try Cameras.d5000.resolve(.temperature(1650, tint: 0)).multipliers.z > 10)
    #expect(throws: ColorError.self) { try Cameras.d5000.resolve(.temperature(1600, tint: 0)) }
  }

  @Test func singularMatrixIsRejected() throws {
    let flat = Matrix3x3(SIMD3(1, 1, 1), SIMD3(1, 1, 1), SIMD3(0, 0, 1))
    let profile = CameraProfile(
      calibrations: [.init(illuminant: .d65, colorMatrix: flat)], asShotMultipliers: SIMD3(2, 1, 2))
    #expect(throws: ColorError.self) { try profile.resolve(.camera) }
    let balance = ResolvedWhiteBalance(
      multipliers: SIMD3(2, 1, 2), white: .d65, temperature: 6504, tint: 0)
    let matrix = profile.matrix(for: balance, to: .srgb)
    #expect(distance(matrix * SIMD3(1, 1, 1), SIMD3(1, 1, 1)) < 1e-9)
  }

  /// The rules also hold for cameras that mix a real matrix with a random one.
  @Test func balancesWorkForRandomCameras() throws {
    var random = SeededGenerator(seed: 2020)
    var tried = 0
    for _ in 0..<300 {
      func chance(_ amount: Double) -> Matrix3x3 {
        func row() -> SIMD3<Double> { .random(in: -amount...amount, using: &random) }
        return Matrix3x3(row(), row(), row())
      }
      var profile = Bool.random(using: &random) ? Cameras.eos6D : Cameras.eos6DColorOnly
      let same = chance(0.1)
      for index in profile.calibrations.indices {
        profile.calibrations[index].colorMatrix = profile.calibrations[index].colorMatrix + same
        profile.calibrations[index].cameraCalibration = .identity + chance(0.05)
      }
      profile.analogBalance = .random(in: 0.5...2, using: &random)
      let kelvin = Double.random(in: 2500...10_000, using: &random)
      guard let there = try? profile.resolve(.temperature(kelvin, tint: 0)) else { continue }
      tried += 1
      let m = there.multipliers
      let back = try profile.resolve(.multipliers(m.x, m.y, m.z))
      let matrix = profile.matrix(for: back, to: .rec2020)
      #expect(distance(matrix * SIMD3(1, 1, 1), SIMD3(1, 1, 1)) < 1e-9)
      #expect(abs(back.temperature - kelvin) < 0.01, "\(kelvin)")
    }
    #expect(tried > 250)
  }
}
