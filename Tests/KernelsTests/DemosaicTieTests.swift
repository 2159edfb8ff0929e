import BromideKernels
import BromideValues
import TestSupport
import Testing

/// Pixels that can differ between two instruction sets by more than rounding. A site compares its
/// direction with its neighbours' direction and uses the clearer one. If both are equally clear,
/// rounding selects one.
@Suite struct DemosaicTieTests {
  private static let compiled = InstructionSet.available.filter { $0 != .reference }

  private static let noise = DemosaicCase.noise(width: 48, height: 48, pattern: .rggb)

  /// The formula's value for one pixel, given the gain of red.
  private static func formula(_ mosaic: Mosaic, _ red: Float, x: Int, y: Int) -> SIMD3<Float> {
    let input = DemosaicInput(mosaic: mosaic, gains: [red, 1, 1.4], ceiling: .infinity)
    let region = Region(x: x, y: y, width: 1, height: 1)
    return DemosaicCase.pixels(.rcd, input, region: region, by: .reference)[0]
  }

  private static func distance(_ a: SIMD3<Float>, _ b: SIMD3<Float>) -> Float {
    (0..<3).map { abs(a[$0] - b[$0]) }.max()!
  }

  /// Two neighbouring gains between which a pixel's direction changes.
  private static func tie(x: Int, y: Int) -> (Float, Float)? {
    let gains = stride(from: Float(1), to: 2, by: 1.0 / 64).map { $0 }
    let values = gains.map { formula(noise, $0, x: x, y: y) }
    for i in 1..<gains.count where distance(values[i - 1], values[i]) > 0.1 {
      var (low, high) = (gains[i - 1], gains[i])
      var (atLow, atHigh) = (values[i - 1], values[i])
      while low.nextUp < high {
        let middle = (low + high) / 2
        let value = formula(noise, middle, x: x, y: y)
        if distance(value, atLow) < distance(value, atHigh) {
          (low, atLow) = (middle, value)
        } else {
          (high, atHigh) = (middle, value)
        }
      }
      if distance(atLow, atHigh) > 0.02 { return (low, high) }
    }
    return nil
  }

  /// At a tie, two gains that differ by a rounding error give two values of the formula, and every
  /// instruction set gives one of the two.
  @Test func everyInstructionSetTakesOneOfTwoCandidates() throws {
    var ties = 0
    for (y, x) in product(stride(from: 12, to: 36, by: 5), 12..<16) {
      guard ties < 3, let (low, high) = Self.tie(x: x, y: y) else { continue }
      ties += 1
      let candidates = [low, high].map { Self.formula(Self.noise, $0, x: x, y: y) }
      #expect(Self.distance(candidates[0], candidates[1]) > 0.02)
      for gain in [low, high] {
        let input = DemosaicInput(mosaic: Self.noise, gains: [gain, 1, 1.4], ceiling: .infinity)
        for set in Self.compiled {
          let made = DemosaicCase.pixels(.rcd, input, by: set)[y * 48 + x]
          #expect(
            candidates.contains { Self.distance(made, $0) < 1e-4 },
            "\(set) at \(x), \(y): \(made), candidates \(candidates)")
        }
      }
    }
    #expect(ties > 0, "the noise has ties to show")
  }

  /// Compares compiled instruction sets with each other. Any difference above rounding is a tie:
  /// changing a gain by some millionths changes the formula's value as much.
  @Test func pairsDifferOnlyAtTies() {
    #if DEBUG
      let (width, height) = (211, 117)
    #else
      let (width, height) = (1201, 799)
    #endif
    let mosaic = DemosaicCase.noise(width: width, height: height, pattern: .rggb)
    let input = DemosaicInput(mosaic: mosaic, gains: [1.9, 1, 1.4], ceiling: .infinity)
    let pictures = Self.compiled.map { DemosaicCase.pixels(.rcd, input, by: $0) }
    for (i, first) in pictures.enumerated() {
      for second in pictures[(i + 1)...] {
        let apart = first.indices.filter { Self.distance(first[$0], second[$0]) > 1.0 / 4096 }
        #expect(apart.count <= first.count / 100_000 + 1)
        for index in apart {
          let (x, y) = (index % width, index / width)
          let near = (-8...8).map { step in
            Self.formula(mosaic, 1.9 * (1 + Float(step) * 1e-6), x: x, y: y)
          }
          for made in [first[index], second[index]] {
            #expect(near.contains { Self.distance(made, $0) < 1.0 / 4096 }, "\(x), \(y)")
          }
        }
      }
    }
  }

  /// Variants differ only in the rounding of products, never in the width of their vectors.
  @Test(
    .enabled(if: InstructionSet.best >= .v4, "needs x86-64-v4"), arguments: DemosaicKernel.allCases)
  func vectorsOfTwoWidthsAgree(kernel: DemosaicKernel) {
    let mosaic = DemosaicCase.noise(width: 211, height: 57, pattern: .gbrg)
    let input = DemosaicInput(mosaic: mosaic, gains: [1.9, 1, 1.4], ceiling: 1)
    let narrow = DemosaicCase.pixels(kernel, input, by: .v3)
    #expect(narrow == DemosaicCase.pixels(kernel, input, by: .v4))
  }
}
