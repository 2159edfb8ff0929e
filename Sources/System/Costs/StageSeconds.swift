internal import Synchronization

/// The seconds that threads spend in stages, in the entire process.
///
/// Work records its stages with `Trace.note`. If gathering is off, this costs one atomic load.
package enum StageSeconds {
  private static let isOn = Atomic<Bool>(false)
  private static let sums = Mutex<[String: Int]>([:])

  /// Whether gathering is on.
  static var isGathered: Bool { isOn.load(ordering: .relaxed) }

  /// Begins to gather.
  static func begin() {
    sums.withLock { $0 = [:] }
    isOn.store(true, ordering: .releasing)
  }

  /// Adds time of a thread to a stage.
  package static func add(nanoseconds: Int, to stage: String) {
    guard isGathered else { return }
    sums.withLock { $0[stage, default: 0] += nanoseconds }
  }

  /// Ends gathering and returns the seconds of each stage.
  static func end() -> [String: Double] {
    isOn.store(false, ordering: .releasing)
    return sums.withLock { sums in
      defer { sums = [:] }
      return sums.mapValues { Double($0) / 1e9 }
    }
  }
}
