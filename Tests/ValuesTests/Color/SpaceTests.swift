import Testing

@testable import BromideValues

@Suite struct SpaceTests {

  /// IEC 61966-2-1, 5.2, BT.2020 table 4 (luma) and Adobe RGB (1998) 4.3.5.3, to the published
  /// digits.
  @Test func matricesAreThePublishedOnes() {
    let srgb = RGBSpace.srgb.toXYZ
    #expect(distance(srgb.rows[0], SIMD3(0.4124, 0.3576, 0.1805)) < 6e-5)
    #expect(distance(srgb.rows[1], SIMD3(0.2126, 0.7152, 0.0722)) < 6e-5)
    #expect(distance(srgb.rows[2], SIMD3(0.0193, 0.1192, 0.9505)) < 6e-5)
    #expect(distance(RGBSpace.rec2020.toXYZ.rows[1], SIMD3(0.2627, 0.6780, 0.0593)) < 6e-5)
    let adobe = RGBSpace.adobeRGB.toXYZ
    #expect(distance(adobe.rows[0], SIMD3(0.57667, 0.18556, 0.18823)) < 6e-6)
    #expect(distance(adobe.rows[1], SIMD3(0.29734, 0.62736, 0.07529)) < 6e-6)
    #expect(distance(adobe.rows[2], SIMD3(0.02703, 0.07069, 0.99134)) < 6e-6)
    // ISO 22028-2, ROMM RGB.
    #expect(distance(RGBSpace.prophoto.toXYZ.rows[0], SIMD3(0.7977, 0.1352, 0.0313)) < 6e-5)
    #expect(distance(RGBSpace.prophoto.toXYZ.rows[1], SIMD3(0.2880, 0.7119, 0.0001)) < 6e-5)
  }

  @Test(arguments: RGBSpace.all)
  func whiteAndRoundTrip(space: RGBSpace) {
    #expect(distance(space.toXYZ * SIMD3(1, 1, 1), space.white.xyz) < 1e-12)
    #expect(distance(space.fromXYZ * space.white.xyz, SIMD3(1, 1, 1)) < 1e-12)
    for (column, primary) in [space.red, space.green, space.blue].enumerated() {
      var unit = SIMD3<Double>.zero
      unit[column] = 1
      let found = Chromaticity(xyz: space.toXYZ * unit)
      #expect(abs(found.x - primary.x) < 1e-12 && abs(found.y - primary.y) < 1e-12)
      #expect(distance(space.fromXYZ * (space.toXYZ * unit), unit) < 1e-12)
    }
    for other in RGBSpace.all {
      #expect(distance(space.matrix(to: other) * SIMD3(1, 1, 1), SIMD3(1, 1, 1)) < 1e-12)
    }
  }

