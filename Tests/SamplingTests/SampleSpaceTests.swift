import Color
import Pixels
import Sampling
import Testing

@Suite struct SampleSpaceTests {
  func value(_ space: SampleSpace, _ color: [UInt8]) throws -> SIMD3<Double> {
    var image = ImageBuffer<UInt8>(size: Size(width: 1, height: 1), channels: 3)
    for c in 0..<3 { image[0, 0, c] = color[c] }
    let sampler = PointSampler(.eight(image), space: .srgb)
    let readout = SampleReadout(space, from: sampler.space)
    return try #require(readout.value(try sampler.sample(at: 0.5, 0.5)))
  }

  /// Published values: CSS Color 4 (lab, lch: D50; oklab, oklch), IEC 61966-2-1 (XYZ) and Apple's
  /// Display P3.
  @Test(arguments: [
    (SampleSpace.encoded(.srgb), SIMD3(255.0, 0, 0), 1e-6),
    (.linear, SIMD3(1.0, 0, 0), 1e-9),
    (.xyz, SIMD3(0.4124, 0.2126, 0.0193), 1e-4),
    (.lab, SIMD3(54.29, 80.80, 69.89), 0.02),
    (.lch, SIMD3(54.29, 106.84, 40.86), 0.02),
    (.oklab, SIMD3(0.62796, 0.22486, 0.12585), 3e-4),
    (.oklch, SIMD3(0.62796, 0.25768, 29.234), 0.02),
    (.encoded(.displayP3), SIMD3(0.91749, 0.20029, 0.13856) * 255, 0.02),
  ]) func redIsAsPublished(space: SampleSpace, expected: SIMD3<Double>, within: Double) throws {
    #expect(difference(try value(space, [255, 0, 0]), expected) < within)
  }

  @Test(arguments: SampleSpace.all.filter { $0 != .camera }) func greyHasNoChroma(
    space: SampleSpace
  ) throws {
    let grey = try value(space, [119, 119, 119])
    switch space {
    case .lab, .oklab: #expect(abs(grey.y) < 1e-6 && abs(grey.z) < 1e-6)
    case .lch, .oklch: #expect(grey.y < 1e-6 && grey.z == 0)
    case .encoded, .rgb, .linear, .hex: #expect(grey.max() - grey.min() < 1e-6)
    case .xyz, .ycbcr, .camera: break
    }
  }

  @Test func hexIsRoundedAndClipped() {
    #expect(SampleReadout.hex(SIMD3(255, 0.4, 10.5)) == "#ff000b")
    #expect(SampleReadout.hex(SIMD3(300, -5, 16)) == "#ff0010")
  }

  @Test func namesRoundTrip() {
    for space in SampleSpace.all { #expect(SampleSpace.named(space.name) == space) }
    #expect(SampleSpace.named("linear-srgb") == .linear)
    #expect(SampleSpace.named("cmyk") == nil)
    #expect(Set(SampleSpace.all.map(\.name)).count == SampleSpace.all.count)
  }

  @Test func codePointsMakeTheSpacesTheyStandFor() {
    for space in RGBSpace.all {
      if let cicp = space.cicp { #expect(RGBSpace.of(cicp) == space) }
    }
    #expect(RGBSpace.of(CICP(primaries: 9, transfer: 16)) == nil)
  }
}
