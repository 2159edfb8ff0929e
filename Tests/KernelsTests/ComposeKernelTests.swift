import BromideKernels
import BromideValues
import TestSupport
import Testing

@Suite struct ComposeKernelTests {
  /// A picture of random codes with colours up to alpha, drawn rotated and reduced over random
  /// light.
  private func drawn(
    _ set: InstructionSet, count: Int, share: Float, size: Size = Size(width: 31, height: 17)
  ) -> [Float] {
    var generator = SeededGenerator(seed: 5)
    func picture(_ size: Size) -> ImageBuffer<UInt16> {
      var result = ImageBuffer<UInt16>(size: size, channels: 4)
      for (x, y) in size.places {
        let alpha = UInt16.random(in: 0...65535, using: &generator)
        for c in 0..<3 { result[x, y, c] = UInt16.random(in: 0...alpha, using: &generator) }
        result[x, y, 3] = alpha
      }
      return result
    }
    var row = ComposedPicture(picture(size))
    row.levels.1 = picture(Size(width: max((size.width + 1) / 2, 2), height: (size.height + 1) / 2))
    row.ratios = (1, 0.5)
    row.share = share
    row.scale = 0.8
    row.opacity = 0.7
    row.step = SIMD2(1.1, 0.43)
    var pixels = (0..<4 * count).map { _ in Float.random(in: 0...1, using: &generator) }
    unsafe pixels.withUnsafeMutableBufferPointer { pixels in
      unsafe ComposeKernel(instructionSet: set).draw(
        row, from: SIMD2(-2.3, 1.7), count: count, onto: pixels.baseAddress!)
    }
    return pixels
  }

  @Test(arguments: [Float(0), 0.3], [1, 2, 3, 7, 40, 131])
  func compiledVariantsAreEqualAndMatchTheFormula(share: Float, count: Int) {
    let expected = drawn(.reference, count: count, share: share)
    let first = drawn(.baseline, count: count, share: share)
    for (a, b) in zip(first, expected) { #expect(abs(a - b) < 2e-5) }
    for set in compiledSets { #expect(drawn(set, count: count, share: share) == first) }
  }

  @Test(arguments: [
    Size(width: 2, height: 1), Size(width: 2, height: 2), Size(width: 3, height: 1),
    Size(width: 2, height: 40),
  ])
  func smallPicturesHaveAllNeighboursThatAreRead(size: Size) {
    let expected = drawn(.reference, count: 20, share: 0.3, size: size)
    for set in compiledSets {
      for (a, b) in zip(drawn(set, count: 20, share: 0.3, size: size), expected) {
        #expect(abs(a - b) < 2e-5)
      }
    }
  }

  @Test(arguments: compiledSets)
  func rowsAreTakenApartAndDividedByAlpha(set: InstructionSet) {
    let few: [Float] = [0.25, 0.5, 0, 0.5, 0, 0, 0, 0, 1, 0.75, 0.5, 1]
    let pixels = few + few
    let row = PlanarRow(capacity: 6)
    var alpha = [Float](repeating: 9, count: 6)
    unsafe pixels.withUnsafeBufferPointer { pixels in
      unsafe alpha.withUnsafeMutableBufferPointer { alpha in
        unsafe ComposeKernel(instructionSet: set).separate(
          pixels.baseAddress!, count: 6, into: row, alpha: alpha.baseAddress!)
      }
    }
    let expected = [SIMD3<Float>(0.5, 1, 0), SIMD3(), SIMD3(1, 0.75, 0.5)]
    #expect(alpha == [0.5, 0, 1, 0.5, 0, 1])
    #expect((0..<6).map { row[$0] } == expected + expected)
  }
}
