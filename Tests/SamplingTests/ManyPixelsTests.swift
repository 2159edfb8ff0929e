import BromideKernels
import BromideValues
import TestSupport
import Testing

@testable import BromideCodecs
@testable import BromideSampling

/// Windows that are read row by row, against naive loops over single pixels.
@Suite struct ManyPixelsTests {
  static let size = Size(width: 83, height: 61)

  private static func frame(_ layout: YCbCrLayout, seed: UInt64) throws -> YCbCrFrame {
    let count = try #require(layout.byteCount(size))
    let memory = PixelMemory(byteCount: count)
    let noise = SeededNoise(seed: seed)
    for i in 0..<count { unsafe memory.bytes[i] = UInt8(truncatingIfNeeded: noise.bits(i, 0)) }
    return try unsafe YCbCrFrame(
      layout: layout, size: size, contiguous: UnsafeRawBufferPointer(memory.bytes), owner: memory)
  }

  private static func sampler(
    _ layout: YCbCrLayout, _ transfer: ColorTransfer = .bt1886
  ) throws -> PointSampler {
    let converter = YCbCrConverter(
      coding: YCbCrCoding(matrix: .bt709, range: .limited, depth: layout.depth), layout: layout,
      output: .rgbFloat)
    return PointSampler(.frame(try frame(layout, seed: 3), converter), space: .of(.bt709, transfer))
  }

  /// Tables are within 1e-8 of every curve, also where its pieces meet, and below black.
  @Test(arguments: ColorTransfer.all)
  func tablesOfCurvesAreCurves(transfer: ColorTransfer) {
    let function = transfer.function
    for encodes in [false, true] {
      let curve: @Sendable (Double) -> Double = {
        encodes ? function.encode($0) : function.decode($0)
      }
      let table = CurveOctaves(curve)
      let noise = SeededNoise(seed: 1)
      var numbers = [0, -0.3, 1, function.cut, function.encodedCut, 1e-7, 40]
      for i in 0..<20_000 {
        let share = Double(noise.bits(i, 0) & 0xFFFFFF) / Double(0xFFFFFF)
        numbers.append(i % 2 == 0 ? 1.2 * share : share * share * share * share)
      }
      for number in numbers where number.isFinite {
        let exact = curve(number)
        #expect(abs(table(number) - exact) <= 1e-8 * abs(exact), "\(transfer.name) \(number)")
      }
    }
  }

  static let windows = [
    SampleWindow(side: .pixels(9)), SampleWindow(side: .pixels(31), shape: .round),
    SampleWindow(side: .pixels(45)), SampleWindow(side: .pixels(40), height: .pixels(200)),
  ]

  /// The stored pixels of a window about a point, by its definition.
  private func pixels(_ window: SampleWindow, _ point: NormalizedPoint) -> [(x: Int, y: Int)] {
    let region = window.region(around: point, in: Self.size)
    return (region.y..<region.endY).flatMap { y in
      (region.x..<region.endX).compactMap { x in
        guard x >= 0, y >= 0, x < Self.size.width, y < Self.size.height else { return nil }
        return window.includes(x: x, y: y, of: region) ? (x, y) : nil
      }
    }
  }

  @Test(
    arguments: [YCbCrLayout.nv12, .p010, .i444, .planar(.yuv420, depth: 16)],
    SampleWindow.Statistic.allCases)
  func windowsAreTheirPixels(layout: YCbCrLayout, statistic: SampleWindow.Statistic) throws {
    let sampler = try Self.sampler(layout)
    for window in Self.windows {
      var window = window
      window.statistic = statistic
      for point in [NormalizedPoint(x: 0.5, y: 0.5), NormalizedPoint(x: 0.97, y: 0.1)] {
        let pixels = pixels(window, point)
        let lights = pixels.map { sampler.signal.light(of: sampler.encoded(x: $0.x, y: $0.y)) }
        let expected = (0..<3).map { c in Self.naive(lights.map { $0[c] }, statistic) }
        let reader = try #require(sampler.frameReader)
        let codes = pixels.map { reader.codes(x: $0.x, y: $0.y) }
        let expectedCodes = (0..<3).map { c in Self.naive(codes.map { $0[c] }, statistic) }
        for planned in [0, 1 << 20] {
          let sample = try sampler.sample(
            at: point, window: window, scratch: sampler.makeScratch(planned: planned))
          for c in 0..<3 {
            #expect(abs(sample.light[c] - expected[c]) < 1e-7, "\(window) \(planned)")
            // The mean of codes comes from floats.
            let gap = abs(sample.codes[c] - expectedCodes[c]) / Double(layout.maximum)
            #expect(gap < 1e-6, "\(window) \(planned)")
          }
          #expect(sample.count == pixels.count)
          let clipped = pixels.count {
            sampler.encoded(x: $0.x, y: $0.y).max() >= sampler.clippedFrom
          }
          #expect(abs(sample.clipped - Double(clipped) / Double(pixels.count)) < 1e-12)
        }
      }
    }
  }

