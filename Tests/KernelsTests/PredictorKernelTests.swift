import BromideKernels
import BromideValues
import TestSupport
import Testing

/// TIFF's predictors compared with their definition, sample by sample.
@Suite struct PredictorKernelTests {
  /// Around every vector width, in pixels.
  static let widths = [1, 2, 3, 5, 15, 16, 17, 31, 33, 63, 64, 65, 130, 700]

  @Test(arguments: SampleFormat.allCases, 1...4)
  func equalsTheDefinitionOnEveryInstructionSet(sample: SampleFormat, channels: Int) {
    var random = SeededGenerator(seed: 21)
    let format = PixelFormat(channels: channels, sample: sample)
    for width in Self.widths {
      let row = random.bytes(width * format.bytesPerPixel)
      let expected = naive(row, format)
      for set in InstructionSet.available {
        let kernel = PredictorKernel(format, instructionSet: set)
        // A guard after the output detects writes outside it.
        var output = [UInt8](repeating: 0xA5, count: row.count + 64)
        unsafe row.withUnsafeBytes { row in
          unsafe output.withUnsafeMutableBytes { output in
            unsafe kernel.apply(to: row, into: output.baseAddress!)
          }
        }
        #expect(Array(output[..<row.count]) == expected, "\(width) \(set)")
        #expect(output[row.count...].allSatisfy { $0 == 0xA5 })
      }
    }
  }

  @Test func codesMatchTag317() {
    for (sample, code) in [(SampleFormat.uint8, 2), (.uint16, 2), (.float32, 3)] {
      let format = PixelFormat(channels: 3, sample: sample)
      #expect(PredictorKernel(format, instructionSet: .baseline).code == code)
    }
  }

  private func naive(_ row: [UInt8], _ format: PixelFormat) -> [UInt8] {
    let channels = format.channels
    switch format.sample {
    case .uint8: return bytes(row, channels)
    case .uint16:
      var words: [Int] = []
      for i in 0..<row.count / 2 { words.append(Int(row[2 * i]) + 256 * Int(row[2 * i + 1])) }
      var output: [UInt8] = []
      for i in words.indices {
        let left = i < channels ? 0 : words[i - channels]
        let difference = words[i] - left
        output.append(UInt8(difference & 255))
        output.append(UInt8(difference >> 8 & 255))
      }
      return output
    case .float32:
      var planes: [UInt8] = []
      for (byte, sample) in product([3, 2, 1, 0], 0..<row.count / 4) {
        planes.append(row[4 * sample + byte])
      }
      return bytes(planes, channels)
    }
  }

  private func bytes(_ row: [UInt8], _ channels: Int) -> [UInt8] {
    row.indices.map { i in
      let left = i < channels ? 0 : Int(row[i - channels])
      return UInt8((Int(row[i]) - left) & 255)
    }
  }
}
