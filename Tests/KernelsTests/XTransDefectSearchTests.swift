import BromideKernels
import BromideValues
import Foundation
import TestSupport
import Testing

/// The search for hot and dead sites of X-Trans, and the repair of their samples.
@Suite struct XTransDefectSearchTests {
  static let noise = NoiseModel(a: 1e-4, b: 1e-6)
  static let levels = SensorLevels(black: 512, white: 15512)

  static func defects(_ mosaic: XTransMosaic, _ set: InstructionSet) -> [SensorDefect] {
    let search = XTransDefectSearch(mosaic, noise: noise, instructionSet: set)
    return (0..<mosaic.size.height).flatMap { search.defects(row: $0) }
  }

  /// Light, given for each site, under the noise of the model.
  static func mosaic(_ size: Size, _ origin: Int, light: [Double]) -> XTransMosaic {
    let pattern = XTransPattern.allCases[origin]
    var random = SeededGenerator(seed: 8)
    let samples = ImageBuffer<UInt16>(size: size) { x, y, _ in
      let value = light[y * size.width + x] * [0.6, 1, 0.8][pattern.color(x: x, y: y).rawValue]
      let deviate = (0..<12).reduce(-6.0) { sum, _ in
        sum + Double.random(in: 0..<1, using: &random)
      }
      let noisy = value + deviate * noise.variance(value).squareRoot()
      return UInt16(min(max((512 + noisy * 15000).rounded(), 0), 15512))
    }
    return XTransMosaic(samples: samples.plane, pattern: pattern, levels: levels)
  }

  @Test(arguments: [0, 4, 9, 17])
  func equalsTheFormulas(origin: Int) {
    for size in [
      Size(width: 6, height: 9), Size(width: 13, height: 13), Size(width: 45, height: 14),
      Size(width: 71, height: 40), Size(width: 150, height: 60),
    ] {
      var random = SeededGenerator(seed: UInt64(size.area + origin))
      var light = (0..<size.area).map { _ in 0.4 }
      for _ in 0..<size.area / 50 {
        light[Int.random(in: 0..<size.area, using: &random)] = .random(in: 0...1, using: &random)
      }
      let mosaic = Self.mosaic(size, origin, light: light)
      let expected = Self.defects(mosaic, .reference)
      if size.area > 2000 {
        #expect(expected.contains(where: \.isDead) && !expected.allSatisfy(\.isDead))
      }
      for set in compiledSets { #expect(Self.defects(mosaic, set) == expected, "\(set) \(size)") }
    }
  }

  /// A sky with stars and a worn sensor: hot sites go, stars stay.
  @Test(arguments: [0, 10]) func starsSurviveAndHotSitesDoNot(origin: Int) {
    // Red is darkened to 0.6 by the mosaic, so hot sites are brighter.
    let sky = WornSky(
      Size(width: 700, height: 560), stars: 200, reach: 6, hot: 200, excess: 1.3...2,
      noise: Self.noise)
    let (missed, wrong, touched) = sky.judged(
      Self.defects(Self.mosaic(sky.size, origin, light: sky.light), .best))
    #expect(missed <= 2 && wrong <= 3 && touched <= 8, "\(missed) \(wrong) \(touched)")
  }

  /// Edges and fine lines of a sharp picture are rarely taken for defects: less than 10 in a
  /// million. For drawn stripes of 3 pixels without blur, a Bayer mosaic has 39 in a million.
  @Test(arguments: [(0, 4), (1, 4), (2, 21)]) func sharpDetailStays(scene: Int, most: Int) {
    let size = Size(width: 700, height: 600)
    let light = (0..<size.area).map { i -> Double in
      let (x, y) = (Double(i % size.width), Double(i / size.width))
      switch scene {
      case 0:
        let (u, v) = (
          x.truncatingRemainder(dividingBy: 37) - 18, y.truncatingRemainder(dividingBy: 41) - 20
        )
        return 0.1 + 0.2 * (1 - erf(((u * u + v * v).squareRoot() - 9) / 0.85))
      case 1:
        let d = (0.8 * x + 0.6 * y).truncatingRemainder(dividingBy: 23) - 11.5
        return 0.1 + 0.5 * exp(-d * d / 0.72)
      default:
        let stripes = sin(0.9 * x + 0.4 * y + 3 * sin(y / 40)) > 0 ? 0.5 : 0.08
        return (Int(x) / 90 + Int(y) / 70) % 2 == 0 ? stripes : (x + y) / 2600
      }
    }
    let found = Self.defects(Self.mosaic(size, 2, light: light), .best)
    #expect(found.count <= most, "\(found.count)")
  }

  /// The demosaic reads replacements like recorded samples, also in mirrored columns and rows.
  @Test(arguments: InstructionSet.available) func repairsAreRead(set: InstructionSet) {
    let size = Size(width: 61, height: 33)
    let worn = Self.mosaic(size, 3, light: (0..<size.area).map { 0.1 + Double($0 % 97) / 200 })
    let defects = randomDefects(size)
    var samples = ImageBuffer<UInt16>(size: size, channels: 1)
    for (x, y) in size.places { samples[x, y, 0] = worn.samples[x, y] }
    for defect in defects { samples[defect.x, defect.y, 0] = defect.replacement }
    let repaired = XTransMosaic(samples: samples.plane, pattern: worn.pattern, levels: Self.levels)
    let repairs = HotPixels(defects, height: size.height)
    for kernel in [DemosaicKernel.banks, .banks1, .bilinear, .half] {
      let input = DemosaicInput(mosaic: worn, gains: [1.5, 1, 1.2], ceiling: 1, repairs: repairs)
      let expected = DemosaicInput(mosaic: repaired, gains: [1.5, 1, 1.2], ceiling: 1)
      #expect(
        DemosaicCase.pixels(kernel, input, by: set)
          == DemosaicCase.pixels(kernel, expected, by: set), "\(kernel)")
    }
  }
}