  private static func naive(_ numbers: [Double], _ statistic: SampleWindow.Statistic) -> Double {
    let dropped =
      switch statistic {
      case .mean: 0
      case .median: (numbers.count - 1) / 2
      case .trimmed: numbers.count / 10
      }
    let kept = numbers.sorted().dropFirst(dropped).dropLast(dropped)
    return kept.reduce(0, +) / Double(kept.count)
  }

  @Test func rankedNumbersAreSorted() {
    let noise = SeededNoise(seed: 8)
    for count in [1, 2, 3, 10, 101, 4000] {
      var (numbers, all) = (RankedNumbers(capacity: count), [Float]())
      for i in 0..<count {
        // Few values, so that many are equal, and both signs.
        all.append(Float(Int(noise.bits(i, count) % 41) - 20) / 7)
      }
      // The other channels contain other numbers.
      let row = all.flatMap { [$0 + 50, $0, $0 - 50] }
      unsafe row.withUnsafeBufferPointer {
        numbers.append(unsafe RGBRow($0), 0..<count, channel: 1)
      }
      for dropped in [0, count / 10, (count - 1) / 2] {
        let kept = all.sorted().dropFirst(dropped).dropLast(dropped)
        let mean = kept.reduce(0) { $0 + Double($1) * Double($1) * Double($1) } / Double(kept.count)
        let found = numbers.mean(dropping: dropped) { Double($0) * Double($0) * Double($0) }
        #expect(abs(found - mean) < 1e-9)
      }
    }
  }

