import BromideValues
import Foundation
import TestSupport
import Testing

@testable import BromideKernels

/// Measured noise and blur of a mosaic compared with the simulation.
@Suite struct MosaicBlocksTests {
  /// Ramps of light with the noise of a model.
  static func mosaic(
    _ size: Size, _ model: NoiseModel, pattern: BayerPattern = .rggb, seed: UInt64 = 1,
    light: (Double, Double) -> Double
  ) -> Mosaic {
    var generator = SeededGenerator(seed: seed)
    var samples = ImageBuffer<UInt16>(size: size, channels: 1)
    for y in 0..<size.height {
      for x in 0..<size.width {
        let value = light(Double(x), Double(y))
        let (u, v) = (
          Double.random(in: 1e-12..<1, using: &generator),
          Double.random(in: 0..<1, using: &generator)
        )
        let noise = (-2 * log(u)).squareRoot() * cos(2 * .pi * v)
        let sample = value + model.variance(value).squareRoot() * noise
        samples[x, y, 0] = UInt16(min(max(1000 + 40_000 * sample, 0), 65_535))
      }
    }
    return Mosaic(
      samples: samples.plane, pattern: pattern, levels: SensorLevels(black: 1000, white: 41_000))
  }

  static func ramp(_ x: Double, _ y: Double) -> Double { 0.02 + 0.8 * x / 700 }

  @Test(arguments: BayerPattern.allCases)
  func blocksFollowTheFormulas(pattern: BayerPattern) {
    let mosaic = Self.mosaic(
      Size(width: 110, height: 75), NoiseModel(a: 1e-4, b: 1e-6), pattern: pattern
    ) { x, y in x + y < 90 ? 0.2 : 0.5 }
    let plain = MosaicBlocks(mosaic, instructionSet: .reference)
    let model = NoiseModel(a: 1e-6, b: 0)
    for set in compiledSets {
      let blocks = MosaicBlocks(mosaic, instructionSet: set)
      let first = MosaicBlocks(mosaic, instructionSet: .baseline)
      for y in 0..<blocks.size.height {
        for x in 0..<blocks.size.width {
          let (expected, made) = (plain.noise(x: x, y: y), blocks.noise(x: x, y: y))
          #expect(expected.count == made.count)
          for (e, m) in zip(expected, made) {
            #expect(abs(e.mean - m.mean) < 1e-5 && abs(e.variance - m.variance) < 1e-4 * e.variance)
            #expect(abs(e.slope - m.slope) < 1e-4 * e.slope)
          }
          #expect(made == first.noise(x: x, y: y), "\(set)")
          let edge = blocks.edge(x: x, y: y, noise: model)
          #expect(edge == first.edge(x: x, y: y, noise: model), "\(set)")
          let formula = plain.edge(x: x, y: y, noise: model)
          #expect((edge == nil) == (formula == nil))
          if let edge, let formula { #expect(abs(edge - formula) < 1e-5) }
        }
      }
    }
  }

  @Test func noiseIsFound() throws {
    for model in [NoiseModel(a: 4e-3, b: 1e-5), NoiseModel(a: 2e-4, b: 4e-6)] {
      let mosaic = Self.mosaic(Size(width: 700, height: 500), model, light: Self.ramp)
      let blocks = MosaicBlocks(mosaic, instructionSet: .best)
      let samples = (0..<blocks.size.height).flatMap { y in
        (0..<blocks.size.width).flatMap { blocks.noise(x: $0, y: y) }
      }
      let found = try #require(NoiseModel(fitting: samples))
      for light in [0.1, 0.3, 0.7] {
        let ratio = (found.variance(light) / model.variance(light)).squareRoot()
        #expect((0.93...1.1).contains(ratio), "\(model) at \(light): \(ratio)")
      }
    }
  }

  /// Edges of all directions, blurred by known Gaussians.
  @Test(arguments: [(0.5, 0.5...0.55), (0.7, 0.6...0.8), (0.9, 0.78...1)])
  func blurIsFound(sigma: Double, expected: ClosedRange<Double>) {
    let mosaic = Self.mosaic(Size(width: 800, height: 600), NoiseModel(a: 1e-6, b: 0)) { x, y in
      // Discs with nearly straight edges.
      let (u, v) = (
        x.truncatingRemainder(dividingBy: 60) - 30, y.truncatingRemainder(dividingBy: 60) - 30
      )
      let distance = (u * u + v * v).squareRoot() - 20
      return 0.2 + 0.2 * (1 - erf(distance / (sigma * 2.0.squareRoot())))
    }
    let blocks = MosaicBlocks(mosaic, instructionSet: .best)
    let edges = (0..<blocks.size.height).flatMap { y in
      (0..<blocks.size.width).compactMap {
        blocks.edge(x: $0, y: y, noise: NoiseModel(a: 1e-6, b: 0))
      }
    }
    #expect(expected.contains(BlurRadius.radius(of: edges)))
    #expect(BlurRadius.radius(of: Array(edges.prefix(19))) == BlurRadius.standard)
  }

  @Test func smallMosaicsDoNotHaveBlocks() {
    let mosaic = Self.mosaic(Size(width: 39, height: 200), .none, light: Self.ramp)
    #expect(MosaicBlocks(mosaic, instructionSet: .best).size.area == 0)
  }
}
