import BromideValues
import Foundation
import TestSupport
import Testing

@testable import BromideKernels

/// Measured noise and blur of an X-Trans mosaic compared with the simulation.
@Suite struct XTransBlocksTests {
  static func mosaic(
    _ size: Size, _ model: NoiseModel, origin: Int = 0, seed: UInt64 = 1,
    light: (Double, Double, CFAColor) -> Double
  ) -> XTransMosaic {
    let pattern = XTransPattern.allCases[origin]
    var random = SeededGenerator(seed: seed)
    var samples = ImageBuffer<UInt16>(size: size, channels: 1)
    for y in 0..<size.height {
      for x in 0..<size.width {
        let value = light(Double(x), Double(y), pattern.color(x: x, y: y))
        let (u, v) = (
          Double.random(in: 1e-12..<1, using: &random), Double.random(in: 0..<1, using: &random)
        )
        let noise = (-2 * log(u)).squareRoot() * cos(2 * .pi * v)
        let sample = value + model.variance(value).squareRoot() * noise
        samples[x, y, 0] = UInt16(min(max(1000 + 40_000 * sample, 0), 65_535))
      }
    }
    return XTransMosaic(
      samples: samples.plane, pattern: pattern, levels: SensorLevels(black: 1000, white: 41_000))
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
    #expect(plain.size.area >= 6)
    let model = NoiseModel(a: 1e-6, b: 0)
    var edges = 0
    for set in compiledSets {
      let blocks = XTransBlocks(mosaic, instructionSet: set)
      let first = XTransBlocks(mosaic, instructionSet: .baseline)
      for y in 0..<blocks.size.height {
        for x in 0..<blocks.size.width {
          let (expected, made) = (plain.noise(x: x, y: y), blocks.noise(x: x, y: y))
          #expect(expected.count == 2 && made.count == 2)
          for (e, m) in zip(expected, made) {
            #expect(abs(e.mean - m.mean) < 1e-5 && abs(e.variance - m.variance) < 1e-4 * e.variance)
            #expect(abs(e.slope - m.slope) < 1e-4 * e.slope)
          }
          #expect(made == first.noise(x: x, y: y), "\(set)")
          let edge = blocks.edge(x: x, y: y, noise: model)
          #expect(edge == first.edge(x: x, y: y, noise: model), "\(set)")
          let formula = plain.edge(x: x, y: y, noise: model)
          #expect((edge == nil) == (formula == nil))
          if let edge, let formula {
            edges += 1
            #expect(abs(edge - formula) < 1e-5)
          }
        }
      }
    }
    #expect(edges > 0)
  }

  @Test(arguments: [0, 7, 16]) func noiseIsFound(origin: Int) throws {
    for model in [NoiseModel(a: 4e-3, b: 1e-5), NoiseModel(a: 2e-4, b: 4e-6)] {
      let mosaic = Self.mosaic(
        Size(width: 1200, height: 900), model, origin: origin, light: Self.ramp)
      let blocks = XTransBlocks(mosaic, instructionSet: .best)
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

  /// Edges of all directions, blurred by known Gaussians: the ranges of a Bayer mosaic.
  @Test(arguments: [(0.5, 0.5...0.55), (0.7, 0.6...0.8), (0.9, 0.78...1)])
  func blurIsFound(sigma: Double, expected: ClosedRange<Double>) {
    let mosaic = Self.mosaic(Size(width: 900, height: 700), NoiseModel(a: 1e-6, b: 0), origin: 4) {
      x, y, color in
      let (u, v) = (
        x.truncatingRemainder(dividingBy: 60) - 30, y.truncatingRemainder(dividingBy: 60) - 30
      )
      let distance = (u * u + v * v).squareRoot() - 20
      let light = 0.2 + 0.2 * (1 - erf(distance / (sigma * 2.0.squareRoot())))
      return light * [0.5, 1, 0.7][color.rawValue]
    }
    let blocks = XTransBlocks(mosaic, instructionSet: .best)
    let edges = (0..<blocks.size.height).flatMap { y in
      (0..<blocks.size.width).compactMap {
        blocks.edge(x: $0, y: y, noise: NoiseModel(a: 1e-6, b: 0))
      }
    }
    let radius = BlurRadius.radius(of: edges)
    #expect(expected.contains(radius), "\(radius)")
  }

  @Test func smallMosaicsDoNotHaveBlocks() {
    let mosaic = Self.mosaic(Size(width: 55, height: 200), .none, light: Self.ramp)
    #expect(XTransBlocks(mosaic, instructionSet: .best).size.area == 0)
  }
}
