import BromideValues
import TestSupport
import Testing

@testable import BromideDevelop

@Suite struct ReducedSensorTests {
  private static let levels: [SensorLevels] = [
    SensorLevels(black: 512, white: 15_383),
    SensorLevels(
      blackPatternSize: Size(width: 3, height: 2), black: [64, 70, 60, 66, 72, 58], white: 3800),
  ]

  /// Compares each pixel with the mean of all sites of its box.
  ///
  /// - Parameter cell: Rows and columns of the cells in a box.
  private func expectMeans(
    _ small: ReducedSensor, _ region: Region, cell: Int, _ levels: SensorLevels,
    color: (_ x: Int, _ y: Int) -> CFAColor, sample: (_ x: Int, _ y: Int) -> Double
  ) {
    let cells = Size(width: region.width / cell, height: region.height / cell)
    for (x, y) in small.size.places {
      let columns = x * cells.width / small.size.width..<(x + 1) * cells.width / small.size.width
      let rows = y * cells.height / small.size.height..<(y + 1) * cells.height / small.size.height
      var (light, range) = (SIMD3<Double>.zero, SIMD3<Double>.zero)
      for siteY in region.y + cell * rows.lowerBound..<region.y + cell * rows.upperBound {
        for siteX in region.x + cell * columns.lowerBound..<region.x + cell * columns.upperBound {
          let black = Double(levels.black(x: siteX, y: siteY))
          light[color(siteX, siteY).rawValue] += sample(siteX, siteY) - black
          range[color(siteX, siteY).rawValue] += Double(levels.white) - black
        }
      }
      let gap = small.pixels[y * small.size.width + x] - light / range
      #expect(pointwiseMax(gap, -gap).max() < 1e-12)
    }
  }

  /// Means of boxes with at most 4 rows of cells, which are all read.
  @Test(arguments: BayerPattern.allCases, levels)
  func meansOfMosaics(pattern: BayerPattern, levels: SensorLevels) throws {
    var generator = SeededGenerator(seed: 5)
    let scene = mosaic(Size(width: 83, height: 61), pattern: pattern, levels: levels) { _, _ in
      SIMD3(
        Double.random(in: -0.01...1, using: &generator),
        Double.random(in: -0.01...1, using: &generator),
        Double.random(in: -0.01...1, using: &generator))
    }
    for region in [
      Region(scene.size), Region(x: 3, y: 5, width: 70, height: 40),
      Region(x: 2, y: 1, width: 15, height: 17),
    ] {
      let small = try #require(ReducedSensor(.mosaic(scene), region: region, longEdge: 12))
      let cells = Size(width: region.width / 2, height: region.height / 2)
      #expect(small.size.longEdge == min(12, cells.longEdge))
      #expect(small.pixels.count == small.size.area)
      expectMeans(
        small, region, cell: 2, levels, color: pattern.color(x:y:)
      ) { Double(scene.samples[$0, $1]) }
    }
  }

  /// The same for X-Trans with cells of 3×3 sites.
  @Test(arguments: [0, 5, 10, 17], levels)
  func meansOfXTrans(origin: Int, levels: SensorLevels) throws {
    let size = Size(width: 83, height: 61)
    var generator = SeededGenerator(seed: 6)
    let samples = ImageBuffer<UInt16>(size: size) { x, y, _ in
      UInt16.random(in: 40...3900, using: &generator)
    }
    let pattern = XTransPattern.allCases[origin]
    let mosaic = XTransMosaic(samples: samples.plane, pattern: pattern, levels: levels)
    for region in [Region(size), Region(x: 4, y: 5, width: 70, height: 40)] {
      let small = try #require(ReducedSensor(.xtrans(mosaic), region: region, longEdge: 9))
      expectMeans(
        small, region, cell: 3, levels, color: pattern.color(x:y:)
      ) { Double(samples[$0, $1, 0]) }
    }
  }

  @Test func gainsOfLinearPicturesAreUndone() throws {
    let size = Size(width: 30, height: 20)
    let samples = ImageBuffer<UInt16>(size: size, channels: 3) { x, y, c in
      UInt16(100 * c + x + y)
    }
    let image = LinearImage(
      samples: samples.plane, channels: 3, white: 4000, appliedGains: SIMD3(2, 1, 1.5))
    let region = Region(x: 4, y: 2, width: 24, height: 16)
    let small = try #require(ReducedSensor(.linear(image), region: region, longEdge: 6))
    #expect(small.size == Size(width: 6, height: 4))
    for (x, y) in Places(x: 0..<6, y: 0..<4) {
      let mean = Double(4 + 4 * x) + 1.5 + Double(2 + 4 * y) + 1.5
      for c in 0..<3 {
        let expected = (mean + Double(100 * c)) / (4000 * [2, 1, 1.5][c])
        #expect(abs(small.pixels[6 * y + x][c] - expected) < 1e-12)
      }
    }
  }

  /// Four rows represent all rows of a tall box.
  @Test func tallBoxesAreSampled() throws {
    let scene = mosaic(Size(width: 400, height: 300)) { x, y in
      SIMD3(0.2, 0.5, 0.4) * (0.5 + Double(x) / 1000 + Double(y) / 1000)
    }
    let small = try #require(ReducedSensor(.mosaic(scene), region: Region(scene.size), longEdge: 4))
    for (i, pixel) in small.pixels.enumerated() {
      let (x, y) = (Double(i % 4) * 100 + 50, Double(i / 4) * 100 + 50)
      let gap = pixel - SIMD3(0.2, 0.5, 0.4) * (0.5 + x / 1000 + y / 1000)
      #expect(pointwiseMax(gap, -gap).max() < 0.01)
    }
  }

  @Test func rejectsPicturesWithoutColors() {
    let grey = LinearImage(
      samples: ImageBuffer<UInt16>(size: Size(width: 8, height: 8), channels: 1).plane,
      channels: 1, white: 1)
    #expect(
      ReducedSensor(.linear(grey), region: Region(x: 0, y: 0, width: 8, height: 8), longEdge: 4)
        == nil)
    let scene = mosaic(Size(width: 8, height: 8)) { _, _ in SIMD3(0.2, 0.3, 0.4) }
    #expect(
      ReducedSensor(.mosaic(scene), region: Region(x: 0, y: 0, width: 8, height: 1), longEdge: 4)
        == nil)
  }
}
