import BromideValues
import TestSupport
import Testing

@testable import BromideDevelop

@Suite struct NeutralEstimateTests {
  /// A picture of three channels, exact to a 65535th.
  static func linear(_ size: Size, _ scene: (Int, Int) -> SIMD3<Double>) -> SensorImage {
    var samples = ImageBuffer<UInt16>(size: size, channels: 3)
    for (x, y) in size.places {
      let value = scene(x, y)
      for c in 0..<3 {
        samples[x, y, c] = UInt16(min(max(value[c] * 65535, 0), 65535).rounded())
      }
    }
    return .linear(LinearImage(samples: samples.plane, channels: 3, white: 65535))
  }

  private static func estimate(_ image: SensorImage) -> NeutralEstimate? {
    NeutralEstimate(image, region: Region(image.size), profile: testProfile)
  }

  private static let daylight = PlanckianPlace(mired: 1e6 / 5200, duv: 0.001)

  /// Grey surfaces of all brightnesses: each estimator finds the light, and the estimate is halfway
  /// to it.
  @Test(arguments: [
    (PlanckianPlace(mired: 300, duv: 0.004), 300.0, 0.004),
    (PlanckianPlace(mired: 170, duv: -0.003), 170, -0.003),
    // Limits: 2500 and 8500 K, Duv −0.007 and 0.009.
    (PlanckianPlace(mired: 450, duv: -0.012), 400, -0.007),
    (PlanckianPlace(mired: 90, duv: 0.02), 1e6 / 8500, 0.009),
  ])
  func greysRevealTheLight(light: PlanckianPlace, mired: Double, duv: Double) throws {
    let neutral = testProfile.neutral(white: light.white)
    let image = Self.linear(Size(width: 96, height: 64)) { x, y in
      neutral / neutral.max() * (0.05 + 0.8 * Double((7 * x + 13 * y) % 90) / 90)
    }
    let found = try #require(Self.estimate(image))
    let place = PlanckianPlace(try testProfile.white(neutral: found.neutral))
    #expect(abs(place.mired - (mired + Self.daylight.mired) / 2) < 0.05)
    #expect(abs(place.duv - (duv + Self.daylight.duv) / 2) < 2e-5)
    #expect(abs(found.confidence - 0.8) < 0.005)
    #expect(found.confidence <= 0.8)
  }

  /// A plain implementation of the five estimators, on a picture small enough to skip the
  /// reduction.
  @Test(arguments: [1, 2, 3, 4])
  func medianOfFive(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let size = Size(width: 40, height: 30)
    let cells = (0..<size.area).map { _ in
      let level = Double.random(in: 0.0005...1.1, using: &generator)
      return SIMD3(
        level * Double.random(in: 0.2...0.7, using: &generator), level,
        level * Double.random(in: 0.3...0.8, using: &generator))
    }
    let image = Self.linear(size) { x, y in cells[y * size.width + x] }
    let places = try Naive(cells, size).estimates.map {
      let place = PlanckianPlace(try testProfile.white(neutral: $0))
      return (min(max(place.mired, 1e6 / 8500), 400), min(max(place.duv, -0.007), 0.009))
    }
    let mired = places.map(\.0).sorted()[2]
    let duv = places.map(\.1).sorted()[2]
    let spread = 1.4826 * places.map { abs($0.0 - mired) }.sorted()[2]
    let found = try #require(Self.estimate(image))
    let place = PlanckianPlace(try testProfile.white(neutral: found.neutral))
    #expect(abs(place.mired - (mired + Self.daylight.mired) / 2) < 0.05)
    #expect(abs(place.duv - (duv + Self.daylight.duv) / 2) < 2e-5)
    #expect(abs(found.confidence - 1 / (1 + (spread + 5) / 20)) < 1e-3)
    #expect(found.confidence < 0.75, "estimators that do not agree")
  }

