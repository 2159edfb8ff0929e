import BromideKernels
import TestSupport
import Testing

@Suite struct PNGFilterKernelTests {
  /// Lengths around every vector width, in pixels.
  static let widths = [1, 2, 3, 5, 15, 16, 17, 31, 33, 63, 64, 65, 130, 700]

  @Test(arguments: [1, 2, 3, 4, 6, 8])
  func equalsTheFormulaOnEveryInstructionSet(bytesPerPixel: Int) {
    var random = SeededGenerator(seed: 7)
    for width in Self.widths {
      let row = random.bytes(width * bytesPerPixel)
      let above = random.bytes(width * bytesPerPixel)
      for filter in PNGFilter.allCases {
        let expected = naive(filter, row, above, bytesPerPixel)
        for instructionSet in InstructionSet.available {
          let result = apply(filter, row, above, bytesPerPixel, instructionSet)
          #expect(result == expected, "\(filter) \(width) \(instructionSet)")
        }
      }
    }
  }

  @Test(arguments: InstructionSet.available)
  func paethIsExactForEveryTripleOfExtremes(instructionSet: InstructionSet) {
    // Every (a, b, c) of a few values that include all sign and tie cases, laid out as pixels of
    // one byte.
    let values: [UInt8] = [0, 1, 2, 63, 64, 65, 126, 127, 128, 129, 190, 191, 192, 254, 255]
    for (a, b) in product(values, values) {
      let above = values.flatMap { [$0, b] }
      let row = values.flatMap { _ in [a, 77 as UInt8] }
      #expect(apply(.paeth, row, above, 1, instructionSet) == naive(.paeth, row, above, 1))
    }
  }

  @Test(arguments: [1, 3, 8])
  func costsAreTheSumsOfResiduals(bytesPerPixel: Int) {
    var random = SeededGenerator(seed: 8)
    // 20000 bytes need several rounds of the 16-bit sums. Their worst case is 128 in every byte.
    for width in Self.widths + [20000 / bytesPerPixel] {
      let rows = [
        (random.bytes(width * bytesPerPixel), random.bytes(width * bytesPerPixel)),
        (
          [UInt8](repeating: 128, count: width * bytesPerPixel),
          [UInt8](repeating: 0, count: width * bytesPerPixel)
        ),
      ]
      for (row, above) in rows {
        let expected = PNGFilter.allCases.map { filter in
          naive(filter, row, above, bytesPerPixel)
            .reduce(UInt64(0)) { $0 + UInt64(Int8(bitPattern: $1).magnitude) }
        }
        for instructionSet in InstructionSet.available {
          let kernel = PNGFilterKernel(bytesPerPixel: bytesPerPixel, instructionSet: instructionSet)
          let both = unsafe row.withUnsafeBytes { row in
            unsafe above.withUnsafeBytes { above in
              unsafe kernel.costs(of: row, above: above.baseAddress)
            }
          }
          #expect(both == expected)
          let alone = unsafe row.withUnsafeBytes { unsafe kernel.costs(of: $0, above: nil) }
          #expect(Array(alone[...1]) == Array(expected[...1]))
          #expect(alone[2...].allSatisfy { $0 == .max })
        }
      }
    }
  }

  @Test(arguments: InstructionSet.available)
  func exchangesBytesInPlace(instructionSet: InstructionSet) {
    var random = SeededGenerator(seed: 9)
    for count in [0, 1, 7, 8, 9, 33, 200] {
      let bytes = random.bytes(2 * count + 1)
      var exchanged = bytes
      let kernel = PNGFilterKernel(bytesPerPixel: 2, instructionSet: instructionSet)
      unsafe exchanged.withUnsafeMutableBytes {
        unsafe kernel.exchangeBytes($0.baseAddress!, count: count)
      }
      for i in 0..<2 * count { #expect(exchanged[i] == bytes[i ^ 1]) }
      #expect(exchanged.last == bytes.last)
    }
  }

  private func apply(
    _ filter: PNGFilter, _ row: [UInt8], _ above: [UInt8], _ bytesPerPixel: Int,
    _ instructionSet: InstructionSet
  ) -> [UInt8] {
    let kernel = PNGFilterKernel(bytesPerPixel: bytesPerPixel, instructionSet: instructionSet)
    // A guard after the output detects writes outside it.
    var output = [UInt8](repeating: 0xA5, count: row.count + 64)
    unsafe row.withUnsafeBytes { row in
      unsafe above.withUnsafeBytes { above in
        unsafe output.withUnsafeMutableBytes { output in
          unsafe kernel.apply(
            filter, to: row, above: filter.readsRowAbove ? above.baseAddress : nil,
            into: output.baseAddress!)
        }
      }
    }
    #expect(output[row.count...].allSatisfy { $0 == 0xA5 })
    return Array(output[..<row.count])
  }

  /// PNG third edition, 9.2 and 9.4, implemented byte by byte.
  private func naive(
    _ filter: PNGFilter, _ row: [UInt8], _ above: [UInt8], _ bytesPerPixel: Int
  ) -> [UInt8] {
    row.indices.map { i in
      let a = i < bytesPerPixel ? 0 : Int(row[i - bytesPerPixel])
      let b = Int(above[i])
      let c = i < bytesPerPixel ? 0 : Int(above[i - bytesPerPixel])
      let predicted: Int
      switch filter {
      case .none: predicted = 0
      case .sub: predicted = a
      case .up: predicted = b
      case .average: predicted = (a + b) / 2
      case .paeth:
        let p = a + b - c
        let nearest = [a, b, c].map { abs(p - $0) }
        predicted = [a, b, c][nearest.firstIndex(of: nearest.min()!)!]
      }
      return UInt8((Int(row[i]) - predicted + 512) % 256)
    }
  }
}
