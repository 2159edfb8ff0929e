import BromideKernels
import BromideValues
import Foundation
import TestSupport
import Testing

@Suite struct EncodeKernelTests {
  static let transfers: [TransferFunction] =
    RGBSpace.all.map(\.transfer) + [
      TransferFunction(slope: 0, cut: 0, scale: 1, exponent: 1 / 2.2, offset: 0),
      TransferFunction(slope: 0, cut: 0, scale: 1, exponent: 0.9, offset: 0),
    ]

  /// The formula of the standard, in double precision.
  static func exact(_ transfer: TransferFunction, _ x: Float, maximum: Int) -> Double {
    let light = x > 0 ? min(Double(x), 1) : 0
    let code =
      light < transfer.cut
      ? transfer.slope * light
      : transfer.scale * pow(light, transfer.exponent) - transfer.offset
    return code * Double(maximum)
  }

  /// Light throughout 0…1, densest near black, near the cut and near 1.
  static func light(_ transfer: TransferFunction) -> [Float] {
    #if DEBUG
      let count = 4_000
    #else
      let count = 1_000_000
    #endif
    var values: [Float] = [0, 1, 1e-30, 1e-12, 1e-9, 1e-6, Float(1).nextDown]
    for i in 0..<count {
      let u = Double(i) / Double(count)
      values.append(Float(u))
      values.append(Float(pow(u, 4)))
      if transfer.cut < 1 { values.append(Float(transfer.cut * (0.9 + 0.2 * u))) }
    }
    return values
  }

  static func encode(_ kernel: EncodeKernel, _ values: [Float]) -> [Int] {
    let row = PlanarRow(capacity: values.count)
    let channels = kernel.format.channels
    for (x, value) in values.enumerated() { row[x] = SIMD3(value, value, value) }
    let bytes = unsafe withUnsafeTemporaryAllocation(
      byteCount: values.count * kernel.format.bytesPerPixel, alignment: 16
    ) { memory in
      unsafe kernel.encode(row, count: values.count, into: memory.baseAddress!)
      return unsafe [UInt8](memory)
    }
    let all =
      kernel.format.sample == .uint8
      ? bytes.map { Int($0) }
      : stride(from: 0, to: bytes.count, by: 2).map { Int(bytes[$0]) | Int(bytes[$0 + 1]) << 8 }
    // Use one expectation for the entire sweep, because a million of them would take minutes.
    let isEven = values.indices.allSatisfy { x in
      (1..<channels).allSatisfy { all[x * channels + $0] == all[x * channels] }
    }
    #expect(isEven, "equal light in all channels gives equal codes")
    return values.indices.map { all[$0 * channels] }
  }

  /// The light with the largest error of its code, and the error.
  static func worstCode(
    _ kernel: EncodeKernel, _ transfer: TransferFunction
  ) -> (light: Float, distance: Double) {
    let values = light(transfer)
    let maximum = kernel.format.sample.maximum
    let all = zip(values, encode(kernel, values)).lazy.map { value, code in
      (light: value, distance: abs(exact(transfer, value, maximum: maximum) - Double(code)))
    }
    return all.max { $0.distance < $1.distance }!
  }

  @Test(arguments: InstructionSet.available, transfers)
  func eightBitsAreTheRoundedFormula(instructionSet: InstructionSet, transfer: TransferFunction) {
    let kernel = EncodeKernel(
      transfer, format: PixelFormat(channels: 3, sample: .uint8), instructionSet: instructionSet)
    #expect(Self.worstCode(kernel, transfer).distance <= 0.5 + 0.01)
  }

  @Test(arguments: InstructionSet.available, transfers)
  func sixteenBitsAreWithinOneCodeValue(instructionSet: InstructionSet, transfer: TransferFunction)
  {
    let kernel = EncodeKernel(
      transfer, format: PixelFormat(channels: 3, sample: .uint16), instructionSet: instructionSet)
    #expect(Self.worstCode(kernel, transfer).distance < 1.5)
  }

