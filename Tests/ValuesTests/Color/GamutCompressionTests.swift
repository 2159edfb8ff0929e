import BromideValues
import TestSupport
import Testing

@Suite struct GamutCompressionTests {
  static let spaces: [RGBSpace] = [.srgb, .displayP3, .adobeRGB, .rec2020]

  /// Colours inside and outside, up to twice white, the same in every run.
  static func colors(_ count: Int) -> [SIMD3<Double>] {
    var generator = SeededGenerator(seed: 11)
    return (0..<count).map { _ in SIMD3.random(in: -0.6...2, using: &generator) }
  }

  /// To five digits, from weights of four.
  static let examples: [(SIMD3<Double>, SIMD3<Double>)] = [
    (SIMD3(1.2, 0.2, -0.1), SIMD3(0.99841, 0.24758, 0.02233)),
    (SIMD3(0.05, 0.1, 1.619), SIMD3(0.11503, 0.14321, 0.99948)),
    (SIMD3(0, 0, 1), SIMD3(0.00211, 0.00211, 0.97283)),
  ]

  @Test(arguments: examples)
  func examplesInSRGB(color: SIMD3<Double>, expected: SIMD3<Double>) throws {
    let gamut = try #require(RGBSpace.srgb.gamutCompression)
    let found = gamut(color)
    for c in 0..<3 { #expect(abs(found[c] - expected[c]) < 2e-5, "\(found)") }
  }

  @Test(arguments: spaces)
  func compressionKeepsLuminanceAndEndsInside(space: RGBSpace) throws {
    let gamut = try #require(space.gamutCompression)
    let weights = space.toXYZ.rows[1]
    for color in Self.colors(5000) {
      let luminance = (color * weights).sum()
      // Outside black and white, no colour is in gamut.
      guard (1e-3...0.999).contains(luminance) else { continue }
      let found = gamut(color)
      #expect(abs((found * weights).sum() - luminance) < 1e-12)
      #expect(found.min() > 0 && found.max() < 1, "\(color) \(found)")
    }
  }

  /// Relative to grey of the same luminance, a colour keeps its direction and its order among
  /// others.
  @Test(arguments: spaces)
  func theInsideStaysAndDistancesKeepTheirOrder(space: RGBSpace) throws {
    let gamut = try #require(space.gamutCompression)
    let weights = space.toXYZ.rows[1]
    for color in Self.colors(300) {
      let luminance = (color * weights).sum()
      guard (0.01...0.99).contains(luminance) else { continue }
      let direction = color - luminance
      // The border, by the naive way: where the first channel reaches 0 or 1.
      let border = (0..<3).map { c in
        direction[c] > 0 ? (1 - luminance) / direction[c] : -luminance / direction[c]
      }.min()!
      var last = 0.0
      for step in 1...40 {
        let share = Double(step) / 10
        let found = gamut(luminance + direction * (share * border)) - luminance
        let distance = (found / direction).x / border
        if share <= 0.9 {
          #expect(abs(distance - share) < 1e-9)
        } else {
          // The formula, and no colour becomes another's.
          let x = (share - 0.9) / 0.1
          #expect(abs(distance - (0.9 + 0.1 * x / (1 + x * x).squareRoot())) < 1e-9)
        }
        #expect(distance > last)
        last = distance
      }
    }
  }

  @Test(arguments: spaces)
  func greysStayBlackAndWhiteIncluded(space: RGBSpace) throws {
    let gamut = try #require(space.gamutCompression)
    for grey in [0, 1e-9, 1e-5, 5e-5, 1e-3, 0.5, 0.99995, 1, 1.5] {
      let found = gamut(SIMD3(repeating: grey))
      for c in 0..<3 { #expect(abs(found[c] - grey) < 1e-12, "\(grey) \(found)") }
    }
  }

  @Test func linearLightAndROMMKeepColoursOutside() {
    #expect(RGBSpace.linearSRGB.gamutCompression == nil)
    #expect(RGBSpace.prophoto.gamutCompression == nil)
  }
}
