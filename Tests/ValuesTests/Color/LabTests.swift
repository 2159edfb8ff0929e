import TestSupport
import Testing

@testable import BromideValues

@Suite struct LabTests {
  /// G. Sharma, W. Wu, E. Dalal (2005), table 1: all 34 pairs.
  static let sharma: [(Lab, Lab, Double)] = [
    (50, 2.6772, -79.7751, 50, 0, -82.7485, 2.0425),
    (50, 3.1571, -77.2803, 50, 0, -82.7485, 2.8615),
    (50, 2.8361, -74.0200, 50, 0, -82.7485, 3.4412), (50, -1.3802, -84.2814, 50, 0, -82.7485, 1),
    (50, -1.1848, -84.8006, 50, 0, -82.7485, 1), (50, -0.9009, -85.5211, 50, 0, -82.7485, 1),
    (50, 0, 0, 50, -1, 2, 2.3669), (50, -1, 2, 50, 0, 0, 2.3669),
    (50, 2.49, -0.001, 50, -2.49, 0.0009, 7.1792), (50, 2.49, -0.001, 50, -2.49, 0.0010, 7.1792),
    (50, 2.49, -0.001, 50, -2.49, 0.0011, 7.2195), (50, 2.49, -0.001, 50, -2.49, 0.0012, 7.2195),
    (50, -0.001, 2.49, 50, 0.0009, -2.49, 4.8045), (50, -0.001, 2.49, 50, 0.0010, -2.49, 4.8045),
    (50, -0.001, 2.49, 50, 0.0011, -2.49, 4.7461), (50, 2.5, 0, 50, 0, -2.5, 4.3065),
    (50, 2.5, 0, 73, 25, -18, 27.1492), (50, 2.5, 0, 61, -5, 29, 22.8977),
    (50, 2.5, 0, 56, -27, -3, 31.9030), (50, 2.5, 0, 58, 24, 15, 19.4535),
    (50, 2.5, 0, 50, 3.1736, 0.5854, 1), (50, 2.5, 0, 50, 3.2972, 0, 1),
    (50, 2.5, 0, 50, 1.8634, 0.5757, 1), (50, 2.5, 0, 50, 3.2592, 0.3350, 1),
    (60.2574, -34.0099, 36.2677, 60.4626, -34.1751, 39.4387, 1.2644),
    (63.0109, -31.0961, -5.8663, 62.8187, -29.7946, -4.0864, 1.2630),
    (61.2901, 3.7196, -5.3901, 61.4292, 2.2480, -4.9620, 1.8731),
    (35.0831, -44.1164, 3.7933, 35.0232, -40.0716, 1.5901, 1.8645),
    (22.7233, 20.0904, -46.6940, 23.0331, 14.9730, -42.5619, 2.0373),
    (36.4612, 47.8580, 18.3852, 36.2715, 50.5065, 21.2231, 1.4146),
    (90.8027, -2.0831, 1.4410, 91.1528, -1.6435, 0.0447, 1.4441),
    (90.9257, -0.5406, -0.9208, 88.6381, -0.8985, -0.7239, 1.5381),
    (6.7747, -0.2908, -2.4247, 5.8714, -0.0985, -2.2286, 0.6377),
    (2.0776, 0.0795, -1.1350, 0.9033, -0.0636, -0.5514, 0.9082),
  ].map { row in
    let (l1, a1, b1, l2, a2, b2, difference):
      (Double, Double, Double, Double, Double, Double, Double) = row
    return (Lab(l: l1, a: a1, b: b1), Lab(l: l2, a: a2, b: b2), difference)
  }

  @Test func differencesAreSharmas() {
    #expect(Self.sharma.count == 34)
    for (one, two, expected) in Self.sharma {
      #expect(abs(one.deltaE2000(two) - expected) < 5.1e-5)
      #expect(abs(two.deltaE2000(one) - expected) < 5.1e-5)
      #expect(one.deltaE2000(one) == 0)
    }
  }

  @Test func knownColours() {
    let white = Lab(xyz: Chromaticity.d50.xyz)
    #expect(abs(white.l - 100) < 1e-12 && abs(white.a) < 1e-12 && abs(white.b) < 1e-12)
    // Y = 18.42 % is L* = 50. In the linear piece, Y = 0.1 % is 0.9033.
    #expect(abs(Lab(xyz: 0.184187 * Chromaticity.d50.xyz).l - 50) < 1e-4)
    #expect(abs(Lab(xyz: 0.001 * Chromaticity.d50.xyz).l - 0.903296) < 1e-6)
    // sRGB red in D50 Lab: CSS Color 4, lab(54.29 80.80 69.89).
    let red = Lab(
      xyz: Matrix3x3.bradford(from: .d65, to: .d50) * (RGBSpace.srgb.toXYZ * SIMD3(1, 0, 0)))
    #expect(abs(red.l - 54.29) < 0.01 && abs(red.a - 80.80) < 0.02 && abs(red.b - 69.89) < 0.02)
  }

  /// Ottosson's table of XYZ and Oklab, three decimals.
  @Test(arguments: [
    (SIMD3(0.950, 1.000, 1.089), SIMD3(1.000, 0.000, 0.000)),
    (SIMD3(1.000, 0.000, 0.000), SIMD3(0.450, 1.236, -0.019)),
    (SIMD3(0.000, 1.000, 0.000), SIMD3(0.922, -0.671, 0.263)),
    (SIMD3(0.000, 0.000, 1.000), SIMD3(0.153, -1.415, -0.449)),
  ])
  func oklabIsOttossons(xyz: SIMD3<Double>, expected: SIMD3<Double>) {
    let lab = Oklab(xyz: xyz)
    #expect(abs(lab.l - expected.x) < 1e-3 && abs(lab.a - expected.y) < 1e-3)
    #expect(abs(lab.b - expected.z) < 1e-3)
  }

  @Test func oklabOfSRGBIsThePublishedOne() {
    // CSS Color 4: red is oklch(0.628 0.2577 29.23).
    let red = Oklab(xyz: RGBSpace.srgb.toXYZ * SIMD3(1, 0, 0)).lch
    #expect(abs(red.l - 0.628) < 5e-4 && abs(red.c - 0.2577) < 5e-4 && abs(red.h - 29.23) < 0.05)
    for grey in [0.01, 0.18, 1.0] {
      let lab = Oklab(xyz: grey * Chromaticity.d65.xyz)
      #expect(abs(lab.a) < 1e-7 && abs(lab.b) < 1e-7)
    }
  }

  @Test func allFormsRoundTrip() {
    var random = SeededGenerator(seed: 7)
    for _ in 0..<500 {
      let xyz = SIMD3<Double>.random(in: 0...1, using: &random)
      let lab = Lab(xyz: xyz)
      let ok = Oklab(xyz: xyz)
      for back in [lab.xyz(), Lab(lab.lch).xyz(), ok.xyz, Oklab(ok.lch).xyz] {
        #expect(
          abs(back.x - xyz.x) < 1e-12 && abs(back.y - xyz.y) < 1e-12 && abs(back.z - xyz.z) < 1e-12)
      }
      #expect(lab.lch.h >= 0 && lab.lch.h < 360 && lab.lch.c >= 0)
    }
    #expect(Lab(l: 50, a: 1, b: -1e-18).lch.h == 0)
  }
}
