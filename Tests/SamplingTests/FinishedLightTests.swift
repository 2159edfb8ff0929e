import BromideValues
import Testing

@testable import BromideSampling

/// Light of PQ and HLG against the formulas of ITU-R BT.2390-11 and BT.2100.
@Suite struct FinishedLightTests {
  /// Luminances in cd/m², and their luminance by a program that follows the text of BT.2390, 5.4.1,
  /// from 1000 to 203 cd/m².
  static let luminances: [(Double, Double)] = [
    (1, 1), (50, 50), (94, 93.834085), (100, 99.361091), (150, 135.235573), (203, 159.041865),
    (300, 182.490464), (500, 198.856009), (900, 202.985134), (1000, 203), (2000, 203),
  ]

  private func converted(_ codes: [Double], _ space: RGBSpace) -> [Double] {
    var samples = codes.map { UInt16((65535 * $0).rounded()) }
    unsafe samples.withUnsafeMutableBufferPointer { unsafe FinishedLight(space).convert($0) }
    return samples.map { Double($0) / 65535 }
  }

  @Test(arguments: luminances)
  func greysOfPQFollowTheCurve(luminance: Double, expected: Double) {
    let code = TransferFunction.pq.encode(luminance / 203)
    let light = converted([code, code, code], .of(.bt2020, .pq))
    for c in 0..<3 { #expect(abs(light[c] * 203 - expected) < 0.006 + expected * 2e-4) }
  }

  /// The largest channel sets the factor of all three.
  @Test func colorsKeepTheirRatios() {
    let linear = [800.0, 200, 40]
    let codes = linear.map { TransferFunction.pq.encode($0 / 203) }
    let light = converted(codes, .of(.bt2020, .pq))
    #expect(abs(light[1] / light[0] - 0.25) < 2e-4 && abs(light[2] / light[0] - 0.05) < 2e-4)
    #expect(light[0] > 0.99 && light[0] <= 1)
  }

  /// BT.2100: HLG's code 0.75 is 203 cd/m² on a display of 1000 cd/m², and the largest code 1000.
  @Test func referenceLevelsOfHLGFollowTheCurve() {
    let light = converted([0.75, 0.75, 0.75, 1, 1, 1, 0, 0, 0], .of(.bt2020, .hlg))
    #expect(abs(light[0] * 203 - 159.04) < 0.5)
    #expect(light[3] == 1 && light[6] == 0)
  }

  @Test func codesOfFinishedPicturesAreDecoded() {
    let light = converted([0, 0.5, 1], .srgb)
    #expect(light[0] == 0 && light[2] == 1)
    #expect(abs(light[1] - TransferFunction.srgb.decode(0.5)) < 2e-5)
  }
}