  @Test(arguments: [YCbCrLayout.nv12, .i444])
  func spreadsMatchPixels(layout: YCbCrLayout) throws {
    let sampler = try Self.sampler(layout)
    let point = NormalizedPoint(x: 0.4, y: 0.6)
    for window in Self.windows {
      let sample = try sampler.sample(
        at: point, window: window, keepsPixels: true, scratch: sampler.makeScratch(planned: 1 << 20)
      )
      for space in [SampleSpace.encoded(.srgb), .lab, .lch, .linear, .encoded(.rec2020)] {
        let readout = SampleReadout(space, from: sampler.space)
        let spread = try #require(sample.spread(readout))
        let middle = try #require(readout.value(sample))
        let values = pixels(window, point).map { pixel in
          var value = readout.value(
            light: sampler.signal.light(of: sampler.encoded(x: pixel.x, y: pixel.y)))
          if space == .lch { value.z -= 360 * ((value.z - middle.z) / 360).rounded() }
          return value
        }
        let mean = values.reduce(SIMD3(), +) / Double(values.count)
        let variance =
          values.reduce(SIMD3()) { $0 + ($1 - mean) * ($1 - mean) } / Double(values.count)
        #expect(difference(spread.deviation, variance.squareRoot()) < 2e-6, "\(space)")
        #expect(
          difference(spread.minimum, values.reduce(values[0]) { pointwiseMin($0, $1) }) < 2e-6)
        #expect(
          difference(spread.maximum, values.reduce(values[0]) { pointwiseMax($0, $1) }) < 2e-6)
      }
    }
  }

  /// Pixels are also weighted by opacity when they are reread. If all are transparent, all have
  /// equal weights.
  @Test func transparentPixelsAreWeighted() throws {
    var image = noisePicture(Self.size, channels: 4)
    let window = SampleWindow(side: .pixels(21))
    let point = NormalizedPoint(x: 0.5, y: 0.5)
    for isSeen in [true, false] {
      if !isSeen {
        for y in 0..<Self.size.height { for x in 0..<Self.size.width { image[x, y, 3] = 0 } }
      }
      let sampler = PointSampler(.eight(image), space: .srgb)
      let sample = try sampler.sample(
        at: point, window: window, keepsPixels: true, scratch: sampler.makeScratch())
      let all = pixels(window, point).map { pixel in
        (srgbLight(image, pixel.x, pixel.y), isSeen ? Double(image[pixel.x, pixel.y, 3]) : 1)
      }
      let total = all.reduce(0) { $0 + $1.1 }
      let mean = all.reduce(SIMD3<Double>()) { $0 + $1.1 * $1.0 } / total
      #expect(difference(sample.light, mean) < 1e-12)
      #expect(abs(sample.alpha - (isSeen ? total / 255 / Double(all.count) : 0)) < 1e-12)
      let spread = try #require(sample.spread(SampleReadout(.linear, from: .srgb)))
      let variance =
        all.reduce(SIMD3<Double>()) { $0 + $1.1 * ($1.0 - mean) * ($1.0 - mean) } / total
      #expect(difference(spread.deviation, variance.squareRoot()) < 1e-9)
    }
  }

  @Test func histogramsCountThePicturesCodes() throws {
    let sampler = try Self.sampler(.i444)
    let region = Region(x: 3, y: 5, width: 70, height: 40)
    let scratch = sampler.makeScratch()
    for space in [SampleSpace.ycbcr, .rgb, .encoded(.srgb), .encoded(sampler.space)] {
      let histogram = try #require(sampler.histogram(of: region, in: space, scratch: scratch))
      let readout = SampleReadout(space, from: sampler.space)
      var counts = [[Int]](repeating: [Int](repeating: 0, count: 256), count: 3)
      for (x, y) in region.places {
        let codes = try #require(sampler.frameReader).codes(x: x, y: y)
        let value = readout.value(
          light: sampler.signal.light(of: sampler.encoded(x: x, y: y)), codes: codes)
        for c in 0..<3 { counts[c][Int(min(max(value[c], 0), 255).rounded())] += 1 }
      }
      #expect(histogram.counts == counts, "\(space)")
    }
    #expect(sampler.histogram(of: region, in: .lab, scratch: scratch) == nil)
  }

  /// Y 80, Cb 64 and Cr 240 of BT.601 in limited range: H.273 gives B′ = 64/219 - 1.772·64/224 = -0.21405.
  @Test(arguments: [ColorTransfer.bt1886, .srgb, .camera, .gamma22])
  func negativeBlueIsKept(transfer: ColorTransfer) throws {
    let layout = YCbCrLayout.i444
    let memory = PixelMemory(byteCount: 3)
    for (i, code) in [UInt8(80), 64, 240].enumerated() { unsafe memory.bytes[i] = code }
    let frame = try unsafe YCbCrFrame(
      layout: layout, size: Size(width: 1, height: 1),
      contiguous: UnsafeRawBufferPointer(memory.bytes), owner: memory)
    let converter = YCbCrConverter(
      coding: YCbCrCoding(matrix: .bt601, range: .limited, depth: 8), layout: layout,
      output: .rgbFloat)
    let sampler = PointSampler(.frame(frame, converter), space: .of(.bt709, transfer))
    let sample = try sampler.sample(
      at: NormalizedPoint(x: 0.5, y: 0.5), keepsPixels: true, scratch: sampler.makeScratch())
    let blue = 64.0 / 219 + 2 * (1 - 0.114) * -64 / 224
    let rgb = try #require(
      SampleReadout(.rgb, from: sampler.space, isUnclipped: true).value(sample))
    #expect(abs(rgb.z - 255 * blue) < 1e-4)
    #expect(abs(rgb.z + 54.6) < 0.05)
    let clipped = try #require(SampleReadout(.rgb, from: sampler.space).value(sample))
    #expect(clipped.z == 0)
    let linear = try #require(SampleReadout(.linear, from: sampler.space).value(sample))
    #expect(abs(linear.z + transfer.function.decode(-blue)) < 1e-6 && linear.z < -0.01)
    #expect(sample.shareOutside(sampler.space) == 1)
  }

  /// Half a code of 8 bits below black is illegal, and a tenth is not.
  @Test func illegalCodesAreCounted() throws {
    for (code, share) in [(-0.6 / 255, 1.0), (-0.1 / 255, 0), (0.5, 0), (1, 0), (1.001, 1)] {
      let image = ImageBuffer<Float>(size: Size(width: 2, height: 2), channels: 3) { x, y, c in
        c == 2 ? Float(code) : 0.5
      }
      let sampler = PointSampler(.float(image), space: .rec709Display)
      let sample = try sampler.sample(
        at: NormalizedPoint(x: 0.5, y: 0.5), window: SampleWindow(side: .pixels(2)),
        keepsPixels: true, scratch: sampler.makeScratch())
      #expect(sample.shareOutside(.rec709Display) == share, "\(code)")
    }
  }
}
