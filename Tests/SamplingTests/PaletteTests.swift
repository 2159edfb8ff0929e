import BromideSampling
import BromideValues
import TestSupport
import Testing

/// Dominant colours of pictures with known colours.
@Suite struct PaletteTests {
  /// Four colours in upright stripes of 50, 25, 15 and 10 columns.
  private static let codes: [SIMD3<Double>] = [
    [40, 60, 90], [200, 180, 40], [90, 160, 70], [220, 30, 40],
  ]
  private static let ends = [50, 75, 90, 100]

  private static func stripes(noise amount: Double = 0) -> ImageBuffer<UInt8> {
    var image = ImageBuffer<UInt8>(size: Size(width: 100, height: 40), channels: 3)
    let noise = SeededNoise(seed: 5)
    for (x, y) in Places(x: 0..<100, y: 0..<40) {
      let stripe = ends.firstIndex { x < $0 }!
      for c in 0..<3 {
        let step = Double(noise.bits(x * 3 + c, y) % 1001) / 500 - 1
        image[x, y, c] = UInt8((codes[stripe][c] + amount * step).rounded())
      }
    }
    return image
  }

  private func codes(_ color: PaletteColor) -> SIMD3<Double> {
    SampleReadout(.encoded(.srgb), from: .srgb).value(color.sample)!
  }

  @Test func flatColoursAreFoundExactly() throws {
    let sampler = PointSampler(.eight(Self.stripes()), space: .srgb)
    // Four are all there are.
    for count in [4, 12] {
      let palette = try sampler.palette(count)
      #expect(palette.map(\.share) == [0.5, 0.25, 0.15, 0.1])
      for (color, expected) in zip(palette, Self.codes) {
        #expect(difference(codes(color), expected) < 1e-6)
      }
    }
  }

  /// The colour exists at the reported point.
  @Test func pointsGetTheirColours() throws {
    let sampler = PointSampler(.eight(Self.stripes()), space: .srgb, orientation: .rightTop)
    for color in try sampler.palette(4) {
      let there = try sampler.sample(at: color.sample.point.x, color.sample.point.y)
      #expect(difference(there.light, color.sample.light) < 1e-9)
    }
  }

  /// Noisy stripes keep their means, because their colours are far apart.
  @Test func noiseIsAveraged() throws {
    let sampler = PointSampler(.eight(Self.stripes(noise: 12)), space: .srgb)
    let palette = try sampler.palette(4)
    #expect(palette.map(\.share) == [0.5, 0.25, 0.15, 0.1])
    for (color, expected) in zip(palette, Self.codes) {
      // The mean of 400 or more steps of ±12, 7 rms: within 4 sigma of 0.35, and the curve's bend.
      #expect(difference(codes(color), expected) < 2.5, "\(codes(color))")
    }
  }

  @Test func fewerColoursAreMeansOfNeighbours() throws {
    let sampler = PointSampler(.eight(Self.stripes()), space: .srgb)
    let one = try sampler.palette(1)
    var mean = SIMD3<Double>()
    for (code, weight) in zip(Self.codes, [0.5, 0.25, 0.15, 0.1]) {
      var light = SIMD3<Double>()
      for c in 0..<3 { light[c] = TransferFunction.srgb.decode(code[c] / 255) }
      let lab = Oklab(xyz: Matrix3x3.identity * RGBSpace.srgb.toXYZ * light)
      mean += weight * SIMD3(lab.l, lab.a, lab.b)
    }
    let lab = SampleReadout(.oklab, from: .srgb).value(one[0].sample)!
    #expect(one.count == 1 && one[0].share == 1 && difference(lab, mean) < 1e-9)
    #expect(try sampler.palette(3).count == 3)
  }

  @Test func transparentPixelsDoNotCount() throws {
    let stripes = Self.stripes()
    var image = ImageBuffer<UInt8>(size: stripes.size, channels: 4)
    for (x, y) in Places(x: 0..<100, y: 0..<40) {
      for c in 0..<3 { image[x, y, c] = stripes[x, y, c] }
      image[x, y, 3] = x < 50 ? 0 : 255
    }
    let shares = try PointSampler(.eight(image), space: .srgb).palette(4).map(\.share)
    #expect(shares == [0.5, 0.3, 0.2])
    let all = try PointSampler(.eight(image), space: .srgb, alpha: .ignore).palette(4)
    #expect(all.count == 4)
  }

  /// Reduced pictures have the same colours.
  @Test func largePicturesAreReduced() throws {
    let small = Self.stripes()
    let image = ImageBuffer<UInt8>(size: Size(width: 2000, height: 800), channels: 3) { x, y, c in
      small[x / 20, y / 20, c]
    }
    let palette = try PointSampler(.eight(image), space: .srgb).palette(4)
    for (color, expected) in zip(palette, [0.5, 0.25, 0.15, 0.1]) {
      #expect(abs(color.share - expected) < 0.005)
    }
    for (color, expected) in zip(palette, Self.codes) {
      // The narrowest stripe, of 51 columns, shares one with its neighbour, 170 codes away.
      #expect(difference(codes(color), expected) < 170.0 / 2 / 51)
    }
  }
}
