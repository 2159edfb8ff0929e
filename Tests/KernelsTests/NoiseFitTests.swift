import BromideLibc
import BromideValues
import TestSupport
import Testing

@testable import BromideKernels

/// The noise that blocks tell, where there is texture in most.
@Suite struct NoiseFitTests {
  static let size = Size(width: 1200, height: 800)

  /// Light of a scene at every site, before it is white-balanced: soft shades, or shades with
  /// texture of 6 to 96 sites all over.
  static func scene(textured: Bool) -> [Double] {
    let (shade, texture) = (SeededNoise(seed: 11), SeededNoise(seed: 12))
    return (0..<size.area).map { i in
      let (x, y) = (Double(i % size.width), Double(i / size.width))
      let light = 0.06 + 0.7 * shade.smooth(x / 300, y / 300)
      return textured ? light * (0.7 + 0.4 * texture.fractal(x / 96, y / 96, octaves: 5)) : light
    }
  }

  private static func samples(
    _ scene: [Double], _ noise: NoiseModel, _ color: (Int, Int) -> CFAColor
  ) -> ImageBuffer<UInt16> {
    let deviates = SeededNoise(seed: 13)
    let samples = ImageBuffer<UInt16>(size: size) { x, y, _ in
      let light = scene[y * size.width + x] * [0.5, 1, 0.7][color(x, y).rawValue]
      let noisy = light + deviates.normal(x, y) * noise.variance(light).squareRoot()
      return UInt16(min(max(1024 + 64_511 * noisy, 0), 65_535).rounded())
    }
    return samples
  }

  static func bayer(_ scene: [Double], _ noise: NoiseModel) -> [NoiseSample] {
    let samples = samples(scene, noise) { BayerPattern.rggb.color(x: $0, y: $1) }
    let mosaic = Mosaic(
      samples: samples.plane, pattern: .rggb, levels: SensorLevels(black: 1024, white: 65_535))
    let blocks = MosaicBlocks(mosaic, instructionSet: .best)
    return (0..<blocks.size.area).flatMap {
      blocks.noise(x: $0 % blocks.size.width, y: $0 / blocks.size.width)
    }
  }

  static func xtrans(_ scene: [Double], _ noise: NoiseModel) -> [NoiseSample] {
    let pattern = XTransPattern.allCases[0]
    let samples = samples(scene, noise) { pattern.color(x: $0, y: $1) }
    let mosaic = XTransMosaic(
      samples: samples.plane, pattern: pattern, levels: SensorLevels(black: 1024, white: 65_535))
    let blocks = XTransBlocks(mosaic, instructionSet: .best)
    return (0..<blocks.size.area).flatMap {
      blocks.noise(x: $0 % blocks.size.width, y: $0 / blocks.size.width)
    }
  }

  /// Measured deviations are 0.9 to 1.15 of the simulated ones, in soft shades and under texture,
  /// from the lowest to the highest ISO.
  @Test(arguments: [false, true]) func noiseIsFoundUnderTexture(textured: Bool) throws {
    let scene = Self.scene(textured: textured)
    for a in [2e-5, 1e-4, 1e-3, 4e-3] {
      let noise = NoiseModel(a: a, b: a / 250)
      for (name, samples) in [
        ("Bayer", Self.bayer(scene, noise)), ("X-Trans", Self.xtrans(scene, noise)),
      ] {
        let found = try #require(NoiseModel(fitting: samples))
        for light in [0.1, 0.2, 0.4] {
          let ratio = (found.variance(light) / noise.variance(light)).squareRoot()
          #expect((0.9...1.15).contains(ratio), "\(name), a \(a) at \(light): \(ratio)")
        }
      }
    }
  }

  /// Without noise, the fit finds a tenth of the deviation at the lowest ISO in soft shades. Under
  /// texture, it finds up to that deviation, because the quietest blocks contain texture.
  @Test func noNoiseIsFoundInTexture() throws {
    for (textured, most) in [(false, 0.1), (true, 1)] {
      let scene = Self.scene(textured: textured)
      for (name, samples) in [
        ("Bayer", Self.bayer(scene, .none)), ("X-Trans", Self.xtrans(scene, .none)),
      ] {
        let found = try #require(NoiseModel(fitting: samples))
        let ratio = (found.variance(0.2) / 4e-6).squareRoot()
        #expect(ratio < most, "\(name): \(ratio)")
      }
    }
  }

  /// Blocks by the formula: variance n + r·t and slope n + t, with n = a·x + b.
  @Test(arguments: [0, 0.1, 0.3]) func fitRemovesTexture(share: Double) throws {
    let model = NoiseModel(a: 3e-5, b: 2e-7)
    var samples: [NoiseSample] = []
    for level in 2..<12 {
      let light = Double(level * level) / 1024 + 1e-3
      for block in 0..<60 {
        let (noise, texture) = (model.variance(light), (0.5 + 0.1 * Double(block)) * 1e-5)
        samples.append(
          NoiseSample(mean: light, variance: noise + share * texture, slope: noise + texture))
      }
    }
    let found = try #require(NoiseModel(fitting: samples))
    #expect(abs(found.a - model.a) < 1e-9 * model.a && abs(found.b - model.b) < 1e-7 * model.b)
    // The same in any order.
    #expect(
      NoiseModel(fitting: Array(samples.reversed())).map { abs($0.a - found.a) < 1e-15 } == true)
  }

  @Test func fitFailsWithoutFlatBlocks() {
    #expect(NoiseModel(fitting: []) == nil)
    let broken = NoiseSample(mean: .nan, variance: 1, slope: 1)
    #expect(NoiseModel(fitting: Array(repeating: broken, count: 60)) == nil)
    let few = NoiseSample(mean: 0.2, variance: 1e-5, slope: 1e-5)
    #expect(NoiseModel(fitting: Array(repeating: few, count: 49)) == nil)
    // If all are equal, it is their variance.
    let found = NoiseModel(fitting: Array(repeating: few, count: 50))
    #expect(found.map { abs($0.variance(0.2) - 1e-5) < 1e-12 } == true)
  }
}
