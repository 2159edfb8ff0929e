import BromideKernels
import BromideLibc
import BromideValues
import TestSupport
import Testing

@Suite struct HighlightKernelTests {
  static let gains = SIMD3<Float>(2.1, 1, 1.6)

  /// Bright light with these colours everywhere.
  static func field(_ ratios: SIMD3<Float> = 1 / gains, support: Float = 0.5) -> HighlightField {
    HighlightField(
      size: Size(width: 1, height: 1),
      values: [log2(ratios.x / ratios.y), log2(ratios.z / ratios.y), support])
  }

  /// Bright light with colour and amount that change from cell to cell.
  static func variedField(_ size: Size = Size(width: 23, height: 9)) -> HighlightField {
    var generator = SeededGenerator(seed: 8)
    return HighlightField(
      size: size,
      values: (0..<3 * size.area).map { i in
        .random(in: i < 2 * size.area ? -1.5...0.7 : 0...0.6, using: &generator)
      })
  }

  static func run(
    _ mode: HighlightKernel.Mode, _ row: PlanarRow, x: Int = 0, y: Int = 0, count: Int,
    field: HighlightField? = field(), pitch: Int = 16, gains: SIMD3<Float> = gains,
    _ instructionSet: InstructionSet
  ) {
    HighlightKernel(mode, gains: gains, instructionSet: instructionSet)
      .apply(to: row, x: x, y: y, count: count, field: field, pitch: pitch)
  }

  /// A scene on a sensor that clips: balanced values never exceed the gains.
  static func recorded(_ scene: SIMD3<Float>) -> SIMD3<Float> {
    scene.clamped(lowerBound: SIMD3(repeating: 0), upperBound: gains)
  }

  @Test(arguments: compiledSets, [HighlightKernel.Mode.blend, .recover])
  func variantsAgreeWithTheReference(set: InstructionSet, mode: HighlightKernel.Mode) {
    for (count, (y, pitch)) in product(rowLengths, [(0, 16), (7, 16), (8, 8), (61, 8), (200, 16)]) {
      let row = randomRow(count: count, range: 0...2.2, seed: UInt64(count))
      for x in 0..<count { row[x] = Self.recorded(row[x]) }
      let expected = copy(row)
      let field = Self.variedField()
      Self.run(mode, row, x: 3, y: y, count: count, field: field, pitch: pitch, set)
      Self.run(mode, expected, x: 3, y: y, count: count, field: field, pitch: pitch, .reference)
      #expect(largestDifference(row, expected, count: count) < 2e-5)
    }
  }

