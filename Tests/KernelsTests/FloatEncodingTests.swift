import BromideKernels
import BromideValues
import TestSupport
import Testing

/// Float samples: unchanged linear light.
@Suite struct FloatEncodingTests {
  @Test(arguments: InstructionSet.available, 1...4)
  func valuesKeepTheirOrderAndMemoryAfterThemStaysUnchanged(
    instructionSet: InstructionSet, channels: Int
  ) {
    let format = PixelFormat(channels: channels, sample: .float32)
    let kernel = EncodeKernel(.linear, format: format, alpha: 0.25, instructionSet: instructionSet)
    for count in rowLengths {
      let row = randomRow(count: count, range: -2...5, seed: UInt64(count))
      let found = encode(kernel, row, count)
      for x in 0..<count {
        for c in 0..<format.colorChannels { #expect(found[x * channels + c] == row[x][c]) }
        if format.hasAlpha { #expect(found[x * channels + channels - 1] == 0.25) }
      }
    }
  }

  @Test(arguments: InstructionSet.available)
  func onlyNaNChanges(instructionSet: InstructionSet) {
    let values: [Float] = [.nan, -.infinity, -1e30, -0.0, 0, 1, 1.001, 1e30, .infinity]
    for channels in [1, 3] {
      let kernel = EncodeKernel(
        .linear, format: PixelFormat(channels: channels, sample: .float32),
        instructionSet: instructionSet)
      let row = PlanarRow(capacity: values.count)
      for (x, value) in values.enumerated() { row[x] = SIMD3(repeating: value) }
      let found = encode(kernel, row, values.count)
      #expect(found[0] == 0)
      for x in 1..<values.count { #expect(found[x * channels] == values[x]) }
    }
  }

  @Test(arguments: InstructionSet.available)
  func theMatrixComesFirst(instructionSet: InstructionSet) {
    let matrix = RGBSpace.rec2020.matrix(to: .srgb)
    let kernel = EncodeKernel(
      matrix: matrix, .linear, format: PixelFormat(channels: 3, sample: .float32),
      instructionSet: instructionSet)
    let row = randomRow(count: 37, range: 0...3, seed: 4)
    let found = encode(kernel, row, 37)
    for x in 0..<37 {
      let exact = matrix * SIMD3<Double>(row[x])
      for c in 0..<3 { #expect(abs(Double(found[3 * x + c]) - exact[c]) < 1e-5) }
    }
  }

  @Test func compiledVariantsAreEqual() {
    let row = randomRow(count: 333, range: -1...4, seed: 9)
    let results = compiledSets.map { set in
      encode(
        EncodeKernel(
          matrix: RGBSpace.prophoto.matrix(to: .srgb), .linear,
          format: PixelFormat(channels: 3, sample: .float32), instructionSet: set), row, 333)
    }
    for result in results { #expect(result == results[0]) }
  }

  private func encode(_ kernel: EncodeKernel, _ row: PlanarRow, _ count: Int) -> [Float] {
    let size = count * kernel.format.bytesPerPixel
    let bytes = unsafe withUnsafeTemporaryAllocation(byteCount: size + 64, alignment: 4) {
      memory in
      unsafe memory.initializeMemory(as: UInt8.self, repeating: 0xA5)
      unsafe kernel.encode(row, count: count, into: memory.baseAddress!)
      return unsafe [UInt8](memory)
    }
    #expect(bytes[size...].allSatisfy { $0 == 0xA5 })
    return stride(from: 0, to: size, by: 4).map { at in
      Float(bitPattern: (0..<4).reduce(UInt32(0)) { $0 | UInt32(bytes[at + $1]) << (8 * $1) })
    }
  }
}
