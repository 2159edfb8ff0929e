import BromideKernels
import BromideLibc
import BromideValues
import TestSupport
import Testing

/// Filter banks, and the plain averages of X-Trans.
@Suite struct FilterBankTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let kernel: DemosaicKernel
    let isXTrans: Bool
    var testDescription: String { "\(kernel) of \(isXTrans ? "X-Trans" : "Bayer")" }

    /// A mosaic of independent values around smooth ones, in one of the patterns.
    func input(
      _ width: Int, _ height: Int, origin: Int = 0, gains: SIMD3<Float> = [1.9, 1, 1.4],
      ceiling: Float = .infinity, levels: SensorLevels = SensorLevels(black: 500, white: 15_000)
    ) -> DemosaicInput {
      var random = SeededGenerator(seed: UInt64(width * 4096 + height))
      let image = ImageBuffer<UInt16>(size: Size(width: width, height: height)) { x, y, _ in
        let wave = sin(0.31 * Double(x) + 0.17 * Double(y)) + cos(0.9 * Double(y) - 0.2 * Double(x))
        return UInt16(4000 + 1700 * wave + Double(random.next() >> 53))
      }
      if isXTrans {
        let pattern = XTransPattern.allCases[origin % 18]
        return DemosaicInput(
          mosaic: XTransMosaic(samples: image.plane, pattern: pattern, levels: levels),
          gains: gains, ceiling: ceiling)
      }
      return DemosaicInput(
        mosaic: Mosaic(
          samples: image.plane, pattern: BayerPattern.allCases[origin % 4], levels: levels),
        gains: gains, ceiling: ceiling)
    }
  }

  static let all =
    [DemosaicKernel.banks, .banks1, .bilinear, .half].map { Case(kernel: $0, isXTrans: true) }
    + [DemosaicKernel.banks1, .banks2].map { Case(kernel: $0, isXTrans: false) }

  static let compiled = InstructionSet.available.filter { $0 != .reference }

  // MARK: Numbers

  /// A mosaic with these balanced values in millionths.
  private static func input(_ millionths: [Int], _ filters: ColorFilters) -> DemosaicInput {
    let size = Size(width: 24, height: 24)
    var samples = ImageBuffer<UInt16>(size: size, channels: 1)
    for i in 0..<size.area { samples[i % 24, i / 24, 0] = 0 }
    // (0 − black) / (1 − black)
    let black = millionths.map { Float(-Double($0) / 1e6 / (1 - Double($0) / 1e6)) }
    let levels = SensorLevels(blackPatternSize: size, black: black, white: 1)
    return switch filters {
    case .bayer(let pattern):
      DemosaicInput(
        mosaic: Mosaic(samples: samples.plane, pattern: pattern, levels: levels),
        gains: [1, 1, 1], ceiling: .infinity)
    case .xtrans(let pattern):
      DemosaicInput(
        mosaic: XTransMosaic(samples: samples.plane, pattern: pattern, levels: levels),
        gains: [1, 1, 1], ceiling: .infinity)
    }
  }

  private static let published = XTransPattern { x, y in
    let rows = ["GGRGGB", "GGBGGR", "BRGRBG", "GGBGGR", "GGRGGB", "RBGBRG"]
    let letter = Array(rows[y])[x]
    return letter == "R" ? .red : letter == "G" ? .green : .blue
  }!

  @Test(arguments: [true, false]) func equalsThePublishedNumbers(isXTrans: Bool) {
    let filters = isXTrans ? ColorFilters.xtrans(Self.published) : .bayer(.rggb)
    let mosaic = isXTrans ? FilterBankNumbers.xtransMosaic : FilterBankNumbers.bayerMosaic
    let input = Self.input(mosaic, filters)
    for expected in isXTrans ? FilterBankNumbers.xtrans : FilterBankNumbers.bayer {
      let formulas = FilterBankReference(
        size: Size(width: 24, height: 24), filters: filters
      ) { Double(mosaic[$1 * 24 + $0]) / 1e6 }
      let kernel = [DemosaicKernel.banks, .banks1, .banks2][expected.rounds]
      let pictures = Self.compiled.map { DemosaicCase.pixels(kernel, input, by: $0) }
      for (row, column, value) in expected.pixels {
        let region = Region(x: column, y: row, width: 1, height: 1)
        let exact = formulas.banks(region, rounds: expected.rounds)[0]
        #expect(abs(exact - value).max() < 2e-6, "\(row), \(column): \(exact)")
        for picture in pictures {
          let made = SIMD3<Double>(picture[row * 24 + column])
          let clipped = value.replacing(with: 0, where: value .< 0)
          #expect(abs(made - clipped).max() < 1e-5, "\(row), \(column): \(made)")
        }
      }
    }
  }

  // MARK: Formulas

  @Test(arguments: all, compiled)
  func equalsTheFormulas(test: Case, set: InstructionSet) {
    let sizes = [(6, 6), (7, 11), (13, 8), (33, 7)]
    for (i, size) in sizes.enumerated() {
      let input = test.input(size.0, size.1, origin: 5 * i + 1)
      let expected = DemosaicCase.pixels(test.kernel, input, by: .reference)
      let made = DemosaicCase.pixels(test.kernel, input, by: set)
      #expect(DemosaicCase.count(of: made, unlike: expected, tolerance: 2e-5) == 0, "\(size)")
    }
  }

  /// At every origin: some pixels of the interior and at the edges.
  @Test(arguments: all.filter { $0.kernel != .banks1 }, [InstructionSet.best])
  func everyOriginEqualsTheFormulas(test: Case, set: InstructionSet) {
    for origin in 0..<(test.isXTrans ? 18 : 4) {
      let input = test.input(26, 24, origin: origin)
      let made = DemosaicCase.pixels(test.kernel, input, by: set)
      let size = input.outputSize(test.kernel)
      for (x, y) in [(0, 0), (size.width - 4, size.height - 2), (size.width / 3, 5)] {
        let region = Region(x: x, y: y, width: 4, height: 2)
        let expected = DemosaicCase.pixels(test.kernel, input, region: region, by: .reference)
        let found = (y..<y + 2).flatMap { made[$0 * size.width + x..<$0 * size.width + x + 4] }
        #expect(
          DemosaicCase.count(of: Array(found), unlike: expected, tolerance: 2e-5) == 0,
          "origin \(origin) at \(x), \(y)")
      }
    }
  }

  @Test(.enabled(if: InstructionSet.best >= .v4, "needs x86-64-v4"), arguments: all)
  func vectorsOfTwoWidthsAgree(test: Case) {
    let input = test.input(211, 57, origin: 3, ceiling: 1)
    #expect(
      DemosaicCase.pixels(test.kernel, input, by: .v3)
        == DemosaicCase.pixels(test.kernel, input, by: .v4))
  }

  // MARK: Rectangles

  @Test(arguments: all, compiled)
  func regionsMatchTheFullPicture(test: Case, set: InstructionSet) {
    for origin in [0, 7] {
      let input = test.input(203, 61, origin: origin, ceiling: 1)
      DemosaicCase.expectRegions(
        randomRegions(in: input.outputSize(test.kernel), count: 20, seed: UInt64(origin)),
        ofThe: input, test.kernel, set)
    }
  }

  /// Memory after the next multiple of 16 pixels is not written.
  @Test(arguments: all, compiled)
  func writesNoFurtherThanPromised(test: Case, set: InstructionSet) {
    let input = test.input(150, 20)
    for width in [1, 15, 16, 17, 33, 48, 65] {
      let strip = DemosaicStrip(kernel: test.kernel, maximumWidth: width, instructionSet: set)
      let row = PlanarRow(capacity: 150)
      for x in 0..<150 { row[x] = [7, 7, 7] }
      strip.begin(input, region: Region(x: 3, y: 1, width: width, height: 2))
      strip.nextRow(into: row)
      for x in (width + 15) / 16 * 16..<150 { #expect(row[x] == [7, 7, 7]) }
    }
  }

  // MARK: Pictures

  /// Colours of a uniform field stay unchanged, because sums of factors are exact.
  @Test(arguments: all, InstructionSet.available)
  func aUniformFieldStaysUniform(test: Case, set: InstructionSet) {
    let filters = test.input(6, 6).filters
    let size = set == .reference ? Size(width: 12, height: 8) : Size(width: 60, height: 34)
    let image = ImageBuffer<UInt16>(size: size) { x, y, _ in
      [356, 612, 868][filters.color(x: x, y: y).rawValue]
    }
    let levels = SensorLevels(black: 100, white: 1124)
    let gains = SIMD3<Float>(4, 2, 1.5)
    let input =
      switch filters {
      case .bayer(let pattern):
        DemosaicInput(
          mosaic: Mosaic(samples: image.plane, pattern: pattern, levels: levels), gains: gains,
          ceiling: .infinity)
      case .xtrans(let pattern):
        DemosaicInput(
          mosaic: XTransMosaic(samples: image.plane, pattern: pattern, levels: levels),
          gains: gains, ceiling: .infinity)
      }
    let made = DemosaicCase.pixels(test.kernel, input, by: set)
    let expected = [SIMD3<Float>](repeating: [1, 1, 1.125], count: made.count)
    #expect(DemosaicCase.count(of: made, unlike: expected, tolerance: 1e-5) == 0)
  }

  /// Sampled values stay, noise below black becomes 0, and the ceiling holds for samples.
  @Test(arguments: all.filter { $0.kernel != .half })
  func sampledValuesStay(test: Case) {
    let levels = SensorLevels(black: 4000, white: 9000)
    let input = test.input(70, 40, origin: 2, ceiling: 1, levels: levels)
    let made = DemosaicCase.pixels(test.kernel, input, by: .best)
    var below = 0
    for (x, y) in Places(x: 0..<70, y: 0..<40) {
      let color = input.filters.color(x: x, y: y).rawValue
      let light = (Float(input.samples[x, y]) - 4000) / 5000 * input.gains[color]
      if light < 0 { below += 1 }
      #expect(abs(made[y * 70 + x][color] - min(max(light, 0), 1)) < 2e-6)
    }
    #expect(below > 100 && made.allSatisfy { $0.min() >= 0 })
  }

  /// Blacks of every site, and patterns that do not fit the colours' period.
  @Test(
    arguments: all,
    [Size(width: 2, height: 2), Size(width: 5, height: 4), Size(width: 6, height: 6)])
  func blackPatterns(test: Case, size: Size) {
    let black = (0..<size.area).map { Float(300 + 97 * $0 % 411) }
    let levels = SensorLevels(blackPatternSize: size, black: black, white: 15_000)
    let input = test.input(20, 14, origin: 4, levels: levels)
    let region = Region(x: 2, y: 1, width: 7, height: 5)
    let expected = DemosaicCase.pixels(test.kernel, input, region: region, by: .reference)
    let made = DemosaicCase.pixels(test.kernel, input, region: region, by: .best)
    #expect(DemosaicCase.count(of: made, unlike: expected, tolerance: 2e-5) == 0)
  }
}

private func abs(_ vector: SIMD3<Double>) -> SIMD3<Double> {
  pointwiseMax(vector, -vector)
}
