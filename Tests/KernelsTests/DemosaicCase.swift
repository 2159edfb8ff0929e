import BromideKernels
import BromideLibc
import BromideValues
import TestSupport

/// Synthetic mosaics, and ways to develop them, for the tests of the demosaic.
enum DemosaicCase {
  /// The samples of a picture, kept alive by the view.
  static func mosaic(
    width: Int, height: Int, pattern: BayerPattern, levels: SensorLevels,
    sample: (_ x: Int, _ y: Int) -> UInt16
  ) -> Mosaic {
    var image = ImageBuffer<UInt16>(size: Size(width: width, height: height), channels: 1)
    for y in 0..<height {
      for x in 0..<width { image[x, y, 0] = sample(x, y) }
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
      ?? DemosaicStrip(
        kernel: kernel, maximumWidth: region.width, instructionSet: instructionSet)
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
