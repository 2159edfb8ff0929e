import BromideValues
import Testing

@testable import BromideKernels

/// Measured noise and blur of a mosaic compared with the simulation.
@Suite struct MosaicBlocksTests {
  /// Ramps of light with the noise of a model.
  static func mosaic(
    _ size: Size, _ model: NoiseModel, pattern: BayerPattern = .rggb, seed: UInt64 = 1,
    light: (Double, Double) -> Double
  ) -> Mosaic {
    Mosaic(
      samples: BlockScene.samples(size, model, seed: seed) { light(Double($0), Double($1)) },
      pattern: pattern, levels: SensorLevels(black: 1000, white: 41_000))
  }

  static func ramp(_ x: Double, _ y: Double) -> Double { 0.02 + 0.8 * x / 700 }

  @Test(arguments: BayerPattern.allCases)
  func blocksFollowTheFormulas(pattern: BayerPattern) {
    let mosaic = Self.mosaic(
      Size(width: 110, height: 75), NoiseModel(a: 1e-4, b: 1e-6), pattern: pattern
    ) { x, y in x + y < 90 ? 0.2 : 0.5 }
    MosaicBlocks.expectFormulas { MosaicBlocks(mosaic, instructionSet: $0) }
  }

  @Test(arguments: BlockScene.models) func noiseIsFound(model: NoiseModel) throws {
    let mosaic = Self.mosaic(Size(width: 700, height: 500), model, light: Self.ramp)
    try MosaicBlocks(mosaic, instructionSet: .best).expectNoise(of: model)
  }

  @Test(arguments: BlockScene.blurs)
  func blurIsFound(sigma: Double, expected: ClosedRange<Double>) {
    let mosaic = Self.mosaic(Size(width: 800, height: 600), NoiseModel(a: 1e-6, b: 0)) {
      BlockScene.discs($0, $1, sigma: sigma)
    }
    let edges = MosaicBlocks(mosaic, instructionSet: .best).edges
    #expect(expected.contains(BlurRadius.radius(of: edges)))
    #expect(BlurRadius.radius(of: Array(edges.prefix(19))) == BlurRadius.standard)
  }

  @Test func smallMosaicsDoNotHaveBlocks() {
    let mosaic = Self.mosaic(Size(width: 39, height: 200), .none, light: Self.ramp)
    #expect(MosaicBlocks(mosaic, instructionSet: .best).size.area == 0)
  }
}
