import BromideCodecs
import BromideKernels
import BromideSampling
import BromideValues
import TestSupport
import Testing

/// Large windows are summed from complete rows. The numbers match single pixels.
@Suite struct WindowSumTests {
  static let size = Size(width: 91, height: 67)
  static let windows = [
    SampleWindow(side: .pixels(41)), SampleWindow(side: .pixels(50), shape: .round),
    SampleWindow(side: .pixels(300)),
  ]
  static let places = [(0.5, 0.5), (0.02, 0.9), (0.41, 0.33), (1, 1)]

  /// The mean of the window's pixels, each read by itself.
  private func mean(
    _ sampler: PointSampler, _ x: Double, _ y: Double, _ window: SampleWindow
  ) throws -> (light: SIMD3<Double>, count: Int) {
    let one = try sampler.sample(at: x, y, window)
    let side = Int(window.pixels(in: sampler.size))
    let left = Int((min(x * 91, 91.0.nextDown) - Double(side) / 2 + 0.5).rounded(.down))
    let top = Int((min(y * 67, 67.0.nextDown) - Double(side) / 2 + 0.5).rounded(.down))
    var (sum, count) = (SIMD3<Double>(), 0)
    for (j, i) in product(max(0, top)..<min(67, top + side), max(0, left)..<min(91, left + side)) {
      let (dx, dy) = (2 * (i - left) + 1 - side, 2 * (j - top) + 1 - side)
      guard window.shape == .square || dx * dx + dy * dy <= side * side else { continue }
      sum += try sampler.light(at: NormalizedPoint(pixelX: Double(i), y: Double(j), in: Self.size))
      count += 1
    }
    #expect(one.count == count)
    return (sum / Double(count), count)
  }

  @Test(arguments: [
    YCbCrLayout.nv12, .nv21, .p010, .yv12, .i422, .i444, .i400, .nv24, .nv42, .p410,
    .planar(.yuv440, depth: 8), .planar(.yuv420, depth: 12),
  ])
  func framesAreSummed(layout: YCbCrLayout) throws {
    let count = try #require(layout.byteCount(Self.size))
    let memory = PixelMemory(byteCount: count)
    let noise = SeededNoise(seed: 5)
    for i in 0..<count { unsafe memory.bytes[i] = UInt8(truncatingIfNeeded: noise.bits(i, 0)) }
    let frame = try unsafe YCbCrFrame(
      layout: layout, size: Self.size, contiguous: UnsafeRawBufferPointer(memory.bytes),
      owner: memory)
    let converter = YCbCrConverter(
      coding: YCbCrCoding(matrix: .bt709, range: .full, depth: layout.depth), layout: layout,
      output: .rgbFloat)
    let sampler = PointSampler(.frame(frame, converter), space: .rec709Display)
    for window in Self.windows {
      for (x, y) in Self.places {
        let expected = try mean(sampler, x, y, window)
        let sample = try sampler.sample(at: x, y, window)
        // The table is within 2.6e-8 of the curve.
        #expect(difference(sample.light, expected.light) < 1e-7, "\(window) \(x),\(y)")
        let kept = try sampler.sample(at: x, y, window, keepsPixels: true)
        // Codes come back from R′G′B′ of single precision, a few roundings of 2⁻²⁴ away.
        #expect(difference(sample.codes, kept.codes) < 1e-6 * Double(layout.maximum))
        #expect(sample.clipped == kept.clipped && sample.count == kept.count)
      }
    }
  }