  @Test(arguments: InstructionSet.available, SampleFormat.codes)
  func brokenValuesAreClipped(instructionSet: InstructionSet, sample: SampleFormat) {
    for (transfer, channels) in product(Self.transfers, [1, 3]) {
      let kernel = EncodeKernel(
        transfer, format: PixelFormat(channels: channels, sample: sample),
        instructionSet: instructionSet)
      let values: [Float] = [.nan, -.infinity, -1, -0.0, 0, 1, 1.001, 1e30, .infinity]
      let top = sample.maximum
      let expected = [0, 0, 0, 0, 0, top, top, top, top]
      let found = Self.encode(kernel, values)
      #expect(found == expected)
    }
  }

  @Test(arguments: InstructionSet.available)
  func channelsKeepTheirOrderAndMemoryAfterThemStaysUnchanged(instructionSet: InstructionSet) {
    for (sample, channels) in product(SampleFormat.codes, [1, 3]) {
      let format = PixelFormat(channels: channels, sample: sample)
      let kernel = EncodeKernel(.linear, format: format, instructionSet: instructionSet)
      for count in rowLengths {
        let row = randomRow(count: count, range: 0...1, seed: UInt64(count))
        let size = count * format.bytesPerPixel
        let bytes = unsafe withUnsafeTemporaryAllocation(byteCount: size + 64, alignment: 2) {
          memory in
          unsafe memory.initializeMemory(as: UInt8.self, repeating: 0xA5)
          unsafe kernel.encode(row, count: count, into: memory.baseAddress!)
          return unsafe [UInt8](memory)
        }
        #expect(bytes[size...].allSatisfy { $0 == 0xA5 })
        for (x, c) in product(0..<count, 0..<channels) {
          let at = (x * channels + c) * sample.byteCount
          let code = sample == .uint8 ? Int(bytes[at]) : Int(bytes[at]) | Int(bytes[at + 1]) << 8
          let exact = Double(row[x][c]) * Double(sample.maximum)
          #expect(abs(exact - Double(code)) < (sample == .uint8 ? 0.51 : 1.5))
        }
      }
    }
  }

  @Test func compiledVariantsWriteEqualBytes() {
    for transfer in Self.transfers {
      let values = Self.light(transfer)
      for sample in SampleFormat.codes {
        let results = compiledSets.map { set in
          Self.encode(
            EncodeKernel(
              transfer, format: PixelFormat(channels: 3, sample: sample), instructionSet: set),
            values)
        }
        for result in results { #expect(result == results[0]) }
      }
    }
  }

  /// A code value never falls with increasing light, except at 16 bits by 1, because neighbouring
  /// floats are closer than the cubic's rounding. This happens at 99 of the sweep's 22 million
  /// values, mostly near sRGB's cut.
  @Test(arguments: InstructionSet.available, SampleFormat.codes)
  func codeValuesNeverFall(instructionSet: InstructionSet, sample: SampleFormat) {
    for transfer in Self.transfers {
      let kernel = EncodeKernel(
        transfer, format: PixelFormat(channels: 1, sample: sample), instructionSet: instructionSet)
      let codes = Self.encode(kernel, Self.light(transfer).sorted())
      let falls = zip(codes, codes.dropFirst()).filter { $0 > $1 }
      if sample == .uint8 || instructionSet == .reference {
        #expect(falls.isEmpty)
      } else {
        #expect(falls.count * 10_000 <= codes.count && falls.allSatisfy { $0 == $1 + 1 })
      }
    }
  }

  @Test(arguments: InstructionSet.available)
  func theMatrixComesFirst(instructionSet: InstructionSet) {
    let count = 37
    let row = randomRow(count: count, range: 0...1, seed: 9)
    let format = PixelFormat(channels: 3, sample: .uint8)
    let matrix = ColorKernelTests.matrix
    let kernel = EncodeKernel(matrix: matrix, .srgb, format: format, instructionSet: instructionSet)
    let bytes = unsafe withUnsafeTemporaryAllocation(byteCount: 3 * count, alignment: 1) { memory in
      unsafe kernel.encode(row, count: count, into: memory.baseAddress!)
      return unsafe [UInt8](memory)
    }
    for x in 0..<count {
      let p = matrix * SIMD3<Double>(row[x])
      for c in 0..<3 {
        let exact = Self.exact(.srgb, Float(p[c]), maximum: 255)
        #expect(abs(exact - Double(bytes[3 * x + c])) < 0.51)
      }
    }
  }
}
