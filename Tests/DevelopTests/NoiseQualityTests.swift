import BromideKernels
import BromideLibc
import BromideValues
import TestSupport
import Testing

@testable import BromideDevelop

/// How near noise reduction brings a made-up photo to the light that fell on its sensor.
@Suite struct NoiseQualityTests {
  static let size = Size(width: 288, height: 192)
  /// Variance of a sample by its light, plus read noise: 1000 electrons at saturation, with 2 of
  /// noise.
  static let noise = NoiseModel(a: 1e-3, b: 4e-6)

  /// A sensor's recording of a landscape: all colours everywhere, or one at each site.
  static func photo(_ layout: SensorLayout, noisy: Bool) -> DevelopSource {
    // At the scale of 2.2 megapixels: sky, mountains and lake, where detail has about the grain of
    // photos.
    let land = SyntheticScene.landscape(seed: 3, octaves: 9).color
    let part = SyntheticScene("part") { x, y in land(0.4 + 0.16 * x, 0.36 + 0.16 * y) }
    var photo = SyntheticPhoto(part, size: size)
    photo.exposure = -0.1
    photo.spread = 1.6
    photo.options.black = layout == .linear ? [0, 0, 0] : [1024]
    photo.options.layout = layout
    if noisy { photo.noise = SensorNoise(fullWell: 1000, read: 2, seed: 3) }
    let samples = photo.samples()
    var image = ImageBuffer<UInt16>(size: size, channels: samples.samplesPerPixel)
    unsafe image.withUnsafeMutableSamples { _ = unsafe $0.update(fromContentsOf: samples.values) }
    let white = Float(photo.options.white)
    let sensor: SensorImage =
      layout == .linear
      ? .linear(
        LinearImage(samples: image.plane, channels: 3, white: white, appliedGains: [1, 1, 1]))
      : .mosaic(
        Mosaic(
          samples: image.plane, pattern: .rggb, levels: SensorLevels(black: 1024, white: white)))
    let neutral = photo.camera.neutral(photo.light)
    let profile = CameraProfile(
      calibrations: [.init(illuminant: .d65, colorMatrix: photo.camera.daylightMatrix)],
      asShotMultipliers: SIMD3(repeating: neutral.y) / neutral)
    return DevelopSource(image: sensor, profile: profile, defaultCrop: Region(size))
  }

  static func developed(
    _ source: DevelopSource, _ noise: OpticsSettings.NoiseReduction
  ) throws -> Picture {
    try develop(
      source,
      recipe {
        $0.tone = .linear
        $0.sample = .uint16
        $0.optics.noise = noise
      })
  }

  /// The peak signal-to-noise ratio of sRGB codes in decibels.
  static func quality(_ made: Picture, _ truth: Picture) -> Double {
    let count = Double((size.width - 24) * (size.height - 24) * 3)
    return 20 * log10(65_535 * count.squareRoot() / XTransOpticsTests.distance(made, truth))
  }

  /// The gains in the specification. For `best`, darktable's best non-local means replaces its
  /// figure.
  @Test func noiseFallsAsSpecified() throws {
    let truth = try Self.developed(Self.photo(.linear, noisy: false), .none)
    var noisy = Self.photo(.bayer(.rggb), noisy: true)
    noisy.optics.noise = Self.noise
    func quality(_ noise: OpticsSettings.NoiseReduction) throws -> Double {
      try Self.quality(Self.developed(noisy, noise), truth)
    }
    let (none, light) = try (quality(.none), quality(.light))
    let (auto, best) = try (quality(.auto), quality(.best))
    #expect(light > 31.5 && light - none > 31.59 - 29.33 - 0.1, "\(none), light \(light)")
    #expect(auto > 33.3 && auto - none > 33.39 - 29.33 - 0.1, "\(none), auto \(auto)")
    #expect(best > 34.67 && best - none > 34.67 - 29.33, "\(none), best \(best)")
  }

  /// A picture with a noise model of zero loses less than 0.05 dB.
  @Test func picturesWithoutNoiseStay() throws {
    let truth = try Self.developed(Self.photo(.linear, noisy: false), .none)
    var clean = Self.photo(.bayer(.rggb), noisy: false)
    clean.optics.noise = NoiseModel.none
    let before = try Self.quality(Self.developed(clean, .none), truth)
    for noise in [OpticsSettings.NoiseReduction.light, .auto, .best] {
      let after = try Self.quality(Self.developed(clean, noise), truth)
      #expect(after > before - 0.05, "\(noise): \(after) of \(before)")
    }
  }

  /// In a sky, at most 0.4 of the colour noise remains.
  @Test func skiesLoseTheirColourNoise() throws {
    let flat = mosaic(Self.size) { _, _ in SIMD3(0.15, 0.3, 0.3) }
    var generator = SeededGenerator(seed: 6)
    var samples = ImageBuffer<UInt16>(size: Self.size, channels: 1)
    for (x, y) in Self.size.places {
      let deviate = (0..<12).reduce(-6.0) { sum, _ in sum + .random(in: 0..<1, using: &generator)
      }
      let light = (Double(flat.samples[x, y]) - 512) / 14_871
      let noisy = light + deviate * Self.noise.variance(light).squareRoot()
      samples[x, y, 0] = UInt16(max(512 + 14_871 * noisy, 0))
    }
    var photo = source(Mosaic(samples: samples.plane, pattern: flat.pattern, levels: flat.levels))
    photo.optics.noise = Self.noise
    func deviation(_ noise: OpticsSettings.NoiseReduction) throws -> Double {
      let picture = try Self.developed(photo, noise)
      var (sum, squares, count) = (SIMD2<Double>(), SIMD2<Double>(), 0.0)
      for (x, y) in Places(x: 12..<Self.size.width - 12, y: 12..<Self.size.height - 12) {
        let p = picture.pixel(x, y).map { Double($0) }
        let color = SIMD2(p[0] - p[1], p[2] - p[1])
        sum += color
        squares += color * color
        count += 1
      }
      return ((squares - sum * sum / count) / count).sum().squareRoot()
    }
    let none = try deviation(.none)
    for noise in [OpticsSettings.NoiseReduction.light, .auto, .best] {
      let left = try deviation(noise) / none
      #expect(left < 0.4, "\(noise): \(left)")
    }
  }
}
