import BromideKernels
import BromideValues
import Testing

/// The advantages of Bromide's steps for red and blue over the published formulas.
@Suite struct DemosaicColorTests {
  /// Two colours, one of them dark, like a chart's patches and the lines between them.
  private static let sides = [SIMD3(0.62, 0.20, 0.07), SIMD3(0.015, 0.016, 0.02)]

  /// The mean squared difference between a mosaic and the reference, 10 pixels away from the edges.
  private static func error(
    _ pattern: BayerPattern, _ form: DemosaicReference.Form,
    truth: (_ x: Int, _ y: Int) -> SIMD3<Double>
  ) -> Double {
    let size = Size(width: 40, height: 36)
    let region = Region(x: 12, y: 12, width: 16, height: 12)
    let made = DemosaicReference(size: size, pattern: pattern, region: region) { x, y in
      truth(x, y)[pattern.color(x: x, y: y).rawValue]
    }.rcd(form)
    return made.enumerated().map { i, pixel in
      let distance = pixel - truth(region.x + i % region.width, region.y + i / region.width)
      return (distance * distance).sum()
    }.reduce(0, +) / Double(made.count)
  }

  /// An edge blurred over a few pixels by the lens keeps the colours of its sides. The published
  /// formulas give it a coloured seam.
  @Test(arguments: BayerPattern.allCases, [1, 2, 3])
  func edgesAreSeamless(pattern: BayerPattern, width: Double) {
    for upright in [false, true] {
      var (published, own) = (0.0, 0.0)
      for start in [17.0, 17.5, 18.2, 18.7] {
        func truth(_ x: Int, _ y: Int) -> SIMD3<Double> {
          let share = min(max((Double(upright ? x : y) - start) / width, 0), 1)
          return Self.sides[0] + share * (Self.sides[1] - Self.sides[0])
        }
        published += Self.error(pattern, .published, truth: truth)
        own += Self.error(pattern, .own, truth: truth)
      }
      // The wider the edge, the less a seam matters.
      #expect(own < (width > 2 ? 0.75 : 0.5) * published, "\(own) and \(published)")
    }
  }

  /// Shading of one dark colour, finer than the mosaic's colours: the ratio of the colours stays.
  @Test(arguments: BayerPattern.allCases) func shadingKeepsADarkHue(pattern: BayerPattern) {
    func truth(_ x: Int, _ y: Int) -> SIMD3<Double> {
      (y % 4 < 2 ? 1 : 0.25) * SIMD3(0.02, 0.09, 0.03)
    }
    let published = Self.error(pattern, .published, truth: truth)
    let own = Self.error(pattern, .own, truth: truth)
    #expect(own < 0.5 * published, "\(published) and \(own)")
  }

  /// Colours fall below zero by less than the threshold of dark.
  @Test func overshootIsBounded() {
    let mosaic = DemosaicCase.noise(width: 90, height: 90, pattern: .rggb)
    let input = DemosaicInput(mosaic: mosaic, gains: [1, 1, 1], ceiling: 1)
    func least(_ form: DemosaicReference.Form) -> Double {
      DemosaicReference(
        size: mosaic.size, pattern: .rggb, region: Region(mosaic.size), value: input.balanced
      ).rcd(form).map { $0.min() }.min()!
    }
    #expect(least(.published) < -0.1)
    #expect(least(.own) >= -1.0 / 32)
  }
}
