import BromideKernels
import TestSupport
import Testing

@Suite struct CurveSumsTests {
  static let table = CurveTable(steps: 64, end: 2) { $0 * $0 * $0 }

  /// Numbers inside the table, except at some positions.
  private static func numbers(_ count: Int, others: [Int: Float] = [:]) -> [Float] {
    var random = SeededGenerator(seed: UInt64(count))
    return (0..<count).map { others[$0] ?? Float(random.next() >> 40) / Float(1 << 24) * 1.9 }
  }

  /// 24 sums of every 24th number, one number after the other.
  private static func naive(_ numbers: [Float]) -> (light: SIMD3<Double>, plain: SIMD3<Double>) {
    var (light, plain) = ([Double](repeating: 0, count: 24), [Double](repeating: 0, count: 24))
    for (i, number) in numbers.enumerated() {
      let place = Double(number) * 64
      func node(_ i: Int) -> Double {
        let x = Double(i) / 64
        return x * x * x
      }
      let index = Int(place)
      light[i % 24] += node(index) + (place - Double(index)) * (node(index + 1) - node(index))
      plain[i % 24] += Double(number)
    }
    var result = (light: SIMD3<Double>(), plain: SIMD3<Double>())
    for i in 0..<24 {
      result.light[i % 3] += light[i]
      result.plain[i % 3] += plain[i]
    }
    return result
  }

  private static func add(
    _ numbers: [Float], below limit: Float = .infinity, to sums: inout CurveSums
  ) -> Int {
    unsafe numbers.withUnsafeBufferPointer { unsafe table.add($0, below: limit, to: &sums) }
  }

  /// Sums match the plain form, bit for bit, for complete blocks. The rest is not read.
  @Test(arguments: [0, 1, 23, 24, 25, 47, 48, 240, 3003])
  func sumsMatchThePlainForm(count: Int) {
    let numbers = Self.numbers(count)
    var sums = CurveSums()
    let whole = count / 24 * 24
    #expect(Self.add(numbers, to: &sums) == whole)
    let expected = Self.naive(Array(numbers[..<whole]))
    #expect(sums.light == expected.light && sums.plain == expected.plain)
    for number in numbers.prefix(100) {
      let value = Self.table(Double(number)) ?? .nan
      let cube = Double(number) * Double(number) * Double(number)
      // A line between nodes a 64th apart: the second derivative, up to 12, by an eighth of their
      // distance squared.
      #expect(abs(value - cube) <= 12.0 / 8 / 64 / 64)
    }
  }

  /// A block with a number outside stops the sum before it.
  @Test(arguments: [Float(-0.001), 2, 2.5, .infinity, -.infinity, .nan, 1.95])
  func numbersOutsideStopIt(number: Float) {
    for place in [0, 23, 24, 71, 95] {
      let numbers = Self.numbers(96, others: [place: number])
      var sums = CurveSums()
      #expect(Self.add(numbers, below: 1.91, to: &sums) == place / 24 * 24)
      let expected = Self.naive(Array(numbers[..<(place / 24 * 24)]))
      #expect(sums.light == expected.light && sums.plain == expected.plain)
    }
    #expect(Self.table(-0.001) == nil && Self.table(2) == nil && Self.table(.nan) == nil)
  }
}
