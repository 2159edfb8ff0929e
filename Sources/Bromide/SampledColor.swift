public import Color
public import Sampling

/// The colour found at a place.
public struct SampledColor: Sendable {
  private let sample: Sample

  init(_ sample: Sample) { self.sample = sample }

  /// Red, green and blue in sRGB's encoding, clipped to 0…1.
  public var srgb: SIMD3<Double> { numbers(.encoded(.srgb)) / 255 }
  /// `#rrggbb` in sRGB.
  public var hex: String { SampleReadout.hex(numbers(.encoded(.srgb))) }
  /// Linear light in sRGB's primaries with white at 1; not clipped.
  public var linear: SIMD3<Double> { numbers(.linear) }
  /// CIE XYZ under D65 with Y = 1 at white.
  public var xyz: SIMD3<Double> { numbers(.xyz) }
  /// CIE L\*a\*b\* under D50, as in ICC and CSS.
  public var lab: Lab {
    let numbers = numbers(.lab)
    return Lab(l: numbers.x, a: numbers.y, b: numbers.z)
  }

  /// Number of pixels that counted.
  public var pixelCount: Int { sample.count }
  /// Share of those pixels with a clipped channel, 0…1.
  public var clippedShare: Double { sample.clipped }

  /// The numbers in any space, as `bromide sample` prints them: codes from 0 to 255 in an encoded RGB space, 0…1 in linear
  /// light and XYZ, L\*a\*b\* and LCh in CIE's units with the hue in degrees.
  ///
  /// - Returns: nil if the picture has none of this kind: only raw photos have `.camera`, only
  ///   video and JPEG have `.ycbcr`.
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
