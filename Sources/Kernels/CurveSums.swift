internal import CKernels

/// A curve as a table, straight between nodes, and sums of many numbers under it.
public struct CurveTable: Sendable {
  /// Where the table ends.
  public let end: Int
  /// Nodes from one whole number to the next.
  public let steps: Int
  private let nodes: [bromide_curve_node]

  /// - Parameters:
  ///   - steps: Nodes from one whole number to the next.
  ///   - end: Where the table ends.
  ///   - curve: The curve from 0 to `end`.
  public init(steps: Int, end: Int, _ curve: (Double) -> Double) {
    self.steps = steps
    self.end = end
    let values = (0...steps * end).map { curve(Double($0) / Double(steps)) }
    nodes = zip(values, values.dropFirst()).map {
      bromide_curve_node(value: $0, rise: $1 - $0)
    }
  }

  /// The curve at a number; nil if the table does not reach it.
  @inline(__always)
  public func callAsFunction(_ number: Double) -> Double? {
    let place = number * Double(steps)
    guard place >= 0, place < Double(steps * end) else { return nil }
    let index = Int(place)
    return nodes[index].value + (place - Double(index)) * nodes[index].rise
  }

  /// Adds numbers under the curve, in one order on every processor: 24 sums of every 24th number.
  ///
  /// - Parameters:
  ///   - limit: Blocks of 24 numbers with one from here on are left out, as are those with one that the table does not reach.
  ///   - sums: The sums so far.
  /// - Returns: How many numbers were added before such a block, or before the last one that is not whole.
  @unsafe public func add(
    _ numbers: UnsafeBufferPointer<Float>, below limit: Float, to sums: inout CurveSums
  ) -> Int {
    guard let base = numbers.baseAddress else { return 0 }
    return unsafe nodes.withUnsafeBufferPointer { nodes in
      unsafe bromide_curve_add(
        nodes.baseAddress!, Double(steps), min(limit, Float(end)), base, numbers.count,
        &sums.sums)
    }
  }
}

/// Sums of the red, green and blue of many pixels, eight of each.
public struct CurveSums {
  fileprivate var sums = bromide_curve_sums()

  /// Sums of nothing.
  public init() {}

  /// The sums of light.
  public var light: SIMD3<Double> { Self.total(sums.curved) }
  /// The sums of the numbers themselves.
  public var plain: SIMD3<Double> { Self.total(sums.plain) }

  private static func total<Lanes>(_ lanes: Lanes) -> SIMD3<Double> {
    unsafe withUnsafeBytes(of: lanes) { bytes in
      let values = unsafe bytes.assumingMemoryBound(to: Double.self)
      var sum = SIMD3<Double>()
      for i in 0..<Int(BROMIDE_CURVE_LANES) { unsafe sum[i % 3] += values[i] }
      return sum
    }
  }
}
