import BromideValues
import Foundation
import Testing

/// The inverse of curves in output profiles.
@Suite struct ProfileCurveTests {
  @Test func codesInvertAPower() throws {
    let curve = try #require(ProfileCurve((0...4095).map { pow(Double($0) / 4095, 2.2) }))
    for light in [0.001, 0.018, 0.18, 0.5, 0.9] {
      #expect(abs(curve.code(of: light) - pow(light, 1 / 2.2)) < 1e-5)
    }
    #expect(curve.code(of: 0) == 0 && curve.code(of: 1) == 1)
    #expect(curve.code(of: -1) == 0 && curve.code(of: 2) == 1)
  }

  /// As in lcms2, the largest code with a light is used, and a dip is skipped.
  @Test func theLargestCodeIsUsed() throws {
    let flat = try #require(ProfileCurve([0, 0, 0, 0.5, 1]))
    #expect(flat.code(of: 0) == 0.5 && flat.code(of: 0.25) == 0.625)
    let dip = try #require(ProfileCurve([0, 0.4, 0.2, 1]))
    #expect(abs(dip.code(of: 0.2) - 2.0 / 3) < 1e-12)
    #expect(abs(dip.code(of: 0.1) - 1.0 / 6) < 1e-12)
    let lifted = try #require(ProfileCurve([0.02, 0.2, 1]))
    #expect(lifted.code(of: 0.01) == 0 && lifted.black == 0.02)
  }

  @Test func otherCurvesAreRejected() {
    for light in [[], [1], [1, 0], [0.5, 0.5], [0, .nan], [0, .infinity]] {
      #expect(ProfileCurve(light) == nil, "\(light)")
    }
  }
}
