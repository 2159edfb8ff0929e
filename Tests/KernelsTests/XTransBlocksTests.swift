import BromideLibc
import BromideValues
import Testing

@testable import BromideKernels

/// Measured noise and blur of an X-Trans mosaic compared with the simulation.
@Suite struct XTransBlocksTests {
  static func mosaic(
    _ size: Size, _ model: NoiseModel, origin: Int = 0, seed: UInt64 = 1,
    light: (Double, Double, CFAColor) -> Double
  ) -> XTransMosaic {
    let pattern = XTransPattern.allCases[origin]
    return XTransMosaic(
      samples: BlockScene.samples(size, model, seed: seed) { x, y in
        light(Double(x), Double(y), pattern.color(x: x, y: y))
      }, pattern: pattern, levels: SensorLevels(black: 1000, white: 41_000))
  }

  /// Colours of different brightness, which a mix-up would take for noise.
  static func ramp(_ x: Double, _ y: Double, _ color: CFAColor) -> Double {
    (0.02 + 0.8 * x / 1200) * [0.45, 1, 0.7][color.rawValue] + 0.02 * sin(y / 21)
  }

  @Test(arguments: [0, 5, 8, 13, 17]) func blocksFollowTheFormulas(origin: Int) {
    let mosaic = Self.mosaic(
      Size(width: 160, height: 88), NoiseModel(a: 1e-4, b: 1e-6), origin: origin
    ) { x, y, color in (x + y < 110 ? 0.2 : 0.5) * [0.6, 1, 0.8][color.rawValue] }
    let plain = XTransBlocks(mosaic, instructionSet: .reference)
    #expect(plain.size.area >= 6 && plain.noise.count == 2 * plain.size.area)
    #expect(!plain.edges.isEmpty)
    XTransBlocks.expectFormulas { XTransBlocks(mosaic, instructionSet: $0) }
  }

  @Test(arguments: [0, 7, 16], BlockScene.models)
  func noiseIsFound(origin: Int, model: NoiseModel) throws {
    let mosaic = Self.mosaic(
      Size(width: 1200, height: 900), model, origin: origin, light: Self.ramp)
    try XTransBlocks(mosaic, instructionSet: .best).expectNoise(of: model)
  }

  /// The ranges of a Bayer mosaic.
  @Test(arguments: BlockScene.blurs)
  func blurIsFound(sigma: Double, expected: ClosedRange<Double>) {
    let mosaic = Self.mosaic(Size(width: 900, height: 700), NoiseModel(a: 1e-6, b: 0), origin: 4) {
      x, y, color in BlockScene.discs(x, y, sigma: sigma) * [0.5, 1, 0.7][color.rawValue]
    }
    let radius = BlurRadius.radius(of: XTransBlocks(mosaic, instructionSet: .best).edges)
    #expect(expected.contains(radius), "\(radius)")
  }

  @Test func smallMosaicsDoNotHaveBlocks() {
    let mosaic = Self.mosaic(Size(width: 55, height: 200), .none, light: Self.ramp)
    #expect(XTransBlocks(mosaic, instructionSet: .best).size.area == 0)
  }
}
