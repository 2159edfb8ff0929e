/// Measures the time since its creation.
package struct Stopwatch: Sendable {
  private let start = ContinuousClock.now

  package init() {}

  package var nanoseconds: Int {
    let (seconds, attoseconds) = (ContinuousClock.now - start).components
    return Int(seconds) * 1_000_000_000 + Int(attoseconds / 1_000_000_000)
  }

  /// Returns the nanoseconds from another stopwatch's start to this one's. Negative if this one
  /// started first.
  package func nanoseconds(after other: Stopwatch) -> Int {
    let (seconds, attoseconds) = (start - other.start).components
    return Int(seconds) * 1_000_000_000 + Int(attoseconds / 1_000_000_000)
  }

  package var milliseconds: Double { Double(nanoseconds / 1000) / 1000 }
  package var seconds: Double { Double(nanoseconds) / 1e9 }
}
