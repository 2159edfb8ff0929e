import BromideSampling
import BromideValues
import TestSupport
import Testing

@Suite struct WindowTests {
  let size = Size(width: 31, height: 22)
  var image: ImageBuffer<UInt8> { noisePicture(size) }
  var sampler: PointSampler { PointSampler(.eight(image), space: .srgb) }

  @Test func onePixelContainsThePoint() throws {
    let (sampler, image) = (sampler, image)
    for (x, y) in [(0.0, 0.0), (1.0, 1.0), (0.5, 0.5), (3.0 / 31, 7.0 / 22), (0.999, 0.001)] {
      let column = min(Int(x * 31), 30)
      let row = min(Int(y * 22), 21)
      let sample = try sampler.sample(at: x, y)
      #expect(sample.count == 1 && sample.pixelX == column && sample.pixelY == row)
      #expect(difference(sample.light, srgbLight(image, column, row)) < 1e-7)
    }
  }

  @Test(arguments: Orientation.allCases) func pixelsOfTurnedPicturesAreNamedUpright(
    orientation: Orientation
  ) throws {
    let sampler = PointSampler(.eight(image), space: .srgb, orientation: orientation)
    let upright = sampler.size
    for (x, y) in [(0, 0), (upright.width - 1, 3), (5, upright.height - 1)] {
      let point = NormalizedPoint(pixelX: Double(x), y: Double(y), in: upright)
      let sample = try sampler.sample(at: point.x, point.y)
      #expect(sample.pixelX == x && sample.pixelY == y)
      let stored = orientation.storedPosition(x: x, y: y, in: size)
      #expect(difference(sample.light, srgbLight(image, stored.x, stored.y)) < 1e-7)
    }
  }

  /// Compares every window with the definition: pixels in the picture with centres within half a
  /// side.
  @Test(arguments: [1, 2, 3, 8, 15, 60], SampleWindow.Shape.allCases) func windowsHoldTheirPixels(
    side: Int, shape: SampleWindow.Shape
  ) throws {
    let (sampler, image) = (sampler, image)
    for (x, y) in [(0.5, 0.5), (0.02, 0.97), (1, 0), (0.313, 0.777)] {
      let window = SampleWindow(side: .pixels(side), shape: shape)
      let sample = try sampler.sample(at: x, y, window)
      let (cx, cy) = (min(x * 31, 31 - 1e-9), min(y * 22, 22 - 1e-9))
      let half = Double(side) / 2
      var sum = SIMD3<Double>()
      var count = 0
      // The centre of a round window is the centre of its square's pixels.
      let (mx, my) = (
        (cx - half + 0.5).rounded(.down) + half, (cy - half + 0.5).rounded(.down) + half
      )
      for (j, i) in product(0..<22, 0..<31) {
        let (px, py) = (Double(i) + 0.5, Double(j) + 0.5)
        let isInside =
          shape == .square
          ? px > cx - half && px <= cx + half && py > cy - half && py <= cy + half
          : (px - mx) * (px - mx) + (py - my) * (py - my) <= half * half + 1e-9
        if isInside {
          sum += srgbLight(image, i, j)
          count += 1
        }
      }
      #expect(sample.count == count)
      #expect(difference(sample.light, sum / Double(count)) < 1e-7)
    }
  }

  @Test func fractionsCoverTheSamePartAtEveryResolution() {
    let window = SampleWindow(side: .fraction(0.02))
    #expect(window.pixels(in: Size(width: 6000, height: 4000)) == 80)
    #expect(window.pixels(in: Size(width: 60, height: 40)) == 1)
  }

  @Test func bilinearInterpolatesInLinearLight() throws {
    let (sampler, image) = (sampler, image)
    let window = SampleWindow(lookup: .bilinear)
    let sample = try sampler.sample(at: 10.9 / 31, 7.2 / 22, window)
    // 10.9 is 0.4 to the right of the centre 10.5. 7.2 is 0.3 above 7.5, and so 0.7 below 6.5.
    let top = 0.6 * srgbLight(image, 10, 6) + 0.4 * srgbLight(image, 11, 6)
    let bottom = 0.6 * srgbLight(image, 10, 7) + 0.4 * srgbLight(image, 11, 7)
    #expect(difference(sample.light, 0.3 * top + 0.7 * bottom) < 1e-7)
    // At a pixel's centre, the value equals the pixel. In the corner, it equals the corner pixel.
    let center = try sampler.sample(at: 4.5 / 31, 5.5 / 22, window)
    #expect(difference(center.light, srgbLight(image, 4, 5)) < 1e-7)
    let corner = try sampler.sample(at: 0, 0, window)
    #expect(difference(corner.light, srgbLight(image, 0, 0)) < 1e-7)
  }

  @Test func bilinearWindowsAreMeansOfShiftedPixels() throws {
    let window = SampleWindow(side: .pixels(3), lookup: .bilinear)
    let sample = try sampler.sample(at: 10.75 / 31, 9.5 / 22, window)
    var sum = SIMD3<Double>()
    for (j, i) in product(8...10, 9...11) {
      sum += 0.75 * srgbLight(image, i, j) + 0.25 * srgbLight(image, i + 1, j)
    }
    #expect(sample.count == 9)
    #expect(difference(sample.light, sum / 9) < 1e-7)
  }