  @Test(arguments: [HighlightKernel.Mode.blend, .recover])
  func compiledVariantsAreEqualToTheBit(mode: HighlightKernel.Mode) {
    let results = compiledSets.map { set in
      let row = randomRow(count: 333, range: 0...2.2, seed: 4)
      for x in 0..<333 { row[x] = Self.recorded(row[x]) }
      Self.run(mode, row, x: 5, y: 90, count: 333, field: Self.variedField(), set)
      return pixels(row, count: 333)
    }
    for result in results { #expect(result == results[0]) }
  }

  @Test(arguments: InstructionSet.available, [16, 8])
  func pixelsDependOnlyOnTheirPosition(set: InstructionSet, pitch: Int) {
    let count = 300
    let all = randomRow(count: count, range: 0...3, seed: 3)
    for x in 0..<count { all[x] = Self.recorded(all[x]) }
    let before = pixels(all, count: count)
    let field = Self.variedField()
    Self.run(.recover, all, y: 41, count: count, field: field, pitch: pitch, set)
    #expect(pixels(all, count: count) != before)
    for first in [1, 7, 8, 9, 23, 150, 299] {
      let part = PlanarRow(capacity: count - first)
      for x in 0..<count - first { part[x] = before[first + x] }
      Self.run(
        .recover, part, x: first, y: 41, count: count - first, field: field, pitch: pitch, set)
      for x in 0..<count - first { #expect(part[x] == all[first + x]) }
    }
  }

  /// The examples of the design, for a balance under which bright light is (0.9, 1, 1.1).
  @Test(arguments: InstructionSet.available)
  func examples(set: InstructionSet) {
    let gains = SIMD3<Float>(1.734, 1, 1.395)
    let field = Self.field(SIMD3(0.9, 1, 1.1) / gains)
    let row = PlanarRow(capacity: 2)
    row[0] = SIMD3(1.1, 1, 1.2)
    row[1] = gains
    Self.run(.recover, row, count: 2, field: field, gains: gains, set)
    let expected = [SIMD3<Float>(1.1, 1.15730, 1.2), SIMD3(1.71859, 1.89374, 2.06889)]
    for x in 0..<2 {
      let d = row[x] - expected[x]
      #expect(d.replacing(with: -d, where: d .< 0).max() < 1e-5, "\(row[x])")
    }
    // Without bright light around, the colour is neutral.
    row[1] = gains
    Self.run(.recover, row, count: 2, field: Self.field(support: 0), gains: gains, set)
    for c in 0..<3 { #expect(abs(row[1][c] - 1.5645) < 1e-5) }
  }

  /// Where every channel is clipped and light is deep red, the field could tell any brightness.
  @Test(arguments: InstructionSet.available)
  func noValueExceedsTheLimit(set: InstructionSet) {
    let row = PlanarRow(capacity: 1)
    row[0] = Self.gains
    Self.run(.recover, row, count: 1, field: Self.field(SIMD3(1, 0.2, 0.02), support: 9), set)
    #expect(row[0].max() == HighlightKernel.limit(gains: Self.gains))
  }

  @Test(arguments: InstructionSet.available)
  func clippedPixelsAreFound(set: InstructionSet) {
    let kernel = HighlightKernel(.recover, gains: Self.gains, instructionSet: set)
    for count in rowLengths + [63, 64, 65, 129] {
      let block = PlanarRow.block(3, capacity: count + 1)
      for row in block {
        for x in 0..<count { row[x] = 0.94 * Self.gains }
        row[count] = 2 * Self.gains
      }
      #expect(!kernel.findsClipped(in: block, rows: 3, count: count))
      for (channel, x) in product(0..<3, [0, count / 2, count - 1]) {
        block[2][x][channel] = 0.96 * Self.gains[channel]
        #expect(!kernel.findsClipped(in: block, rows: 2, count: count))
        #expect(kernel.findsClipped(in: block, rows: 3, count: count))
        #expect(kernel.findsClipped(in: block[2], count: count))
        block[2][x][channel] = 0.94 * Self.gains[channel]
      }
    }
  }

  @Test(arguments: InstructionSet.available, [HighlightKernel.Mode.blend, .recover])
  func aGreyRampStaysGreyAndRises(set: InstructionSet, mode: HighlightKernel.Mode) {
    // 0 … 3 along the row: green clips at 1, blue at 1.6, red at 2.1.
    let count = 600
    let row = PlanarRow(capacity: count)
    for x in 0..<count {
      row[x] = Self.recorded(SIMD3(repeating: 3 * Float(x) / Float(count)))
    }
    Self.run(mode, row, count: count, set)
    var previous: Float = 0
    for x in 0..<count {
      let pixel = row[x]
      #expect(pixel.max() - pixel.min() < 2e-3, "\(x): \(pixel)")
      let value = pixel.sum() / 3
      #expect(value > previous - 2e-3 && value - previous < 0.02, "\(x)")
      previous = max(previous, value)
    }
    #expect(previous > 1.5)
  }

  @Test(arguments: InstructionSet.available, [HighlightKernel.Mode.blend, .recover])
  func noColourJumps(set: InstructionSet, mode: HighlightKernel.Mode) {
    // Brightness rises slowly through all saturations, for many colours: neighbouring results stay
    // close. Recovery follows the last unclipped channel to saturation and needs smaller steps.
    var generator = SeededGenerator(seed: 11)
    for _ in 0..<20 {
      let colour = SIMD3<Float>(
        .random(in: 0.2...1, using: &generator), .random(in: 0.2...1, using: &generator),
        .random(in: 0.2...1, using: &generator))
      let count = mode == .blend ? 3000 : 12_000
      let row = PlanarRow(capacity: count)
      for x in 0..<count { row[x] = Self.recorded(colour * (4 * Float(x) / Float(count))) }
      Self.run(mode, row, count: count, set)
      for x in 1..<count {
        let step = row[x] - row[x - 1]
        let largest = step.replacing(with: -step, where: step .< 0).max()
        #expect(largest < 0.06, "\(colour) at \(x): \(step)")
      }
    }
  }

  @Test(arguments: InstructionSet.available, [HighlightKernel.Mode.blend, .recover])
  func warmLightNeverTurnsPink(set: InstructionSet, mode: HighlightKernel.Mode) {
    // Yellow to orange light, with green at least the mean of red and blue. In pink light, green is
    // lower.
    for green in stride(from: Float(0.7), through: 1, by: 0.1) {
      let count = 400
      let row = PlanarRow(capacity: count)
      let colour = SIMD3<Float>(1, green, 0.4)
      for x in 0..<count { row[x] = Self.recorded(colour * (5 * Float(x) / Float(count))) }
      Self.run(mode, row, count: count, field: Self.field(colour / Self.gains), set)
      for x in 0..<count {
        let others = (row[x].x + row[x].z) / 2
        #expect(row[x].y >= 0.97 * others - 1e-3, "\(green) \(x): \(row[x])")
      }
    }
  }

  @Test(arguments: InstructionSet.available, [HighlightKernel.Mode.blend, .recover])
  func unclippedColoursAreUntouched(set: InstructionSet, mode: HighlightKernel.Mode) {
    let row = randomRow(count: 100, range: 0...0.89)
    for x in 0..<100 { row[x] *= Self.gains }
    let before = pixels(row, count: 100)
    Self.run(mode, row, count: 100, set)
    #expect(pixels(row, count: 100) == before)
  }

  @Test(arguments: InstructionSet.available)
  func recoveryFindsASmallClippedSpot(set: InstructionSet) {
    // An orange field that exceeds green's saturation only, in a spot 12 pixels wide.
    let count = 100
    let colour = SIMD3<Float>(1, 0.8, 0.5)
    let row = PlanarRow(capacity: count)
    let scene = (0..<count).map { x -> SIMD3<Float> in
      let d = Float(x - 50) / 12
      return colour * (0.7 + 0.9 / (1 + d * d))
    }
    for x in 0..<count { row[x] = Self.recorded(scene[x]) }
    #expect(row[50].y == 1 && scene[50].y > 1.2)
    Self.run(.recover, row, count: count, field: Self.field(colour / Self.gains), set)
    for x in 0..<count {
      let d = row[x] - scene[x]
      #expect(d.replacing(with: -d, where: d .< 0).max() < 0.04, "\(x): \(row[x]), not \(scene[x])")
    }
  }
}
