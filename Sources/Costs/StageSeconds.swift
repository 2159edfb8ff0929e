internal import Platform
internal import Synchronization

/// Seconds that threads spend in stages, gathered wherever in the process the work is done.
///
/// Work notes its stages with `Trace.note`, which costs a load of an atomic until somebody begins to gather.
package enum StageSeconds {
  private static let isOn = Atomic<Bool>(false)
  private static let sums = Mutex<[String: Int]>([:])

  /// Whether seconds are gathered.
  static var isGathered: Bool { isOn.load(ordering: .relaxed) }

  /// From now on seconds are gathered.
  static func begin() {
    sums.withLock { $0 = [:] }
    isOn.store(true, ordering: .releasing)
  }

  /// Adds time of a thread to a stage.
  package static func add(nanoseconds: Int, to stage: String) {
    guard isGathered else { return }
    sums.withLock { $0[stage, default: 0] += nanoseconds }
  }

  /// Ends, with the seconds of each stage.
  static func end() -> [String: Double] {
    isOn.store(false, ordering: .releasing)
    return sums.withLock { sums in
      defer { sums = [:] }
      return sums.mapValues { Double($0) / 1e9 }
    }
  }
}