  @Test(arguments: RGBSpace.all)
  func linearLightKeepsThePrimaries(space: RGBSpace) {
    let linear = space.linearLight
    #expect(linear.transfer.isLinear && linear.linearLight == linear)
    #expect(linear.toXYZ == space.toXYZ)
    #expect(linear.cicp?.primaries == space.cicp?.primaries)
    #expect(linear.cicp.map { $0.transfer == 8 } ?? true)
    if space == .srgb { #expect(linear == .linearSRGB) }
    if space.transfer.isLinear { #expect(linear == space) }
  }

  /// The D65 → D50 matrix as B. Lindbloom and CSS Color 4 publish it, for their whites.
  @Test func bradfordIsThePublishedOne() {
    let d65 = SIMD3(0.95047, 1, 1.08883)
    let d50 = SIMD3(0.96422, 1, 0.82521)
    let matrix = Matrix3x3.bradford(fromWhite: d65, toWhite: d50)
    #expect(distance(matrix.rows[0], SIMD3(1.0478112, 0.0228866, -0.0501270)) < 1e-7)
    #expect(distance(matrix.rows[1], SIMD3(0.0295424, 0.9904844, -0.0170491)) < 1e-7)
    #expect(distance(matrix.rows[2], SIMD3(-0.0092345, 0.0150436, 0.7521316)) < 1e-7)
    #expect(distance(matrix * d65, d50) < 1e-12)
  }

  @Test func adaptationsCompose() {
    let a = Illuminant.standardA.chromaticity
    let twoSteps = Matrix3x3.bradford(from: .d50, to: .d65) * .bradford(from: a, to: .d50)
    let oneStep = Matrix3x3.bradford(from: a, to: .d65)
    for row in 0..<3 { #expect(distance(twoSteps.rows[row], oneStep.rows[row]) < 1e-12) }
  }

  @Test func uniformChromaticities() {
    // D65 in CIE 1976: 0.1978, 0.4683.
    let uv = Chromaticity.d65.uv1976
    #expect(abs(uv.x - 0.1978) < 5e-5 && abs(uv.y - 0.4683) < 5e-5)
    for white in [Chromaticity.d65, .d50, Chromaticity(x: 0.6, y: 0.3)] {
      let back = Chromaticity(uv1960: white.uv1960)
      let again = Chromaticity(uv1976: white.uv1976)
      #expect(abs(back.x - white.x) < 1e-14 && abs(back.y - white.y) < 1e-14)
      #expect(abs(again.x - white.x) < 1e-14 && abs(again.y - white.y) < 1e-14)
    }
    #expect(Chromaticity.d65.xyz(luminance: 0.18).y == 0.18)
  }
}

@Suite struct TransferFunctionTests {
  @Test(arguments: RGBSpace.all)
  func roundTrip(space: RGBSpace) {
    let transfer = space.transfer
    for step in 0...4096 {
      let light = Double(step) / 4096
      #expect(abs(transfer.decode(transfer.encode(light)) - light) < 1e-7)
    }
    #expect(abs(transfer.encode(0)) < 1e-15)
    #expect(abs(transfer.encode(1) - 1) < 1e-14)
    #expect(abs(transfer.decode(1) - 1) < 1e-14)
  }

  @Test(arguments: RGBSpace.all)
  func rises(space: RGBSpace) {
    var last = -1.0
    for step in 0...65_536 {
      let code = space.transfer.encode(Double(step) / 65_536)
      #expect(code > last)
      last = code
    }
  }

  @Test func knownValues() {
    #expect(abs(TransferFunction.srgb.encode(0.18) - 0.461356) < 1e-6)
    #expect(abs(TransferFunction.srgb.decode(0.5) - 0.214041) < 1e-6)
    #expect(abs(TransferFunction.srgb.encode(0.001) - 0.01292) < 1e-12)
    #expect(abs(TransferFunction.srgb.encodedCut - 0.04045) < 1e-6)
    #expect(abs(TransferFunction.bt2020.encode(0.01) - 0.045) < 1e-12)
    #expect(
      abs(TransferFunction.bt2020.encode(0.5) - (1.09929682680944 * 0.7320428 - 0.09929682680944))
        < 1e-7)
    #expect(abs(TransferFunction.adobeRGB.decode(0.5) - 0.217755) < 1e-6)
    #expect(abs(TransferFunction.prophoto.encode(0.001) - 0.016) < 1e-12)
    #expect(abs(TransferFunction.prophoto.decode(0.5) - 0.287175) < 1e-6)
    #expect(
      TransferFunction.linear.encode(0.3) == 0.3 && TransferFunction.linear.decode(0.3) == 0.3)
  }

  /// BT.2020's exact constants give a smooth curve: the pieces agree in value and slope.
  @Test func bt2020IsSmooth() {
    let t = TransferFunction.bt2020
    let below = t.slope * t.cut
    let above = t.encode(t.cut)
    #expect(abs(below - above) < 1e-12)
    let slopeAbove = (t.encode(t.cut + 1e-7) - above) / 1e-7
    #expect(abs(slopeAbove - t.slope) < 1e-3)
  }
}
