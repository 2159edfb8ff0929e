import TestSupport
import Testing

@testable import BromideKernels

/// Selected values against sorted ones.
@Suite struct SelectionTests {
  /// Different orders of values, including orders that are difficult for a pivot from the centre.
  static func orders(_ count: Int) -> [[Double]] {
    var generator = SeededGenerator(seed: UInt64(count))
    let rising = (0..<count).map(Double.init)
    let pipes = (0..<count).map { Double(min($0, count - 1 - $0)) }
    return [
      rising, rising.reversed(), pipes, pipes.map { -$0 },
      [Double](repeating: 3, count: count),
      (0..<count).map { _ in Double.random(in: -1...1, using: &generator) },
      (0..<count).map { _ in Double(Int.random(in: 0..<4, using: &generator)) },
    ]
  }

  @Test(arguments: [1, 2, 3, 7, 50, 1001])
  func selectedValuesMatchSorting(count: Int) {
    let places = Set([0, 1, count / 10, (count - 1) / 2, count / 2, count - 2, count - 1])
    for values in Self.orders(count) {
      let sorted = values.sorted()
      for place in places where place >= 0 && place < count {
        let (here, next) = values.selected(place)
        #expect(here == sorted[place])
        #expect(next == sorted[min(place + 1, count - 1)])
      }
    }
  }

  /// Values that make every pivot the smallest remaining value, so that the search runs out of
  /// rounds.
  @Test func aBadOrderIsSorted() {
    let count = 400
    let place = count / 2
    // The search takes its pivot at the target position. The test therefore places a value there
    // for each round. It simulates the search and assigns values when they are first compared.
    var values = [Double](repeating: 1e9, count: count)
    var order = Array(0..<count)
    for round in 0..<place {
      values[order[place]] = Double(round)
      order.swapAt(round, place)
    }
    let sorted = values.sorted()
    for place in [0, place - 1, place, count - 1] {
      #expect(values.selected(place).here == sorted[place])
    }
  }
}