  /// Clipped cells, cells that are black in a channel, and cells near saturation are ignored.
  @Test func clippedAndBlackCellsAreIgnored() throws {
    let plain = mosaic(Size(width: 64, height: 64)) { x, y in
      SIMD3(0.2, 0.4, 0.25) * (x % 8 < 4 ? 1 : 0.7)
    }
    let spoilt = mosaic(Size(width: 64, height: 64)) { x, y in
      y < 8
        ? SIMD3(1.2, 1.2, 1.2)
        : y < 16
          ? SIMD3(0, 0, 0)
          : y < 24 ? SIMD3(0.3, 0.96, 0.9) : SIMD3(0.2, 0.4, 0.25) * (x % 8 < 4 ? 1 : 0.7)
    }
    let (a, b) = (Self.estimate(.mosaic(plain)), Self.estimate(.mosaic(spoilt)))
    let expected = try #require(a)
    let found = try #require(b)
    #expect(
      pointwiseMax(found.neutral - expected.neutral, expected.neutral - found.neutral).max() < 1e-3)
    let black = mosaic(Size(width: 16, height: 16)) { _, _ in SIMD3(0, 0, 0) }
    #expect(Self.estimate(.mosaic(black)) == nil)
    let grey = LinearImage(
      samples: ImageBuffer<UInt16>(size: Size(width: 4, height: 4), channels: 1).plane,
      channels: 1, white: 1)
    #expect(Self.estimate(.linear(grey)) == nil)
  }

  /// Damaged headers can contain equal levels, and crops outside the picture.
  @Test func invalidSamplesCannotBeEstimated() {
    let flat = mosaic(
      Size(width: 16, height: 16), levels: SensorLevels(black: 100, white: 100)
    ) { _, _ in SIMD3(0.2, 0.3, 0.4) }
    #expect(Self.estimate(.mosaic(flat)) == nil)
    let scene = busyMosaic(Size(width: 32, height: 32))
    for region in [
      Region(x: 4, y: 0, width: 32, height: 8), Region(x: 0, y: -2, width: 8, height: 8),
      Region(x: 0, y: 0, width: 1, height: 1),
    ] {
      #expect(NeutralEstimate(.mosaic(scene), region: region, profile: testProfile) == nil)
      #expect(ReducedSensor(.mosaic(scene), region: region, longEdge: 8) == nil)
    }
    var broken = testProfile
    broken.calibrations[0].colorMatrix = Matrix3x3(SIMD3(1, 1, 1), SIMD3(1, 1, 1), SIMD3(1, 1, 1))
    #expect(NeutralEstimate(.mosaic(scene), region: Region(scene.size), profile: broken) == nil)
  }

  @Test func developerReportsTheEstimate() throws {
    let scene = busyMosaic(Size(width: 64, height: 64))
    let estimate = try #require(Self.estimate(.mosaic(scene)))
    func developer(_ change: (inout DevelopRecipe) -> Void) throws -> Developer {
      try Developer(source(scene), recipe: recipe(change))
    }
    let auto = try developer { $0.whiteBalance = .auto }
    let neutral = auto.multipliers * estimate.neutral
    #expect(neutral.max() - neutral.min() < 1e-9)
    #expect(auto.balanceConfidence == estimate.confidence)
    let tinted = try developer {
      $0.whiteBalance = .auto
      $0.filters[.tint] = [5]
    }
    #expect(tinted.balanceConfidence == estimate.confidence)
    let requested = try developer {
      $0.whiteBalance = .auto
      $0.filters[.temperature] = [4000]
    }
    #expect(requested.balanceConfidence == nil)
    #expect(try developer { $0.whiteBalance = .camera }.balanceConfidence == nil)
    let black = mosaic(Size(width: 16, height: 16)) { _, _ in SIMD3(0, 0, 0) }
    let kept = try Developer(source(black), recipe: recipe { $0.whiteBalance = .auto })
    #expect(kept.multipliers == testProfile.asShotMultipliers && kept.balanceConfidence == nil)
  }
}

/// The estimators as their papers state them, without a thought of speed.
private struct Naive {
  let all: [SIMD3<Double>]
  let size: Size
  let cells: [SIMD3<Double>]

  init(_ all: [SIMD3<Double>], _ size: Size) {
    self.all = all
    self.size = size
    cells = all.filter(Self.isUsable)
  }

  private static func isUsable(_ cell: SIMD3<Double>) -> Bool {
    cell.max() < 0.95 && cell.min() > 0.001
  }

  var estimates: [SIMD3<Double>] {
    let mean = cells.reduce(.zero, +) / Double(cells.count)
    let sorted = cells.sorted { ($0 * mean).sum() < ($1 * mean).sum() }
    let few = Int(0.035 * Double(cells.count))
    let ends = Array(sorted[..<few]) + Array(sorted[(sorted.count - few)...])
    let bright = sorted[(sorted.count - Int(0.05 * Double(cells.count)))...]
    return [
      mean, sixthPower, edges, Self.axis(ends),
      bright.reduce(.zero, +) / Double(bright.count),
    ]
  }

  private var sixthPower: SIMD3<Double> {
    var result = SIMD3<Double>.zero
    for c in 0..<3 {
      let sum = cells.reduce(0) { $0 + $1[c] * $1[c] * $1[c] * $1[c] * $1[c] * $1[c] }
      // The root by bisection.
      var (low, high) = (0.0, 1.0)
      for _ in 0..<60 {
        let m = (low + high) / 2
        if m * m * m * m * m * m * Double(cells.count) < sum { low = m } else { high = m }
      }
      result[c] = low
    }
    return result
  }

  private var edges: SIMD3<Double> {
    var sum = SIMD3<Double>.zero
    for (x, y) in size.places {
      let here = all[y * size.width + x]
      for (nextX, nextY) in [(x + 1, y), (x, y + 1)]
      where nextX < size.width && nextY < size.height {
        let next = all[nextY * size.width + nextX]
        guard Self.isUsable(here), Self.isUsable(next) else { continue }
        for c in 0..<3 { sum[c] += abs(next[c] - here[c]) }
      }
    }
    return sum
  }

  /// The principal axis, by squaring the matrix of products until one axis remains.
  private static func axis(_ cells: [SIMD3<Double>]) -> SIMD3<Double> {
    var rows = [SIMD3<Double>](repeating: .zero, count: 3)
    for cell in cells { for c in 0..<3 { rows[c] += cell[c] * cell } }
    var matrix = Matrix3x3(rows[0], rows[1], rows[2])
    for _ in 0..<12 {
      matrix = matrix * matrix
      matrix = (1 / matrix[1, 1]) * matrix
    }
    return matrix.rows[1]
  }
}
