import BromideKernels
import BromideLibc
import BromideValues
import TestSupport
import Testing

/// The search for hot and dead sites, and the repair of their samples.
@Suite struct DefectSearchTests {
  static let fast = InstructionSet.available.filter { $0 != .reference }
  static let noise = NoiseModel(a: 1e-4, b: 1e-6)
  static let levels = SensorLevels(
    blackPatternSize: Size(width: 2, height: 2), black: [512, 510, 516, 508], white: 15512)

  static func defects(_ mosaic: Mosaic, _ set: InstructionSet) -> [SensorDefect] {
    let search = DefectSearch(mosaic, noise: noise, instructionSet: set)
    return (0..<mosaic.size.height).flatMap { search.defects(row: $0) }
  }

  /// Light, given for each site, under the noise of the model.
  static func mosaic(_ size: Size, _ pattern: BayerPattern = .rggb, light: [Double]) -> Mosaic {
    var random = SeededGenerator(seed: 8)
    return DemosaicCase.mosaic(
      width: size.width, height: size.height, pattern: pattern, levels: levels
    ) { x, y in
      let value = light[y * size.width + x]
      // The sum of twelve even deviates is nearly normal.
      let deviate = (0..<12).reduce(-6.0) { sum, _ in sum + Double.random(in: 0..<1, using: &random)
      }
      let noisy = value + deviate * noise.variance(value).squareRoot()
      let black = Double(levels.black(x: x, y: y))
      return UInt16(min(max((black + noisy * 15000).rounded(), 0), 15512))
    }
  }

  @Test(arguments: [
    Size(width: 2, height: 9), Size(width: 6, height: 6), Size(width: 7, height: 7),
    Size(width: 37, height: 12), Size(width: 38, height: 12), Size(width: 71, height: 40),
    Size(width: 150, height: 60),
  ])
  func equalsTheFormulas(size: Size) {
    // Wild enough for a few defects of both kinds.
    var random = SeededGenerator(seed: UInt64(size.area))
    var light = (0..<size.area).map { _ in 0.1 }
    for _ in 0..<size.area / 25 {
      light[Int.random(in: 0..<size.area, using: &random)] = .random(in: 0...1, using: &random)
    }
    let mosaic = Self.mosaic(size, light: light)
    let expected = Self.defects(mosaic, .reference)
    if size.area > 2000 {
      #expect(expected.contains(where: \.isDead) && !expected.allSatisfy(\.isDead))
    }
    for set in Self.fast { #expect(Self.defects(mosaic, set) == expected, "\(set)") }
  }

  /// A sky with stars and a worn sensor: hot sites go, stars stay.
  @Test func starsSurviveAndHotSitesDoNot() {
    let sky = WornSky(
      Size(width: 520, height: 400), stars: 120, reach: 5, hot: 100, excess: 1.05...2,
      noise: Self.noise)
    let (missed, wrong, touched) = sky.judged(
      Self.defects(Self.mosaic(sky.size, light: sky.light), .best))
    #expect(missed <= 1 && wrong == 0 && touched <= 4, "\(missed) \(wrong) \(touched)")
  }

  /// Detail as fine as single sites, with glints on single sites. The other sites near a glint are
  /// rarely calm.
  @Test func glintsInTextureStay() {
    let size = Size(width: 520, height: 400)
    let deviates = SeededNoise(seed: 21)
    let light = (0..<size.area).map { i in
      0.1 * exp(0.6 * deviates.normal(i % size.width, i / size.width))
    }
    let found = Self.defects(Self.mosaic(size, light: light), .best)
    #expect(found.count <= size.area / 500, "\(found.count)")
  }

  /// Hot sites near a straight edge, on either side. Their other colours contain the same edge.
  @Test(arguments: [16, 17, 18, 23, 24, 25]) func findsHotSitesNextToAnEdge(x: Int) {
    let size = Size(width: 40, height: 24)
    var light = (0..<size.area).map { $0 % size.width < 20 ? 0.4 : 0.05 }
    light[12 * size.width + x] += 0.45
    let found = Self.defects(Self.mosaic(size, light: light), .best)
    #expect(found.map { [$0.x, $0.y] } == [[x, 12]])
  }

  /// The demosaic reads replacements like recorded samples, also in mirrored columns and rows.
  @Test(arguments: InstructionSet.available) func repairsAreRead(set: InstructionSet) {
    for size in [Size(width: 6, height: 5), Size(width: 81, height: 30)] {
      let worn = DemosaicCase.noise(width: size.width, height: size.height, pattern: .gbrg)
      let defects = randomDefects(size)
      let repaired = DemosaicCase.mosaic(
        width: size.width, height: size.height, pattern: .gbrg, levels: worn.levels
      ) { x, y in
        defects.first { $0.x == x && $0.y == y }?.replacement ?? worn.samples[x, y]
      }
      let repairs = HotPixels(defects, height: size.height)
      for kernel in DemosaicKernel.allCases {
        let input = DemosaicInput(mosaic: worn, gains: [1.5, 1, 1.2], ceiling: 1, repairs: repairs)
        let expected = DemosaicInput(mosaic: repaired, gains: [1.5, 1, 1.2], ceiling: 1)
        #expect(
          DemosaicCase.pixels(kernel, input, by: set)
            == DemosaicCase.pixels(kernel, expected, by: set), "\(kernel) \(size)")
      }
    }
  }
}
