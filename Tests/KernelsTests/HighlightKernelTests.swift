import Kernels
import Pixels
import TestSupport
import Testing

@Suite struct HighlightKernelTests {
  static let gains = SIMD3<Float>(2.1, 1, 1.6)

  static func run(
    _ mode: HighlightKernel.Mode, _ row: PlanarRow, total: Int, first: Int = 0, count: Int,
    gains: SIMD3<Float> = gains, _ instructionSet: InstructionSet
  ) {
    let kernel = HighlightKernel(mode, gains: gains, instructionSet: instructionSet)
    var work = [Float](repeating: .nan, count: kernel.workSize(total: total) + 1)
    unsafe work.withUnsafeMutableBufferPointer { work in
      unsafe kernel.apply(
        to: row, total: total, first: first, count: count, work: work.baseAddress!)
    }
  }

  /// A scene behind a sensor that clips: balanced values never above the gains.
  static func recorded(_ scene: SIMD3<Float>) -> SIMD3<Float> {
    scene.clamped(lowerBound: SIMD3(repeating: 0), upperBound: gains)
  }

  @Test(arguments: compiledSets, [HighlightKernel.Mode.blend, .reconstruct])
  func variantsAgreeWithTheReference(set: InstructionSet, mode: HighlightKernel.Mode) {
    for count in rowLengths {
      let first = mode == .blend ? 0 : count / 3
      let total = count + 2 * first
      let row = randomRow(count: total, range: 0...2.2, seed: UInt64(count))
      for x in 0..<total { row[x] = Self.recorded(row[x]) }
      let expected = copy(row)
      Self.run(mode, row, total: total, first: first, count: count, set)
      Self.run(mode, expected, total: total, first: first, count: count, .reference)
      #expect(largestDifference(row, expected, count: count) < 2e-5)
    }
  }

  @Test(arguments: [HighlightKernel.Mode.blend, .reconstruct])
  func compiledVariantsAreEqualToTheBit(mode: HighlightKernel.Mode) {
    let results = compiledSets.map { set in
      let row = randomRow(count: 333, range: 0...2.2, seed: 4)
      for x in 0..<333 { row[x] = Self.recorded(row[x]) }
      Self.run(mode, row, total: 333, count: 333, set)
      return pixels(row, count: 333)
    }
    for result in results { #expect(result == results[0]) }
  }

  @Test(arguments: InstructionSet.available, [HighlightKernel.Mode.blend, .reconstruct])
  func aGreyRampStaysGreyAndRises(set: InstructionSet, mode: HighlightKernel.Mode) {
    // 0 … 3 along the row: green clips at 1, blue at 1.6, red at 2.1.
    let count = 600
    let row = PlanarRow(capacity: count)
    for x in 0..<count {
      row[x] = Self.recorded(SIMD3(repeating: 3 * Float(x) / Float(count)))
    }
    Self.run(mode, row, total: count, count: count, set)
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

  @Test(arguments: InstructionSet.available, [HighlightKernel.Mode.blend, .reconstruct])
  func noColourJumps(set: InstructionSet, mode: HighlightKernel.Mode) {
    // Brightness rises slowly through all saturations, for many colours: neighbouring results stay
    // close.
    var generator = SeededGenerator(seed: 11)
    for _ in 0..<20 {
      let colour = SIMD3<Float>(
        .random(in: 0.2...1, using: &generator), .random(in: 0.2...1, using: &generator),
        .random(in: 0.2...1, using: &generator))
      let count = 3000
      let row = PlanarRow(capacity: count)
      for x in 0..<count { row[x] = Self.recorded(colour * (4 * Float(x) / Float(count))) }
      Self.run(mode, row, total: count, count: count, set)
      for x in 1..<count {
        let step = row[x] - row[x - 1]
        let largest = step.replacing(with: -step, where: step .< 0).max()
        #expect(largest < 0.06, "\(colour) at \(x): \(step)")
      }
    }
  }

  @Test(arguments: InstructionSet.available, [HighlightKernel.Mode.blend, .reconstruct])
  func warmLightNeverTurnsPink(set: InstructionSet, mode: HighlightKernel.Mode) {
    // Yellow to orange light, whose green is at least the mean of red and blue; in pink light it is
    // below.
    for green in stride(from: Float(0.7), through: 1, by: 0.1) {
      let count = 400
      let row = PlanarRow(capacity: count)
      let colour = SIMD3<Float>(1, green, 0.4)
      for x in 0..<count { row[x] = Self.recorded(colour * (5 * Float(x) / Float(count))) }
      Self.run(mode, row, total: count, count: count, set)
      for x in 0..<count {
        let others = (row[x].x + row[x].z) / 2
        #expect(row[x].y >= 0.97 * others - 1e-3, "\(green) \(x): \(row[x])")
      }
    }
  }

  @Test(arguments: InstructionSet.available, [HighlightKernel.Mode.blend, .reconstruct])
  func unclippedColoursAreUntouched(set: InstructionSet, mode: HighlightKernel.Mode) {
    let row = randomRow(count: 100, range: 0...0.89)
    for x in 0..<100 { row[x] *= Self.gains }
    let before = pixels(row, count: 100)
    Self.run(mode, row, total: 100, count: 100, set)
    #expect(pixels(row, count: 100) == before)
  }

  @Test(arguments: InstructionSet.available)
  func reconstructionRecoversASmallClippedSpot(set: InstructionSet) {
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
    Self.run(.reconstruct, row, total: count, count: count, set)
    for x in 0..<count {
      let d = row[x] - scene[x]
      #expect(d.replacing(with: -d, where: d .< 0).max() < 0.08, "\(x): \(row[x]), not \(scene[x])")
    }
  }

  @Test(arguments: InstructionSet.available)
  func reconstructionHasNoPatternOfItsOwn(set: InstructionSet) {
    // A clipped part between fine stripes of changing colours: the ratios they give it change
    // slowly along it.
    var generator = SeededGenerator(seed: 21)
    let row = PlanarRow(capacity: 160)
    for x in 0..<160 {
      let colour = SIMD3<Float>.random(in: 0.3...0.9, using: &generator)
      row[x] = (60..<100).contains(x) ? Self.gains : colour
    }
    Self.run(.reconstruct, row, total: 160, count: 160, set)
    for x in 61..<100 {
      let step = row[x] - row[x - 1]
      #expect(step.replacing(with: -step, where: step .< 0).max() < 0.15, "\(x): \(step)")
    }
  }

  @Test(arguments: InstructionSet.available)
  func reconstructionDependsOnNothingBeyondItsReach(set: InstructionSet) {
    let count = 200
    let all = randomRow(count: count, range: 0...3, seed: 3)
    for x in 0..<count { all[x] = Self.recorded(all[x]) }
    let part = PlanarRow(capacity: 100)
    for x in 0..<100 { part[x] = all[50 + x] }
    Self.run(.reconstruct, all, total: count, count: count, set)
    Self.run(.reconstruct, part, total: 100, first: 32, count: 36, set)
    for x in 0..<36 { #expect(part[x] == all[82 + x]) }
  }
}
