import BromideKernels
import BromideValues
import TestSupport
import Testing

/// A mosaic with red and blue aligned before a demosaic other than RCD.
@Suite struct AlignedMosaicTests {
  static let fast = LateralDemosaicTests.fast
  static let strong = LateralDemosaicTests.strong

  private static func aligned(
    _ mosaic: Mosaic, _ color: LateralColor, ceiling: Float = .infinity, _ set: InstructionSet
  ) -> DemosaicInput {
    let input = LateralDemosaicTests.input(mosaic, color, ceiling: ceiling)
    let aligned = AlignedMosaic(mosaic, input, instructionSet: set)
    // In any order.
    for tile in (0..<aligned.tiles).reversed() { aligned.make(tile: tile) }
    return aligned.aligned
  }

  @Test(arguments: fast, BayerPattern.allCases)
  func equalsTheFormulas(instructionSet: InstructionSet, pattern: BayerPattern) {
    for size in [
      Size(width: 2, height: 2), Size(width: 5, height: 9), Size(width: 101, height: 67),
    ] {
      let mosaic = DemosaicCase.waves(width: size.width, height: size.height, pattern: pattern)
      let expected = Self.aligned(mosaic, Self.strong, .reference)
      let made = Self.aligned(mosaic, Self.strong, instructionSet)
      var apart = 0
      for (x, y) in size.places {
        let (a, b) = (made.balanced(x: x, y: y), expected.balanced(x: x, y: y))
        if abs(a - b) > 2e-4 { apart += 1 }
      }
      #expect(apart <= size.area / 5000, "\(size)")
    }
  }

  /// Greens, clipped sites and a colour without a shift keep their samples, to the bit.
  @Test(arguments: InstructionSet.available)
  func onlyMovedColoursChange(instructionSet: InstructionSet) {
    let mosaic = DemosaicCase.waves(width: 300, height: 150, pattern: .grbg)
    let input = LateralDemosaicTests.input(mosaic, nil)
    let aligned = Self.aligned(
      mosaic, LateralColor(red: Self.strong.red, blue: .none), instructionSet)
    var changed = 0
    for (x, y) in Places(x: 0..<300, y: 0..<150) {
      let (before, after) = (input.balanced(x: x, y: y), aligned.balanced(x: x, y: y))
      let gain = Double(input.gains[mosaic.pattern.color(x: x, y: y).rawValue])
      if mosaic.pattern.color(x: x, y: y) != .red || before >= 0.9801 * gain {
        #expect(before == after, "\(x) \(y)")
      } else if before != after {
        changed += 1
      }
    }
    #expect(changed > 5000)
  }

  /// Filter banks with a simulated lens get close to a mosaic without a lens, at least 2× closer
  /// than uncorrected ones.
  @Test func filterBanksFindColoursTogether() {
    let size = Size(width: 420, height: 300)
    let lens = LateralColor(
      red: LateralShift([-2, 1.3, -0.36, 0, 0]), blue: LateralShift([1, -2, 1, 0, 0]))
    let still = LateralScene.mosaic(
      size, .rggb, LateralColor(red: .none, blue: .none), noise: 0.002)
    let thrown = LateralScene.mosaic(size, .rggb, lens, noise: 0.002)
    for kernel in [DemosaicKernel.banks1, .banks2] {
      let truth = DemosaicCase.pixels(kernel, LateralDemosaicTests.input(still, nil), by: .best)
      let plain = DemosaicCase.pixels(kernel, LateralDemosaicTests.input(thrown, nil), by: .best)
      let made = DemosaicCase.pixels(kernel, Self.aligned(thrown, lens, .best), by: .best)
      for c in [0, 2] {
        func error(_ pixels: [SIMD3<Float>]) -> Double {
          var sum = 0.0
          for (x, y) in Places(x: 16..<size.width - 16, y: 16..<size.height - 16) {
            let i = y * size.width + x
            let d = Double(pixels[i][c] - truth[i][c])
            sum += d * d
          }
          return sum
        }
        #expect(error(made) < 0.25 * error(plain), "\(kernel) \(c): \(error(made)) \(error(plain))")
      }
    }
  }
}
