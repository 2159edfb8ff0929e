import BromideKernels
import BromideValues
import TestSupport
import Testing

@testable import BromideDevelop

@Suite struct ColourAccuracyTests {
  /// Twelve patches of 24×24, camera values before any balance, some dark, none clipped after the
  /// balance.
  static let patches: [SIMD3<Double>] = [
    SIMD3(0.09, 0.13, 0.07), SIMD3(0.3, 0.42, 0.3), SIMD3(0.1, 0.22, 0.28),
    SIMD3(0.09, 0.16, 0.08), SIMD3(0.19, 0.3, 0.36), SIMD3(0.2, 0.5, 0.42),
    SIMD3(0.35, 0.3, 0.1), SIMD3(0.07, 0.14, 0.3), SIMD3(0.44, 0.92, 0.6),
    SIMD3(0.21, 0.44, 0.28), SIMD3(0.05, 0.1, 0.065), SIMD3(0.01, 0.02, 0.013),
  ]
  static let size = Size(width: 4 * 24, height: 3 * 24)

  static func patch(_ x: Int, _ y: Int) -> SIMD3<Double> { patches[y / 24 * 4 + x / 24] }

  static let levels: [SensorLevels] = [
    SensorLevels(black: 0, white: 4095),
    SensorLevels(
      blackPatternSize: Size(width: 2, height: 2), black: [500, 520, 530, 510], white: 16_000),
    SensorLevels(
      blackPatternSize: Size(width: 3, height: 2), black: [64, 70, 60, 66, 72, 58], white: 3800),
  ]

  @Test(arguments: BayerPattern.allCases, levels)
  func patchesAreTheFormula(pattern: BayerPattern, levels: SensorLevels) throws {
    for sample in SampleFormat.codes {
      for demosaic in [DemosaicMethod.rcd, .bilinear] {
        let recipe = recipe {
          $0.tone = .linear
          $0.sample = sample
          $0.demosaic = demosaic
          $0.exposure = 0.3
        }
        // The formula, applied to the mean of each colour's samples inside the patch.
        let chart = mosaic(Self.size, pattern: pattern, levels: levels, scene: Self.patch)
        let picture = try develop(source(chart), recipe)
        let formula = try Formula(testProfile, recipe)
        for (index, _) in Self.patches.enumerated() {
          let (x0, y0) = (index % 4 * 24, index / 4 * 24)
          let inner = (y0 + 10..<y0 + 14).flatMap { y in (x0 + 10..<x0 + 14).map { ($0, y) } }
          var sums = SIMD3<Double>()
          var counts = SIMD3<Double>()
          for (x, y) in inner {
            let color = pattern.color(x: x, y: y).rawValue
            let black = Double(levels.black(x: x, y: y))
            sums[color] += (Double(chart.samples[x, y]) - black) / (Double(levels.white) - black)
            counts[color] += 1
          }
          let codes = formula.codes(sums / counts * formula.multipliers)
          for c in 0..<3 {
            let mean = inner.reduce(0.0) { $0 + Double(picture[$1.0, $1.1, c]) } / 16
            #expect(abs(mean - codes[c]) <= (sample == .uint8 ? 1 : 66), "patch \(index) \(c)")
          }
        }
      }
    }
  }

  @Test(arguments: InstructionSet.available, RGBSpace.all)
  func everyPixelIsTheChainInDoublePrecision(set: InstructionSet, space: RGBSpace) throws {
    let size = Size(width: 50, height: 37)
    let scene = busyMosaic(size)
    let renderings = [(ToneMode.linear, Look.standard)] + Look.all.map { (.standard, $0) }
    for ((tone, look), exposure) in zip(renderings, [-0.4, 0.9, -0.4, -0.4]) {
      let recipe = recipe {
        $0.demosaic = .bilinear
        $0.highlightMode = .clip
        $0.tone = tone
        $0.look = look
        $0.space = space
        $0.exposure = exposure
      }
      let picture = try develop(source(scene), recipe, set)
      let formula = try Formula(testProfile, recipe)
      for (x, y) in size.places {
        let balanced = NaiveBilinear(scene, formula.multipliers, ceiling: 1).pixel(x, y)
        let codes = formula.codes(balanced)
        for c in 0..<3 {
          #expect(abs(Double(picture[x, y, c]) - codes[c]) <= 0.5 + 0.02, "\(x) \(y) \(c)")
        }
      }
    }
  }

