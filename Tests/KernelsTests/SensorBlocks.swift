import BromideLibc
import BromideValues
import TestSupport
import Testing

@testable import BromideKernels

/// Blocks of a Bayer or X-Trans mosaic, for the checks that both share.
protocol SensorBlocks {
  var size: Size { get }
  static var noisePlanes: Int { get }
  func noise(x: Int, y: Int) -> [NoiseSample]
  func measureNoise(row: Int, into: NoiseSamples)
  func edge(x: Int, y: Int, noise: NoiseModel) -> Double?
}

extension MosaicBlocks: SensorBlocks {}

extension XTransBlocks: SensorBlocks {}

extension SensorBlocks {
  /// The noise of all blocks.
  var noise: [NoiseSample] {
    (0..<size.height).flatMap { y in (0..<size.width).flatMap { noise(x: $0, y: y) } }
  }

  /// The edges of all blocks.
  var edges: [Double] {
    (0..<size.height).flatMap { y in
      (0..<size.width).compactMap { edge(x: $0, y: y, noise: NoiseModel(a: 1e-6, b: 0)) }
    }
  }

  /// Compares the blocks of every compiled instruction set with the formulas, and with each other.
  static func expectFormulas(_ make: (InstructionSet) -> Self) {
    let (plain, first) = (make(.reference), make(.baseline))
    let model = NoiseModel(a: 1e-6, b: 0)
    for set in compiledSets {
      let blocks = make(set)
      for (x, y) in blocks.size.places {
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

  /// Expects the noise of the simulation.
  func expectNoise(of model: NoiseModel) throws {
    let found = try #require(NoiseModel(fitting: noise))
    // The same from rows in any order, without the clipped planes.
    let samples = NoiseSamples(count: Self.noisePlanes * size.area, in: ScratchMemory())
    for row in (0..<size.height).reversed() { measureNoise(row: row, into: samples) }
    #expect((0..<samples.count).compactMap { samples[$0] } == noise)
    #expect(NoiseModel(fitting: samples) == found)
    for light in [0.1, 0.3, 0.7] {
      let ratio = (found.variance(light) / model.variance(light)).squareRoot()
      #expect((0.93...1.1).contains(ratio), "\(model) at \(light): \(ratio)")
    }
  }
}

/// Scenes and numbers of the blocks of both mosaics.
enum BlockScene {
  static let models = [NoiseModel(a: 4e-3, b: 1e-5), NoiseModel(a: 2e-4, b: 4e-6)]

  /// Deviations of Gaussians that blur edges, and the radii to find.
  static let blurs = [(0.5, 0.5...0.55), (0.7, 0.6...0.8), (0.9, 0.78...1)]

  /// Discs with edges of all directions, nearly straight and blurred by a Gaussian.
  static func discs(_ x: Double, _ y: Double, sigma: Double) -> Double {
    let (u, v) = (
      x.truncatingRemainder(dividingBy: 60) - 30, y.truncatingRemainder(dividingBy: 60) - 30
    )
    let distance = (u * u + v * v).squareRoot() - 20
    return 0.2 + 0.2 * (1 - erf(distance / (sigma * 2.0.squareRoot())))
  }

  /// Records light with the noise of a model.
  static func samples(
    _ size: Size, _ model: NoiseModel, seed: UInt64, light: (Int, Int) -> Double
  ) -> PlaneView<UInt16> {
    var generator = SeededGenerator(seed: seed)
    let samples = ImageBuffer<UInt16>(size: size) { x, y, _ in
      let value = light(x, y)
      let (u, v) = (
        Double.random(in: 1e-12..<1, using: &generator),
        Double.random(in: 0..<1, using: &generator)
      )
      let noise = (-2 * log(u)).squareRoot() * cos(2 * .pi * v)
      let sample = value + model.variance(value).squareRoot() * noise
      return UInt16(min(max(1000 + 40_000 * sample, 0), 65_535))
    }
    return samples.plane
  }
}
