import BromideSampling
import BromideValues
import Testing

@Suite struct SampleSpaceTests {
  func value(_ space: SampleSpace, _ color: [UInt8]) throws -> SIMD3<Double> {
    var image = ImageBuffer<UInt8>(size: Size(width: 1, height: 1), channels: 3)
    for c in 0..<3 { image[0, 0, c] = color[c] }
    let sampler = PointSampler(.eight(image), space: .srgb)
    let readout = SampleReadout(space, from: sampler.space)
    return try #require(readout.value(try sampler.sample(at: 0.5, 0.5)))
  }

  /// Published values: CSS Color 4 (lab and lch with D50, oklab, oklch), IEC 61966-2-1 (XYZ) and
  /// Apple's Display P3.
  @Test(arguments: [
    (SampleSpace.encoded(.srgb), SIMD3(255.0, 0, 0), 1e-6), (.linear, SIMD3(1.0, 0, 0), 1e-9),
    (.xyz, SIMD3(0.4124, 0.2126, 0.0193), 1e-4), (.lab, SIMD3(54.29, 80.80, 69.89), 0.02),
    (.lch, SIMD3(54.29, 106.84, 40.86), 0.02), (.oklab, SIMD3(0.62796, 0.22486, 0.12585), 3e-4),
    (.oklch, SIMD3(0.62796, 0.25768, 29.234), 0.02),
    // colour-science 0.4 for luv, and Python's colorsys for hsl.
    (.luv, SIMD3(53.2371, 175.0098, 37.7650), 0.02), (.hsl, SIMD3(0, 100, 50), 1e-9),
    (.xyy, SIMD3(0.64, 0.33, 0.2126), 1e-4),
    (.encoded(.displayP3), SIMD3(0.91749, 0.20029, 0.13856) * 255, 0.02),
  ]) func redIsAsPublished(space: SampleSpace, expected: SIMD3<Double>, within: Double) throws {
    #expect(difference(try value(space, [255, 0, 0]), expected) < within)
  }

  @Test(arguments: SampleSpace.all.filter { $0 != .camera && $0 != .nits }) func greyHasZeroChroma(
    space: SampleSpace
  ) throws {
    let grey = try value(space, [119, 119, 119])
    switch space {
    case .lab, .labUnder, .luv, .oklab, .ictcp: #expect(abs(grey.y) < 1e-6 && abs(grey.z) < 1e-6)
    case .lch, .lchUnder, .oklch: #expect(grey.y < 1e-6 && grey.z == 0)
    case .encoded, .rgb, .linear, .light, .hex: #expect(grey.max() - grey.min() < 1e-6)
    // Its authors' numbers leave grey a trace of colour (colour-science: 0.0002).
    case .jzazbz: #expect(abs(grey.y) < 3e-4 && abs(grey.z) < 3e-4)
    case .hsl: #expect(grey.x == 0 && grey.y == 0)
    case .xyy: #expect(abs(grey.x - 0.3127) < 1e-6 && abs(grey.y - 0.3290) < 1e-6)
    // Daylight is above the black bodies (colour-science, Ohno 2013).
    case .cct: #expect(abs(grey.x - 6504) < 2 && abs(grey.y - 0.00321) < 1e-4)
    case .xyz, .nits, .ycbcr, .camera: break
    }
  }

  @Test(arguments: [
    (SIMD3<UInt8>(51, 102, 153), SIMD3(210.0, 50, 40)),
    (SIMD3(230, 25, 77), SIMD3(344.780, 80.392, 50)),
    (SIMD3(26, 230, 51), SIMD3(127.353, 80.315, 50.196)),
  ]) func hslMatchesTheCommonDefinition(codes: SIMD3<UInt8>, expected: SIMD3<Double>) throws {
    let found = try value(.hsl, [codes.x, codes.y, codes.z])
    #expect(difference(found, expected) < 1e-2)
  }

  /// SDR pictures do not define luminance, but PQ and HLG do.
  @Test func nitsRequirePQOrHLG() throws {
    var image = ImageBuffer<UInt16>(size: Size(width: 1, height: 1), channels: 3)
    for c in 0..<3 { image[0, 0, c] = 49_151 }
    func nits(_ transfer: ColorTransfer) throws -> SIMD3<Double>? {
      let sampler = PointSampler(.sixteen(image), space: .of(.bt2020, transfer))
      return SampleReadout(.nits, from: sampler.space).value(try sampler.sample(at: 0.5, 0.5))
    }
    #expect(try nits(.srgb) == nil)
    // Code 0.75, nearly.
    let pq = try #require(try nits(.pq))
    #expect(abs(pq.y - 983.3) < 0.2)
    // BT.2408: 75 % HLG is diffuse white on a display of 1000 cd/m².
    let hlg = try #require(try nits(.hlg))
    #expect(abs(hlg.y - 203) < 0.5)
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

  @Test func codePointsSelectTheirSpaces() {
    for space in RGBSpace.all {
      if let cicp = space.cicp { #expect(RGBSpace.of(cicp) == space) }
    }
    #expect(RGBSpace.of(CICP(primaries: 9, transfer: 16))?.transfer == .pq)
    #expect(RGBSpace.of(CICP(primaries: 9, transfer: 9)) == nil)
  }
}
