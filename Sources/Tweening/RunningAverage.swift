/// The mean of the latest samples: of so many at most, and none older than a time window.
///
/// ```swift
/// var speed = try RunningAverage<Double>(capacity: 5, window: 0.5)
/// try speed.add(100, at: 0)
/// try speed.add(10, at: 0.3)
/// speed.mean(at: 0.4)   // 55
/// speed.mean(at: 0.6)   // 10: the first is older than half a second
/// ```
///
/// Times are in seconds on a clock of the caller's that does not run backwards; an earlier time than
/// one seen counts as that. Storage is taken once; adding and reading allocate nothing.
public struct RunningAverage<Value: BinaryFloatingPoint & Sendable>: Sendable {
  /// The most samples kept, 1 or more.
  public let capacity: Int
  /// The greatest age in seconds; a sample exactly so old is kept.
  public let window: Double
  @usableFromInline var present = 0
  @usableFromInline var ring: [(value: Value, time: Double)]
  @usableFromInline var oldest = 0
  @usableFromInline var latest = -Double.infinity

  /// - Parameters:
  ///   - capacity: 1 or more.
  ///   - window: seconds, 0 or more; infinite where only the capacity limits.
  @inlinable public init(capacity: Int, window: Double = .infinity) throws(RunningAverageError) {
    guard capacity >= 1 else { throw .capacity(capacity) }
    guard window >= 0 else { throw .window(window) }
    self.capacity = capacity
    self.window = window
    ring = Array(repeating: (0, 0), count: capacity)
  }

  /// Takes a sample; when full, the oldest makes room.
  ///
  /// - Throws: where the sample or the time is NaN or infinite; nothing has changed then.
  @inlinable
  public mutating func add(_ value: Value, at time: Double) throws(RunningAverageError) {
    guard value.isFinite else { throw .sample(Double(value)) }
    guard time.isFinite else { throw .time(time) }
    drop(at: time)
    if present == capacity { dropOldest() }
    ring[(oldest + present) % capacity] = (value, latest)
    present += 1
  }

  /// The mean of the samples present at a time, 0 where there is none. Stale ones leave.
  ///
  /// - Complexity: O(capacity); the sum is taken afresh, so that no rounding is left behind by
  ///   samples that have gone.
  @inlinable public mutating func mean(at time: Double) -> Value {
    drop(at: time)
    return mean
  }

  /// Samples present.
  @inlinable public var count: Int { present }

  /// The mean of the samples present when it was last added to or read, 0 where there is none.
  @inlinable public var mean: Value {
    if present == 0 { return 0 }
    var sum: Value = 0
    var index = oldest
    for _ in 0..<present {
      sum += ring[index].value
      index = index + 1 == capacity ? 0 : index + 1
    }
    if sum.isFinite { return sum / Value(present) }
    // Too large to add up: divided first.
    return (0..<present).reduce(0) { $0 + ring[(oldest + $1) % capacity].value / Value(present) }
  }

  @inlinable mutating func drop(at time: Double) {
    latest = max(latest, min(time, .greatestFiniteMagnitude))
    // Four units in the last place: 1.1 − 0.6 is a sample exactly half a second old.
    let limit = window + 4 * max(abs(latest), window).ulp
    while present > 0, latest - ring[oldest].time > limit { dropOldest() }
  }

  @inlinable mutating func dropOldest() {
    oldest = (oldest + 1) % capacity
    present -= 1
  }
}

/// What a running average cannot take.
public enum RunningAverageError: Error, Hashable, Sendable, CustomStringConvertible {
  case capacity(Int)
  case window(Double)
  case sample(Double)
  case time(Double)

  /// What was not accepted and why, in words.
  public var description: String {
    switch self {
    case .capacity(let found): "a running average needs a capacity of at least 1, not \(found)"
    case .window(let found): "a time window must be 0 seconds or more, not \(found)"
    case .sample(let found): "a sample must be a finite number, not \(found)"
    case .time(let found): "a sample's time must be a finite number, not \(found)"
    }
  }
}