  /// Every bilinear window compared with the definition: one value for each pixel of the window,
  /// shifted with the point, in the picture. Outside the outermost centres, the outermost pixel is
  /// repeated.
  @Test(arguments: [1, 2, 3, 8, 60], SampleWindow.Shape.allCases)
  func bilinearWindowsEndAtTheEdge(side: Int, shape: SampleWindow.Shape) throws {
    let (sampler, image) = (sampler, image)
    func pixel(_ x: Int, _ y: Int) -> SIMD3<Double> {
      srgbLight(image, min(max(x, 0), 30), min(max(y, 0), 21))
    }
    let half = Double(side) / 2
    for (x, y) in [(0, 0), (1, 1), (0.02, 0.97), (0.985, 0.015), (0.313, 0.777), (0.003, 0.5)] {
      let window = SampleWindow(side: .pixels(side), shape: shape, lookup: .bilinear)
      let sample = try sampler.sample(at: x, y, window)
      var sum = SIMD3<Double>()
      var count = 0
      for (j, i) in product(0..<side, 0..<side) {
        // Away from the middle of the window, in pixels.
        let (dx, dy) = (Double(i) + 0.5 - half, Double(j) + 0.5 - half)
        let (px, py) = (x * 31 + dx, y * 22 + dy)
        guard px >= 0, px <= 31, py >= 0, py <= 22 else { continue }
        if shape == .round && dx * dx + dy * dy > half * half { continue }
        let (left, top) = ((px - 0.5).rounded(.down), (py - 0.5).rounded(.down))
        let (u, v) = (px - 0.5 - left, py - 0.5 - top)
        let (column, row) = (Int(left), Int(top))
        let upper = (1 - u) * pixel(column, row) + u * pixel(column + 1, row)
        let lower = (1 - u) * pixel(column, row + 1) + u * pixel(column + 1, row + 1)
        sum += (1 - v) * upper + v * lower
        count += 1
      }
      #expect(sample.count == count, "at \(x), \(y)")
      #expect(difference(sample.light, sum / Double(count)) < 1e-7, "at \(x), \(y)")
    }
  }

  /// The statistic drops a tenth at each end, rounded down: 0 of 9 pixels, 2 of 25, 6 of 64, 10 of
  /// 100.
  @Test(arguments: [(2, 0), (3, 0), (4, 1), (5, 2), (8, 6), (10, 10), (12, 14)])
  func statisticsAreTakenOfEachChannelInLinearLight(side: Int, dropped: Int) throws {
    let light = (0..<side).flatMap { j in
      (0..<side).map { i in srgbLight(image, 6 + i, 8 + j) }
    }
    for statistic in SampleWindow.Statistic.allCases {
      let window = SampleWindow(side: .pixels(side), statistic: statistic)
      // The centre of the window. With an even side, it is between pixels.
      let (x, y) = (6 + Double(side) / 2, 8 + Double(side) / 2)
      let sample = try sampler.sample(at: x / 31, y / 22, window)
      #expect(sample.count == side * side)
      for c in 0..<3 {
        let sorted = light.map { $0[c] }.sorted()
        let (half, kept) = (sorted.count / 2, sorted.count - 2 * dropped)
        let expected =
          switch statistic {
          case .mean: sorted.reduce(0, +) / Double(sorted.count)
          case .median:
            side.isMultiple(of: 2) ? (sorted[half - 1] + sorted[half]) / 2 : sorted[half]
          case .trimmed: sorted[dropped..<dropped + kept].reduce(0, +) / Double(kept)
          }
        #expect(abs(sample.light[c] - expected) < 1e-7, "\(statistic)")
      }
    }
  }

  @Test func spreadMatchesThePrintedNumbers() throws {
    let window = SampleWindow(side: .pixels(3))
    let sample = try sampler.sample(at: 8.5 / 31, 10.5 / 22, window, keepsPixels: true)
    let spread = try #require(sample.spread(SampleReadout(.encoded(.srgb), from: .srgb)))
    for c in 0..<3 {
      let codes = (9...11).flatMap { j in (7...9).map { i in Double(image[i, j, c]) } }
      let mean = codes.reduce(0, +) / 9
      let variance = codes.map { ($0 - mean) * ($0 - mean) }.reduce(0, +) / 9
      #expect(abs(spread.deviation[c] - variance.squareRoot()) < 1e-4)
      #expect(abs(spread.minimum[c] - codes.min()!) < 1e-4)
      #expect(abs(spread.maximum[c] - codes.max()!) < 1e-4)
    }
  }

  @Test func huesSpreadTheShortWay() throws {
    var image = ImageBuffer<UInt8>(size: Size(width: 2, height: 1), channels: 3)
    // Hues a few degrees on either side of 0.
    for ((x, color), c) in product([[230, 60, 110], [230, 60, 150]].enumerated(), 0..<3) {
      image[x, 0, c] = UInt8(color[c])
    }
    let sampler = PointSampler(.eight(image), space: .srgb)
    let sample = try sampler.sample(at: 0.5, 0.5, SampleWindow(side: .pixels(2)), keepsPixels: true)
    let spread = try #require(sample.spread(SampleReadout(.lch, from: .srgb)))
    #expect(spread.deviation.z < 30 && spread.maximum.z - spread.minimum.z < 60)
    #expect(spread.minimum.z < 0 || spread.maximum.z >= 360)
  }

  @Test func clippedShareCountsFullChannels() throws {
    var image = ImageBuffer<UInt8>(size: Size(width: 2, height: 2), channels: 1)
    for i in 0..<4 { image[i % 2, i / 2, 0] = [255, 254, 0, 255][i] }
    let sample = try PointSampler(.eight(image), space: .srgb).sample(
      at: 0.5, 0.5, SampleWindow(side: .pixels(2)))
    #expect(sample.count == 4 && sample.clipped == 0.5)
  }

  @Test func outsideIsAnError() {
    #expect(throws: SamplingError.outside(NormalizedPoint(x: 1.01, y: 0.5))) {
      try sampler.sample(at: 1.01, 0.5)
    }
    #expect(throws: SamplingError.self) { _ = try sampler.rgb(at: NormalizedPoint(x: 0, y: .nan)) }
  }
}
