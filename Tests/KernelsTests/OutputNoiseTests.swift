import BromideValues
import TestSupport
import Testing

@testable import BromideKernels

/// Noise reduction at the output's size, against the formulas and on noise of known deviation.
@Suite struct OutputNoiseTests {
  static func kernel(
    luminance: Bool, strength: Double = 1, noise: NoiseModel = NoiseModel(a: 2e-3, b: 1e-5)
  ) -> OutputNoise {
    OutputNoise(
      noise: noise, gains: SIMD3(1.9, 1, 1.4), gain: 0.1, filters: .bayer(.rggb),
      strength: strength, treatsLuminance: luminance)
  }

  /// A scene of patches and stripes with noise of a deviation by the model.
  static func scene(_ size: Size, _ kernel: OutputNoise, noisy: Double = 1) -> [SIMD3<Double>] {
    var random = SeededGenerator(seed: 7)
    // The sum of twelve even numbers is nearly Gaussian.
    func normal() -> Double {
      (0..<12).reduce(-6.0) { sum, _ in sum + Double.random(in: 0...1, using: &random) }
    }
    return (0..<size.area).map { i in
      let (x, y) = (i % size.width, i / size.width)
      let base = SIMD3(0.2, 0.25, 0.15) * (y < size.height / 2 ? 1 : 2)
      let stripe = x % 16 < 8 && x > size.width / 2 ? 1.5 : 1
      let light = base * stripe
      var result = SIMD3<Double>()
      for c in 0..<3 {
        let g = kernel.gains[c]
        let variance =
          kernel.gain * (kernel.noise.a * g * light[c] + kernel.noise.b * g * g) / kernel.shares[c]
        result[c] = max(0, light[c] + noisy * normal() * variance.squareRoot())
      }
      return result
    }
  }

  static func apply(
    _ kernel: OutputNoise, _ pixels: [SIMD3<Double>], _ size: Size, _ set: InstructionSet,
    tile: Int
  ) throws -> [SIMD3<Double>] {
    let pictures = try (0..<2).map { _ in
      try CodedPicture(size: size, channels: 3, ceiling: 2, instructionSet: .baseline)
    }
    let row = PlanarRow(capacity: size.width)
    for y in 0..<size.height {
      for x in 0..<size.width { row[x] = SIMD3<Float>(pixels[y * size.width + x]) }
      pictures[0].write(row, x: 0, y: y, count: size.width)
    }
    let scratch = OutputNoise.scratch()
    for top in stride(from: 0, to: size.height, by: tile) {
      for left in stride(from: 0, to: size.width, by: tile) {
        kernel.apply(
          to: left..<min(left + tile, size.width), top..<min(top + tile, size.height),
          of: pictures[0], into: pictures[1], scratch: scratch, instructionSet: set)
      }
    }
    return (0..<size.height).flatMap { y in
      pictures[1].read(x: 0, y: y, count: size.width, into: row)
      return (0..<size.width).map { SIMD3<Double>(row[$0]) }
    }
  }

  @Test(arguments: [false, true])
  func equalsTheFormulasOnEveryInstructionSetAndInAnyTiles(luminance: Bool) throws {
    let size = Size(width: 63, height: 61)
    let kernel = Self.kernel(luminance: luminance)
    let scene = Self.scene(size, kernel)
    let expected = kernel.reference(scene, size: size)
    let whole = try Self.apply(kernel, scene, size, .baseline, tile: 64)
    for ((made, target), c) in product(zip(whole, expected), 0..<3) {
      #expect(abs(made[c] - max(0, target[c])) < 2e-4, "\(made) \(target)")
    }
    for (set, tile) in product(compiledSets, [8, 19, 64]) {
      #expect(try Self.apply(kernel, scene, size, set, tile: tile) == whole, "\(set) \(tile)")
    }
  }

  /// In flat fields, colour noise falls to a fifth, and luminance noise stays or falls. Stripes
  /// stay.
  @Test func noiseFallsAndStripesStay() throws {
    let size = Size(width: 160, height: 120)
    func deviation(_ pixels: [SIMD3<Double>], _ value: (SIMD3<Double>) -> Double) -> Double {
      let field = (10..<50).flatMap { y in (10..<70).map { value(pixels[y * size.width + $0]) } }
      let mean = field.reduce(0, +) / Double(field.count)
      return (field.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(field.count)).squareRoot()
    }
    let light = Self.kernel(luminance: false)
    let auto = Self.kernel(luminance: true)
    let scene = Self.scene(size, light)
    let (a, b) = (
      try Self.apply(light, scene, size, .best, tile: 64),
      try Self.apply(auto, scene, size, .best, tile: 64)
    )
    let red: (SIMD3<Double>) -> Double = { $0.x - $0.y }
    let luma: (SIMD3<Double>) -> Double = { ($0.x + 2 * $0.y + $0.z) / 4 }
    // The scene has the noise that the model predicts.
    let v = light.redVariance
    let predicted = (v.x + v.y * 0.2 + v.z * 0.25 + v.w * 0.15).squareRoot()
    #expect(
      abs(deviation(scene, red) / predicted - 1) < 0.1, "\(deviation(scene, red)) \(predicted)")
    #expect(deviation(a, red) < 0.25 * deviation(scene, red))
    #expect(abs(deviation(a, luma) / deviation(scene, luma) - 1) < 0.01)
    #expect(deviation(b, luma) < 0.65 * deviation(scene, luma))
    // Stripes of half a stop.
    func stripes(_ pixels: [SIMD3<Double>]) -> Double {
      (20..<40).reduce(0) { sum, y in
        sum + luma(pixels[y * size.width + 100]) - luma(pixels[y * size.width + 107])
      } / 20
    }
    #expect(abs(stripes(b) / stripes(scene) - 1) < 0.1)
  }

  @Test func withoutNoisePicturesStay() throws {
    let size = Size(width: 64, height: 48)
    let kernel = Self.kernel(luminance: true, noise: .none)
    let scene = Self.scene(size, Self.kernel(luminance: true), noisy: 1)
    let made = try Self.apply(kernel, scene, size, .best, tile: 64)
    for ((a, b), c) in product(zip(made, scene), 0..<3) { #expect(abs(a[c] - b[c]) < 1e-4) }
  }

  /// Strength 0 has no effect, and a higher strength has more.
  @Test func strengthScalesThresholds() {
    #expect(Self.kernel(luminance: true, strength: 0).factors(1.6).allSatisfy { $0 == 0 })
    let (one, two) = (
      Self.kernel(luminance: true).factors(1.6),
      Self.kernel(luminance: true, strength: 2).factors(1.6)
    )
    for (a, b) in zip(one, two) { #expect(abs(b - 4 * a) < 1e-12) }
    #expect(abs(one[0] - 1.6 * 1.6 * 0.891 * 0.891) < 1e-12)
  }

  /// The tiles of a picture contain each pixel once, and fit the scratch.
  @Test(arguments: [
    Size(width: 1, height: 1), Size(width: 256, height: 64), Size(width: 601, height: 131),
  ])
  func tilesCoverThePictureOnce(size: Size) {
    var seen = [Int](repeating: 0, count: size.area)
    for index in 0..<OutputNoise.tiles(size) {
      let (columns, rows) = OutputNoise.part(index, of: size)
      #expect(columns.count <= OutputNoise.tile.width && rows.count <= OutputNoise.tile.height)
      for y in rows { for x in columns { seen[y * size.width + x] += 1 } }
    }
    #expect(seen.allSatisfy { $0 == 1 })
  }
}
