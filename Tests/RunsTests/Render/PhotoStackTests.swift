import BromideKernels
import BromideSystem
import BromideTimelines
import BromideValues
import TestSupport
import Testing

@testable import BromideRuns

/// Stacks of made-up photos against the plain definitions, in bands of any size.
@Suite struct PhotoStackTests {
  private static let size = Size(width: 13, height: 11)
  private static let transfer = RGBSpace.srgb.transfer

  /// Codes of a photo: noise about a value of each sample, with some far off.
  private func codes(_ photo: Int) -> [UInt16] {
    let noise = SeededNoise(seed: 7)
    return (0..<Self.size.area * 3).map { sample in
      if noise.uniform(sample, 90 + photo) < 0.1 { return photo.isMultiple(of: 2) ? 65535 : 0 }
      let middle = 4000 + 40_000 * noise.uniform(sample, 1)
      return UInt16(max(middle + 1500 * noise.normal(sample, 2 + photo), 0))
    }
  }

  private func stack(_ operation: Retiming.Blend, _ count: Int, limit: Int) throws -> [UInt16] {
    let stack = PhotoStack(
      operation, size: Self.size, transfer: Self.transfer, instructionSet: .best, limit: limit)
    try unsafe stack.add(Array(0..<count)) { photo, rows, receive throws(FrameError) in
      // Two threads add pieces from the last to the first, with other ends than the bands. They
      // also add rows that were not requested.
      let codes = self.codes(photo)
      let (samples, pieces) = (Self.size.width * 3, (Self.size.height + 3) / 4)
      Crew(threads: 2).forEach(
        pieces, makeScratch: {},
        work: { piece, _ in
          let first = 4 * (pieces - 1 - piece)
          let made = first..<min(first + 4, Self.size.height)
          guard made.overlaps(rows) else { return }
          unsafe Array(codes[made.lowerBound * samples..<made.upperBound * samples])
            .withUnsafeBytes { bytes in unsafe receive(first, bytes) }
        })
    }
    var result = [UInt16](repeating: 0, count: Self.size.area * 3)
    unsafe result.withUnsafeMutableBufferPointer { codes in
      unsafe stack.write(rows: 0..<Self.size.height, into: codes)
    }
    return result
  }

  private func light(_ code: UInt16) -> Double { Self.transfer.decode(Double(code) / 65535) }

  private func code(_ light: Double) -> Double { 65535 * Self.transfer.encode(light) }

  /// More than 255 photos are counted in words, with rows in two bands.
  @Test(arguments: [1, 2, 7, 8, 30, 255, 256, 301])
  func mediansAreTheMiddle(count: Int) throws {
    let found = try stack(.median, count, limit: 0)
    let all = (0..<count).map(codes)
    for i in found.indices {
      let sorted = all.map { $0[i] }.sorted()
      let (low, high) = (sorted[(count - 1) / 2], sorted[count / 2])
      let middle = low == high ? Double(low) : code((light(low) + light(high)) / 2)
      #expect(abs(Double(found[i]) - middle) <= 0.6, "sample \(i)")
    }
  }

  /// The mean of the values within 2.5 standard deviations. A limit that needs many bands does not
  /// change it.
  @Test(arguments: [1, 12, 30])
  func sigmaLeavesOutliersOut(count: Int) throws {
    let found = try stack(.sigma, count, limit: 1 << 20)
    let all = (0..<count).map(codes)
    for i in found.indices {
      let lights = all.map { light($0[i]) }
      let mean = lights.reduce(0, +) / Double(count)
      let variance = lights.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(count)
      let limit = 2.5 * variance.squareRoot()
      // Where one lies at the very limit, it may count or not.
      guard lights.allSatisfy({ abs(abs($0 - mean) - limit) > 1e-4 || limit == 0 }) else {
        continue
      }
      let kept = lights.filter { abs($0 - mean) <= limit + 1e-9 }
      #expect(abs(Double(found[i]) - code(kept.reduce(0, +) / Double(kept.count))) <= 3, "\(i)")
    }
    #expect(try stack(.sigma, count, limit: 0) == found)
  }

  /// The stack needs at most 1.5 times the memory of a 16-bit output, for 24 MP and more. The sums
  /// of a mean need twice the output.
  @Test(arguments: [24, 60, 150])
  func memoryIsAtMostTwiceTheOutput(megapixels: Int) {
    let area = megapixels * 1_000_000
    for operation in Retiming.Blend.stacking {
      let most = operation == .average ? 12 * area : 9 * area
      #expect(PhotoStack.memory(operation, area: area) <= most, "\(operation)")
    }
    #expect(PhotoStack.memory(.sigma, area: 2_000_000) <= 80_000_000)
  }
}
