public import BromideSampling
public import BromideValues

/// A sampled colour.
public struct SampledColor: Sendable {
  private let sample: Sample

  init(_ sample: Sample) { self.sample = sample }

  /// Red, green and blue in sRGB's encoding, clipped to 0…1.
  public var srgb: SIMD3<Double> { numbers(.encoded(.srgb)) / 255 }
  /// `#rrggbb` in sRGB.
  public var hex: String { SampleReadout.hex(numbers(.encoded(.srgb))) }
  /// Linear light in sRGB primaries. White is 1, and values are not clipped.
  public var linear: SIMD3<Double> { numbers(.linear) }
  /// CIE XYZ under D65 with Y = 1 at white.
  public var xyz: SIMD3<Double> { numbers(.xyz) }
  /// CIE L\*a\*b\* under D50, as in ICC and CSS.
  public var lab: Lab {
    let numbers = numbers(.lab)
    return Lab(l: numbers.x, a: numbers.y, b: numbers.z)
  }

  /// Number of pixels in the sample.
  public var pixelCount: Int { sample.count }
  /// Share of the sampled pixels with a clipped channel, from 0 to 1.
  public var clippedShare: Double { sample.clipped }

  /// Returns the colour in any space, as `bromide sample` prints it.
  ///
  /// Encoded RGB spaces use codes from 0 to 255. Linear light and XYZ use 0…1. L\*a\*b\* and LCh
  /// use CIE's units, with the hue in degrees.
  ///
  /// - Returns: The three numbers, or `nil` if the picture does not support the space. `.camera`
  ///   requires a raw photo, and `.ycbcr` requires a video or JPEG.
  public func numbers(in space: SampleSpace) -> SIMD3<Double>? {
    if space == .ycbcr, !hasCodes { return nil }
    return SampleReadout(space, from: sample.space).value(sample)
  }

  /// Whether the colour comes from a YCbCr frame.
  var hasCodes = false

  private func numbers(_ space: SampleSpace) -> SIMD3<Double> {
    SampleReadout(space, from: sample.space).value(sample) ?? SIMD3()
  }
}
