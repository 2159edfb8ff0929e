import BromideKernels
import BromideValues
import TestSupport
import Testing

@testable import BromideDevelop

/// Photos of X-Trans sensors, through the complete development.
@Suite struct XTransTests {
  /// A mosaic of a scene given in camera values, as a sensor records it.
  static func photo(
    _ size: Size, origin: Int = 4, crop: Region? = nil, orientation: Orientation = .upright,
    scene: (Int, Int) -> SIMD3<Double>
  ) -> DevelopSource {
    let levels = SensorLevels(black: 512, white: 15_383)
    let pattern = XTransPattern.allCases[origin]
    let samples = ImageBuffer<UInt16>(size: size) { x, y, _ in
      let value = scene(x, y)[pattern.color(x: x, y: y).rawValue]
      return UInt16(min(max(512 + value * 14_871, 0), 15_383).rounded())
    }
    return DevelopSource(
      image: .xtrans(XTransMosaic(samples: samples.plane, pattern: pattern, levels: levels)),
      profile: testProfile, defaultCrop: crop ?? Region(size), orientation: orientation)
  }

  static func busy(_ size: Size, crop: Region? = nil, orientation: Orientation = .upright)
    -> DevelopSource
  {
    var generator = SeededGenerator(seed: 9)
    return photo(size, crop: crop, orientation: orientation) { x, y in
      let base = 0.25 + 0.2 * Double((x / 7 + y / 5) % 3)
      let spot = (x - 40) * (x - 40) + (y - 30) * (y - 30) < 150 ? 1.5 : 0
      return SIMD3(0.5, 1, 0.7) * (base + spot) + Double.random(in: -0.03...0.03, using: &generator)
    }
  }

  static let methods = [DemosaicMethod.auto, .xtrans, .fine, .best, .bilinear, .half]
  static let compiled = InstructionSet.available.filter { $0 != .reference }

