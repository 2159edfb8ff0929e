import BromideKernels
import BromideValues
import TestSupport
import Testing

/// The correction of lateral colour inside RCD, against the formulas.
@Suite struct LateralDemosaicTests {
  static let fast = InstructionSet.available.filter { $0 != .reference }
  static let gains = SIMD3<Float>(1.9, 1, 1.4)

  /// Shifts of up to 4 pixels, in all directions, that change fast.
  static let strong = LateralColor(
    red: LateralShift([-7, 1, 3, 0.4, -0.3]), blue: LateralShift([5, -2, 0, -0.2, 0.6]))

  static func input(
    _ mosaic: Mosaic, _ color: LateralColor?, ceiling: Float = .infinity
  ) -> DemosaicInput {
    DemosaicInput(
      mosaic: mosaic, gains: gains, ceiling: ceiling,
      lateral: color.map { LateralMoves($0, size: mosaic.size) })
  }

  @Test(arguments: fast, BayerPattern.allCases)
  func equalsTheFormulas(instructionSet: InstructionSet, pattern: BayerPattern) {
    for size in [
      Size(width: 2, height: 2), Size(width: 5, height: 9), Size(width: 33, height: 31),
      Size(width: 101, height: 67),
    ] {
      for mosaic in [
        DemosaicCase.noise(width: size.width, height: size.height, pattern: pattern),
        DemosaicCase.waves(width: size.width, height: size.height, pattern: pattern),
      ] {
        let input = Self.input(mosaic, Self.strong)
        let expected = DemosaicCase.pixels(.rcd, input, by: .reference)
        let made = DemosaicCase.pixels(.rcd, input, by: instructionSet)
        let apart = DemosaicCase.count(of: made, unlike: expected, tolerance: 1e-4)
        #expect(apart <= made.count / 5000, "\(size)")
      }
    }
  }

  /// With one colour unshifted, and with a ceiling that clips samples.
  @Test(arguments: fast) func equalsTheFormulasForOneColour(instructionSet: InstructionSet) {
    let mosaic = DemosaicCase.waves(width: 90, height: 50, pattern: .gbrg)
    for color in [
      LateralColor(red: Self.strong.red, blue: .none),
      LateralColor(red: .none, blue: Self.strong.blue),
    ] {
      let input = Self.input(mosaic, color, ceiling: 0.7)
      let expected = DemosaicCase.pixels(.rcd, input, by: .reference)
      let made = DemosaicCase.pixels(.rcd, input, by: instructionSet)
      // A ratio near the limit for clipped values can be on either side.
      #expect(DemosaicCase.count(of: made, unlike: expected, tolerance: 1e-4) <= 9)
    }
  }

  @Test(arguments: fast) func regionsMatchTheFullPicture(instructionSet: InstructionSet) {
    for (seed, pattern) in BayerPattern.allCases.enumerated() {
      let mosaic = DemosaicCase.noise(width: 131, height: 97, pattern: pattern)
      DemosaicCase.expectRegions(
        randomRegions(in: mosaic.size, count: 12, most: 40, seed: UInt64(seed)),
        ofThe: Self.input(mosaic, Self.strong), .rcd, instructionSet)
    }
  }

  /// Nor do the plain kernels move anything.
  @Test(arguments: InstructionSet.available)
  func zeroShiftKeepsEveryBit(instructionSet: InstructionSet) {
    let mosaic = DemosaicCase.noise(width: 70, height: 40, pattern: .bggr)
    let still = LateralColor(red: .none, blue: .none)
    for (kernel, color) in [
      (DemosaicKernel.rcd, still), (.bilinear, Self.strong), (.half, Self.strong),
    ] {
      let plain = DemosaicCase.pixels(kernel, Self.input(mosaic, nil), by: instructionSet)
      let made = DemosaicCase.pixels(kernel, Self.input(mosaic, color), by: instructionSet)
      #expect(made == plain, "\(kernel)")
    }
  }

  /// A grey field with a grey edge, red thrown outwards, comes out grey.
  @Test func aThrownEdgeComesTogether() {
    let size = Size(width: 256, height: 96)
    let color = LateralColor(red: LateralShift([0, 0, 0, -1.2, 0.4]), blue: .none)
    /// Light at a place: a slanted, soft edge.
    func light(_ x: Double, _ y: Double) -> Double {
      let distance = (x - 128 + 0.3 * (y - 48)) / 2
      return 0.2 + 0.5 * min(max(0.5 + distance / 4, 0), 1)
    }
    let mosaic = DemosaicCase.mosaic(
      width: size.width, height: size.height, pattern: .rggb,
      levels: SensorLevels(black: 0, white: 65535)
    ) { x, y in
      let isRed = BayerPattern.rggb.color(x: x, y: y) == .red
      let shift = isRed ? SIMD2(-1.2, 0.4) : SIMD2(0, 0)
      return UInt16(65535 * light(Double(x) + shift.x, Double(y) + shift.y))
    }
    func worst(_ color: LateralColor?) -> Float {
      let input = DemosaicInput(
        mosaic: mosaic, gains: [1, 1, 1], ceiling: .infinity,
        lateral: color.map { LateralMoves($0, size: size) })
      let pixels = DemosaicCase.pixels(.rcd, input, by: .best)
      return (10..<86).flatMap { y in
        (90..<166).map { x in abs(pixels[y * size.width + x].x - pixels[y * size.width + x].y) }
      }.max()!
    }
    let (before, after) = (worst(nil), worst(color))
    #expect(before > 0.06)
    #expect(after < 0.012)
  }
}
