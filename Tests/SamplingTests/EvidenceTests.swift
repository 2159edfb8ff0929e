import BromideCodecs
import BromideDevelop
import BromideKernels
import BromideSampling
import BromideValues
import TestSupport
import Testing

/// The evidence of a frame's range in its luma, on frames with known counts.
@Suite struct LumaEvidenceTests {
  /// Returns the evidence of a grey frame of 100×100 with these counts of 8-bit codes. Wider
  /// samples contain the same codes times 2^(depth − 8), with random lower bits.
  private func evidence(
    _ counts: [(code: Int, count: Int)], _ layout: YCbCrLayout = .i400
  ) throws -> LumaEvidence {
    let size = Size(width: 100, height: 100)
    let memory = PixelMemory(byteCount: try #require(layout.byteCount(size)))
    let codes = counts.flatMap { [Int](repeating: $0.code, count: $0.count) }
    try #require(codes.count == size.area)
    for (i, code) in codes.enumerated() {
      if layout.depth == 8 {
        unsafe memory.bytes[i] = UInt8(code)
      } else {
        // P010 has its 10 bits at the top of 16.
        let sample = UInt16(code * 4 + 3) << 6
        unsafe memory.bytes.storeBytes(
          of: sample.littleEndian, toByteOffset: 2 * i, as: UInt16.self)
      }
    }
    if layout.depth > 8 {
      for i in 10_000..<15_000 {
        unsafe memory.bytes.storeBytes(of: 0x8000, toByteOffset: 2 * i, as: UInt16.self)
      }
    }
    let frame = try unsafe YCbCrFrame(
      layout: layout, size: size, contiguous: UnsafeRawBufferPointer(memory.bytes), owner: memory)
    let converter = YCbCrConverter(
      coding: YCbCrCoding(matrix: .bt709, range: .limited, depth: layout.depth), layout: layout,
      output: .rgbFloat)
    return LumaEvidence(frame, converter)
  }

  /// 16 and 235 are inside, 15 and 236 are not.
  @Test(arguments: [YCbCrLayout.i400, .p010]) func theShareInsideIsCounted(layout: YCbCrLayout)
    throws
  {
    let found = try evidence(
      [(0, 100), (15, 900), (16, 2000), (128, 3000), (235, 2500), (236, 700), (255, 800)], layout)
    #expect(abs(found.shareInside - 0.75) < 1e-12)
    #expect(!found.standsAtEdge)
  }

  /// The darkest thousandth is within 16…20 or the brightest within 231…235.
  @Test(arguments: [
    (16, 128, true), (20, 128, true), (15, 128, false), (21, 128, false), (100, 235, true),
    (100, 231, true), (100, 236, false), (100, 230, false), (16, 235, true),
  ])
  func edgesAreSeen(dark: Int, bright: Int, expected: Bool) throws {
    #expect(try evidence([(dark, 5000), (bright, 5000)]).standsAtEdge == expected)
  }

  /// Ten of 10 000 samples can be outside either edge, but not eleven.
  @Test(arguments: [(10, true), (11, false)]) func aThousandthDoesNotCount(
    count: Int, expected: Bool
  ) throws {
    #expect(try evidence([(0, count), (18, 1000), (128, 9000 - count)]).standsAtEdge == expected)
    // For bright samples, the one after the first 9990 is used.
    #expect(
      try evidence([(128, 8000), (233, 2001 - count), (255, count - 1)]).standsAtEdge == expected)
  }

  @Test func rangesAreContradicted() throws {
    let limited = try evidence([(0, 10), (16, 1000), (235, 8990)])
    #expect(limited.contradicts(.full) && !limited.contradicts(.limited))
    let overshoot = try evidence([(0, 11), (16, 1000), (235, 8989)])
    #expect(!overshoot.contradicts(.full) && !overshoot.contradicts(.limited))
    let flat = try evidence([(100, 5000), (150, 5000)])
    #expect(!flat.contradicts(.full) && !flat.contradicts(.limited))
    // Up to a hundredth can be outside.
    #expect(try !evidence([(0, 100), (128, 9900)]).contradicts(.limited))
    #expect(try evidence([(0, 101), (128, 9899)]).contradicts(.limited))
  }
}

