import TestSupport
import Testing

@testable import BromideKernels

@Suite struct StackKernelTests {
  private let noise = SeededNoise(seed: 3)

  /// Codes of several photos: noise, few different codes, or the two ends.
  private func codes(_ count: Int, _ kind: Int) -> [UInt16] {
    (0..<count).map { i in
      let bits = UInt16(truncatingIfNeeded: noise.bits(i, kind))
      return [bits, 30_000 + bits & 7, bits & 1 == 0 ? 0 : 65535, 5000 + bits % 1000][kind]
    }
  }

  private static let cases = [1, 2, 3, 8, 100, 101].flatMap { photos in
    [1, 15, 16, 64, 65, 127].map { (photos: photos, count: $0) }
  }

  @Test(arguments: InstructionSet.available, cases)
  func middlesEqualSortedCodes(_ set: InstructionSet, form: (photos: Int, count: Int)) {
    let (photos, count) = form
    let stride = count + 5
    for kind in 0..<4 {
      let codes = codes(photos * stride, kind)
      var (lower, upper) = (
        [UInt16](repeating: 1, count: count), [UInt16](repeating: 1, count: count)
      )
      unsafe codes.withUnsafeBufferPointer { codes in
        let stack = unsafe StackedCodes(
          codes.baseAddress!, stride: stride, photos: photos, count: count)
        unsafe StackKernel(instructionSet: set).middles(stack, lower: &lower, upper: &upper)
      }
      for i in 0..<count {
        let sorted = (0..<photos).map { codes[$0 * stride + i] }.sorted()
        #expect(lower[i] == sorted[(photos - 1) / 2] && upper[i] == sorted[photos / 2], "\(i)")
      }
    }
  }

  /// Sums before and after the rejection, with equal bits.
  @Test(arguments: InstructionSet.available, cases)
  func sumsEqualTheReference(_ set: InstructionSet, form: (photos: Int, count: Int)) {
    let (photos, count) = form
    let stride = count + 5
    let light = (0...65535).map { Float($0) * Float($0) / 0x1p32 }
    for kind in 0..<4 {
      let codes = codes(photos * stride, kind)
      func run(_ set: InstructionSet) -> ([Float], [Float], [Float], [Int32]) {
        let kernel = StackKernel(instructionSet: set)
        let first = codes[..<count].map { light[Int($0)] }
        let lowest = codes[..<count].map { $0 / 2 }
        let highest = (0..<count).map { 10_000 + UInt16($0) * 300 }
        var (sums, squares) = (
          [Float](repeating: 0, count: count), [Float](repeating: 0, count: count)
        )
        var accepted = [Int32](repeating: Int32(photos), count: count)
        let all = unsafe codes.withUnsafeBufferPointer { codes -> [Float] in
          let stack = unsafe StackedCodes(
            codes.baseAddress!, stride: stride, photos: photos, count: count)
          unsafe kernel.sum(stack, light: light, first: first, sums: &sums, squares: &squares)
          let all = sums
          unsafe kernel.reject(
            stack, light: light, first: first, lowest: lowest, highest: highest, sums: &sums,
            accepted: &accepted)
          return all
        }
        return (all, squares, sums, accepted)
      }
      #expect(run(set) == run(.reference))
    }
  }
}