  @Test func linearToneDoesNotDependOnTheWorkingSpace() throws {
    // A colour outside sRGB but inside P3. The product of both matrices is the profile's matrix.
    let scene = mosaic(Size(width: 20, height: 20)) { _, _ in SIMD3(0.3, 0.1, 0.05) }
    for space in RGBSpace.all {
      let recipe = recipe {
        $0.tone = .linear
        $0.space = space
        $0.sample = .uint16
      }
      let picture = try develop(source(scene), recipe)
      let formula = try Formula(testProfile, recipe)
      let camera = NaiveBilinear(scene, formula.multipliers, ceiling: 1).pixel(10, 10)
      for c in 0..<3 { #expect(abs(Double(picture[10, 10, c]) - formula.codes(camera)[c]) < 1.5) }
    }
  }

  @Test func baselineExposureCountsAndIsReported() throws {
    var profile = testProfile
    profile.baselineExposure = 0.5
    let scene = mosaic(Size(width: 16, height: 16)) { _, _ in SIMD3(0.1, 0.2, 0.14) }
    let developer = try Developer(
      source(scene, profile: profile), recipe: recipe { $0.exposure = 0.25 })
    #expect(developer.totalExposure == 0.75)
    let same = try develop(source(scene), recipe { $0.exposure = 0.75 })
    #expect(developer.picture() == same)
  }

  @Test func cameraExposureReplacesTheBaselineExceptForClassic() throws {
    var profile = testProfile
    profile.baselineExposure = 0.5
    profile.cameraExposure = PhotoExposure(stops: 0.75, source: .file)
    let photo = source(
      mosaic(Size(width: 16, height: 16)) { _, _ in SIMD3(0.1, 0.2, 0.14) }, profile: profile)
    for (look, stops) in [(Look.standard, 1.0), (.flat, 1.0), (.classic, 0.75)] {
      let recipe = recipe {
        $0.exposure = 0.25
        $0.look = look
      }
      #expect(try Developer(photo, recipe: recipe).totalExposure == stops)
    }
    // It also applies to linear light, because it belongs to the photo and not to the curve.
    let linear = recipe { $0.tone = .linear }
    #expect(try Developer(photo, recipe: linear).totalExposure == 0.75)
  }

  @Test func multipliersHaveGreenOneAndGainsHaveMinimumOne() throws {
    let scene = mosaic(Size(width: 16, height: 16)) { _, _ in SIMD3(0.1, 0.2, 0.14) }
    let developer = try Developer(
      source(scene), recipe: recipe { $0.whiteBalance = .multipliers(0.5, 1, 2) })
    #expect(developer.multipliers == SIMD3(0.5, 1, 2))
    #expect(developer.pipeline.steps.gains == SIMD3(1, 2, 4))
  }
}

/// The mean of the nearest sites of each colour, one pixel per call, mirrored at the edges.
struct NaiveBilinear {
  let mosaic: Mosaic
  let gains: SIMD3<Double>
  let ceiling: Double

  init(_ mosaic: Mosaic, _ gains: SIMD3<Double>, ceiling: Double) {
    self.mosaic = mosaic
    self.gains = gains
    self.ceiling = ceiling
  }

  private func site(_ x: Int, _ y: Int) -> (color: Int, value: Double) {
    func mirror(_ i: Int, _ n: Int) -> Int { i < 0 ? -i : i >= n ? 2 * (n - 1) - i : i }
    let (x, y) = (mirror(x, mosaic.size.width), mirror(y, mosaic.size.height))
    let color = mosaic.pattern.color(x: x, y: y).rawValue
    let black = Double(mosaic.levels.black(x: x, y: y))
    let value = (Double(mosaic.samples[x, y]) - black) / (Double(mosaic.levels.white) - black)
    return (color, min(max(value * gains[color], 0), ceiling))
  }

  func pixel(_ x: Int, _ y: Int) -> SIMD3<Double> {
    var result = SIMD3<Double>()
    let own = site(x, y).color
    for c in 0..<3 {
      if c == own {
        result[c] = site(x, y).value
        continue
      }
      var near: [(distance: Int, value: Double)] = []
      for (dy, dx) in product(-1...1, -1...1) where site(x + dx, y + dy).color == c {
        near.append((dx * dx + dy * dy, site(x + dx, y + dy).value))
      }
      let least = near.map(\.distance).min()!
      let values = near.filter { $0.distance == least }.map(\.value)
      result[c] = values.reduce(0, +) / Double(values.count)
    }
    return result
  }
}
