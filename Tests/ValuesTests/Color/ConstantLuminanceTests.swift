import BromideValues
import Foundation
import Testing

/// BT.2020's constant luminance by the equations of its table 4, written out.
@Suite struct ConstantLuminanceTests {
  /// BT.2020's curve from light to codes.
  private static func curve(_ light: Double) -> Double {
    let (alpha, beta) = (1.09929682680944, 0.018053968510807)
    return light < beta ? 4.5 * light : alpha * pow(light, 0.45) - (alpha - 1)
  }

  @Test func codesMatchTheEquations() {
    let coding = YCbCrCoding(matrix: .bt2020Constant, range: .limited, depth: 12)
    // P and N of blue and red: 0.7910, −0.9702, 0.4969, −0.8591 in the table, to four digits.
    let bounds = [
      1 - Self.curve(0.0593), Self.curve(1 - 0.0593), 1 - Self.curve(0.2627),
      Self.curve(1 - 0.2627),
    ]
    for (value, rounded) in zip(bounds, [0.7910, 0.9702, 0.4969, 0.8591]) {
      #expect(abs(value - rounded) < 1e-4)
    }
    for red in stride(from: 0.0, through: 1, by: 0.125) {
      for green in stride(from: 0.0, through: 1, by: 0.125) {
        for blue in stride(from: 0.0, through: 1, by: 0.125) {
          let light = 0.2627 * red + 0.6780 * green + 0.0593 * blue
          let luma = Self.curve(light)
          let (b, r) = (Self.curve(blue) - luma, Self.curve(red) - luma)
          let cb = b / (2 * (b > 0 ? bounds[0] : bounds[1]))
          let cr = r / (2 * (r > 0 ? bounds[2] : bounds[3]))
          let codes = SIMD3(luma * 219 + 16, cb * 224 + 128, cr * 224 + 128) * 16
          let rgb = SIMD3(Self.curve(red), Self.curve(green), Self.curve(blue))
          let (encoded, decoded) = (coding.encode(rgb), coding.decode(codes))
          for c in 0..<3 {
            #expect(abs(encoded[c] - codes[c]) < 1e-8)
            #expect(abs(decoded[c] - rgb[c]) < 1e-11, "\(red) \(green) \(blue)")
          }
        }
      }
    }
  }

  @Test func namesMatchTheStandards() {
    for name in ["2020cl", "bt2020cl", "bt2020c", "bt2020_cl", "10"] {
      #expect(YCbCrMatrix(name: name) == .bt2020Constant)
    }
    #expect(YCbCrMatrix.bt2020Constant.codePoint == 10)
    let description = YCbCrDescription.video(
      (3840, 2160), flags: YCbCrProperties(matrix: .bt2020Constant))
    #expect(description.primaries == Sourced(.bt2020, .rule))
    #expect(description.siting == Sourced(.topLeft, .rule))
  }
}
