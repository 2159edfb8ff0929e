import BromideKernels
import BromideLibc
import BromideValues
import TestSupport
import Testing

@Suite struct HighlightFieldTests {
  /// Smooth light with changing colour and noise, partly clipped, with dark parts.
  static func mosaic(_ size: Size, _ pattern: BayerPattern = .grbg) -> Mosaic {
    var generator = SeededGenerator(seed: 17)
    let samples = ImageBuffer<UInt16>(size: size) { x, y, _ in
      let color = Double(pattern.color(x: x, y: y).rawValue)
      let wave = sin(Double(x) / 70 + color * 0.4) * cos(Double(y) / 55 - color * 0.3)
      let light = 0.65 + 0.4 * wave + .random(in: -0.05...0.05, using: &generator)
      return UInt16(min(max(600 + light * 14_000, 0), 15_000))
    }
    return Mosaic(
      samples: samples.plane, pattern: pattern,
      levels: SensorLevels(
        blackPatternSize: Size(width: 2, height: 2), black: [590, 600, 610, 620], white: 15_000))
  }

  /// The same light under the filters of an X-Trans sensor.
  static func xtrans(
    _ size: Size, _ pattern: XTransPattern, _ blackSize: Size = Size(width: 6, height: 2)
  ) -> XTransMosaic {
    XTransMosaic(
      samples: mosaic(size).samples, pattern: pattern,
      levels: SensorLevels(
        blackPatternSize: blackSize, black: (0..<blackSize.area).map { Float(590 + 3 * $0) },
        white: 15_000))
  }

  static func linear(_ size: Size) -> LinearImage {
    let mosaic = mosaic(Size(width: 3 * size.width, height: size.height))
    return LinearImage(
      samples: mosaic.samples, channels: 3, white: 12_000, appliedGains: SIMD3(1, 1.1, 0.9))
  }

  static func sums(_ image: SensorImage, _ set: InstructionSet) -> [Float] {
    guard let cells = HighlightCells(image, instructionSet: set) else { return [] }
    var sums = [Float](repeating: .nan, count: 4 * cells.size.area)
    unsafe sums.withUnsafeMutableBufferPointer { sums in
      for row in 0..<cells.size.height {
        unsafe cells.measure(row: row, into: sums.baseAddress! + 4 * row * cells.size.width)
      }
    }
    return sums
  }

  static func field(_ image: SensorImage, _ set: InstructionSet = .best) -> HighlightField? {
    guard let cells = HighlightCells(image, instructionSet: set) else { return nil }
    return HighlightField(cells, instructionSet: set)
  }

  static let sizes = [
    Size(width: 200, height: 130), Size(width: 16, height: 16), Size(width: 17, height: 3),
    Size(width: 2, height: 2), Size(width: 35, height: 51), Size(width: 3, height: 97),
  ]

