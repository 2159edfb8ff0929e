/// The mean of the latest samples, with a maximum count and a maximum age.
///
/// ```swift
/// var speed = try RunningAverage<Double>(capacity: 5, window: 0.5)
/// try speed.add(100, at: 0)
/// try speed.add(10, at: 0.3)
/// speed.mean(at: 0.4)   // 55
/// speed.mean(at: 0.6)   // 10: the first is older than half a second
/// ```
///
/// Times are seconds on a clock that does not run backwards. If a time is earlier than the latest
/// one, the latest one is used. The initialiser allocates the storage. Adding and reading do not
/// allocate memory.
public struct RunningAverage<Value: BinaryFloatingPoint & Sendable>: Sendable {
  /// The maximum number of samples, 1 or more.
  public let capacity: Int
  /// The greatest age in seconds. A sample with exactly this age is kept.
  public let window: Double
  @usableFromInline var present = 0
  @usableFromInline var ring: [(value: Value, time: Double)]
  @usableFromInline var oldest = 0
  @usableFromInline var latest = -Double.infinity

  /// - Parameters:
  ///   - capacity: The maximum number of samples, 1 or more.
  ///   - window: The greatest age in seconds, 0 or more. If it is infinite, only the capacity
  ///     limits.
  @inlinable public init(capacity: Int, window: Double = .infinity) throws(RunningAverageError) {
    guard capacity >= 1 else { throw .capacity(capacity) }
    guard window >= 0 else { throw .window(window) }
    self.capacity = capacity
    self.window = window
    ring = Array(repeating: (0, 0), count: capacity)
  }

  /// Adds a sample. If the capacity is reached, it replaces the oldest one.
  ///
  /// - Throws: `RunningAverageError` if the sample or the time is NaN or infinite. The average is
  ///   then unchanged.
  @inlinable
  public mutating func add(_ value: Value, at time: Double) throws(RunningAverageError) {
    guard value.isFinite else { throw .sample(Double(value)) }
    guard time.isFinite else { throw .time(time) }
    drop(at: time)
    if present == capacity { dropOldest() }
    ring[(oldest + present) % capacity] = (value, latest)
    present += 1
  }

  /// Removes samples that are too old at a time, and returns the mean of the others, or 0 if there
  /// are no others.
  ///
  /// - Complexity: O(capacity). Each call computes the complete sum, so removed samples do not
  ///   cause rounding errors.
  @inlinable public mutating func mean(at time: Double) -> Value {
    drop(at: time)
    return mean
  }

  /// The current number of samples.
  @inlinable public var count: Int { present }

  /// The mean of the current samples, or 0 without samples.
  @inlinable public var mean: Value {
    if present == 0 { return 0 }
    var sum: Value = 0
    var index = oldest
    for _ in 0..<present {
      sum += ring[index].value
      index = index + 1 == capacity ? 0 : index + 1
    }
    if sum.isFinite { return sum / Value(present) }
    // The sum overflows, so divide first.
    return (0..<present).reduce(0) { $0 + ring[(oldest + $1) % capacity].value / Value(present) }
  }

  @inlinable mutating func drop(at time: Double) {
    latest = max(latest, min(time, .greatestFiniteMagnitude))
    // The tolerance is four units in the last place. So 1.1 − 0.6 is exactly half a second.
    let limit = window + 4 * max(abs(latest), window).ulp
    while present > 0, latest - ring[oldest].time > limit { dropOldest() }
  }

  @inlinable mutating func dropOldest() {
    oldest = (oldest + 1) % capacity
    present -= 1
  }
}

/// A value that a running average does not accept.
public enum RunningAverageError: Error, Hashable, Sendable, CustomStringConvertible {
  case capacity(Int)
  case window(Double)
  case sample(Double)
  case time(Double)

  /// A sentence with the found value and the accepted values.
  public var description: String {
    switch self {
    case .capacity(let found): "a running average needs a capacity of at least 1, not \(found)"
    case .window(let found): "a time window must be 0 seconds or more, not \(found)"
    case .sample(let found): "a sample must be a finite number, not \(found)"
    case .time(let found): "a sample's time must be a finite number, not \(found)"
    }
  }
}
