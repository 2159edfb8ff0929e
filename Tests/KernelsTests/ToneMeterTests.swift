import BromideValues
import Foundation
import TestSupport
import Testing

@testable import BromideKernels

/// The cells of local tone compared with a plain measurement at each position.
@Suite struct ToneMeterTests {
  static let matrix = Matrix3x3(
    SIMD3(1.6, -0.3, 0.1), SIMD3(-0.2, 1.4, -0.2), SIMD3(0.05, -0.4, 2.1))
  static let weights = SIMD3(0.2627, 0.678, 0.0593)
  static let meter = ToneMeter(matrix: matrix, weights: weights, grey: 0.127)

  static func noise(_ size: Size, channels: Int = 1, seed: UInt64 = 1) -> ImageBuffer<UInt16> {
    var generator = SeededGenerator(seed: seed)
    let samples = ImageBuffer<UInt16>(size: size, channels: channels) { x, y, c in
      let stops = Double.random(in: -12...0, using: &generator)
      return UInt16(400 + 15_000 * exp2(stops))
    }
    return samples
  }

  /// Four black levels, and a pattern of six columns that is not one of 2×2.
  static let levels = [
    SensorLevels(black: 512, white: 15_383),
    SensorLevels(
      blackPatternSize: Size(width: 2, height: 2), black: [500, 510, 520, 530], white: 15_383),
    SensorLevels(
      blackPatternSize: Size(width: 3, height: 1), black: [500, 506, 512], white: 15_383),
  ]

  static let images: [SensorImage] = {
    var images: [SensorImage] = []
    for (index, pattern) in BayerPattern.allCases.enumerated() {
      for size in [Size(width: 2, height: 2), Size(width: 45, height: 31)] {
        images.append(
          .mosaic(
            Mosaic(
              samples: noise(size).plane, pattern: pattern,
              levels: levels[index % levels.count])))
      }
    }
    let large = [
      Size(width: 1031, height: 77), Size(width: 63, height: 1200), Size(width: 5200, height: 24),
    ]
    for size in large {
      images.append(.mosaic(Mosaic(samples: noise(size).plane, pattern: .gbrg, levels: levels[1])))
    }
    for (channels, size) in [
      (1, Size(width: 1, height: 1)), (1, Size(width: 300, height: 9)),
      (3, Size(width: 43, height: 17)), (3, Size(width: 4700, height: 40)),
    ] {
      images.append(
        .linear(
          LinearImage(
            samples: noise(size, channels: channels).plane, channels: channels, white: 12_000,
            appliedGains: SIMD3(2, 1, 1.5))))
    }
    return images
  }()

  @Test(arguments: images.indices)
  func cellsAreMeansOfPlaces(index: Int) {
    let image = Self.images[index]
    let expected = Self.meter.cells(of: image, instructionSet: .reference)
    let made = Self.meter.cells(of: image, instructionSet: .baseline)
    #expect(made.columns == expected.columns && made.rows == expected.rows)
    #expect(made.cellSize == expected.cellSize)
    for i in expected.stops.indices {
      #expect(abs(made.stops[i] - expected.stops[i]) < 2e-4)
      for c in 0..<3 {
        #expect(abs(made.camera[i][c] - expected.camera[i][c]) < 1e-5)
      }
    }
    for set in compiledSets {
      let other = Self.meter.cells(of: image, instructionSet: set)
      #expect(other.stops == made.stops && other.camera == made.camera, "\(set)")
    }
  }

  /// Every position is in one cell, every cell has a position, and cells are about square.
  @Test func cellsDivideTheImage() {
    for width in [2, 3, 30, 511, 512, 513, 515, 1000, 4310, 6001] {
      for height in [2, 5, 17, 400, 2868] {
        let layout = ToneLayout(across: width, down: height, side: 1)
        #expect(layout.columns <= 256 && layout.rows <= 256)
        #expect(max(layout.columns, layout.rows) == min(max(width, height), 256))
        #expect(layout.ends.last == layout.placesAcross)
        #expect(zip([0] + layout.ends, layout.ends).allSatisfy { $0 < $1 })
        var last = -1
        for row in 0..<layout.rows {
          let rows = layout.placeRows(of: row)
          #expect(!rows.isEmpty && rows.count <= 8 && rows.allSatisfy { $0 > last && $0 < height })
          last = rows.last ?? last
        }
        let aspect = layout.cellSize.x / layout.cellSize.y
        #expect(min(width, height) < 100 || abs(aspect - 1) < 0.02, "\(width)×\(height)")
      }
    }
  }

  @Test func uniformSurfacesGiveTheirStops() {
    let size = Size(width: 600, height: 400)
    var samples = ImageBuffer<UInt16>(size: size, channels: 3)
    for (x, y) in Places(x: 0..<600, y: 0..<400) {
      for (c, code) in [3000, 5000, 2000].enumerated() { samples[x, y, c] = UInt16(code) }
    }
    let meter = ToneMeter(matrix: .identity, weights: Self.weights, grey: 0.127)
    let cells = meter.cells(
      of: .linear(LinearImage(samples: samples.plane, channels: 3, white: 10_000)),
      instructionSet: .best)
    let stops = log2((0.3 * 0.2627 + 0.5 * 0.678 + 0.2 * 0.0593) / 0.127)
    #expect(cells.stops.allSatisfy { abs(Double($0) - stops) < 1e-5 })
    #expect(cells.camera.allSatisfy { abs($0.y - 0.5) < 1e-6 })
  }

  @Test func darknessEndsAtTheFloor() {
    #expect(Self.meter.stops(SIMD3(0, 0, 0)) == -10)
    #expect(Self.meter.stops(SIMD3(-0.01, -0.01, -0.01)) == -10)
    var samples = ImageBuffer<UInt16>(size: Size(width: 40, height: 30), channels: 1)
    for y in 0..<30 { for x in 0..<40 { samples[x, y, 0] = 512 } }
    let black = Mosaic(samples: samples.plane, pattern: .rggb, levels: Self.levels[0])
    let cells = Self.meter.cells(of: .mosaic(black), instructionSet: .best)
    #expect(cells.stops.allSatisfy { $0 == -10 })
  }
}
