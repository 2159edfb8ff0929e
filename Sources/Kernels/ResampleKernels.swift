internal import CKernels
internal import Pixels

/// The vertical half of a separable resampling: adds weighted rows.
public struct AddRowKernel: Sendable {
  private let instructionSet: InstructionSet

  /// - Parameter instructionSet: The variant to run; it must be available.
  public init(instructionSet: InstructionSet) {
    self.instructionSet = instructionSet
  }

  /// Adds `weight` times `gains · row`, clipped to 0…`ceiling`, to `sum`, which is set if `isFirst`.
  ///
  /// - Parameter channels: 1 (the red plane alone) or 3.
  public func add(
    _ row: PlanarRow, weight: Float, gains: SIMD3<Float> = SIMD3(1, 1, 1), ceiling: Float = 1,
    isFirst: Bool, count: Int, channels: Int,
    to sum: PlanarRow
  ) {
    precondition(count <= row.capacity && count <= sum.capacity, "a count within the rows")
    for channel in 0..<channels {
      let (from, to) = unsafe (row.planes[channel], sum.planes[channel])
      // min(g·v, c) · w = min(v, c/g) · (w·g).
      let (most, share) = (ceiling / gains[channel], weight * gains[channel])
      if instructionSet == .reference {
        for x in 0..<count {
          let value = unsafe share * (from[x] > 0 ? min(from[x], most) : 0)
          unsafe to[x] = isFirst ? value : to[x] + value
        }
      } else {
        unsafe bromide_add_row(instructionSet.code, from, share, most, isFirst ? 1 : 0, count, to)
      }
    }
  }
}

/// The horizontal half of a separable resampling: each value is a weighted sum of neighbours.
public struct ResampleRowKernel: Sendable {
  /// Where the neighbours of each output value start.
  public let starts: [Int32]
  /// Neighbours of a value; a multiple of 16, so some weights are 0.
  public let taps: Int
  /// `taps` weights a value.
  public let weights: [Float]
  private let instructionSet: InstructionSet

  /// - Parameters:
  ///   - starts: Where the neighbours of each output value start.
  ///   - taps: Neighbours of a value, a multiple of 16.
  ///   - weights: `taps` weights a value, in the order of `starts`.
  ///   - instructionSet: The variant to run; it must be available.
  public init(starts: [Int32], taps: Int, weights: [Float], instructionSet: InstructionSet) {
    precondition(taps % 16 == 0 && weights.count == starts.count * taps, "whole vectors")
    self.starts = starts
    self.taps = taps
    self.weights = weights
    self.instructionSet = instructionSet
  }

  /// Makes the output values `outputs` from a row whose first value has the position `origin`.
  ///
  /// - Parameter channels: 1 (the red plane alone) or 3.
  public func resample(
    _ row: PlanarRow, origin: Int, outputs: Range<Int>, channels: Int, into output: PlanarRow
  ) {
    precondition(outputs.count <= output.capacity, "outputs within the row")
    precondition(outputs.lowerBound >= 0 && outputs.upperBound <= starts.count, "known outputs")
    guard let first = outputs.first, let last = outputs.last else { return }
    // A row may be read up to 15 values beyond its capacity.
    precondition(
      Int(starts[first]) >= origin && Int(starts[last]) + taps - 15 <= origin + row.capacity,
      "neighbours within the row")
    for unsafe(from, to) in unsafe zip(row.planes, output.planes).prefix(channels) {
      if instructionSet == .reference {
        unsafe resampleReference(from, origin: origin, outputs: outputs, into: to)
        continue
      }
      unsafe starts.withUnsafeBufferPointer { starts in
        unsafe weights.withUnsafeBufferPointer { weights in
          unsafe bromide_resample_row(
            instructionSet.code, from, starts.baseAddress! + first, Int32(origin),
            weights.baseAddress! + first * taps, taps, outputs.count, to)
        }
      }
    }
  }

  private func resampleReference(
    _ row: UnsafePointer<Float>, origin: Int, outputs: Range<Int>,
    into output: UnsafeMutablePointer<Float>
  ) {
    for x in outputs {
      var sum = 0.0
      for tap in 0..<taps where weights[x * taps + tap] != 0 {
        sum += unsafe Double(row[Int(starts[x]) - origin + tap]) * Double(weights[x * taps + tap])
      }
      unsafe output[x - outputs.lowerBound] = Float(sum)
    }
  }
}

extension PlanarRow {
  /// Red, green, blue.
  @unsafe var planes: [UnsafeMutablePointer<Float>] { unsafe [red, green, blue] }
}