/// Brightness measured on the sensor, against the light of the developed pixels.
@Suite struct RawLuminanceTests {
  /// Red, green and blue sites at these codes above black, times a factor that depends on the
  /// column.
  private func source(
    _ codes: [Int] = [1800, 3600, 2300], orientation: Orientation = .upright,
    factor: (Int) -> Int = { _ in 1 }
  ) -> DevelopSource {
    let size = Size(width: 96, height: 64)
    let samples = ImageBuffer<UInt16>(size: size) { x, y, _ in
      let color = BayerPattern.grbg.color(x: x, y: y).rawValue
      return UInt16(min(512 + codes[color] * factor(x), 16383))
    }
    let mosaic = Mosaic(
      samples: samples.plane, pattern: .grbg, levels: SensorLevels(black: 512, white: 15_000))
    return DevelopSource(
      image: .mosaic(mosaic), profile: RawSamplingTests.profile, defaultCrop: Region(size),
      orientation: orientation)
  }

  private func middle(
    _ source: DevelopSource, of region: SIMD4<Double> = [0, 0, 1, 1],
    exposure: Double = 0, whiteBalance: WhiteBalance = .camera
  ) throws -> Double {
    var recipe = DevelopRecipe()
    recipe.exposure = exposure
    recipe.whiteBalance = whiteBalance
    return try RawLuminance(source, recipe: recipe).light(of: region).middle
  }

  @Test(arguments: [WhiteBalance.camera, .temperature(4000, tint: 5)])
  func isTheDevelopedY(whiteBalance: WhiteBalance) throws {
    let found = try middle(source(), whiteBalance: whiteBalance)
    var recipe = DevelopRecipe()
    recipe.tone = .linear
    recipe.whiteBalance = whiteBalance
    let light = try PointSampler(raw: source(), recipe: recipe).sample(at: 0.5, 0.5)
    let y = (light.space.toXYZ * light.light).y
    #expect(abs(found - y) < 1e-4 * y, "\(found) \(y)")
  }

  /// A gain on the light multiplies it, but the recipe's exposure does not.
  @Test func followsTheLightAndNotTheExposure() throws {
    let one = try middle(source())
    #expect(abs(try middle(source(factor: { _ in 3 })) / one - 3) < 1e-9)
    #expect(abs(try middle(source(), exposure: 1.5) / one - 1) < 1e-9)
  }

  /// Twice the light in the right third, and black in the first eighth.
  @Test func onlyTheRegionCounts() throws {
    let one = try middle(source())
    func parts(_ x: Int) -> Int { x < 12 ? 0 : x < 64 ? 1 : 2 }
    for (orientation, right) in [(Orientation.upright, 0.7), (.bottomRight, 0.02)] {
      let source = source(orientation: orientation, factor: parts)
      #expect(abs(try middle(source, of: [0.3, 0.2, 0.3, 0.7]) / one - 1) < 1e-9)
      #expect(abs(try middle(source, of: [right, 0.4, 0.25, 0.3]) / one - 2) < 1e-9)
      // Only the picture is included, and the mean of no pixels is 0.
      #expect(try middle(source, of: [1.2, 0, 0.5, 1]) == 0)
    }
  }

  /// Up to a quarter of the tiles can be lights or holes.
  @Test func lightsAndHolesDoNotMoveIt() throws {
    let one = try middle(source())
    for odd in [0, 4] {
      let found = try middle(source(factor: { $0 < 20 ? odd : 1 }))
      #expect(abs(found / one - 1) < 1e-9, "\(odd)")
      // A third of the tiles changes the result.
      let moved = try middle(source(factor: { $0 < 36 ? odd : 1 }))
      #expect(abs(moved / one - 1) > 0.05, "\(odd)")
    }
  }
}
