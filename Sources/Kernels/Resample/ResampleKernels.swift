internal import BromideValues
internal import CBromideKernels

/// The horizontal half of a separable resampling: each value is a weighted sum of neighbours.
public struct ResampleRowKernel: Sendable {
  /// First neighbour of each output value.
  public let starts: [Int]
  /// Number of neighbours per value.
  public let taps: Int
  /// Weights, `taps` for each value.
  public let weights: [Float]
  /// The layout for the compiled form: starts of complete groups of 8, taps in vectors of 8, and
  /// two values' weights together on cache lines. Unaligned, a row takes a quarter longer.
  private let groupedStarts: [Int32]
  private let groupedTaps: Int
  private let groupedWeights: PixelMemory
  private let instructionSet: InstructionSet

  /// Number of values computed at once.
  public static let group = 8

  /// - Parameters:
  ///   - starts: First neighbour of each output value.
  ///   - taps: Number of neighbours per value.
  ///   - weights: Weights, `taps` for each value, in the order of `starts`.
  ///   - instructionSet: The variant to run. It must be available.
  public init(starts: [Int], taps: Int, weights: [Float], instructionSet: InstructionSet) {
    precondition(weights.count == starts.count * taps && !starts.isEmpty, "taps weights a value")
    self.starts = starts
    self.taps = taps
    self.weights = weights
    self.instructionSet = instructionSet
    let count = (starts.count + Self.group - 1) / Self.group * Self.group
    groupedTaps = (taps + 7) / 8 * 8
    groupedStarts = (0..<count).map { Int32(starts[min($0, starts.count - 1)]) }
    groupedWeights = PixelMemory(
      byteCount: count * groupedTaps * MemoryLayout<Float>.stride)
    let grouped = unsafe groupedWeights.bytes.bindMemory(to: Float.self)
    unsafe grouped.initialize(repeating: 0)
    for x in 0..<starts.count {
      for tap in 0..<taps {
        let vector = x / 2 * groupedTaps + tap / 8 * 8
        unsafe grouped[2 * vector + x % 2 * 8 + tap % 8] = weights[x * taps + tap]
      }
    }
  }

  /// Computes the output values `outputs` from a row that begins at the position `origin`.
  ///
  /// - Parameters:
  ///   - outputs: The values to compute. They must begin at a complete group.
  ///   - channels: 1 (only the red plane) or 3.
  public func resample(
    _ row: PlanarRow, origin: Int, outputs: Range<Int>, channels: Int, into output: PlanarRow
  ) {
    precondition(outputs.count <= output.capacity, "outputs within the row")
    precondition(
      outputs.lowerBound % Self.group == 0 && outputs.upperBound <= starts.count, "known outputs")
    guard let first = outputs.first, let last = outputs.last else { return }
    // A row is readable 16 values after its capacity, and the last values of a group are close
    // together.
    let end = (last / Self.group + 1) * Self.group - 1
    precondition(
      starts[first] >= origin
        && Int(groupedStarts[end]) + groupedTaps <= origin + row.capacity + PlanarRow.margin,
      "neighbours within the row")
    if instructionSet == .reference {
      for channel in 0..<channels {
        unsafe resampleReference(
          row.plane(channel), origin: origin, outputs: outputs, into: output.plane(channel))
      }
      return
    }
    unsafe groupedStarts.withUnsafeBufferPointer { starts in
      let weights = unsafe groupedWeights.bytes.assumingMemoryBound(to: Float.self)
      var work = unsafe bromide_across(
        starts: starts.baseAddress! + first, weights: weights.baseAddress! + first * groupedTaps,
        taps: groupedTaps, count: outputs.count, origin: Int32(origin), channels: Int32(channels),
        plane: row.planeStride, output_plane: output.planeStride)
      unsafe bromide_resample_row(instructionSet.code, &work, row.red, output.red)
    }
  }

  private func resampleReference(
    _ row: UnsafePointer<Float>, origin: Int, outputs: Range<Int>,
    into output: UnsafeMutablePointer<Float>
  ) {
    for x in outputs {
      var sum = 0.0
      for tap in 0..<taps where weights[x * taps + tap] != 0 {
        sum += unsafe Double(row[starts[x] - origin + tap]) * Double(weights[x * taps + tap])
      }
      unsafe output[x - outputs.lowerBound] = Float(sum)
    }
  }
}