  private static func expectFormulas(_ image: SensorImage, _ size: Size) {
    let expected = Self.sums(image, .reference)
    let results = compiledSets.map { Self.sums(image, $0) }
    for result in results {
      #expect(result == results[0])
      for (a, b) in zip(result, expected) { #expect(abs(a - b) <= 1e-5 * (1 + abs(b))) }
    }
    if size.area > 2000 { #expect(expected.contains { $0 > 1 }) }
  }

  @Test(arguments: sizes, BayerPattern.allCases)
  func cellsAreTheFormulas(size: Size, pattern: BayerPattern) {
    let images: [SensorImage] = [.mosaic(Self.mosaic(size, pattern)), .linear(Self.linear(size))]
    for image in images { Self.expectFormulas(image, size) }
  }

  /// X-Trans, from every origin, on sensors that end anywhere in the last cell. Also with a pattern
  /// of black levels that does not repeat with the colours.
  @Test(arguments: XTransPattern.allCases) func cellsOfXTransAreTheFormulas(
    pattern: XTransPattern
  ) {
    let sizes = [
      Size(width: 200, height: 130), Size(width: 34, height: 31), Size(width: 33, height: 47),
      Size(width: 18, height: 15), Size(width: 17, height: 48), Size(width: 50, height: 14),
      Size(width: 6, height: 6),
    ]
    let blacks = [Size(width: 6, height: 2), Size(width: 1, height: 1), Size(width: 4, height: 5)]
    for (size, black) in sizes.flatMap({ size in blacks.map { (size, $0) } }) {
      Self.expectFormulas(.xtrans(Self.xtrans(size, pattern, black)), size)
    }
  }

  @Test func fieldsAreEqualToTheBit() {
    for size in Self.sizes {
      let image = SensorImage.mosaic(Self.mosaic(size))
      let fields = compiledSets.map { Self.field(image, $0) }
      for field in fields { #expect(field == fields[0] && field != nil) }
    }
  }

  /// Push–pull and blur, written for single cells.
  @Test(arguments: sizes)
  func fieldsAreTheFormulas(size: Size) throws {
    let image = SensorImage.mosaic(Self.mosaic(size))
    let field = try #require(Self.field(image))
    let naive = NaiveField(
      Self.sums(image, .best).map(Double.init), size: field.size,
      quads: Size(width: size.width / 2, height: size.height / 2))
    for (x, y) in field.size.places {
      let i = y * field.size.width + x
      for (plane, value) in [naive.ratio(0, x, y), naive.ratio(1, x, y), naive.support(x, y)]
        .enumerated()
      {
        let made = Double(field.values[plane * field.size.area + i])
        #expect(abs(made - value) < 2e-5, "\(plane) \(x) \(y)")
      }
    }
  }

  /// The design defines k = ln(P/mean P) of balanced light for each balance. A field without
  /// balance gives the same colours for all of them.
  @Test(arguments: [SIMD3(2.1, 1, 1.6), SIMD3(1, 1, 1), SIMD3(1, 1.3, 3.4)])
  func oneFieldServesEveryBalance(gains: SIMD3<Double>) throws {
    let image = SensorImage.mosaic(Self.mosaic(Size(width: 90, height: 70)))
    let field = try #require(Self.field(image))
    let sums = Self.sums(image, .best).map(Double.init)
    let naive = NaiveField(sums, size: field.size, quads: Size(width: 45, height: 35))
    #expect(field.values.suffix(field.size.area).min()! > 0.1, "bright light everywhere")
    for (x, y) in [(0, 0), (2, 1), (5, 4)] {
      let k = (0..<3).map { c in
        naive.pulled(
          naive.levels { i in
            let light = SIMD3(sums[4 * i + 1], sums[4 * i + 2], sums[4 * i + 3]) * gains
            return log(light[c] / (light.sum() / 3))
          }, x, y)
      }
      let expected = SIMD3(exp(k[0]), exp(k[1]), exp(k[2]))
      let predicted = field.value(x: 16 * x + 8, y: 16 * y + 8, pitch: 16).ratios
      let next = field.value(x: 16 * x + 7, y: 16 * y + 7, pitch: 16).ratios
      let balanced = (predicted + next) / 2 * gains
      let difference = balanced / balanced.sum() - expected / expected.sum()
      #expect(max(difference.max(), -difference.min()) < 2e-3, "\(balanced) \(expected)")
    }
  }

  @Test func greyOrNarrowImagesDoNotHaveCells() {
    let samples = ImageBuffer<UInt16>(size: Size(width: 20, height: 20), channels: 1)
    let grey = LinearImage(samples: samples.plane, channels: 1, white: 1000)
    #expect(HighlightCells(.linear(grey), instructionSet: .best) == nil)
    let narrow = LinearImage(
      samples: ImageBuffer<UInt16>(size: Size(width: 3, height: 9), channels: 1).plane,
      channels: 3, white: 1000)
    #expect(HighlightCells(.linear(narrow), instructionSet: .best) == nil)
  }

  @Test func darkPhotosGiveAZeroField() throws {
    let samples = ImageBuffer<UInt16>(size: Size(width: 100, height: 60)) { x, y, _ in
      UInt16(x + y)
    }
    let dark = Mosaic(
      samples: samples.plane, pattern: .rggb, levels: SensorLevels(black: 0, white: 4000))
    let field = try #require(Self.field(.mosaic(dark)))
    #expect(field.values.allSatisfy { $0 == 0 })
  }
}

/// The formulas of the field in double precision.
private struct NaiveField {
  let sums: [Double]
  let size: Size
  let quads: Size

  init(_ sums: [Double], size: Size, quads: Size) {
    (self.sums, self.size, self.quads) = (sums, size, quads)
  }

  /// Weight of a cell, relative to the quads that are measured.
  func weight(_ i: Int) -> Double {
    let (x, y) = (i % size.width, i / size.width)
    let columns = min(8, quads.width - 8 * x)
    let rows = (min(8, quads.height - 8 * y) + 1) / 2
    return 4 * sums[4 * i] / Double(columns * rows)
  }

  typealias Level = (size: Size, weight: [Double], sum: [Double])

  /// All levels up to one cell, of weights and weighted values.
  func levels(_ value: (Int) -> Double) -> [Level] {
    let weights = (0..<size.area).map(weight)
    var all: [Level] = [
      (size, weights, (0..<size.area).map { weights[$0] > 0 ? weights[$0] * value($0) : 0 })
    ]
    while let last = all.last, last.size.area > 1 {
      let half = Size(width: (last.size.width + 1) / 2, height: (last.size.height + 1) / 2)
      var next: Level = (
        half, [Double](repeating: 0, count: half.area), [Double](repeating: 0, count: half.area)
      )
      for i in 0..<last.size.area {
        let j = i / last.size.width / 2 * half.width + i % last.size.width / 2
        next.weight[j] += last.weight[i]
        next.sum[j] += last.sum[i]
      }
      all.append(next)
    }
    return all
  }

  func pulled(_ levels: [Level], level: Int = 0, _ x: Int, _ y: Int) -> Double {
    let (size, weight, sum) = levels[level]
    let i = y * size.width + x
    guard level + 1 < levels.count else { return weight[i] > 0 ? sum[i] / weight[i] : 0 }
    let larger = levels[level + 1].size
    func parts(_ at: Int, _ count: Int) -> [(Int, Double)] {
      let position = (Double(at) + 0.5) / 2 - 0.5
      let first = Int(position.rounded(.down))
      let share = position - Double(first)
      return [(max(first, 0), 1 - share), (min(first + 1, count - 1), share)]
    }
    var coarser = 0.0
    for ((column, a), (row, b)) in product(parts(x, larger.width), parts(y, larger.height)) {
      coarser += a * b * pulled(levels, level: level + 1, column, row)
    }
    return (sum[i] + 0.5 * coarser) / (weight[i] + 0.5)
  }

  /// The logarithm to base 2 of red (0) or blue (1) over green.
  func ratio(_ plane: Int, _ x: Int, _ y: Int) -> Double {
    pulled(levels { log2(sums[4 * $0 + 1 + 2 * plane] / sums[4 * $0 + 2]) }, x, y)
  }

  func support(_ x: Int, _ y: Int) -> Double {
    var (sum, all) = (0.0, 0.0)
    for j in max(0, y - 24)...min(size.height - 1, y + 24) {
      for i in max(0, x - 24)...min(size.width - 1, x + 24) {
        let g = exp(-Double((i - x) * (i - x) + (j - y) * (j - y)) / 128)
        sum += g * weight(j * size.width + i)
        all += g
      }
    }
    return sum / all
  }
}
