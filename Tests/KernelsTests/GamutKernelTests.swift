import BromideKernels
import BromideValues
import Testing

/// The compression of the gamut as `EncodeKernel` applies it.
@Suite struct GamutKernelTests {
  static let matrix = RGBSpace.rec2020.matrix(to: .srgb)
  static let gamut = RGBSpace.srgb.gamutCompression!

  /// The bytes of a row of Rec. 2020 light as 16-bit sRGB codes.
  static func encode(
    _ row: PlanarRow, count: Int, gamut: GamutCompression?, transfer: TransferFunction = .srgb,
    _ set: InstructionSet
  ) -> [UInt16] {
    let kernel = EncodeKernel(
      matrix: matrix, gamut: gamut, transfer, format: PixelFormat(channels: 3, sample: .uint16),
      instructionSet: set)
    return unsafe withUnsafeTemporaryAllocation(of: UInt16.self, capacity: 3 * count) { memory in
      unsafe kernel.encode(row, count: count, into: memory.baseAddress!)
      return unsafe Array(memory)
    }
  }

  @Test(arguments: compiledSets, rowLengths)
  func codesAreTheFormula(set: InstructionSet, count: Int) {
    // A power without a linear piece is encoded in another way.
    let root = TransferFunction(slope: 0, cut: 0, scale: 1, exponent: 0.5, offset: 0)
    for (range, transfer) in [(0...1, TransferFunction.srgb), (-0.4...1.6, .srgb), (0...1, root)]
      as [(ClosedRange<Float>, TransferFunction)]
    {
      let row = randomRow(count: count, range: range, seed: 21)
      let codes = Self.encode(row, count: count, gamut: Self.gamut, transfer: transfer, set)
      for x in 0..<count {
        let color = Self.gamut(Self.matrix * SIMD3<Double>(row[x]))
        for c in 0..<3 {
          let code = transfer.encode(min(max(color[c], 0), 1)) * 65535
          // Half a code for rounding, one for the table, and single precision near the root's 0.
          let slack = 1.5 + (color[c] < 1e-3 ? 20 : 0)
          #expect(abs(Double(codes[3 * x + c]) - code) <= slack, "\(row[x]) \(c)")
        }
      }
    }
  }

  @Test func compiledVariantsAreEqualToTheByte() {
    for count in rowLengths {
      // Vectors completely inside are skipped, and others are not.
      for range in [0.3...0.6, 0...1, -0.4...2] as [ClosedRange<Float>] {
        let row = randomRow(count: count, range: range, seed: 9)
        let all = compiledSets.map { Self.encode(row, count: count, gamut: Self.gamut, $0) }
        for codes in all { #expect(codes == all[0]) }
      }
    }
  }

  /// Lanes inside stay unchanged to the byte, for any neighbours.
  @Test(arguments: compiledSets)
  func theInsideStaysToTheByte(set: InstructionSet) {
    let row = randomRow(count: 400, range: 0...1, seed: 4)
    let codes = Self.encode(row, count: 400, gamut: Self.gamut, set)
    let clipped = Self.encode(row, count: 400, gamut: nil, set)
    var inside = 0
    for x in 0..<400 {
      let color = Self.matrix * SIMD3<Double>(row[x])
      let moved = Self.gamut(color) - color
      // Slightly inside the knee, so that single precision gives the same result.
      guard moved == SIMD3(), Self.gamut(1.001 * color) == 1.001 * color else { continue }
      inside += 1
      #expect(codes[3 * x..<3 * x + 3] == clipped[3 * x..<3 * x + 3], "\(row[x])")
    }
    #expect(inside > 50 && inside < 350)
  }

  @Test(arguments: InstructionSet.available)
  func blackAndWhiteAndBrokenValuesEndWhereTheyDid(set: InstructionSet) {
    let row = PlanarRow(capacity: 5)
    row[0] = SIMD3(0, 0, 0)
    row[1] = SIMD3(1, 1, 1)
    row[2] = SIMD3(.nan, 0.2, 0.2)
    row[3] = SIMD3(3, 3, 3)
    row[4] = SIMD3(-1, -1, -1)
    let codes = Self.encode(row, count: 5, gamut: Self.gamut, set)
    #expect(codes[0..<6] == [0, 0, 0, 65535, 65535, 65535])
    #expect(codes[6..<9] == [0, 0, 0])
    #expect(codes[9..<15] == [65535, 65535, 65535, 0, 0, 0])
  }
}
