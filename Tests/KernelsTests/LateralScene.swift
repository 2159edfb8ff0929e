import BromideKernels
import BromideLibc
import BromideValues
import TestSupport
import Testing

/// A textured scene with red and blue shifted by a lens, and measurements of it.
enum LateralScene {
  /// Light 0…1 at a place: waves of many lengths and directions.
  static func light(_ x: Double, _ y: Double, _ color: CFAColor) -> Double {
    let bent = x + 9 * sin(y / 37)
    let waves =
      sin(0.31 * bent + 0.13 * y) + sin(0.17 * y - 0.23 * bent) + sin(0.41 * y + 0.07 * bent)
      + 1.5 * sin(0.05 * bent - 0.04 * y)
    let hue = 0.05 * sin(x / 90 + Double(color.rawValue)) * cos(y / 70)
    return 0.35 + 0.05 * waves + hue
  }

  /// The colour filters of a sensor.
  enum Filters: Sendable {
    case bayer(BayerPattern)
    /// X-Trans at one of the 18 places of its pattern.
    case xtrans(Int)
  }

  /// The blocks of the scene under a lens and a sensor, with noise of this deviation.
  static func blocks(
    _ size: Size, _ filters: Filters, _ lens: LateralColor, noise: Double
  ) -> (CFAColor, InstructionSet) -> LateralBlocks {
    switch filters {
    case .bayer(let pattern):
      let mosaic = mosaic(size, pattern, lens, noise: noise)
      return { LateralBlocks(mosaic, color: $0, instructionSet: $1) }
    case .xtrans(let place):
      let pattern = XTransPattern.allCases[place]
      let code = code(of: size, lens, noise: noise, seed: 6) { pattern.color(x: $0, y: $1) }
      let image = ImageBuffer<UInt16>(size: size) { x, y, _ in code(x, y) }
      let mosaic = XTransMosaic(samples: image.plane, pattern: pattern, levels: levels)
      return { LateralBlocks(mosaic, color: $0, instructionSet: $1) }
    }
  }

  /// The scene under a lens and a Bayer sensor.
  static func mosaic(
    _ size: Size, _ pattern: BayerPattern, _ lens: LateralColor, noise: Double
  ) -> Mosaic {
    let code = code(of: size, lens, noise: noise, seed: 5) { pattern.color(x: $0, y: $1) }
    return DemosaicCase.mosaic(
      width: size.width, height: size.height, pattern: pattern, levels: levels, sample: code)
  }

  private static let levels = SensorLevels(
    blackPatternSize: Size(width: 2, height: 2), black: [510, 505, 495, 490], white: 16000)

  /// The code of each site, to be called in the order of the sites.
  private static func code(
    of size: Size, _ lens: LateralColor, noise: Double, seed: UInt64,
    color: @escaping (Int, Int) -> CFAColor
  ) -> (Int, Int) -> UInt16 {
    var random = SeededGenerator(seed: seed)
    let half = Double(size.width * size.width + size.height * size.height).squareRoot() / 2
    let middle = SIMD2(Double(size.width), Double(size.height)) / 2
    return { x, y in
      let color = color(x, y)
      let place = SIMD2(Double(x) + 0.5, Double(y) + 0.5)
      let shift = color == .red ? lens.red : color == .blue ? lens.blue : .none
      let seen = place + shift.shift(at: (place - middle) / half)
      let noise = noise * Double.random(in: -1.7...1.7, using: &random)
      let value = light(seen.x, seen.y, color) + noise
      let black = Double(levels.black(x: x, y: y))
      return UInt16(min(max(black + value * (16000 - black), 0), 16000))
    }
  }

  /// The sums of all blocks at one shift.
  static func sums(_ blocks: LateralBlocks, _ shift: SIMD2<Double>) -> [LateralSums] {
    let scratch = clearedScratch()
    return (0..<blocks.size.height).flatMap { row in
      (0..<blocks.size.width).map { column in
        blocks.sums(column: column, row: row, shift: shift, scratch: scratch)
      }
    }
  }

  /// Compares sums in single precision with the formulas.
  static func expectSame(_ made: [LateralSums], _ expected: [LateralSums], _ comment: Comment) {
    for (made, expected) in zip(made, expected) {
      #expect(made.count == expected.count)
      #expect(made.place == expected.place && made.shift == expected.shift)
      let scale = expected.gg + expected.cc
      for (a, b) in [
        (made.cc, expected.cc), (made.cg, expected.cg), (made.gg, expected.gg),
        (made.cSlope.x, expected.cSlope.x), (made.cSlope.y, expected.cSlope.y),
        (made.gSlope.x, expected.gSlope.x), (made.gSlope.y, expected.gSlope.y),
        (made.slopes.x, expected.slopes.x), (made.slopes.y, expected.slopes.y),
        (made.slopes.z, expected.slopes.z),
      ] { #expect(abs(a - b) < 2e-5 * scale, comment) }
    }
  }

  /// Three passes over all blocks.
  static func fit(_ blocks: LateralBlocks) -> LateralFit {
    let scratch = clearedScratch()
    var fit = LateralFit([])
    for _ in 0..<3 {
      let shift = fit.shift
      let sums = (0..<blocks.size.height).flatMap { row in
        (0..<blocks.size.width).map { column in
          blocks.sums(
            column: column, row: row,
            shift: shift.shift(at: blocks.place(column: column, row: row)), scratch: scratch)
        }
      }
      fit = LateralFit(sums)
    }
    return fit
  }

  private static func clearedScratch() -> PixelMemory {
    let scratch = PixelMemory(byteCount: LateralBlocks.scratchCount * MemoryLayout<Float>.stride)
    unsafe scratch.bytes.initializeMemory(as: UInt8.self, repeating: 0)
    return scratch
  }
}
