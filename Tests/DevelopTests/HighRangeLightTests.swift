import BromideValues
import Testing

@testable import BromideDevelop

/// Codes of light above white.
@Suite struct HighRangeLightTests {
  /// The codes of rows of light, with a gain for each pixel in stops.
  private func codes(
    _ light: [Float], gains: [Double]? = nil, headroom: Double = 6, channels: Int = 1,
    _ curve: HighRangeCurve = .pq
  ) -> [UInt16] {
    let pixels = light.count / channels
    let gains = gains ?? [Double](repeating: 0, count: pixels)
    let map = GainMap(
      size: Size(width: pixels, height: 1),
      codes: gains.map { UInt8((255 * $0 / headroom).rounded()) }, headroom: headroom)
    var rows = light
    let encoder = HighRangeLight(map, curve: curve, space: .rec2020)
    return unsafe rows.withUnsafeMutableBytes { bytes in
      unsafe encoder.encode(bytes, rows: 0..<1, channels: channels)
      return unsafe Array(bytes.bindMemory(to: UInt16.self).prefix(light.count))
    }
  }

  /// 203 cd/m² for white in ST 2084, as ffmpeg and Chromium read them: codes of 10 bits.
  @Test func lightBecomesCodesOfPQ() {
    let light: [Float] = [0, 0.25, 0.5, 1, 2, 4, 8]
    let ten = codes(light).map { (Double($0) / 65535 * 1023).rounded() }
    #expect(ten == [0, 452, 521, 594, 669, 746, 823])
  }

  /// BT.2408-7, 5.1: diffuse white of 203 cd/m² has 75 % on a display of 1000 cd/m², whose peak is
  /// the largest code.
  @Test func lightBecomesCodesOfHLG() {
    let light: [Float] = [0, 1, Float(1000 / 203.0)]
    let share = codes(light, .hlg).map { Double($0) / 65535 }
    #expect(share[0] == 0 && abs(share[1] - 0.75) < 0.0005 && share[2] > 0.9995)
  }

  /// H = (S + k) · 2^gain − k with k = 1/64, up to the headroom.
  @Test func gainsBrightenLight() {
    let lit = codes([0.5, 0.9, 1, 2], gains: [0, 1, 3, 3], headroom: 3)
    let expected = [0.5, (0.9 + 1.0 / 64) * 2 - 1.0 / 64, 8, 8]
    let plain = codes(expected.map { Float($0) }, headroom: 3)
    for (one, other) in zip(lit, plain) {
      // A gain has 85 steps per stop, and a stop about 4900 codes.
      #expect(abs(Int(one) - Int(other)) <= 30, "\(lit) \(plain)")
    }
    #expect(lit[2] == lit[3])
  }

  @Test func alphaStaysLinearAndColorsKeepTheirPlace() {
    let color: [Float] = [0.25, 0.5, 1, 0.5, -1, 0, 2, 1]
    let found = codes(color, channels: 4)
    let single = codes([0.25, 0.5, 1, 0, 2])
    #expect(found == single[0..<3] + [32768, single[3], single[3], single[4], 65535])
  }
}
