/// The differences between two equally long sequences of samples.
public struct Comparison: Sendable, Hashable {
  /// The largest difference of two samples.
  public let maximum: Double
  /// The mean of the squared differences.
  public let meanSquare: Double
  /// Number of samples that differ at all.
  public let different: Int
  /// Number of samples compared.
  public let count: Int

  /// - Precondition: Both have the same number of samples.
  public init<A: BinaryInteger, B: BinaryInteger>(_ a: some Sequence<A>, _ b: some Sequence<B>) {
    self.init(a.lazy.map { Double($0) }, b.lazy.map { Double($0) })
  }

  /// - Precondition: Both have the same number of samples.
  public init(_ a: some Sequence<Double>, _ b: some Sequence<Double>) {
    var (maximum, sum, different, count) = (0.0, 0.0, 0, 0)
    var others = b.makeIterator()
    for value in a {
      guard let other = others.next() else { preconditionFailure("runs of equal length") }
      let distance = (value - other).magnitude
      maximum = max(maximum, distance)
      sum += distance * distance
      if distance != 0 { different += 1 }
      count += 1
    }
    precondition(others.next() == nil, "runs of equal length")
    self.maximum = maximum
    meanSquare = count > 0 ? sum / Double(count) : 0
    self.different = different
    self.count = count
  }

  /// Peak signal-to-noise ratio in dB for samples of 0 … `peak`. Infinite if all are equal.
  public func psnr(peak: Double) -> Double {
    meanSquare == 0 ? .infinity : 10 * logarithm10(peak * peak / meanSquare)
  }
}
