internal import CBromideKernels

/// A curve as a table with linear interpolation between nodes, which also sums many numbers under
/// the curve.
public struct CurveTable: Sendable {
  /// The end of the table.
  public let end: Int
  /// Nodes per unit.
  public let steps: Int
  private let nodes: [bromide_curve_node]

  /// - Parameters:
  ///   - steps: Nodes per unit.
  ///   - end: The end of the table.
  ///   - curve: The curve from 0 to `end`.
  public init(steps: Int, end: Int, _ curve: (Double) -> Double) {
    self.steps = steps
    self.end = end
    let values = (0...steps * end).map { curve(Double($0) / Double(steps)) }
    nodes = zip(values, values.dropFirst()).map {
      bromide_curve_node(value: $0, rise: $1 - $0)
    }
  }

  /// Returns the curve at a number, or `nil` if the number is outside the table.
  @inline(__always)
  public func callAsFunction(_ number: Double) -> Double? {
    let place = number * Double(steps)
    guard place >= 0, place < Double(steps * end) else { return nil }
    let index = Int(place)
    return nodes[index].value + (place - Double(index)) * nodes[index].rise
  }

  /// Adds numbers and their curve values to 24 sums, each for every 24th number.
  ///
  /// The order of additions is the same on all processors.
  ///
  /// - Parameters:
  ///   - limit: Stops before the first block of 24 numbers with a number of at least `limit` or
  ///     outside the table.
  ///   - sums: The sums so far.
  /// - Returns: The count of added numbers, before such a block or before an incomplete last block.
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

/// Sums of red, green and blue over many pixels, eight per channel.
public struct CurveSums {
  fileprivate var sums = bromide_curve_sums()

  /// Creates sums with a value of 0.
  public init() {}

  /// The sums of curve values, which are light.
  public var light: SIMD3<Double> { Self.total(sums.curved) }
  /// The sums of the unmapped numbers.
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
