import BromideKernels
import BromideValues
import TestSupport
import Testing

/// Compares every instruction set with the formulas, and with itself elsewhere in the picture.
@Suite struct DemosaicTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let kernel: DemosaicKernel
    let instructionSet: InstructionSet
    var testDescription: String { "\(kernel) \(instructionSet)" }
  }

  static let all = [DemosaicKernel.rcd, .bilinear, .half, .cells].flatMap { kernel in
    InstructionSet.available.map { Case(kernel: kernel, instructionSet: $0) }
  }

  static let fast = all.filter { $0.instructionSet != .reference }

  static let sizes = [
    Size(width: 2, height: 2), Size(width: 3, height: 2), Size(width: 2, height: 5),
    Size(width: 4, height: 3), Size(width: 5, height: 5), Size(width: 13, height: 7),
    Size(width: 31, height: 6), Size(width: 32, height: 6), Size(width: 33, height: 9),
    Size(width: 65, height: 4),
  ]

  static let gains = SIMD3<Float>(1.9, 1, 1.4)

  @Test(arguments: fast, BayerPattern.allCases)
  func equalsTheFormulasAtAnySize(test: Case, pattern: BayerPattern) {
    for size in Self.sizes {
      let mosaic = DemosaicCase.noise(width: size.width, height: size.height, pattern: pattern)
      let input = DemosaicInput(mosaic: mosaic, gains: Self.gains, ceiling: .infinity)
      let expected = DemosaicCase.pixels(test.kernel, input, by: .reference)
      let made = DemosaicCase.pixels(test.kernel, input, by: test.instructionSet)
      #expect(DemosaicCase.count(of: made, unlike: expected, tolerance: 2e-5) == 0, "\(size)")
    }
  }

  /// Random and smooth pictures: all pixels except one in 100 000 with tied directions.
  @Test(arguments: fast, [false, true])
  func equalsTheFormulasInPictures(test: Case, smooth: Bool) {
    let (width, height) = pictureSize
    let mosaic =
      smooth
      ? DemosaicCase.waves(width: width, height: height, pattern: .grbg)
      : DemosaicCase.noise(width: width, height: height, pattern: .grbg)
    let input = DemosaicInput(mosaic: mosaic, gains: Self.gains, ceiling: 1)
    let expected = DemosaicCase.pixels(test.kernel, input, by: .reference)
    let made = DemosaicCase.pixels(test.kernel, input, by: test.instructionSet)
    let apart = DemosaicCase.count(of: made, unlike: expected, tolerance: 1.0 / 4096)
    #expect(apart <= made.count / 100_000)
    let inexact = DemosaicCase.count(of: made, unlike: expected, tolerance: 2e-5)
    #expect(inexact <= made.count / 20_000)
  }

  @Test(arguments: all) func regionsMatchTheFullPicture(test: Case) {
    for (seed, pattern) in BayerPattern.allCases.enumerated() {
      let mosaic = DemosaicCase.noise(width: 75, height: 43, pattern: pattern)
      let input = DemosaicInput(mosaic: mosaic, gains: Self.gains, ceiling: 1)
      DemosaicCase.expectRegions(
        randomRegions(
          in: input.outputSize(test.kernel), count: test.instructionSet == .reference ? 3 : 25,
          most: 40, seed: UInt64(seed)), ofThe: input, test.kernel, test.instructionSet)
    }
  }

  /// For any number of rows at once.
  @Test(arguments: all) func blockRowsMatchSingleRows(test: Case) {
    let mosaic = DemosaicCase.noise(width: 60, height: 44, pattern: .gbrg)
    let input = DemosaicInput(mosaic: mosaic, gains: Self.gains, ceiling: 1)
    let region = Region(x: 4, y: 3, width: 21, height: 17)
    let expected = DemosaicCase.pixels(test.kernel, input, region: region, by: test.instructionSet)
    let strip = DemosaicStrip(
      kernel: test.kernel, maximumWidth: region.width, instructionSet: test.instructionSet)
    let block = PlanarRow.block(5, capacity: region.width + 30)
    strip.begin(input, region: region)
    var made: [SIMD3<Float>] = []
    for count in [1, 5, 4, 0, 5, 2] {
      strip.nextRows(count, into: block)
      for i in 0..<count { made += (0..<region.width).map { block[i][$0] } }
    }
    #expect(made == expected)
  }

  @Test(
    arguments: fast,
    [
      Size(width: 1, height: 1), Size(width: 2, height: 2), Size(width: 1, height: 2),
      Size(width: 2, height: 1), Size(width: 3, height: 3), Size(width: 1, height: 3),
      Size(width: 6, height: 1), Size(width: 8, height: 4), Size(width: 2, height: 7),
      Size(width: 50, height: 21),
    ])
  func blackPatterns(test: Case, size: Size) {
    let black = (0..<size.area).map { Float(300 + 97 * $0 % 411) }
    let levels = SensorLevels(blackPatternSize: size, black: black, white: 15000)
    for pattern in [BayerPattern.rggb, .gbrg] {
      // Wide enough for many vectors. The last ones are completely outside the picture.
      let width = pattern == .rggb ? 39 : 331
      let mosaic = DemosaicCase.noise(width: width, height: 11, pattern: pattern, levels: levels)
      let input = DemosaicInput(mosaic: mosaic, gains: Self.gains, ceiling: 1.2)
      for region in [
        Region(input.outputSize(test.kernel)), Region(x: 3, y: 2, width: 9, height: 3),
      ] {
        let expected = DemosaicCase.pixels(test.kernel, input, region: region, by: .reference)
        let made = DemosaicCase.pixels(test.kernel, input, region: region, by: test.instructionSet)
        #expect(DemosaicCase.count(of: made, unlike: expected, tolerance: 2e-5) == 0, "\(region)")
      }
    }
  }

  @Test(arguments: all) func aUniformFieldStaysUniform(test: Case) {
    let mosaic = DemosaicCase.mosaic(
      width: 40, height: 24, pattern: .bggr, levels: SensorLevels(black: 100, white: 1124)
    ) { x, y in [356, 612, 868][BayerPattern.bggr.color(x: x, y: y).rawValue] }
    let input = DemosaicInput(mosaic: mosaic, gains: [4, 2, 1.5], ceiling: .infinity)
    let made = DemosaicCase.pixels(test.kernel, input, by: test.instructionSet)
    let expected = [SIMD3<Float>](repeating: [1, 1, 1.125], count: made.count)
    #expect(DemosaicCase.count(of: made, unlike: expected, tolerance: 2e-6) == 0)
  }

  @Test(arguments: all) func theCeilingClipsAllColoursEqually(test: Case) {
    let mosaic = DemosaicCase.mosaic(
      width: 36, height: 20, pattern: .rggb, levels: SensorLevels(black: 64, white: 1023)
    ) { _, _ in 1023 }
    let clipped = DemosaicInput(mosaic: mosaic, gains: [2, 1, 1.5], ceiling: 1)
    let white = DemosaicCase.pixels(test.kernel, clipped, by: test.instructionSet)
    #expect(
      DemosaicCase.count(
        of: white, unlike: Array(repeating: [1, 1, 1], count: white.count), tolerance: 2e-6) == 0)
    let open = DemosaicInput(mosaic: mosaic, gains: [2, 1, 1.5], ceiling: .infinity)
    let kept = DemosaicCase.pixels(test.kernel, open, by: test.instructionSet)
    #expect(kept.map { $0.x }.max()! >= 2)
    #expect(kept.map { $0.z }.max()! >= 1.5)
  }

  /// Results are never negative, although the formulas' results are.
  @Test(arguments: all) func negativeResultsAreClipped(test: Case) {
    let mosaic = DemosaicCase.noise(width: 40, height: 40, pattern: .rggb)
    let input = DemosaicInput(mosaic: mosaic, gains: [1, 1, 1], ceiling: 1)
    let made = DemosaicCase.pixels(test.kernel, input, by: test.instructionSet)
    #expect(made.allSatisfy { $0.min() >= 0 })
    if test.kernel == .rcd {
      let unclipped = DemosaicReference(
        size: mosaic.size, pattern: .rggb, region: Region(mosaic.size), value: input.balanced
      ).rcd()
      #expect(unclipped.contains { $0.min() < -0.01 })
    }
  }

  /// Memory after the next multiple of 16 pixels is not written.
  @Test(arguments: fast) func writesNoFurtherThanPromised(test: Case) {
    let mosaic = DemosaicCase.noise(width: 140, height: 20, pattern: .rggb)
    let input = DemosaicInput(mosaic: mosaic, gains: [1, 1, 1], ceiling: 1)
    for width in [1, 15, 16, 17, 31, 32, 33, 48, 49, 64, 65, 70] {
      let strip = DemosaicStrip(
        kernel: test.kernel, maximumWidth: width, instructionSet: test.instructionSet)
      let row = PlanarRow(capacity: 140)
      for x in 0..<140 { row[x] = [-7, -7, -7] }
      strip.begin(input, region: Region(x: 0, y: 3, width: width, height: 1))
      strip.nextRow(into: row)
      let end = (width + 15) / 16 * 16
      #expect((end..<140).allSatisfy { row[$0] == [-7, -7, -7] }, "\(width)")
    }
  }

  private var pictureSize: (Int, Int) {
    isExhaustive ? (1201, 799) : (401, 267)
  }
}