  /// Same bytes for any strips, bands in any order, and other instruction sets within a code.
  @Test(arguments: methods) func stripsAndBandsDoNotShow(method: DemosaicMethod) throws {
    let source = Self.busy(
      Size(width: 131, height: 97), crop: Region(x: 5, y: 7, width: 121, height: 85),
      orientation: .rightTop)
    let recipe = recipe { $0.demosaic = method }
    let whole = try develop(source, recipe)
    for width in [16, 48] {
      #expect(try develop(source, recipe, stripWidth: width) == whole)
    }
    let developer = try Developer(source, recipe: recipe, leastBandArea: 1000)
    #expect(developer.picture(order: Array((0..<developer.bandCount).reversed())) == whole)
    for set in Self.compiled {
      let other = try develop(source, recipe, set)
      for (a, b) in zip(other.bytes, whole.bytes) { #expect(abs(Int(a) - Int(b)) <= 1) }
    }
  }

  @Test func methodsOfOneName() throws {
    let source = Self.busy(Size(width: 60, height: 50))
    func picture(_ method: DemosaicMethod) throws -> Picture {
      try develop(source, recipe { $0.demosaic = method })
    }
    #expect(try picture(.auto) == picture(.xtrans))
    #expect(try picture(.best) == picture(.fine))
    #expect(try picture(.best) != picture(.auto))
    #expect(try picture(.half).size == Size(width: 30, height: 25))
  }

  /// Errors name a method for other sensors, and a sensor that is too small.
  @Test func unsupportedRequestsCauseErrors() throws {
    func message(_ source: DevelopSource, _ method: DemosaicMethod) -> String {
      do {
        _ = try develop(source, recipe { $0.demosaic = method })
        return ""
      } catch {
        return "\(error)"
      }
    }
    let xtrans = Self.busy(Size(width: 30, height: 30))
    #expect(message(xtrans, .rcd).contains("rcd demosaic, which is for Bayer"))
    #expect(message(xtrans, .rcd).contains("auto takes xtrans"))
    let bayer = source(busyMosaic(Size(width: 30, height: 30)))
    #expect(message(bayer, .xtrans).contains("xtrans demosaic, which is for X-Trans"))
    #expect(message(bayer, .xtrans).contains("auto takes rcd"))
    let small = Self.busy(Size(width: 30, height: 5))
    #expect(message(small, .auto).contains("at least 6×6 sites"))
  }

  /// Flat colours match the formula, with every method and position of the pattern.
  @Test(arguments: methods, [0, 7, 17]) func flatColours(method: DemosaicMethod, origin: Int) throws
  {
    let camera = SIMD3(0.21, 0.33, 0.17)
    let source = Self.photo(Size(width: 40, height: 34), origin: origin) { _, _ in camera }
    let recipe = recipe {
      $0.demosaic = method
      $0.tone = .linear
    }
    let picture = try develop(source, recipe)
    let formula = try Formula(testProfile, recipe)
    let expected = formula.codes(camera * formula.multipliers)
    for (x, y) in [(0, 0), (9, 11), (picture.size.width - 1, picture.size.height - 1)] {
      for c in 0..<3 { #expect(abs(Double(picture[x, y, c]) - expected[c]) <= 1.01) }
    }
  }

  /// A brighter exposure, clipped, is recovered and darkened to the unclipped one.
  @Test func clippedLightIsFoundAgain() throws {
    func lamp(_ brightest: Double) -> DevelopSource {
      Self.photo(Size(width: 150, height: 110)) { x, y in
        let (dx, dy) = (Double(x - 75) / 40, Double(y - 55) / 40)
        return SIMD3(0.62, 1, 0.35) * (brightest / (1 + dx * dx + dy * dy))
      }
    }
    var errors: [HighlightMode: Int] = [:]
    for mode in [HighlightMode.clip, .recover] {
      let truth = try develop(lamp(0.55), recipe { $0.highlightMode = mode })
      let bright = lamp(0.55 * 2.828_427)
      let made = try develop(bright, recipe { ($0.highlightMode, $0.exposure) = (mode, -1.5) })
      if mode == .recover { #expect(bright.measures.hasHighlightField) }
      var sum = 0
      for (x, y, c) in Places(x: 60..<90, y: 40..<70).channels(3) {
        sum += abs(truth[x, y, c] - made[x, y, c])
      }
      errors[mode] = sum
    }
    #expect(2 * errors[.recover]! < errors[.clip]!)
  }

  /// Measurements over the entire photo read sites of the right colours.
  @Test func photoMeasurementsReadTheRightColours() throws {
    let camera = SIMD3(0.2, 0.4, 0.1)
    let source = Self.photo(Size(width: 90, height: 66), origin: 11) { _, _ in camera }
    let reduced = try #require(
      ReducedSensor(source.image, region: Region(x: 1, y: 2, width: 80, height: 60), longEdge: 9))
    for (pixel, c) in product(reduced.pixels, 0..<3) { #expect(abs(pixel[c] - camera[c]) < 1e-4) }
    let meter = ToneMeter(matrix: .identity, weights: SIMD3(0, 1, 0), grey: 0.1)
    let cells = meter.cells(of: source.image, instructionSet: .best)
    for (stops, colour) in zip(cells.stops, cells.camera) {
      #expect(abs(stops - 2) < 1e-3)
      for c in 0..<3 { #expect(abs(Double(colour[c]) - camera[c]) < 1e-4) }
    }
    let grey = Self.photo(Size(width: 120, height: 90)) { _, _ in SIMD3(0.2, 0.42, 0.27) }
    let automatic = try Developer(grey, recipe: recipe { $0.whiteBalance = .auto })
    #expect(automatic.balanceConfidence != nil)
    let local = recipe { $0.filters[.shadows] = [0.6] }
    #expect(try develop(Self.busy(Size(width: 90, height: 80)), local).bytes.count == 90 * 80 * 3)
  }
}