  /// The curves of BT.2100 reach 49 times white, and HLG's couples the channels.
  @Test(arguments: [ColorTransfer.pq, .hlg])
  func highRangesAreSummed(transfer: ColorTransfer) throws {
    let layout = YCbCrLayout.planar(.yuv444, depth: 10)
    let count = try #require(layout.byteCount(Self.size))
    let memory = PixelMemory(byteCount: count)
    let noise = SeededNoise(seed: 6)
    for i in 0..<count / 2 {
      unsafe memory.bytes.storeBytes(
        of: UInt16(noise.bits(i, 0) & 1023).littleEndian, toByteOffset: 2 * i, as: UInt16.self)
    }
    let frame = try unsafe YCbCrFrame(
      layout: layout, size: Self.size, contiguous: UnsafeRawBufferPointer(memory.bytes),
      owner: memory)
    let converter = YCbCrConverter(
      coding: YCbCrCoding(matrix: .bt2020, range: .full, depth: 10), layout: layout,
      output: .rgbFloat)
    let sampler = PointSampler(.frame(frame, converter), space: .of(.bt2020, transfer))
    for window in Self.windows {
      for (x, y) in Self.places {
        let expected = try mean(sampler, x, y, window).light
        let sample = try sampler.sample(at: x, y, window)
        #expect(difference(sample.light, expected) < 1e-5 * expected.max(), "\(window) \(x),\(y)")
      }
    }
  }

  @Test func picturesAreSummed() throws {
    let image = noisePicture(Self.size)
    let noise = SeededNoise(seed: 9)
    let wide = ImageBuffer<UInt16>(size: Size(width: 300, height: 280), channels: 3) { x, y, c in
      UInt16(truncatingIfNeeded: noise.bits(3 * x + c, y))
    }
    for range in YCbCrRange.allCases {
      let sampler = PointSampler(.eight(image), space: .srgb, range: range)
      for window in Self.windows {
        for (x, y) in Self.places {
          let expected = try mean(sampler, x, y, window)
          let sample = try sampler.sample(at: x, y, window)
          #expect(difference(sample.light, expected.light) < 1e-12)
          let kept = try sampler.sample(at: x, y, window, keepsPixels: true)
          #expect(abs(sample.clipped - kept.clipped) < 1e-12)
        }
      }
      let deep = PointSampler(.sixteen(wide), space: .adobeRGB, range: range)
      let window = SampleWindow(side: .pixels(300))
      let sample = try deep.sample(at: 0.5, 0.5, window)
      let kept = try deep.sample(at: 0.5, 0.5, window, keepsPixels: true)
      #expect(difference(sample.light, kept.light) < 1e-12 && sample.clipped == kept.clipped)
    }
  }

  /// Rows of a region match `pixel`, bit for bit, for any start of the region.
  @Test(arguments: [YCbCrLayout.nv12, .i420, .p010, .i422, .i444, .i400], ChromaSiting.allCases)
  func rowsOfRegionsArePixels(layout: YCbCrLayout, siting: ChromaSiting) throws {
    let size = Size(width: 37, height: 9)
    let count = try #require(layout.byteCount(size))
    let memory = PixelMemory(byteCount: count)
    let noise = SeededNoise(seed: 6)
    for i in 0..<count { unsafe memory.bytes[i] = UInt8(truncatingIfNeeded: noise.bits(i, 1)) }
    let frame = try unsafe YCbCrFrame(
      layout: layout, size: size, contiguous: UnsafeRawBufferPointer(memory.bytes), owner: memory)
    for set in InstructionSet.available {
      let converter = YCbCrConverter(
        coding: YCbCrCoding(matrix: .bt601, range: .limited, depth: layout.depth), siting: siting,
        layout: layout, output: .rgbFloat, instructionSet: set)
      for region in [
        Region(size), Region(x: 1, y: 1, width: 1, height: 2),
        Region(x: 5, y: 3, width: 30, height: 6),
        Region(x: 36, y: 0, width: 1, height: 9), Region(x: 2, y: 8, width: 33, height: 1),
      ] {
        var isEqual = true
        converter.withRows(of: frame, region) { y, row in
          for i in 0..<region.width {
            let pixel = converter.pixel(frame, x: region.x + i, y: y)
            for c in 0..<3 { isEqual = isEqual && Double(row[3 * i + c]) == pixel[c] }
          }
        }
        #expect(isEqual, "\(set) \(region)")
      }
    }
  }
}
