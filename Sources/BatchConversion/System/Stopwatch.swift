/// The time since it was made.
struct Stopwatch: Sendable {
  private let start = ContinuousClock.now

  var nanoseconds: Int {
    let (seconds, attoseconds) = (ContinuousClock.now - start).components
    return Int(seconds) * 1_000_000_000 + Int(attoseconds / 1_000_000_000)
  }

  var milliseconds: Double { Double(nanoseconds / 1000) / 1000 }
  var seconds: Double { Double(nanoseconds) / 1e9 }
}
