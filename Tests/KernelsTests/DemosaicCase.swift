import BromideKernels
import BromideLibc
import BromideValues
import TestSupport
import Testing

/// Synthetic mosaics, and ways to develop them, for the tests of the demosaic.
enum DemosaicCase {
  /// The samples of a picture, kept alive by the view.
  static func mosaic(
    width: Int, height: Int, pattern: BayerPattern, levels: SensorLevels,
    sample: (_ x: Int, _ y: Int) -> UInt16
  ) -> Mosaic {
    let image = ImageBuffer<UInt16>(size: Size(width: width, height: height)) { x, y, _ in
      sample(x, y)
    }
    return Mosaic(samples: image.plane, pattern: pattern, levels: levels)
  }

  /// Independent values of 14 bits, some below black and some above white.
  static func noise(
    width: Int, height: Int, pattern: BayerPattern,
    levels: SensorLevels = SensorLevels(black: 500, white: 15000)
  ) -> Mosaic {
    var random = SeededGenerator(seed: UInt64(width * 4096 + height))
    return mosaic(width: width, height: height, pattern: pattern, levels: levels) { _, _ in
      UInt16(random.next() >> 50)
    }
  }

  /// Waves of three colours in two directions, like light through a lens. Their lengths are
  /// incommensurable, because directions tie in patterns that repeat in integer pixels.
  static func waves(width: Int, height: Int, pattern: BayerPattern) -> Mosaic {
    let levels = SensorLevels(black: 512, white: 65000)
    return mosaic(width: width, height: height, pattern: pattern, levels: levels) { x, y in
      let (x1, y1) = (Double(x), Double(y))
      let color = Double(pattern.color(x: x, y: y).rawValue)
      let broad = sin(0.0713 * x1 + 0.0317 * y1 + color)
      let fine = sin(0.831 * x1 - 0.577 * y1 + 2 * sin(0.0191 * y1))
      return UInt16(24000 + 4000 * color + 12000 * broad + 6000 * fine)
    }
  }

  /// All pixels of `region`, by rows.
  static func pixels(
    _ kernel: DemosaicKernel, _ input: DemosaicInput, region: Region? = nil,
    by instructionSet: InstructionSet, strip: DemosaicStrip? = nil
  ) -> [SIMD3<Float>] {
    let region = region ?? Region(input.outputSize(kernel))
    let strip =
      strip
      ?? DemosaicStrip(kernel: kernel, maximumWidth: region.width, instructionSet: instructionSet)
    let row = PlanarRow(capacity: region.width)
    strip.begin(input, region: region)
    return (0..<region.height).flatMap { _ in
      strip.nextRow(into: row)
      return (0..<region.width).map { row[$0] }
    }
  }

  /// The number of pixels that differ by more than `tolerance`, relative for values above 1.
  static func count(
    of first: [SIMD3<Float>], unlike second: [SIMD3<Float>], tolerance: Float
  ) -> Int {
    precondition(first.count == second.count)
    return zip(first, second).count { a, b in
      (0..<3).contains { !(abs(a[$0] - b[$0]) <= tolerance * max(1, abs(b[$0]))) }
    }
  }
}

/// Rectangles at any place of a picture, at most `most` rows high.
func randomRegions(in size: Size, count: Int, most: Int = .max, seed: UInt64) -> [Region] {
  var random = SeededGenerator(seed: seed)
  return (0..<count).map { _ in
    let x = Int.random(in: 0..<size.width, using: &random)
    let y = Int.random(in: 0..<size.height, using: &random)
    return Region(
      x: x, y: y, width: Int.random(in: 1...size.width - x, using: &random),
      height: Int.random(in: 1...min(most, size.height - y), using: &random))
  }
}

extension DemosaicCase {
  /// Expects that rectangles of a picture have the pixels of the whole. One strip makes all: the
  /// remains of an earlier rectangle in its rings must not matter.
  static func expectRegions(
    _ regions: [Region], ofThe input: DemosaicInput, _ kernel: DemosaicKernel, _ set: InstructionSet
  ) {
    let size = input.outputSize(kernel)
    let whole = pixels(kernel, input, by: set)
    let strip = DemosaicStrip(kernel: kernel, maximumWidth: size.width, instructionSet: set)
    for region in regions {
      let made = pixels(kernel, input, region: region, by: set, strip: strip)
      let expected = (region.y..<region.endY).flatMap { y in
        whole[y * size.width + region.x..<y * size.width + region.endX]
      }
      #expect(made == expected, "\(region)")
    }
  }
}
